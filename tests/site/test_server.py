"""The application server: slow clients don't block others, stopping finishes responses, and no process is left."""

import json
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from tests import processes
from tests.processes import HANGING, first_line, wait_until
from tests.servers import Site

# End of a response.
END = b'{"status": "ok"}'
# More than the threads of the site.
MANY = 40
FORM = "Host: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
STARTED = {
    "nothing": "",
    "a line": "GET /rules/107.4f/ HTTP/1.1\r\n",
    "a head": "GET /rules/107.4f/ HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
    "a form": f"POST /full-rules/ HTTP/1.1\r\n{FORM}Content-Length: 500\r\n\r\na=",
    "chunks": f"POST /full-rules/ HTTP/1.1\r\n{FORM}Transfer-Encoding: chunked\r\n\r\n5\r\nab",
    "no interest": "GET /rules/107/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "no interest in a file": "GET /symbols/sheet/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
}


@contextmanager
def connected(site: Site, sent: str, count: int = MANY) -> Iterator[list[socket.socket]]:
    """Connections that have sent the same bytes, and don't read."""
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


def answered(site: Site, sent: str) -> bytes:
    """All bytes until the connection is closed."""
    with connected(site, sent, 1) as (connection,):
        return receive(connection, lambda _: False)


def receive(connection: socket.socket, is_complete: Callable[[bytes], bool]) -> bytes:
    received = b""
    with suppress(ConnectionResetError):
        while not is_complete(received) and (data := connection.recv(65536)):
            received += data
    return received


def test_slow_clients_do_not_block_others(site: Site, subtests: pytest.Subtests) -> None:
    for what in STARTED:
        page = f"{site.address}/rules/107.4f/"
        with subtests.test(what=what), connected(site, STARTED[what]), urlopen(page, timeout=HANGING) as answer:
            assert answer.status == 200


def test_requests_may_arrive_in_pieces(site: Site) -> None:
    sent = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with connected(site, "", 1) as (connection,):
        for _ in range(3):
            for letter in sent:
                connection.sendall(letter.encode())
            assert is_answered(connection, 1)
        # Two at once, and the half of a third.
        connection.sendall((sent * 2 + sent[:30]).encode())
        assert is_answered(connection, 2)
        connection.sendall(sent[30:].encode())
        assert is_answered(connection, 1)


def is_answered(connection: socket.socket, count: int) -> bool:
    """Read `count` responses, and check that nothing else came."""
    received = receive(connection, lambda received: received.count(END) >= count)
    return received.startswith(b"HTTP/1.1 200 OK") and received.count(END) == count and received.endswith(END)


