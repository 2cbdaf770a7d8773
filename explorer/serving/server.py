"""Application server: granian, with Pipwise's settings."""

import contextlib
import gc
import ipaddress
import multiprocessing
import os
import resource
import signal
import socket
import time
from collections.abc import Callable
from threading import Thread

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.db import connections
from django.urls import get_resolver
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server import Server

THREADS = 3
"""Threads of each process that make pages. Each has a connection to the database."""
# Each connection to a client is an open file; so are those to the database, and static files.
_MOST_FILES, _OTHER_FILES = 8_192, 192
# Milliseconds that a request's head may take, and a connection may be idle: longer than proxies keep theirs.
_PATIENCE = 75_000
# Seconds that the last responses may take once the server is told to stop.
_LAST_RESPONSES = 10
# Seconds until each process serves, and no signal is lost.
_BEGINNING = 0.5
_STOPPING = {signal.SIGINT, signal.SIGTERM}


class CannotListenError(Exception):
    """Why the server can't listen at an address, as a sentence."""


def serve(host: str, port: int, workers: int, announce: Callable[[str], None]) -> None:
    """Serve the site until a signal says to stop.

    Args:
        host: name or number of this machine.
        port: as `bindable` returned it.
        workers: how many processes; they are forked once the site is loaded, and share that memory.
        announce: called with the address, in a thread, once the site answers there.
    """
    from explorer.wsgi import application

    get_resolver().url_patterns  # noqa: B018 - looking at it loads every view
    gc.freeze()
    multiprocessing.set_start_method("fork", force=True)
    _hold_signals_of_new_processes()
    reading, writing = os.pipe()

    def begin(_: str) -> WSGIHandler:
        """Begin one of the processes."""
        os.close(writing)
        Thread(target=_stop_once, daemon=True).start()
        Thread(target=_end_with_parent, args=(reading,), daemon=True).start()
        return application

    server = Server(
        "explorer.wsgi:application",
        address=_resolved(host, port)[1][0],
        port=port,
        interface=Interfaces.WSGI,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=_PATIENCE),
        workers=workers,
        blocking_threads=THREADS,
        backpressure=_connections(),
        respawn_failed_workers=True,
        workers_kill_timeout=_LAST_RESPONSES,
        log_level=LogLevels.warning,
        log_dictconfig=settings.LOGGING,
    )
    Thread(target=_announce, args=(host, port, announce), daemon=True).start()
    # A terminal that closes stops it, unless nohup says otherwise. To granian, the signal means to start anew.
    hangup = signal.getsignal(signal.SIGHUP)
    server.on_startup(
        lambda: signal.signal(signal.SIGHUP, hangup if hangup == signal.SIG_IGN else signal.getsignal(signal.SIGTERM))
    )
    # Processes can't share one.
    connections.close_all()
    server.serve(target_loader=begin)


def _announce(host: str, port: int, announce: Callable[[str], None]) -> None:
    """Announce the address once a process listens there."""
    while True:
        with contextlib.suppress(OSError), socket.create_connection(_resolved(host, port)[1]):
            break
        time.sleep(0.02)
    announce(address(host, port))


def _connections() -> int:
    """Return how many connections each process takes, having asked the system for so many files."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = _MOST_FILES if hard == resource.RLIM_INFINITY else min(_MOST_FILES, hard)
    if soft < files:
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
    return max(files - _OTHER_FILES, _OTHER_FILES)


def _hold_signals_of_new_processes() -> None:
    """Let processes begin with signals to stop held back: they wait for `_stop_once`."""
    os.register_at_fork(
        before=lambda: signal.pthread_sigmask(signal.SIG_BLOCK, _STOPPING),
        after_in_parent=lambda: signal.pthread_sigmask(signal.SIG_UNBLOCK, _STOPPING),
    )


def _stop_once() -> None:
    """Pass the first signal to stop on to granian, whose processes lose one before they serve, and hang on a second.

    Ctrl+C isn't among them: it is for the parent, which then tells this process.
    """
    time.sleep(_BEGINNING)
    signal.sigwait({signal.SIGTERM})
    stop = signal.getsignal(signal.SIGTERM)
    if callable(stop):
        stop(signal.SIGTERM, None)


def _end_with_parent(reading: int) -> None:
    """Wait until nobody has the writing end of a pipe: the parent is gone."""
    os.read(reading, 1)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(_LAST_RESPONSES)
    os._exit(1)


def address(host: str, port: int) -> str:
    """Return the address to open in a browser: for a site that serves the network, one that a phone there can open."""
    return f"http://{reached_at(host)}:{port}/"


def is_everywhere(host: str) -> bool:
    """Return whether a server that listens there is reached by every network of this machine."""
    return host in {"0.0.0.0", "::"}  # noqa: S104


def reached_at(host: str) -> str:
    """Return the name or number by which a server is reached that listens there, as addresses have it."""
    shown = (_on_the_network() or "localhost") if is_everywhere(host) else host
    return f"[{shown}]" if ":" in shown else shown


def _on_the_network() -> str:
    """Return the number that this machine has in its network; empty where it is in none.

    Nothing is sent: choosing the way to a distant address is enough to see from where it would start. These addresses
    are set aside for documents, so nobody has them.
    """
    for family, distant in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as trial:
            trial.connect((distant, 9))
            own = str(trial.getsockname()[0])
            if not ipaddress.ip_address(own).is_loopback:
                return own
    return ""


def default_workers() -> int:
    """Return how many processes serve: one for each core, four at most."""
    return max(1, min(4, os.cpu_count() or 1))


def bindable(host: str, port: int) -> int:
    """Return the port to listen at: the one given, or a free one for 0.

    Raises:
        CannotListenError: nobody can listen there now.
    """
    family, where = _resolved(host, port)
    try:
        with socket.socket(family) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(where)
            return int(trial.getsockname()[1])
    except PermissionError:
        raise CannotListenError(f"Port {port} needs special rights. Choose one from 1024 up: --port 8000") from None
    except OSError:
        raise CannotListenError(
            f"Something else is using port {port} of {host}. Choose another: --port {port % 65535 + 1}"
        ) from None


def _resolved(host: str, port: int) -> tuple[socket.AddressFamily, tuple[str, int]]:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except OSError:
        raise CannotListenError(f"This machine has no network address named {host!r}.") from None
    family, _, _, _, where = found[0]
    return family, (str(where[0]), int(where[1]))
