"""What all tests share: collected static files, libraries, a running site, a browser, a PostgreSQL server."""

import asyncio
import fcntl
import functools
import gc
import hashlib
import io
import os
import pickle
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, redirect_stderr, redirect_stdout
from itertools import starmap
from pathlib import Path
from typing import Any, Protocol, TypeVar
from unittest import mock

import hypothesis
import pytest
from django.core.cache import cache
from django.db import connections
from django.db.utils import load_backend
from django.test import override_settings
from django.test.utils import setup_databases, teardown_databases
from whitenoise import WhiteNoise

from explorer.importing import derived
from explorer.importing.documents import import_file
from explorer.importing.prepare import load_default, prepare
from explorer.library.history import pairs
from explorer.lineages.matching import Change, match
from explorer.lineages.provisions import Snapshot
from explorer.management.commands.prepare import collect_static_files
from explorer.models import Edition, Wording
from explorer.serving import environment as explorer_environment
from explorer.serving import middleware
from explorer.serving.command_line import main
from tests.processes import ROOT
from tests.servers import chromium, postgres, site
from tests.shared import EVERY_EDITION, SEARCH, shared
from tests.visitors import visit

__all__ = ["chromium", "postgres", "site", "visit"]

# The same cases in every run; `--hypothesis-profile=search` looks for new ones, and for long.
# No case is judged by the time it takes, since other programs may take it.
UNTIMED: dict[str, Any] = {
    "deadline": None,
    "suppress_health_check": [hypothesis.HealthCheck.too_slow, hypothesis.HealthCheck.function_scoped_fixture],
}
hypothesis.settings.register_profile("repeated", derandomize=True, max_examples=30, **UNTIMED)
hypothesis.settings.register_profile(SEARCH, max_examples=5_000, **UNTIMED)
hypothesis.settings.load_profile("repeated")

# A hundred processes are started; none of them should compile everything again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# A program ignores the signals that its parent ignored, but not those that it handled. Without this, what `nohup`
# ignores, or a shell for programs in the background, could stop no server that a test starts.
for _stops in (signal.SIGHUP, signal.SIGINT):
    if signal.getsignal(_stops) is signal.SIG_IGN:
        signal.signal(_stops, lambda _signal, _frame: None)

# Most of what tests make stays until they end; looking through all of it again takes a twentieth of their time.
gc.set_threshold(200_000, 1_000, 1_000)

# Whole modules of tests with these marks run once with each database.
ON_BOTH_DATABASES = [
    pytest.mark.usefixtures("database"),
    pytest.mark.parametrize(
        "database", ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)], indirect=True, scope="module"
    ),
]

# What these keep follows from their arguments and from data files alone, whatever library there is.
PURE = (
    *("explorer.document", "explorer.lineages", "explorer.importing.versions"),
    *("explorer.api", "explorer.web", "explorer.wording", "explorer.cards.inputs", "explorer.cards.spell_text"),
    *("explorer.search.words.splitting", "explorer.search.words.phrases", "explorer.search.index.book"),
)

# The library of `library_with`, and whether the next test is in the same.
OPENED = pytest.StashKey[ExitStack]()
STAYS_OPEN = pytest.StashKey[bool]()

Tested = TypeVar("Tested", bound=Callable[..., Any])


def on_both_databases(tested: Tested) -> Tested:
    """Run a test, or a class of them, once with each database."""
    for mark in ON_BOTH_DATABASES:
        tested = mark(tested)
    return tested


def library_marks(*dates: str) -> list[pytest.MarkDecorator]:
    """Marks for a module of tests in the default library with whole editions, which came in the order given."""
    named = [f"{len(dates)} editions"] if len(dates) > 1 else dates
    return [
        pytest.mark.usefixtures("library_with"),
        pytest.mark.parametrize("library_with", [dates], indirect=True, scope="class", ids=named),
    ]


def with_editions(*dates: str) -> Callable[[Tested], Tested]:
    """Run a test, or a class of them, in the library of `library_marks`."""

    def in_library(tested: Tested) -> Tested:
        for mark in library_marks(*dates):
            tested = mark(tested)
        return tested

    return in_library