def test_long_links_are_read(site: Site, subtests: pytest.Subtests) -> None:
    for letters in [4_000, 16_000, 50_000]:
        with subtests.test(letters=letters):
            received = answered(
                site, f"GET /check/?cost={'x' * letters} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            )
            assert received.startswith(b"HTTP/1.1 422 ")
            assert b"2,000 characters" in received


def test_malformed_requests_are_refused(site: Site, subtests: pytest.Subtests) -> None:
    for status, head in [
        (400, "POST /rules/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n"),
        (
            400,
            "GET / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked"
            "\r\n\r\n0\r\n\r\n",
        ),
        (400, "GET / HTTP/1.0\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        (400, "POST /rules/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcde"),
        (400, f"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: {'0' * 200_000}x\r\n\r\n"),
        (400, "GET / HTTP/1.1\r\nHost localhost\r\n\r\n"),
        (431, "GET / HTTP/1.1\r\nHost: localhost" + "\r\nX: y" * 40_000 + "\r\n\r\n"),
        (414, f"GET /{'a' * 100_000} HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    ]:
        with subtests.test(status=status, head=head):
            received = answered(site, head)
            assert received.split()[1] == f"{status}".encode()
            assert received.count(b"HTTP/1.") == 1


def test_no_request_head_takes_long(site: Site, subtests: pytest.Subtests) -> None:
    """A parser with quadratic time would need minutes."""
    for head in [
        f"GET / HTTP/1.1\r\nX-Blanks:{' ' * 200_000}x",
        "GET / HTTP/1.1\r\nX-Folded:" + "\r\n " * 60_000 + "x",
        f"GET / HTTP/1.1\r\nAccept: {'a/b;=' * 40_000}",
        f"GET http://{'1' * 200_000} x",
        f'GET /nothing/ HTTP/1.1\r\nAccept: a/b; c="{";" * 200_000}',
        f'GET / HTTP/1.1\r\nContent-Type: a/b; c="{";" * 200_000}',
        f"{'A' * 250_000} / HTTP/1.1",
    ]:
        with subtests.test(head=head[:40]), ThreadPoolExecutor(8) as clients:
            sent = [f"{head}\r\nHost: localhost\r\nConnection: close\r\n\r\n"] * 16
            assert all(one.startswith(b"HTTP/1.1 ") for one in clients.map(answered, [site] * 16, sent))


def test_head_responses_have_no_body(site: Site, subtests: pytest.Subtests) -> None:
    for page in ["/healthz", "/", "/nothing/", "/rules/107.4/", "/symbols/W.svg", "/worker.js"]:
        with subtests.test(page=page):
            asked = f"HEAD {page} HTTP/1.1\r\nHost: localhost\r\n\r\nGET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
            with connected(site, asked, 1) as (connection,):
                received = receive(connection, lambda received: END in received)
            assert [head.startswith(b"HTTP/1.1 ") for head in received.split(b"\r\n\r\n")] == [True, True, False]


def test_probes_are_read_only(site: Site, subtests: pytest.Subtests) -> None:
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "ANY"]:
        with subtests.test(method=method):
            received = answered(site, f"{method} /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            assert received.startswith(b"HTTP/1.1 405 ")
            assert b"\r\nallow: get, head" in received.lower()


def test_probes_refuse_a_doubly_chunked_body(site: Site) -> None:
    said = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n"
    assert answered(site, said).startswith(b"HTTP/1.1 400 ")


@dataclass(frozen=True)
class Running:
    """A separate site with two workers."""

    site: Site
    process: subprocess.Popen[str]

    def children(self) -> set[int]:
        """Process ids of the workers."""
        found = set()
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):
                state, parent = stat.read_text().rpartition(")")[2].split()[:2]
                command = stat.with_name("cmdline").read_bytes()
                if int(parent) == self.process.pid and state != "Z" and b"manage.py" in command:
                    found.add(int(stat.parent.name))
        return found


@contextmanager
def two_processes(data: Path) -> Iterator[Running]:
    with (
        (data / "errors.txt").open("w") as errors,
        processes.running("up", "--port", "0", "--workers", "2", data=data, errors=errors) as process,
    ):
        yield Running(Site(first_line(process).split()[-1].rstrip("/"), data), process)


@pytest.fixture
def running(tmp_path: Path, prepare_folder: Callable[[Path], None]) -> Iterator[Running]:
    prepare_folder(tmp_path)
    with two_processes(tmp_path) as running:
        yield running


def truncated_pages(site: Site, over: Event) -> list[bytes]:
    """Request pages on new connections until `over`; returns truncated responses.

    A connection that waited to be accepted when the server stopped is closed without a byte.
    """
    lost = []
    while not over.is_set():
        try:
            received = answered(site, "GET /rules/107.4f/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        except ConnectionRefusedError:
            break
        if received and not is_whole_page(received):
            lost.append(received)
    return lost


def is_whole_page(received: bytes) -> bool:
    return received.rstrip().endswith(b"</html>")


@pytest.mark.slow
def test_stopping_finishes_started_responses(
    tmp_path: Path, prepare_folder: Callable[[Path], None], subtests: pytest.Subtests
) -> None:
    for tell in ["the parent", "all, as Ctrl+C does"]:
        with subtests.test(tell=tell):
            folder = tmp_path / tell.replace(" ", "-")
            folder.mkdir()
            prepare_folder(folder)
            over = Event()
            with (
                two_processes(folder) as running,
                ThreadPoolExecutor(8) as clients,
                connected(running.site, STARTED["no interest"], 4) as slow,
            ):
                pending = [clients.submit(truncated_pages, running.site, over) for _ in range(8)]
                time.sleep(1)
                if tell == "the parent":
                    running.process.terminate()
                else:
                    os.killpg(running.process.pid, signal.SIGINT)
                for one in slow:
                    assert is_whole_page(receive(one, is_whole_page))
                running.process.communicate(timeout=HANGING)
                over.set()
                assert [one.result() for one in pending] == [[]] * 8
            assert running.process.returncode == 0
            assert "Traceback" not in (folder / "errors.txt").read_text()


@pytest.mark.slow
def test_a_killed_worker_restarts_and_a_killed_parent_leaves_no_workers(running: Running) -> None:
    (first, second) = running.children()
    os.kill(first, signal.SIGKILL)
    wait_until(lambda: len(running.children() - {first}) == 2)
    now = running.children()
    assert second in now
    with urlopen(f"{running.site.address}/healthz", timeout=HANGING) as probed:
        assert json.load(probed) == {"status": "ok"}
    running.process.kill()
    wait_until(lambda: all(_state(one) == "Z" for one in now | {second}))


@pytest.mark.slow
def test_a_terminal_that_closes_stops_it(running: Running) -> None:
    running.process.send_signal(signal.SIGHUP)
    assert running.process.wait(HANGING) == 0


def _state(process: int) -> str:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return "Z"
