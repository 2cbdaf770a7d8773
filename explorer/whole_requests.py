"""Worker of gunicorn whose threads never wait for a reader: each answers requests that have arrived whole."""

import errno
import fcntl
import re
import socket
import struct
import termios
import time
from contextlib import suppress
from functools import partial
from selectors import EVENT_READ
from typing import Any

from gunicorn.workers.gthread import TConn, ThreadWorker

#: How long a request may take to arrive, from its first byte or from the beginning of its connection (seconds).
PATIENCE = 10.0
#: How long it may still take once the site is told to stop (seconds).
LAST_PATIENCE = 2.0
#: So many requests may be arriving at a time; with one more, the one that has taken longest is given up.
MOST_ARRIVING = 500
#: Of a longer one, what has come is all that is read: gunicorn and Django refuse it by its length. Bytes.
LONGEST_HEAD, LONGEST_BODY = 256 * 1024, 64 * 1024
#: The system keeps so much of an answer for a reader who takes it slowly (bytes; some systems allow less).
ROOM_FOR_ANSWERS = 1024 * 1024
#: Who leaves more than this of the last answer gets no other (bytes).
MOST_UNTAKEN = 64 * 1024
_AT_ONCE = 64 * 1024
_END = b"\r\n\r\n"
# Nothing is tried twice, however long it is.
_LENGTH = re.compile(rb"(?im)^content-length[ \t]*+:[ \t]*+0*+(\d*+)[ \t]*+\r?$")
_MOST_DIGITS = 9


class ArrivingSocket:
    """Socket of a connection, from which whoever answers reads what has come of a request, and nothing else."""

    def __init__(self, own: socket.socket) -> None:
        self.own = own
        self._come = bytearray()
        self._needed: int | None = None

    def __getattr__(self, name: str) -> Any:
        """Be the socket in everything else."""
        return getattr(self.own, name)

    def add(self, data: bytes) -> None:
        """Take what has come."""
        before = len(self._come)
        self._come += data
        if self._needed is None and (end := self._come.find(_END, max(0, before - len(_END) + 1))) >= 0:
            length = _LENGTH.search(self._come, 0, end + 1)
            body = int(length[1] or 0) if length and len(length[1]) <= _MOST_DIGITS else 0
            self._needed = end + len(_END) + (body if body <= LONGEST_BODY else 0)

    @property
    def is_whole(self) -> bool:
        """Whether the request is here, as far as it is read."""
        return len(self._come) >= (LONGEST_HEAD if self._needed is None else self._needed)

    def setblocking(self, flag: bool) -> None:  # noqa: FBT001 - as of sockets
        """Wait for a reader to take what is sent, but not for ever."""
        self.own.settimeout(PATIENCE if flag else 0)

    def recv(self, size: int) -> bytes:
        """Return what has come, all of it, as gunicorn keeps what it didn’t ask for.

        Raises:
            ConnectionResetError: no more has come. An end would be taken for that of the body, and what comes later for
                another request; so the connection is closed.
        """
        if not self._come:
            raise ConnectionResetError(errno.ECONNRESET, "The request didn’t arrive whole.")
        come = bytes(self._come)
        self._come.clear()
        self._needed = None
        return come


class WholeRequests(ThreadWorker):
    """Gunicorn’s worker with threads, except that its main thread reads the requests, and its threads answer them.

    With gunicorn’s own, whoever begins a few requests and ends none keeps every thread waiting.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        # The one that began first comes first.
        self.arriving: dict[TConn, float] = {}
        self.ends: float | None = None

    def enqueue_req(self, conn: TConn) -> None:
        """Have a connection’s next request answered as soon as it has arrived."""
        if not isinstance(conn.sock, ArrivingSocket):
            with suppress(OSError):
                conn.sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, ROOM_FOR_ANSWERS)
            conn.sock = ArrivingSocket(conn.sock)
        if conn.parser is not None:
            # What came with the request before.
            conn.sock.add(conn.parser.unreader.take_buffered())
        conn.sock.own.settimeout(0)
        self.arriving[conn] = time.monotonic() + PATIENCE
        self.poller.register(conn.sock.own, EVENT_READ, partial(self._on_more, conn))
        self._on_more(conn)
        if len(self.arriving) > MOST_ARRIVING:
            self._give_up(next(iter(self.arriving)))

    def murder_keepalived(self, force: bool = False) -> None:  # noqa: FBT001, FBT002 - gunicorn's signature
        """Give up requests that take too long, sooner when the site stops; and do as gunicorn does."""
        super().murder_keepalived(force)
        now = time.monotonic()
        if not self.alive and self.ends is None:
            self.ends = now + LAST_PATIENCE
        latest = PATIENCE + now if self.ends is None else self.ends
        for conn in [conn for conn, until in self.arriving.items() if force or min(until, latest) < now]:
            self._give_up(conn)

    def handle_request(self, req: Any, conn: TConn) -> Any:
        """Answer a request; after one that isn’t read to its end, say that the connection ends, too."""
        fields = dict(req.headers)
        if "TRANSFER-ENCODING" in fields or int(fields.get("CONTENT-LENGTH", 0)) > LONGEST_BODY:
            req.force_close()
        return super().handle_request(req, conn)

    def _on_more(self, conn: TConn, _: object = None) -> None:
        if conn not in self.arriving:
            # It was given up for another one that came at the same moment.
            return
        if not conn.sock.is_whole:
            try:
                data = conn.sock.own.recv(_AT_ONCE)
            except BlockingIOError:
                return
            except OSError:
                data = b""
            if not data:
                self._give_up(conn)
                return
            conn.sock.add(data)
        if not conn.sock.is_whole:
            return
        if _untaken(conn.sock.own) > MOST_UNTAKEN:
            self._give_up(conn)
        else:
            self._forget(conn)
            conn.data_ready = True
            super().enqueue_req(conn)

    def _forget(self, conn: TConn) -> None:
        del self.arriving[conn]
        self.poller.unregister(conn.sock.own)

    def _give_up(self, conn: TConn) -> None:
        self._forget(conn)
        self.nr_conns -= 1
        conn.close()


def _untaken(connection: socket.socket) -> int:
    """Return how much of what was sent a reader hasn’t taken yet (bytes); 0 on a system that can’t say it."""
    with suppress(OSError):
        return int(struct.unpack("i", fcntl.ioctl(connection, termios.TIOCOUTQ, b"\0" * 4))[0])
    return 0
