"""Readers who send a request slowly, or never take the answer: nobody else waits for them."""

import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import Event
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
from explorer.worker import GRACE, LONGEST_BODY, MOST_CONNECTIONS, PATIENCE

from tests.cases import every
from tests.processes import HANGING
from tests.servers import Site, serving

# The end of an answer.
ENDED = b'{"status": "ok"}'
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
            assert what in {"nothing", "a line", "a head", "a form", "chunks"}


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


@every(
    "length",
    [f"{LONGEST_BODY}", f"000{LONGEST_BODY}", "9" * 5000],
)
def test_what_comes_after_an_answer_is_no_other_request(site: Site, length: str) -> None:
    """Behind a proxy, its answer would be another reader's."""
    head = f"POST /rules/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n"
    with begun(site, head + "a" * 9_000, 1) as (connection,):
        come = connection.recv(4096)
        with suppress(OSError):
            connection.sendall(b"a" * 60_000 + b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" * 30)
        with suppress(OSError):
            while data := connection.recv(4096):
                come += data
    assert come.startswith(b"HTTP/1.1 4")
    assert come.count(b"HTTP/1.1") == 1
    assert b"\r\nConnection: close\r\n" in come


def test_a_form_that_comes_in_pieces_is_one_request(site: Site) -> None:
    head = "POST /rules/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 00000000000052\r\n\r\n"
    with begun(site, head, 1) as (connection,):
        connection.sendall(b"a" * 20)
        connection.sendall(b"GET /healthz HTTP/1.1\r\n".ljust(32, b"a"))
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        come = b""
        while data := connection.recv(4096):
            come += data
    # Refused, since it is no form of ours, or one of too many.
    assert come.startswith(b"HTTP/1.1 4")
    assert (come.count(b"HTTP/1.1 "), come.count(b"HTTP/1.1 200")) == (2, 1)


def test_more_connections_than_may_arrive(site: Site) -> None:
    with begun(site, "", MOST_CONNECTIONS) as oldest, begun(site, "G", MOST_CONNECTIONS // 2):
        for connection in oldest:
            with suppress(OSError):
                connection.sendall(b"G")
        with urlopen(f"{site.address}/rules/107.4f/", timeout=HANGING) as answer:
            assert answer.status == 200
    assert "exited" not in (site.data / "errors.txt").read_text()


@pytest.mark.slow
def test_those_that_were_refused_are_given_up_before_any_reader(
    tmp_path: Path, prepare_folder: Callable[[Path], None]
) -> None:
    prepare_folder(tmp_path)
    refused, half = "GET / HTTP/1.1\r\nHost localhost\r\n\r\n", "GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
    with serving(tmp_path, "--workers", "1") as site, begun(site, half, 8) as readers, ExitStack() as stack:
        for _ in range(3):
            for connection in stack.enter_context(begun(site, refused, MOST_CONNECTIONS // 2)):
                assert connection.recv(4) == b"HTTP"
            # Longer than all are given.
            time.sleep(GRACE + 0.2)
        for reader in readers:
            reader.sendall(b"\r\n")
            assert reader.recv(4) == b"HTTP"


def test_answers_that_nobody_takes_are_not_made_without_end(site: Site) -> None:
    asked = f"GET /?q={'a' * 8_000} HTTP/1.1\r\nHost: localhost\r\n\r\n" * 12
    with begun(site, asked), urlopen(f"{site.address}/rules/107.4f/", timeout=HANGING) as answer:
        assert answer.status == 200


@every(
    "head",
    [
        f"/ HTTP/1.1\r\nContent-Length: {'0' * 200_000}x",
        f"/ HTTP/1.1\r\nX-Blanks:{' ' * 200_000}x",
        "/ HTTP/1.1\r\nX-Folded:" + "\r\n " * 60_000 + "x",
        f"/ HTTP/1.1\r\nAccept: {'a/b;=' * 40_000}",
        "/ HTTP/1.1" + "\r\nX: y" * 40_000,
        f"http://{'1' * 200_000} x",
        f'/nothing/ HTTP/1.1\r\nAccept: a/b; c="{";" * 200_000}',
        f'/ HTTP/1.1\r\nContent-Type: a/b; c="{";" * 200_000}',
    ],
)
def test_no_head_takes_long_to_read(site: Site, head: str) -> None:
    begins = time.monotonic()
    with begun(site, f"GET {head}\r\nHost: localhost\r\n\r\n", 2) as connections:
        assert all(one.recv(4) == b"HTTP" for one in connections)
    # Whoever is busy for longer is taken for dead.
    assert time.monotonic() - begins < 25
    assert "TIMEOUT" not in (site.data / "errors.txt").read_text()


@every(
    "status, sent",
    [
        (400, "GET / HTTP/1.1\r\nHost localhost\r\n\r\n"),
        (413, f"POST /rules/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000000\r\n\r\n{'a' * 9_000_000}"),
        (431, f"GET /{'a' * 9_000_000} HTTP/1.1\r\nHost: localhost\r\n\r\n"),
        (501, "POST /rules/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip\r\n\r\nabc"),
    ],
)
def test_what_cannot_be_read_is_answered_to_whoever_is_still_sending(site: Site, status: int, sent: str) -> None:
    with begun(site, sent, 1) as (connection,):
        come = b""
        while data := connection.recv(4096):
            come += data
    head, _, advice = come.decode().partition("\r\n\r\n")
    assert head.split()[1] == str(status)
    for line in ("Connection: close", "X-Content-Type-Options: nosniff", "Content-Type: text/plain; charset=utf-8"):
        assert f"\r\n{line}\r\n" in f"{head}\r\n"
    assert "default-src 'none'" in head
    assert 20 < len(advice) < 120
    assert advice.endswith(".\n")


@pytest.mark.slow
def test_whoever_goes_on_sending_is_given_up(site: Site) -> None:
    with begun(site, "GET / HTTP/1.1\r\nHost localhost\r\n\r\n", 1) as (connection,):
        begins = time.monotonic()
        with suppress(OSError):
            while time.monotonic() - begins < 60:
                connection.sendall(b"a")
                time.sleep(0.1)
        assert PATIENCE <= time.monotonic() - begins < 60


@pytest.mark.slow
def test_requests_that_do_not_end_are_given_up_and_no_others(site: Site) -> None:
    """A new connection soon has the number that the system gave an old one."""
    over = Event()

    def ask() -> int:
        count = 0
        while not over.is_set():
            with begun(site, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", 1) as (connection,):
                assert taken(connection, 1)
            count += 1
        return count

    with ThreadPoolExecutor() as readers, ExitStack() as stack:
        asking = [readers.submit(ask) for _ in range(6)]
        stack.callback(over.set)
        slow: list[socket.socket] = []
        for _ in range(12):
            slow += stack.enter_context(begun(site, BEGUN["a head"], 4))
            time.sleep(0.4)
        assert {connection.recv(4) for connection in slow} == {b""}
    assert all(one.result() for one in asking)


@every(
    "head",
    [
        "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: TE, Close\r\n\r\n",
        "GET /healthz HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n",
    ],
)
def test_the_connection_ends_after_the_answer(site: Site, head: str) -> None:
    """A list may ask for that. Where an old client’s pieces end can’t be known."""
    with begun(site, head, 1) as (connection,):
        connection.settimeout(5)
        come = b""
        while data := connection.recv(4096):
            come += data
    assert come.count(b"HTTP/1.") == 1


@every("page", ["/healthz", "/", "/nothing/", "/rules/107.4/", "/symbols/W.svg", "/worker.js", "/static/css/base.css"])
def test_answers_without_content_end_where_the_next_begins(site: Site, page: str) -> None:
    asked = f"HEAD {page} HTTP/1.1\r\nHost: localhost\r\n\r\nGET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with begun(site, asked, 1) as (connection,):
        come = b""
        while ENDED not in come:
            come += connection.recv(4096)
    heads = come.split(b"\r\n\r\n")
    assert [head.startswith(b"HTTP/1.1 ") for head in heads] == [True, True, False]


def test_a_page_that_has_not_changed_leaves_the_connection_open(site: Site) -> None:
    with begun(site, "GET /symbols/W.svg HTTP/1.1\r\nHost: localhost\r\n\r\n", 1) as (connection,):
        head, _, drawing = connection.recv(65536).partition(b"\r\n\r\n")
        while not drawing.rstrip().endswith(b"</svg>"):
            drawing += connection.recv(65536)
        (tag,) = (line for line in head.decode().split("\r\n") if line.lower().startswith("etag"))
        again = f"GET /symbols/W.svg HTTP/1.1\r\nHost: localhost\r\nIf-None-Match:{tag.partition(':')[2]}\r\n\r\n"
        for _ in range(2):
            connection.sendall(again.encode())
            assert connection.recv(65536).startswith(b"HTTP/1.1 304 ")
