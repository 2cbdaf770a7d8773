"""Reading as somebody who isn't root, while the process stays root's."""

import ctypes
import os
from collections.abc import Iterator
from contextlib import contextmanager

# From linux/capability.h: the version of the call, and the two powers by which root reads what others locked.
_VERSION_3 = 0x20080522
_POWERS = (1 << 1) | (1 << 2)  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH


@contextmanager
def without_the_power_of_root() -> Iterator[None]:
    """Have the permissions of files hold for root, too.

    The user stays the same, so whatever root owns can still be reached and imported, wherever it lies.
    """
    if os.geteuid() != 0:
        yield
        return
    libc = ctypes.CDLL(None, use_errno=True)
    header = (ctypes.c_uint32 * 2)(_VERSION_3, 0)
    powers = (ctypes.c_uint32 * 6)()  # effective, permitted and inheritable, of the first 32 and of the others

    def call(name: str) -> None:
        if getattr(libc, name)(header, powers):
            raise OSError(ctypes.get_errno(), name)

    call("capget")
    before = powers[0]
    powers[0] = before & ~_POWERS
    call("capset")
    try:
        yield
    finally:
        powers[0] = before
        call("capset")
