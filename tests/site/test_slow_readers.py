"""Readers who send a request slowly, or never take the answer: nobody else waits for them."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from tests.cases import every
from tests.processes import HANGING
from tests.servers import Site

# The end of an answer in chunks.
ENDED = b"\r\n0\r\n\r\n"
# More than the site has threads.
MANY = 40
COOKIE = f"Cookie: csrftoken={'a' * 32}\r\n"
BEGUN = {
    "nothing": "",
    "a line": "GET /rules/107.4f/ HTTP/1.1\r\n",
    "a head": "GET /rules/107.4f/ HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
    "a form": f"POST /full-rules/ HTTP/1.1\r\nHost: localhost\r\n{COOKIE}Content-Length: 500\r\n\r\ncsrf",
    "a long form": f"POST /full-rules/ HTTP/1.1\r\nHost: localhost\r\n{COOKIE}Content-Length: 5000000\r\n\r\ncsrf",
    "chunks": f"POST /full-rules/ HTTP/1.1\r\nHost: localhost\r\n{COOKIE}Transfer-Encoding: chunked\r\n\r\n5\r\nab",
    "no interest": "GET /rules/107/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
}


@contextmanager
def begun(site: Site, sent: str, count: int = MANY) -> Iterator[list[socket.socket]]:
    """So many connections that have sent the same, and take no answer."""
    host, port = urlsplit(site.address).netloc.split(":")
    with ExitStack() as stack:
        connections = []
        for _ in range(count):
            connection = stack.enter_context(socket.socket())
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            connection.settimeout(HANGING)
            connection.connect((host, int(port)))
            connection.sendall(sent.encode())
            connections.append(connection)
        yield connections


@every("what", list(BEGUN))
def test_requests_that_do_not_end_keep_nobody_waiting(site: Site, what: str) -> None:
    with begun(site, BEGUN[what]) as connections:
        with urlopen(f"{site.address}/rules/107.4f/", timeout=HANGING) as answer:
            assert answer.status == 200
        # They were waiting all the time, unless they had an answer.
        connections[0].setblocking(False)
        try:
            assert connections[0].recv(4) == b"HTTP"
        except BlockingIOError:
            assert what in {"nothing", "a line", "a head", "a form"}


def test_what_comes_in_pieces_is_answered_once_it_is_whole(site: Site) -> None:
    sent = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with begun(site, "", 1) as (connection,):
        for _ in range(3):
            for letter in sent:
                connection.sendall(letter.encode())
            assert taken(connection, 1)
        # Two at once, and the half of a third.
        connection.sendall((sent * 2 + sent[:30]).encode())
        assert taken(connection, 2)
        connection.sendall(sent[30:].encode())
        assert taken(connection, 1)


def taken(connection: socket.socket, count: int) -> bool:
    """Take so many answers whole, and return whether that is all that came."""
    come = b""
    while come.count(ENDED) < count:
        come += connection.recv(4096)
    return come.startswith(b"HTTP/1.1 200 OK") and come.count(ENDED) == count and come.endswith(ENDED)


@pytest.mark.slow
def test_a_request_that_does_not_end_is_given_up(site: Site) -> None:
    with begun(site, BEGUN["a head"], 2) as connections:
        assert [connection.recv(4) for connection in connections] == [b"", b""]
