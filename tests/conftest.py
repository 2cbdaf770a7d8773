"""What all tests share: collected static files, libraries, a running site, a browser, a PostgreSQL server."""

import fcntl
import functools
import gc
import os
import pwd
import re
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, TypeVar
from unittest import mock
from uuid import uuid4

import hypothesis
import psycopg
import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connections
from django.db.utils import load_backend

from explorer import environment as explorer_environment
from explorer.library.prepare import prepare
from tests.shared import SEARCH, shared

# The same cases in every run; `--hypothesis-profile=search` looks for new ones, and for long.
# No case is judged by the time it takes, since other programs may take it.
UNTIMED: dict[str, Any] = {
    "deadline": None,
    "suppress_health_check": [hypothesis.HealthCheck.too_slow, hypothesis.HealthCheck.function_scoped_fixture],
}
hypothesis.settings.register_profile("repeated", derandomize=True, **UNTIMED)
hypothesis.settings.register_profile(SEARCH, max_examples=5_000, **UNTIMED)
hypothesis.settings.load_profile("repeated")

ROOT = Path(__file__).parents[1]
REQUIRED = os.environ.get("CI") == "true"
# No answer takes so long (seconds) unless something hangs, however busy the machine is.
HANGING = 900
# Whole modules of tests with these marks run once with each database.
ON_BOTH_DATABASES = [
    pytest.mark.usefixtures("database"),
    pytest.mark.parametrize(
        "database", ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)], indirect=True, scope="module"
    ),
]
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

Tested = TypeVar("Tested", bound=Callable[..., Any])


def on_both_databases(tested: Tested) -> Tested:
    """Run a test, or a class of them, once with each database."""
    for mark in ON_BOTH_DATABASES:
        tested = mark(tested)
    return tested


def missing(what: str) -> NoReturn:
    """Skip a test that can't run on this machine; under continuous integration, fail it."""
    if REQUIRED:
        pytest.fail(what)
    pytest.skip(what)


def environment(data: Path, **more: str) -> dict[str, str]:
    """The environment of a fresh installation that keeps its things in `data` and downloads nothing by itself."""
    settings_of_this_run = re.compile(r"PIPWISE_(?!SHARED)|DATABASE_|DJANGO_")
    inherited = {name: value for name, value in os.environ.items() if not settings_of_this_run.match(name)}
    return {**inherited, "PIPWISE_DATA_DIR": str(data), "PIPWISE_FETCH": "never", **more}


def manage(*arguments: str, data: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Run one command as a user does, in a process of its own."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=environment(data, **more),
        capture_output=True,
        text=True,
        timeout=HANGING,
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


@pytest.fixture(scope="session")
def default_library_file(tmp_path_factory: pytest.TempPathFactory, django_db_blocker: Any) -> Path:
    """A file with the default library, prepared as any command does it first in an empty folder."""
    made = tmp_path_factory.mktemp("default") / "pipwise.sqlite3"
    with using_library(f"sqlite:///{made}", django_db_blocker), django_db_blocker.unblock():
        prepare()
    return made


@pytest.fixture
def prepared_folder(tmp_path: Path, default_library_file: Path) -> Path:
    """The temporary folder, with the default library in it for the commands that keep their things there."""
    shutil.copy(default_library_file, tmp_path)
    return tmp_path


@contextmanager
def using_library(url: str, blocker: Any) -> Iterator[None]:
    """Have everything in this process use the library at `url`, until the end of the block."""
    with mock.patch.dict(os.environ, DATABASE_URL=url):
        config = explorer_environment.database(ROOT / "unused")
    configured = connections.configure_settings({"default": config})["default"]
    other, before = load_backend(configured["ENGINE"]).DatabaseWrapper(configured, "default"), connections["default"]
    connections["default"] = other
    try:
        yield
    finally:
        with blocker.unblock():
            other.close()
        connections["default"] = before


@pytest.fixture(scope="session")
def every_edition(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a library of all editions. It is made once for all processes that test; each has a copy."""
    here = tmp_path_factory.mktemp("editions")
    together = here.parents["PYTEST_XDIST_WORKER" in os.environ]
    made = together / "every_edition.sqlite3"
    with (together / "every_edition.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            draft = here / "draft.sqlite3"
            done = manage("import_rules", str(shared("rules")), data=here, DATABASE_URL=f"sqlite:///{draft}")
            assert done.returncode == 0, done.stderr
            draft.rename(made)
    shutil.copy(made, here / "library.sqlite3")
    return f"sqlite:///{here}/library.sqlite3"


@pytest.fixture(scope="session")
def default_on_postgresql(postgres: Callable[[], str], django_db_setup: None, django_db_blocker: Any) -> str:
    """The address of the default library on PostgreSQL."""
    url = postgres()
    with using_library(url, django_db_blocker), django_db_blocker.unblock():
        prepare()
    return url


@pytest.fixture(scope="module")
def database(request: pytest.FixtureRequest, django_db_blocker: Any) -> Iterator[str]:
    """The kind of database that holds the default library, for all tests of a module."""
    if request.param == "sqlite":
        yield "sqlite"
    else:
        with using_library(request.getfixturevalue("default_on_postgresql"), django_db_blocker):
            yield "postgresql"


def forget_everything() -> None:
    """Leave the caches as a fresh process has them."""
    for cached in _caches(len(sys.modules)):
        cached.cache_clear()


@functools.cache
def _caches(modules: int) -> list[Any]:
    """Find the caches of the site, once for so many modules: they are made when a module is imported."""
    # Asked for its class by `isinstance`, a lazy object of Django would come to life.
    found = [each for each in gc.get_objects() if type(each) is functools._lru_cache_wrapper]
    return [each for each in found if each.__module__.startswith("explorer")]


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
            process.communicate(timeout=HANGING)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """A real Chromium, driven by Playwright."""
    executable = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if executable is None:
        missing("needs Chromium; Debian's package is called chromium")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=60_000)

    # Playwright's event loop lasts from its first call to its last, and the tests between them ask the database, too.
    with mock.patch.dict(os.environ, DJANGO_ALLOW_ASYNC_UNSAFE="true"), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=CHROMIUM_FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Callable[[], str]]:
    """A real PostgreSQL server, started for the tests: each call makes a database and returns its address."""
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
            [str(bin_folder / program), *arguments],
            check=True,
            capture_output=True,
            user=user,
            cwd=base,
            timeout=HANGING,
        )

    run("initdb", "-D", str(data), "-U", "pipwise", "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C.UTF-8")
    options = f"-p {port} -k {base} -c listen_addresses=127.0.0.1 -c fsync=off"
    run("pg_ctl", "-D", str(data), "-o", options, "-l", str(base / "log"), "-w", "start")
    server = f"postgresql://pipwise@127.0.0.1:{port}"

    def new_database() -> str:
        name = f"library_{uuid4().hex}"
        with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"')
        return f"{server}/{name}"

    try:
        yield new_database
    finally:
        run("pg_ctl", "-D", str(data), "-m", "immediate", "stop")
        shutil.rmtree(base, ignore_errors=True)


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
