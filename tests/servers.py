"""What tests talk to that runs beside them: the site, a browser, a PostgreSQL server."""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock
from uuid import uuid4

import psycopg
import pytest

from tests.processes import HANGING, first_line, running
from tests.shared import missing

# The first is Chromium without its windows, which takes half the time.
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--in-process-gpu",
    # Each window would start the process of the next page in advance.
    "--disable-features=SpareRendererForSitePerProcess",
]


@dataclass(frozen=True)
class Site:
    """A running site: its address, and the folder where it keeps its things."""

    address: str
    data: Path


@contextmanager
def started(data: Path, *command: str, **more: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Start a command that serves, with more in its environment; yield its address, and stop it at the end."""
    with (data / "errors.txt").open("w") as errors, running(*command, data=data, errors=errors, **more) as process:
        line = first_line(process)
        try:
            assert "http://" in line, (data / "errors.txt").read_text()
            yield line.split()[-1], process
        finally:
            process.terminate()
            process.communicate(timeout=HANGING)


@contextmanager
def serving(data: Path, *options: str, **more: str) -> Iterator[Site]:
    """Start the site on a free port, with its things in a folder and more in its environment; stop it at the end."""
    with started(data, "up", "--port", "0", *options, **more) as (address, _):
        yield Site(address.rstrip("/"), data)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, prepare_folder: Callable[[Path], None]) -> Iterator[Site]:
    """The site as a stranger has it after the README's first line, on a free port."""
    data = tmp_path_factory.mktemp("site")
    prepare_folder(data)
    # A second process would make every page once more.
    with serving(data, "--workers", "1") as served:
        yield served


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """A real Chromium, driven by Playwright."""
    _chromium_program()
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=60_000)

    # Playwright's event loop lasts from its first call to its last, and the tests between them ask the database, too.
    with mock.patch.dict(os.environ, DJANGO_ALLOW_ASYNC_UNSAFE="true"), sync_playwright() as playwright:
        browser = launch_chromium(playwright.chromium)
        yield browser
        browser.close()


def launch_chromium(browser_type: Any, **options: Any) -> Any:
    """Start the system's Chromium; `options` are Playwright's."""
    return browser_type.launch(executable_path=_chromium_program(), args=CHROMIUM_FLAGS, **options)


def _chromium_program() -> str:
    program = next(filter(None, map(shutil.which, CHROMIUM)), None)
    return program or missing("needs Chromium; Debian's package is called chromium-headless-shell")


class Postgres:
    """A real PostgreSQL server of the tests’ own: each call makes a database and returns its address."""

    def __init__(self, programs: Path) -> None:
        self.programs = programs
        # Not in pytest's own folder, which the user that the server runs as may not enter.
        self.base = Path(tempfile.mkdtemp(prefix="pipwise-postgres-"))
        self.user: str | None = None
        if os.geteuid() == 0:
            # The server refuses to run as root.
            self.user = next(name for name in ("postgres", "nobody") if _has_user(name))
            shutil.chown(self.base, self.user)
        self.port = free_port()
        self.address = f"postgresql://pipwise@127.0.0.1:{self.port}"
        self.data = str(self.base / "data")
        kind = ("--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C.UTF-8")
        self._run("initdb", "-D", self.data, "-U", "pipwise", *kind)

    def __call__(self, like: str = "") -> str:
        """Make a database, empty or `like` another, to which nobody may be connected then."""
        name, template = f"library_{uuid4().hex}", like.removeprefix(f"{self.address}/") or "template1"
        with psycopg.connect(f"{self.address}/postgres", autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        return f"{self.address}/{name}"

    def start(self) -> None:
        options = f"-p {self.port} -k {self.base} -c listen_addresses=127.0.0.1 -c fsync=off"
        self._run("pg_ctl", "-D", self.data, "-o", options, "-l", str(self.base / "log"), "-w", "start")

    def stop(self, mode: str = "immediate") -> None:
        """Stop as `pg_ctl` does: `immediate`, like a crash, or `fast`, where whoever is connected is told."""
        self._run("pg_ctl", "-D", self.data, "-m", mode, "-w", "stop")

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self.programs / program), *arguments]
        subprocess.run(command, check=True, capture_output=True, user=self.user, cwd=self.base, timeout=HANGING)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A real PostgreSQL server, started for the tests."""
    with postgresql() as server:
        yield server


@contextmanager
def postgresql() -> Iterator[Postgres]:
    """Start a PostgreSQL server, and stop it at the end."""
    programs = sorted(Path("/usr/lib/postgresql").glob("*/bin")) if Path("/usr/lib/postgresql").is_dir() else []
    found = shutil.which("initdb")
    if found:
        programs.append(Path(found).parent)
    if not programs:
        missing("needs a PostgreSQL server; Debian's package is called postgresql")
    server = Postgres(programs[0])
    server.start()
    try:
        yield server
    finally:
        server.stop()
        shutil.rmtree(server.base, ignore_errors=True)


def _has_user(name: str) -> bool:
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True


def free_port() -> int:
    """Return a port of this machine that nobody listens at."""
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return int(trial.getsockname()[1])
