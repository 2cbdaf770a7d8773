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
from django.db import DatabaseError, connections
from django.urls import get_resolver
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server import Server

THREADS = 3
"""Worker threads of each process. Each has a connection to the database."""
# File descriptors: clients' connections; and the database, static files and logs.
_MAX_FILES, _OTHER_FILES = 8_192, 192
# Milliseconds for a request's head, and an idle connection: longer than proxies keep theirs.
_HEADER_TIMEOUT = 75_000
# Seconds for requests in flight once the server stops.
_SHUTDOWN_TIMEOUT = 10
# Seconds until each process serves and handles signals.
_STARTUP_DELAY = 0.5
# Any with words and a card.
_QUESTION = "does Lightning Bolt kill a 2/4"
_STOP_SIGNALS = {signal.SIGINT, signal.SIGTERM}


class CannotListenError(Exception):
    """Why the server can't listen at an address, as a sentence."""


def serve(host: str, port: int, workers: int, announce: Callable[[str], None]) -> None:
    """Serve the site until a signal stops it.

    Args:
        host: host name or IP address of this machine.
        port: as `bindable` returned it.
        workers: number of processes, forked once the site is loaded so that they share its memory.
        announce: called with the URL, in a thread, once the site answers there.
    """
    from explorer.wsgi import application

    get_resolver().url_patterns  # noqa: B018 - loads every view
    gc.freeze()
    multiprocessing.set_start_method("fork", force=True)
    _block_signals_in_new_processes()
    reading, writing = os.pipe()

    def load(_: str) -> WSGIHandler:
        os.close(writing)
        Thread(target=_stop_once, daemon=True).start()
        Thread(target=_end_with_parent, args=(reading,), daemon=True).start()
        Thread(target=fill_caches, daemon=True).start()
        return application

    server = Server(
        "explorer.wsgi:application",
        address=_resolved(host, port)[1][0],
        port=port,
        interface=Interfaces.WSGI,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=_HEADER_TIMEOUT),
        workers=workers,
        blocking_threads=THREADS,
        backpressure=_connections(),
        respawn_failed_workers=True,
        workers_kill_timeout=_SHUTDOWN_TIMEOUT,
        log_level=LogLevels.warning,
        log_dictconfig=settings.LOGGING,
    )
    Thread(target=_announce, args=(host, port, announce), daemon=True).start()
    # SIGHUP stops the server, unless started with nohup. Granian would reload on it.
    hangup = signal.getsignal(signal.SIGHUP)
    server.on_startup(
        lambda: signal.signal(signal.SIGHUP, hangup if hangup == signal.SIG_IGN else signal.getsignal(signal.SIGTERM))
    )
    # Forked processes can't share a connection.
    connections.close_all()
    server.serve(target_loader=load)


def fill_caches() -> None:
    """Fill the caches of search in the background: the first search of a process would take seconds."""
    from explorer.search import search

    time.sleep(_STARTUP_DELAY)
    try:
        with contextlib.suppress(DatabaseError):
            search(_QUESTION, limit=1)
    finally:
        connections.close_all()


def _announce(host: str, port: int, announce: Callable[[str], None]) -> None:
    while True:
        with contextlib.suppress(OSError), socket.create_connection(_resolved(host, port)[1]):
            break
        time.sleep(0.02)
    announce(address(host, port))


def _connections() -> int:
    """Raise the limit of open files, and return how many connections each process accepts."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = _MAX_FILES if hard == resource.RLIM_INFINITY else min(_MAX_FILES, hard)
    if soft < files:
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
    return max(files - _OTHER_FILES, _OTHER_FILES)


def _block_signals_in_new_processes() -> None:
    """Fork processes with stop signals blocked: `_stop_once` waits for them."""
    os.register_at_fork(
        before=lambda: signal.pthread_sigmask(signal.SIG_BLOCK, _STOP_SIGNALS),
        after_in_parent=lambda: signal.pthread_sigmask(signal.SIG_UNBLOCK, _STOP_SIGNALS),
    )


def _stop_once() -> None:
    """Pass only the first SIGTERM to granian, whose processes lose one before they serve, and hang on a second.

    Ctrl+C isn't handled: the parent gets it, and then stops this process.
    """
    time.sleep(_STARTUP_DELAY)
    signal.sigwait({signal.SIGTERM})
    stop = signal.getsignal(signal.SIGTERM)
    if callable(stop):
        stop(signal.SIGTERM, None)


def _end_with_parent(reading: int) -> None:
    """Stop this process when the parent dies, which closes the writing end of the pipe."""
    os.read(reading, 1)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(_SHUTDOWN_TIMEOUT)
    os._exit(1)


def address(host: str, port: int) -> str:
    """URL to open in a browser; if the site serves the network, one that a phone there can open."""
    return f"http://{reached_at(host)}:{port}/"


def is_everywhere(host: str) -> bool:
    return host in {"0.0.0.0", "::"}  # noqa: S104


def reached_at(host: str) -> str:
    """Host of that URL: an IPv6 address is in brackets."""
    shown = (_network_address() or "localhost") if is_everywhere(host) else host
    return f"[{shown}]" if ":" in shown else shown


def _network_address() -> str:
    """This machine's address in its network; empty if it is in none.

    Connecting a UDP socket sends nothing, but chooses the interface. The targets are reserved for documentation.
    """
    for family, distant in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as trial:
            trial.connect((distant, 9))
            own = str(trial.getsockname()[0])
            if not ipaddress.ip_address(own).is_loopback:
                return own
    return ""


def default_workers() -> int:
    return max(1, min(4, os.cpu_count() or 1))


def bindable(host: str, port: int) -> int:
    """The port to listen at: `port`, or a free one for 0.

    Raises:
        CannotListenError: nothing can listen there now.
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
