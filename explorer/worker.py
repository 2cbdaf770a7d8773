"""Worker of gunicorn in which waitress speaks HTTP: its threads make answers, and never wait for a reader.

Gunicorn starts the processes, and starts them again. Of its own workers, the one with threads reads each request in the
thread that answers it, so whoever begins a few requests and ends none keeps every thread waiting.
"""

import math
import os
import re
import socket
import time
from collections.abc import Callable, Iterable
from typing import Any

from gunicorn.workers.base import Worker
from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.server import TcpWSGIServer
from waitress.task import ErrorTask, ThreadedTaskDispatcher, WSGITask

#: How long a request may take to arrive, from its first byte (seconds).
PATIENCE = 10.0
#: How long connections that are silent last once the site is told to stop: a request may be on its way (seconds).
LINGER = 1.0
#: How long a connection may be silent. Longer than proxies keep theirs, so that they end them (seconds).
LONGEST_SILENCE = 90
#: So many connections at a time; for one more, the one that has waited longest for its reader is given up. Each may
#: have a file for its answer, too, and a process usually may have 1,024 open.
MOST_CONNECTIONS = 400
#: None is given up sooner than this (seconds).
GRACE = 1.0
#: Of a longer head or body, waitress says so itself. A proxy may pass bodies as long as this (bytes).
LONGEST_HEAD, LONGEST_BODY = 256 * 1024, 1024 * 1024 + 1
#: No browser sends so many lines in a head, and each takes longer than the one before.
MOST_LINES = 200
#: So much of an answer the system has at once (bytes; some systems allow less).
ROOM_FOR_PAGES = 1024 * 1024
#: More of an answer waits in a file for a reader who takes it slowly (bytes).
MOST_IN_MEMORY = 64 * 1024
_LOOK_EVERY = 1
# In any other first line, waitress looks at each letter once for each other one.
_FIRST_LINE = re.compile(rb"[^ \r\n]++ [^ \r\n]++(?: HTTP/[0-9]\.[0-9])?\r\n")
# Before a value, waitress does so with blanks.
_BLANKS = re.compile(rb":(?:(?:\r\n)?[ \t])+")
_ADVICE = {
    400: "Pipwise can’t read this request. Open the address again, in another browser if need be.",
    413: "You sent more than Pipwise takes. Send less than 1 MB.",
    431: "This address is too long, or what your browser sent with it. Open a shorter one.",
    501: "Pipwise can’t read what you sent. Send it without Transfer-Encoding, or in chunks.",
}
_POLICIES = [
    ("Content-Type", "text/plain; charset=utf-8"),
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
    ("X-Content-Type-Options", "nosniff"),
]


class _Incoming(HTTPRequestParser):
    def __init__(self, adj: Adjustments) -> None:
        super().__init__(adj)
        self.begun = time.time()

    def parse_header(self, header_plus: bytes) -> None:
        """Read the head.

        Raises:
            ParsingError: it can't be read.
        """
        if not _FIRST_LINE.match(header_plus) or header_plus.count(b"\r\n") > MOST_LINES:
            raise ParsingError("Invalid request")
        try:
            super().parse_header(_BLANKS.sub(b": ", header_plus))
        except ValueError:
            # A length of thousands of digits is no number for Python.
            raise ParsingError("Invalid request") from None
        if "TRANSFER_ENCODING" in self.headers or (self.chunked and "CONTENT_LENGTH" in self.headers):
            # RFC 9112, 6.1: a client of HTTP/1.0 knows no pieces, and two lengths are for two readers.
            raise ParsingError("Invalid request")


class _Ignored(_Incoming):
    """Reads on after something that was refused, and forgets it."""

    def received(self, data: bytes) -> int:
        """Take all of it, and never be complete."""
        return len(data)


class _Advising(ErrorTask):
    def execute(self) -> None:
        """Answer in place of the site: what to do."""
        error = self.request.error
        body = f"{_ADVICE.get(error.code, error.reason)}\n".encode()
        self.status, self.content_length = f"{error.code} {error.reason}", len(body)
        self.response_headers += _POLICIES
        self.set_close_on_finish()
        self.write(body)

    def finish(self) -> None:
        """Leave it to the reader to close: what they still send would have the system throw the answer away."""
        super().finish()
        if not self.channel.total_outbufs_len:
            self.channel.socket.shutdown(socket.SHUT_WR)
            self.close_on_finish = False


class _Outgoing(WSGITask):
    def start(self) -> None:
        """Begin; the last answer on a connection says that it is the last."""
        super().start()
        asked = self.request.headers.get("CONNECTION", "").lower().split(",")
        if self.channel.server.is_ending or "close" in map(str.strip, asked):
            self.request.connection_close = True
            self.request.headers["CONNECTION"] = "close"

    def set_close_on_finish(self) -> None:
        """Close the connection after the answer; but an answer without a body, as 304, is no reason to."""
        if self.has_body or self.version == "1.0" or self.request.connection_close:
            super().set_close_on_finish()


