"""Answers and pictures that were made once for everybody, in Django’s cache: each process’s own, or a shared one."""

import logging
import time
from typing import Any

from django.core.cache import cache

_log = logging.getLogger(__name__)
# How often it is said that the cache can't be reached, and how long nobody waits for it then (seconds).
_SAID_EVERY, _PAUSE = 60.0, 5.0
_last_said, _missed_at = -_SAID_EVERY, -_PAUSE


def kept(key: str) -> Any:
    """Return what is kept under a key; None where nothing is, or where the cache can't be reached."""
    if _is_out_of_reach():
        return None
    try:
        return cache.get(key)
    except Exception as error:  # noqa: BLE001 - each kind of cache has errors of its own
        _missed(error)
        return None


def keep(key: str, made: object, seconds: int) -> None:
    """Keep something under a key for so many seconds at most: less where there is no room for it."""
    if _is_out_of_reach():
        return
    try:
        cache.set(key, made, seconds)
    except Exception as error:  # noqa: BLE001 - likewise
        _missed(error)


def _missed(error: Exception) -> None:
    """Note that the site is slower than it could be, but no more than now and then."""
    global _last_said, _missed_at
    _missed_at = now = time.monotonic()
    if now - _last_said >= _SAID_EVERY:
        _last_said = now
        _log.warning("The cache can’t be reached, so every page is made anew: %s", error)


def _is_out_of_reach() -> bool:
    return time.monotonic() - _missed_at < _PAUSE
