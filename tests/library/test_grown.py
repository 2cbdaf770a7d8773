"""A library into which a whole edition came out of order, on each kind of database."""

import datetime as dt
import gzip
import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from explorer.cards.importing import import_cards
from explorer.importing import derived
from explorer.importing.documents import import_file
from explorer.library.loaded import library
from explorer.search import search
from tests import tables
from tests.cards.samples import write
from tests.conftest import forget_everything, using_library, with_editions
from tests.importing.test_derived import references
from tests.search.table import Row, answer, name, rows
from tests.search.test_index import state as index
from tests.shared import EVERY_EDITION, shared
from tests.symbols_by_edition.test_rows import state as symbols

Answers = dict[Row, list[Any]]
TABLES = ("card_questions.tsv", "cards/mentions.tsv")
ONE_EDITION = "2018-07-13"
ASKED = [row for row in rows() if row.where in {"newest", "all", ONE_EDITION}]


@pytest.fixture(scope="session")
def on_sqlite(library_of: Callable[..., str]) -> str:
    return library_of(ONE_EDITION)


@pytest.fixture(scope="session")
def on_postgresql(default_on_postgresql: Callable[[], str], django_db_blocker: Any) -> str:
    url = default_on_postgresql()
    with using_library(url, django_db_blocker), django_db_blocker.unblock():
        import_file(shared("rules") / f"{ONE_EDITION}.txt")
    return url


@pytest.mark.slow
@pytest.mark.django_db
@with_editions(ONE_EDITION)
def test_imported_rows_equal_rebuilt_ones() -> None:
    before = references(), index(), symbols()
    assert dt.date.fromisoformat(ONE_EDITION) in {date for _, date in before[1]["editions"]}
    derived.rebuild()
    assert (references(), index(), symbols()) == before


@pytest.mark.django_db
@with_editions(*EVERY_EDITION)
def test_a_rule_is_found_under_the_number_of_each_edition() -> None:
    flying = [(hit.number, hit.edition.year) for hit in search("flying", "all", limit=10).hits]
    assert ("702.9", 2026) in flying
    assert search("flying", library().on(dt.date(2007, 5, 1))).hits[0].number == "502.4"
    assert not any(hit.number == "502.4" for hit in search("flying", limit=500).hits)


@pytest.mark.slow
@pytest.mark.postgres
def test_both_databases_answer_alike(on_sqlite: str, on_postgresql: str, django_db_blocker: Any) -> None:
    """The first results are the same, and so are the next ones, and how many there are."""
    assert len(ASKED) > 90
    assert ask(on_sqlite, django_db_blocker) == ask(on_postgresql, django_db_blocker)


@pytest.mark.slow
@pytest.mark.postgres
def test_both_databases_answer_questions_about_cards_alike(
    on_sqlite: str, on_postgresql: str, postgres: Callable[..., str], tmp_path: Path, django_db_blocker: Any
) -> None:
    """The same hits for the same reasons, the same cards, ruling and answer."""
    copied = shutil.copy(on_sqlite.removeprefix("sqlite:///"), tmp_path / "cards.sqlite3")
    files = some_cards(tmp_path)
    on_one, on_other = (
        ask_about_cards(url, files, django_db_blocker) for url in (f"sqlite:///{copied}", postgres(like=on_postgresql))
    )
    assert on_one == on_other
    assert sum(bool(one["cards"]) for one in on_one.values()) > 60
    assert sum(bool(one["ruling"]) for one in on_one.values()) > 30


def some_cards(folder: Path) -> list[Path]:
    """Cards that the questions may name, and one of ten others, with their rulings."""
    said = "\n".join("\t".join(row) for name in TABLES for row in tables.rows(name)).lower()
    every, rulings = (
        json.loads(gzip.decompress((shared("cards") / f"{name}.json.gz").read_bytes()))
        for name in ("oracle-cards", "rulings")
    )
    cards = [one for at, one in enumerate(every) if not at % 10 or re.split(",| // ", one["name"])[0].lower() in said]
    known = {one["oracle_id"] for one in cards}
    kept = [one for one in rulings if one["oracle_id"] in known]
    return [write(folder / "cards.json", cards), write(folder / "rulings.json", kept)]


def ask_about_cards(url: str, files: list[Path], blocker: Any) -> dict[str, Any]:
    asked = [typed for name in TABLES for typed, *_ in tables.rows(name)]
    with using_library(url, blocker), blocker.unblock():
        import_cards(files)
        forget_everything()
        found = {typed: Client().get("/api/search", {"q": typed}).json() for typed in asked}
    forget_everything()
    return found


def ask(url: str, blocker: Any) -> Answers:
    """Ask a library everything: how many results there are, and the first of them."""
    with using_library(url, blocker), blocker.unblock():
        found = {row: answer(row) for row in ASKED}
    return {row: [results.total, *map(name, results.hits)] for row, results in found.items()}