class _ReaderLine(HTTPChannel):
    parser_class, task_class, error_task_class = _Incoming, _Outgoing, _Advising
    request: _Incoming | None

    def __init__(self, *args: Any, **options: Any) -> None:
        # What came after the request that is being answered.
        self.rest = b""
        super().__init__(*args, **options)

    @property
    def waits_since(self) -> float:
        """Return since when it waits for its reader; for ever, as it were, while it is the reader who waits."""
        if self.requests:
            return math.inf
        return float(self.request.begun if self.request else self.last_activity)

    def readable(self) -> bool:
        """Return whether to read more; once an answer is taken, what has come meanwhile is answered first."""
        if self.rest and not self.requests and not self.total_outbufs_len:
            self.received(self.rest)
        return not self.rest and bool(super().readable())

    def received(self, data: bytes) -> bool:
        """Take what has come, one request at a time: nobody can have many answered, and take none.

        Clients that expect a word before they send more go on by themselves.
        """
        with self.requests_lock:
            if self.close_when_flushed:
                self.rest = b""
                return False
            while data and not self.requests:
                self.request = self.request or self.parser_class(self.adj)
                data = data[self.request.received(data) :]
                if self.request.completed:
                    if not self.request.empty:
                        self.requests.append(self.request)
                        self.server.add_task(self)
                    self.request = _Ignored(self.adj) if self.request.error else None
            self.rest = data
        return True


def _loss(connection: _ReaderLine) -> tuple[bool, bool, float]:
    """Return what to give connections up by: those first that were refused, and last those that take an answer."""
    is_heard = not isinstance(connection.request, _Ignored)
    return is_heard, connection.total_outbufs_len > 0, connection.waits_since


class _Listener(TcpWSGIServer):
    channel_class = _ReaderLine
    is_ending = False
    _given_up = 0.0

    def set_socket_options(self, conn: socket.socket) -> None:
        """Have the system take nearly every page at once, so that browsers don’t paint the half of it."""
        super().set_socket_options(conn)
        conn.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, ROOM_FOR_PAGES)

    def maintenance(self, now: float) -> None:
        """Do nothing: waitress asks for this while it polls, see `give_up`."""

    def readable(self) -> bool:
        """Return whether to take a new connection: no more than there may be, unless one can be given up for it."""
        ready = bool(super().readable())
        return ready and (len(self.active_channels) < MOST_CONNECTIONS or self._longest_waiting() is not None)

    def give_up(self) -> None:
        """Give up connections that have been silent or took nothing for too long, or too long to ask, or are too many.

        Never while waitress polls: what was polled of a closed one would be taken for the next one's, as the system
        gives that the same number.
        """
        now = time.time()
        if now >= self._given_up + _LOOK_EVERY:
            self._given_up = now
            for connection in list(self.active_channels.values()):
                if connection.waits_since < now - (PATIENCE if connection.request else LONGEST_SILENCE):
                    connection.handle_close()
        while len(self.active_channels) > MOST_CONNECTIONS and (longest := self._longest_waiting()):
            longest.handle_close()

    def _longest_waiting(self) -> _ReaderLine | None:
        # What a new one has sent may not have been read yet.
        before = time.time() - GRACE
        waiting = [one for one in self.active_channels.values() if one.waits_since < before]
        return min(waiting, key=_loss, default=None)


class HttpWorker(Worker):
    """Process that serves until it is told to stop, or has answered as many requests as it should."""

    _wake: Callable[[], object] = staticmethod(lambda: None)

    def run(self) -> None:
        """Serve, and then answer what has arrived."""
        connections: dict[int, Any] = {}
        threads = ThreadedTaskDispatcher()
        threads.set_thread_count(self.cfg.threads)
        settings = Adjustments(
            sockets=[one.sock for one in self.sockets],
            ident="",
            clear_untrusted_proxy_headers=False,
            # Never reached: `_Listener.readable` takes no more than MOST_CONNECTIONS, and gives up others for new ones.
            connection_limit=2 * MOST_CONNECTIONS,
            outbuf_overflow=MOST_IN_MEMORY,
            max_request_header_size=LONGEST_HEAD,
            max_request_body_size=LONGEST_BODY,
            log_socket_errors=False,
        )
        listeners = [
            _Listener(
                self._answer,
                connections,
                _sock=sock,
                dispatcher=threads,
                adj=settings,
                bind_socket=False,
                sockinfo=(sock.family, sock.type, sock.proto, sock.getsockname()),
            )
            for sock in settings.sockets
        ]
        self._wake = listeners[0].pull_trigger
        while self.alive and self.ppid == os.getppid():
            self._look(listeners, connections, _LOOK_EVERY)
        self._end(listeners, connections)
        threads.set_thread_count(0)

    def handle_exit(self, sig: int, frame: object) -> None:
        """Stop, told by a signal."""
        super().handle_exit(sig, frame)
        self._wake()

    def _answer(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        self.nr += 1
        if self.nr >= self.max_requests:
            self.alive = False
        answer: Iterable[bytes] = self.wsgi(environ, start_response)
        return answer

    def _look(self, listeners: list[_Listener], connections: dict[int, Any], longest: float) -> None:
        """Do what is to be done on the connections, or wait for something; and give gunicorn a sign of life."""
        self.notify()
        for listener in listeners:
            listener.give_up()
        wasyncore.loop(timeout=longest, use_poll=True, map=connections, count=1)

    def _end(self, listeners: list[_Listener], connections: dict[int, Any]) -> None:
        """Take no more connections, and answer what arrives on those that there are."""
        now = time.monotonic()
        ends, lingers = now + self.cfg.graceful_timeout, now + LINGER
        for listener in listeners:
            before = -1
            # Those that wait to be taken have been promised an answer.
            while before < (before := len(listener.active_channels)):
                listener.handle_accept()
            listener.is_ending = True
            listener.del_channel()
            listener.socket.close()
        while (now := time.monotonic()) < ends and any(
            now < lingers or one.requests or one.rest or one.total_outbufs_len
            for listener in listeners
            for one in listener.active_channels.values()
        ):
            self._look(listeners, connections, 0.1)
