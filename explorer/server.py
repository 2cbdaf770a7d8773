"""Application server, embedded: gunicorn with Pipwise's own settings."""

import contextlib
import ipaddress
import os
import socket
from collections.abc import Callable
from typing import Any

from django.conf import settings as django_settings
from gunicorn.app.base import BaseApplication

from explorer.worker import HttpWorker

THREADS = 4
# Seconds that an answer may still take once the server is told to stop. None takes nearly as long, but a process that
# is only just starting can miss the word, and is waited for.
LAST_ANSWERS = 5


class Server(BaseApplication):
    """Serves the site until it is told to stop.

    `announce` is called once with the address, as soon as the site answers there.
    """

    def __init__(self, host: str, port: int, workers: int, announce: Callable[[str], None]) -> None:
        self.host = host
        self.port = port
        self.workers = workers
        self.announce = announce
        super().__init__()

    def load_config(self) -> None:
        """Configure gunicorn; no file and no command line of its own is read."""
        bind = f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"
        settings: dict[str, Any] = {
            "bind": [bind],
            "workers": self.workers,
            "worker_class": HttpWorker,
            "threads": THREADS,
            "preload_app": True,
            "control_socket_disable": True,
            "loglevel": "warning",
            "graceful_timeout": LAST_ANSWERS,
            # Seldom: the next process has yet to make what this one keeps.
            "max_requests": 100_000,
            "max_requests_jitter": 10_000,
            "logconfig_dict": django_settings.LOGGING,
            "when_ready": self._ready,
        }
        for name, value in settings.items():
            if name in self.cfg.settings:
                self.cfg.set(name, value)

    def load(self) -> Any:
        """Return the site as a WSGI application, with every page of it loaded: what is broken shows now."""
        from django.urls import get_resolver

        from explorer.wsgi import application

        get_resolver().url_patterns  # noqa: B018 - looking at it loads it
        return application

    def _ready(self, arbiter: Any) -> None:
        port = arbiter.LISTENERS[0].sock.getsockname()[1]
        self.announce(address(self.host, port))


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


def why_not(host: str, port: int) -> str | None:
    """Return the reason why the server can't listen there, or None when it can."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except OSError:
        return f"This machine has no network address named {host!r}."
    family, kind, protocol, _, where = found[0]
    try:
        with socket.socket(family, kind, protocol) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(where)
    except PermissionError:
        return f"Port {port} needs special rights. Choose one from 1024 up: --port 8000"
    except OSError:
        return f"Something else is using port {port} of {host}. Choose another: --port {port % 65535 + 1}"
    return None