def made_once(name: str, factory: pytest.TempPathFactory, make: Callable[[Path], None]) -> Path:
    """Return a file or folder that is made once for all processes that test, and that none of them changes."""
    own = factory.getbasetemp()
    together = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    made = together / name
    with (together / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            draft = own / name
            make(draft)
            draft.rename(made)
    return made


def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are cores: some always wait for the browser."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Function]) -> Iterator[None]:
    """Mark what needs all editions or a browser as slow; all editions come first in one process, last in the others.

    Each process is first given an equal part of the list. While one makes that library, no other waits for it.
    """
    for item in items:
        is_browser_test = item.get_closest_marker("browser") is not None
        if _needs_every_edition(item) or (is_browser_test and not item.get_closest_marker("smoke")):
            item.add_marker(pytest.mark.slow)
    yield
    needing = [item for item in items if _needs_every_edition(item)]
    others = [item for item in items if not _needs_every_edition(item)]
    processes = getattr(config, "workerinput", {}).get("workercount", 1)
    first = len(items) // processes
    items[:] = needing[:first]
    del needing[:first]
    for left in range(processes - 1, 0, -1):
        for those in (others, needing):
            items += those[: len(those) // left]
            del those[: len(those) // left]
    items += others


def _needs_every_edition(item: pytest.Function) -> bool:
    asked = {"every_edition", "library_of_all"} & {*item.fixturenames}
    return bool(asked) or _editions_of(item) == tuple(EVERY_EDITION)


def _editions_of(item: pytest.Item) -> Any:
    """Return the editions of the library that a test is in, if it chose any."""
    return item.callspec.params.get("library_with") if hasattr(item, "callspec") else None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
    """Leave a library open, with what was read of it, for the next test of the module that is in the same one."""
    wanted_next = nextitem is not None and nextitem.path == item.path and _editions_of(nextitem)
    item.session.stash[STAYS_OPEN] = wanted_next == _editions_of(item)
    yield
    # Also after a test that was skipped before it came to its library.
    _close_unless_it_stays(item.session)


def _close_unless_it_stays(session: pytest.Session) -> None:
    if OPENED in session.stash and not session.stash[STAYS_OPEN]:
        session.stash[OPENED].close()
        del session.stash[OPENED]
        forget_everything()


@pytest.fixture(scope="session", autouse=True)
def static_files(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Collect the static files once, hashed and compressed as they are served in earnest."""

    def make(folder: Path) -> None:
        folder.mkdir()
        with override_settings(STATIC_ROOT=folder / "static"):
            collect_static_files()

    collected = made_once("collected", tmp_path_factory, make) / "static"
    with override_settings(STATIC_ROOT=collected):
        yield collected


@pytest.fixture(scope="session", autouse=True)
def unlimited() -> Iterator[None]:
    """Let tests ask for as many pages a minute as they like, and send as many forms."""
    texts = dict.fromkeys(middleware.TEXTS, 1_000_000)
    with override_settings(RATE=0), mock.patch.multiple(middleware, FORMS=1_000_000, TEXTS=texts):
        yield


@pytest.fixture(scope="session", autouse=True)
def prepared() -> Iterator[None]:
    """Let no page look whether its library is prepared; each test's is."""
    with mock.patch.object(middleware._Prepared, "is_so", True):
        yield


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    """Let no test see a page that was made in another."""
    cache.clear()


@pytest.fixture(scope="session", autouse=True)
def listed_once() -> Iterator[None]:
    """Let WhiteNoise look through the static files once, not again for each test's client."""
    look, found = WhiteNoise.update_files_dictionary, {}

    def look_once(served: WhiteNoise, root: str, prefix: str) -> None:
        if (root, prefix) not in found:
            look(served, root, prefix)
            found[root, prefix] = dict(served.files)
        served.files.update(found[root, prefix])

    with mock.patch.object(WhiteNoise, "update_files_dictionary", look_once):
        yield


@pytest.fixture(scope="session", autouse=True)
def matched_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Match two editions once, whatever libraries they are in; it takes most of the time of an import."""

    def match_once(old: Snapshot, new: Snapshot) -> list[Change]:
        def make(file: Path) -> None:
            file.write_bytes(pickle.dumps(match(old, new)))

        name = hashlib.sha256(repr((old, new)).encode()).hexdigest()
        found: list[Change] = pickle.loads(made_once(name, tmp_path_factory, make).read_bytes())  # noqa: S301
        return found

    with mock.patch.object(pairs, "match_all", lambda pairs: starmap(match_once, pairs)):
        yield


@pytest.fixture(scope="session")
def django_db_setup(default_library_file: Path, django_db_blocker: Any) -> Iterator[None]:
    """Load the default library once; each test sees it, and what a test changes is rolled back.

    It is in memory whichever tests are chosen. The fixture of this name that this one replaces makes nothing for tests
    without the mark `django_db`, so that they would reach the library of whoever runs them.
    """
    with django_db_blocker.unblock(), mock.patch.dict(connections["default"].settings_dict["TEST"], MIGRATE=False):
        made = setup_databases(verbosity=0, interactive=False)
    with django_db_blocker.unblock(), closing(sqlite3.connect(default_library_file)) as library:
        connections["default"].ensure_connection()
        library.backup(connections["default"].connection)
    yield
    with django_db_blocker.unblock():
        teardown_databases(made, verbosity=0)


@pytest.fixture(scope="session")
def default_library_file(tmp_path_factory: pytest.TempPathFactory, django_db_blocker: Any) -> Path:
    """A file with the default library, in a folder with what any command puts first into an empty one."""

    def make(folder: Path) -> None:
        folder.mkdir()
        library = using_library(f"sqlite:///{folder}/pipwise.sqlite3", django_db_blocker)
        with library, django_db_blocker.unblock(), override_settings(DATA_DIR=folder):
            derived.versions.cache_clear()
            prepare()

    return made_once("library", tmp_path_factory, make) / "pipwise.sqlite3"


@pytest.fixture(scope="session")
def library_of(
    tmp_path_factory: pytest.TempPathFactory,
    default_library_file: Path,
    django_db_setup: None,
    django_db_blocker: Any,
) -> Callable[..., str]:
    """Return the address of a library that has the default one and whole editions, which come in the order given."""

    @functools.cache
    def address(*dates: str) -> str:
        rules = shared("rules")

        def make(file: Path) -> None:
            shutil.copy(default_library_file, file)
            library = using_library(f"sqlite:///{file}", django_db_blocker)
            with library, django_db_blocker.unblock(), derived.together():
                for date in dates:
                    import_file(rules / f"{date}.txt")

        name = f"{hashlib.sha256(repr(dates).encode()).hexdigest()[:16]}.sqlite3"
        made = made_once(name, tmp_path_factory, make)
        return f"sqlite:///{shutil.copy(made, tmp_path_factory.mktemp('library'))}"

    return address


@pytest.fixture(scope="session")
def prepare_folder(default_library_file: Path, static_files: Path) -> Callable[[Path], None]:
    """Put into a folder what the first start of the site makes there: the default library and the static files."""

    def fill(folder: Path) -> None:
        shutil.copytree(default_library_file.parent, folder, dirs_exist_ok=True)
        shutil.copytree(static_files.parent, folder, dirs_exist_ok=True)

    return fill


@pytest.fixture
def prepared_folder(tmp_path: Path, default_library_file: Path) -> Path:
    """The temporary folder, with the default library in it for the commands that keep their things there."""
    shutil.copytree(default_library_file.parent, tmp_path, dirs_exist_ok=True)
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


@pytest.fixture
def no_loop() -> Iterator[None]:
    """Let downloads have their own loop: a browser of other tests may have one in this thread, and rest in it."""
    resting = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(resting)


class Command(Protocol):
    """Runs one command as `manage` does, with the same answer."""

    def __call__(
        self, *arguments: str, given: bytes = b"", data: Path | None = None, url: str = ""
    ) -> subprocess.CompletedProcess[str]: ...


@pytest.fixture
def command(tmp_path: Path, django_db_blocker: Any) -> Command:
    """Run one command within this process, in a tenth of the time of one of its own.

    Its library is the one at `url`, else that in the folder `data`, else that in the temporary folder.
    """

    def run(
        *arguments: str, given: bytes = b"", data: Path | None = None, url: str = ""
    ) -> subprocess.CompletedProcess[str]:
        out, err, returncode = io.StringIO(), io.StringIO(), 0
        with (
            using_library(url or f"sqlite:///{data or tmp_path}/pipwise.sqlite3", django_db_blocker),
            django_db_blocker.unblock(),
            mock.patch.object(sys, "argv", ["manage.py", *arguments]),
            mock.patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(given), encoding="utf-8")),
            redirect_stdout(out),
            redirect_stderr(err),
        ):
            forget_everything()
            try:
                main()
            except SystemExit as end:
                returncode = end.code if isinstance(end.code, int) else int(end.code is not None)
                if isinstance(end.code, str):
                    err.write(f"{end.code}\n")
        forget_everything()
        return subprocess.CompletedProcess(arguments, returncode, out.getvalue(), err.getvalue())

    return run


@pytest.fixture(scope="session")
def every_edition(library_of: Callable[..., str]) -> str:
    """The address of a library of all editions."""
    return library_of(*EVERY_EDITION)


@pytest.fixture
def all_editions(every_edition: str, django_db_blocker: Any) -> Iterator[None]:
    """Use the library of all editions."""
    with using_library(every_edition, django_db_blocker), django_db_blocker.unblock():
        yield


@pytest.fixture(scope="class")
def library_with(
    request: pytest.FixtureRequest, library_of: Callable[..., str], django_db_blocker: Any
) -> Iterator[None]:
    """Use a library with some whole editions; see `library_marks`. It is there before a test's transaction begins."""
    if OPENED not in request.session.stash:
        with ExitStack() as opening:
            # Where editions are missing, this skips, and nothing is open.
            opening.enter_context(using_library(library_of(*request.param), django_db_blocker))
            request.session.stash[OPENED] = opening.pop_all()
        forget_everything()
    yield
    # Before the fixtures of wider scope, which may use another library, too, are gone.
    _close_unless_it_stays(request.session)


@pytest.fixture(scope="session")
def default_on_postgresql(
    postgres: Callable[..., str], django_db_setup: None, django_db_blocker: Any
) -> Callable[[], str]:
    """Make a database on PostgreSQL with the default library, and return its address."""
    url = postgres()
    with using_library(url, django_db_blocker), django_db_blocker.unblock():
        prepare()
    return functools.partial(postgres, like=url)


@pytest.fixture(scope="module")
def database(request: pytest.FixtureRequest, django_db_blocker: Any) -> Iterator[str]:
    """The kind of database that holds the default library, for all tests of a module."""
    if request.param == "sqlite":
        yield "sqlite"
    else:
        with using_library(request.getfixturevalue("default_on_postgresql")(), django_db_blocker):
            yield "postgresql"


def forget_everything() -> None:
    """Leave the caches as a fresh process has them."""
    cache.clear()
    for cached in _caches(len(sys.modules)):
        cached.cache_clear()


@functools.cache
def _caches(modules: int) -> list[Any]:
    """Find the caches of the site, once for so many modules: they are made when a module is imported."""
    # Asked for its class by `isinstance`, a lazy object of Django would come to life.
    found = [each for each in gc.get_objects() if type(each) is functools._lru_cache_wrapper]
    kept = [derived.versions, *(each for each in found if each.__module__.startswith(PURE))]
    return [each for each in found if each.__module__.startswith("explorer") and each not in kept]


@pytest.fixture
def default_library(db: None) -> None:
    """The library that an empty one starts with."""
    load_default()


@pytest.fixture
def empty_library(db: None) -> None:
    """A library with nothing in it."""
    Edition.objects.all().delete()
    Wording.objects.all().delete()
