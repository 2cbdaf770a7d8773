"""What all tests share: collected static files, the library, a running site, a browser, a PostgreSQL server."""

import os
import pwd
import re
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import pytest
from django.conf import settings
from django.core.management import call_command

ROOT = Path(__file__).parents[1]
REQUIRED = os.environ.get("CI") == "true"
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def missing(what: str) -> NoReturn:
    """Skip a test that can't run on this machine; under continuous integration, fail it."""
    if REQUIRED:
        pytest.fail(what)
    pytest.skip(what)


def environment(data: Path, **more: str) -> dict[str, str]:
    """The environment of a fresh installation that keeps its things in `data`."""
    settings_of_this_run = re.compile(r"PIPWISE_(?!SHARED)|DATABASE_")
    inherited = {name: value for name, value in os.environ.items() if not settings_of_this_run.match(name)}
    return {**inherited, "PIPWISE_DATA_DIR": str(data), **more}


def manage(*arguments: str, data: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Run one command as a user does, in a process of its own."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=environment(data, **more),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.fixture(scope="session", autouse=True)
def static_files(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Collect the static files once, hashed and compressed as they are served in earnest."""
    before = settings.STATIC_ROOT
    settings.STATIC_ROOT = tmp_path_factory.mktemp("static")
    call_command("collectstatic", interactive=False, verbosity=0)
    yield Path(settings.STATIC_ROOT)
    settings.STATIC_ROOT = before


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> None:
    """Load the default library once; each test sees it, and what a test changes is rolled back."""
    from explorer.library.prepare import prepare

    with django_db_blocker.unblock():
        prepare()


@pytest.fixture(autouse=True)
def fresh_citations() -> None:
    """Each test has its own library, so nothing that was said of another one holds."""
    from explorer.views.check.cites import forget

    forget()


@dataclass(frozen=True)
class Site:
    """A running site: its address, and the folder where it keeps its things."""

    address: str
    data: Path


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site as a stranger has it after the README's first line, on a free port."""
    data = tmp_path_factory.mktemp("site")
    with (data / "errors.txt").open("w") as errors:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "up", "--port", "0"],
            cwd=ROOT,
            env=environment(data),
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
        assert process.stdout is not None
        line = process.stdout.readline()
        try:
            assert "http://" in line, (data / "errors.txt").read_text()
            yield Site(line.split()[-1].rstrip("/"), data)
        finally:
            process.terminate()
            process.communicate(timeout=20)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """A real Chromium, driven by Playwright."""
    executable = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if executable is None:
        missing("needs Chromium; Debian's package is called chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=CHROMIUM_FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of an empty database on a real PostgreSQL server, started for the tests."""
    programs = sorted(Path("/usr/lib/postgresql").glob("*/bin")) if Path("/usr/lib/postgresql").is_dir() else []
    found = shutil.which("initdb")
    if found:
        programs.append(Path(found).parent)
    if not programs:
        missing("needs a PostgreSQL server; Debian's package is called postgresql")
    bin_folder = programs[0]
    # Not in pytest's own folder, which the user that the server runs as may not enter.
    base = Path(tempfile.mkdtemp(prefix="pipwise-postgres-"))
    user: str | None = None
    if os.geteuid() == 0:
        # The server refuses to run as root.
        user = next(name for name in ("postgres", "nobody") if _has_user(name))
        shutil.chown(base, user)
    data, port = base / "data", _free_port()

    def run(program: str, *arguments: str) -> None:
        subprocess.run(
            [str(bin_folder / program), *arguments], check=True, capture_output=True, user=user, cwd=base, timeout=60
        )

    run("initdb", "-D", str(data), "-U", "pipwise", "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C.UTF-8")
    options = f"-p {port} -k {base} -c listen_addresses=127.0.0.1 -c fsync=off"
    run("pg_ctl", "-D", str(data), "-o", options, "-l", str(base / "log"), "-w", "start")
    try:
        run("createdb", "-h", "127.0.0.1", "-p", str(port), "-U", "pipwise", "pipwise")
        yield f"postgresql://pipwise@127.0.0.1:{port}/pipwise"
    finally:
        run("pg_ctl", "-D", str(data), "-m", "immediate", "stop")
        shutil.rmtree(base, ignore_errors=True)


@pytest.fixture
def fresh_database(postgres: str) -> Iterator[str]:
    """The address of an empty database on the same server that nobody else uses."""
    import psycopg

    name = "fresh"
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    yield f"{postgres.rpartition('/')[0]}/{name}"
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def _has_user(name: str) -> bool:
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True


def _free_port() -> int:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return int(trial.getsockname()[1])
