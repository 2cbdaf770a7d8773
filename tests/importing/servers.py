"""Servers on this machine that behave as they are told to."""

import contextlib
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

Handler = Callable[[socket.socket], None]
TLS_GREETING = b"\x16\x03"


def answer(body: bytes = b"", *, status: str = "200 OK", kind: str = "text/plain", **headers: str) -> Handler:
    """A proper answer; headers as keywords, with underscores for hyphens."""
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", "Connection: close"]
    lines += [f"Content-Type: {kind}"] if kind else []
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return raw("\r\n".join(lines).encode() + b"\r\n\r\n" + body)


def raw(content: bytes) -> Handler:
    return lambda connection: connection.sendall(content)


def redirect(where: str, status: str = "302 Found") -> Handler:
    return answer(status=status, Location=where)


def drip(beginning: bytes, piece: bytes, pause: float, times: int = 10_000) -> Handler:
    """A beginning, and then a little again and again."""

    def handle(connection: socket.socket) -> None:
        connection.sendall(beginning)
        for _ in range(times):
            connection.sendall(piece)
            time.sleep(pause)

    return handle


class Server:
    """It has an answer for each path; `requested` lists the paths."""

    def __init__(self, answers: Mapping[str, Handler], context: ssl.SSLContext | None) -> None:
        self.answers = answers
        self.context = context
        self.requested: list[str] = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.place = f"127.0.0.1:{self.listener.getsockname()[1]}"
        self.address = f"{'https' if context else 'http'}://{self.place}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self.listener.accept()
                threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        # Whoever asks may go away at any moment, and may not like the certificate.
        with contextlib.suppress(OSError), contextlib.ExitStack() as stack:
            stack.enter_context(connection)
            if self.context is not None:
                connection = stack.enter_context(self.context.wrap_socket(connection, server_side=True))
            request = b""
            while b"\r\n\r\n" not in request:
                piece = connection.recv(4096)
                if not piece:
                    return
                request += piece
                if request.startswith(TLS_GREETING):
                    answer(b"Speak plainly.", status="400 Bad Request")(connection)
                    return
            path = request.split(b" ", 2)[1].decode()
            self.requested.append(path)
            self.answers.get(path, answer(b"Not here.", status="404 Not Found"))(connection)
            connection.shutdown(socket.SHUT_WR)
            connection.recv(1)


@contextmanager
def serving(answers: Mapping[str, Handler], context: ssl.SSLContext | None = None) -> Iterator[Server]:
    server = Server(answers, context)
    try:
        yield server
    finally:
        server.listener.close()
