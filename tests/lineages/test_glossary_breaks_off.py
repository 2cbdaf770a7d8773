"""An edition whose document breaks off in its glossary: its rules are all there, later entries are unknown."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from explorer.importing import derived
from explorer.importing.documents import import_bytes
from tests.conftest import forget_everything, made_once, using_library
from tests.lineages.test_stored import run
from tests.shared import shared
from tests.site.test_history import text_of

BEFORE, CUT, AFTER = "2011-06-17", "2012-06-01", "2013-04-29"
DATES = (BEFORE, CUT, "2013-05-01")
LAST = "mana-pool"
"""The entry in which the document breaks off."""

Row = tuple[str, str, str]


@pytest.fixture(scope="module")
def cut_short(tmp_path_factory: pytest.TempPathFactory, default_library_file: Path, django_db_blocker: Any) -> str:
    """The address of a library with three editions, the second cut short."""
    rules = shared("rules")

    def make(file: Path) -> None:
        shutil.copy(default_library_file, file)
        library = using_library(f"sqlite:///{file}", django_db_blocker)
        with library, django_db_blocker.unblock(), derived.together():
            for date in (BEFORE, CUT, AFTER):
                content = (rules / f"{date}.txt").read_bytes()
                end = content.rindex(b"\nMana Pool") + 60 if date == CUT else len(content)
                import_bytes(content[:end], f"{date}.txt")

    return f"sqlite:///{made_once('glossary-breaks-off.sqlite3', tmp_path_factory, make)}"


@pytest.fixture(scope="module")
def whole(library_of: Callable[..., str], django_db_blocker: Any) -> dict[str, Any]:
    """What the commands and pages say where the whole document of the second edition is loaded."""
    with using_library(library_of(BEFORE, CUT, AFTER), django_db_blocker), django_db_blocker.unblock():
        forget_everything()
        said = {
            "before": changes(*DATES[:2]),
            "after": changes(*DATES[1:]),
            "702": text_of(Client(), "/rules/702/history/"),
            "702.93a": run("trace", "702.93a"),
            "Poison Counter": run("trace", "Poison Counter"),
        }
    forget_everything()
    return said


@pytest.fixture(autouse=True)
def _in_library(whole: dict[str, Any], cut_short: str, django_db_blocker: Any) -> Iterator[None]:
    with using_library(cut_short, django_db_blocker), django_db_blocker.unblock():
        forget_everything()
        yield
    forget_everything()


def changes(old: str, new: str) -> list[Row]:
    rows = run("changes", old, new)
    return [(row["change"], *((row[side] or {"number": ""})["number"] for side in ("old", "new"))) for row in rows]


def are_terms(row: Row) -> bool:
    return not (row[1] or row[2])[0].isdigit()


def test_it_is_not_complete() -> None:
    edition = next(one for one in run("editions") if one["date"] == CUT)
    assert (edition["complete"], edition["stops_at"]) == (False, "the glossary entry “Mana Pool”")


@pytest.mark.parametrize(("which", "dates"), [("before", DATES[:2]), ("after", DATES[1:])])
def test_rules_change_as_in_the_whole_document(whole: dict[str, Any], which: str, dates: tuple[str, str]) -> None:
    rows, expected = changes(*dates), whole[which]
    assert [row for row in rows if not are_terms(row)] == [row for row in expected if not are_terms(row)]
    assert len(rows) > 80


@pytest.mark.parametrize(("which", "dates"), [("before", DATES[:2]), ("after", DATES[1:])])
def test_entries_change_up_to_where_it_breaks_off(whole: dict[str, Any], which: str, dates: tuple[str, str]) -> None:
    rows = [row for row in changes(*dates) if are_terms(row)]
    expected = [row for row in whole[which] if are_terms(row)]
    assert rows == [row for row in expected if (row[1] or row[2]) < LAST]
    assert 0 < len(rows) < len(expected)


def test_fuse_is_new_in_the_command_the_api_and_the_page(client: Client) -> None:
    rows = changes(*DATES[1:])
    assert {("created", "", "702.100"), ("created", "", "702.98b"), ("created", "", "fuse")} <= {*rows}
    answer = client.get(f"/api/changes/{DATES[1]}/{DATES[2]}").json()
    assert answer["total"] == len(rows)
    assert {"number": "702.100", "text": "Fuse"} in [row["new"] for row in answer["items"]]
    address = f"/changes/{DATES[1]}/{DATES[2]}/"
    text = text_of(client, address)
    assert "702.100 Added Fuse" in text_of(client, f"{address}?section=702")
    assert "The document of the June 1, 2012 rules has all rules, but breaks off at the glossary entry “Mana" in text
    assert "excerpt of" not in text


def test_histories(client: Client, whole: dict[str, Any]) -> None:
    """Of a rule as with the whole document; an entry beyond the end is neither gone nor back."""
    assert run("trace", "702.93a") == whole["702.93a"]
    assert run("trace", "Poison Counter") == whole["Poison Counter"]
    assert [step["change"] for step in run("trace", "Mana Pool")] == ["created"]
    for address, said in [
        ("/rules/702.100/history/", "Added between June 1, 2012 and May 1, 2013."),
        ("/glossary/fuse/history/", "Added between June 17, 2011 and May 1, 2013."),
        (
            "/glossary/2012-06-01/mana-pool/history/",
            "In the rules since at least June 17, 2011. Same wording throughout.",
        ),
    ]:
        assert said in text_of(client, address)


def test_the_years_count_rules_once(client: Client, whole: dict[str, Any]) -> None:
    assert text_of(client, "/rules/702/history/") == whole["702"]
    glossary = [row for row in changes(DATES[0], DATES[2]) if are_terms(row)]
    rules = [row for row in changes(*DATES[1:]) if not are_terms(row)]
    new = sum(kind == "created" or (kind == "split" and old != now) for kind, old, now in (*glossary, *rules))
    assert f"Words 2013 1 {new} " in text_of(client, "/changes/")


@pytest.mark.parametrize(
    ("address", "status", "said"),
    [
        ("/rules/2012-06-01/702.98b/", 404, "The June 1, 2012 rules have no 702.98b."),
        ("/rules/2012-06-01/702.93a/", 200, "June 1, 2012 rules"),
        ("/glossary/2012-06-01/", 200, "All rules. The document breaks off at the glossary entry “Mana Pool”."),
        ("/glossary/2012-06-01/poison-counter/", 404, "breaks off at the glossary entry “Mana Pool”, and has no"),
        ("/editions/", 200, "All rules: the document breaks off at the glossary entry “Mana Pool”"),
    ],
)
def test_pages_say_what_is_missing(client: Client, address: str, status: int, said: str) -> None:
    text = text_of(client, address, status)
    assert said in text
    assert "June 1, 2012 rules (excerpt)" not in text
    assert "excerpt of the June 1, 2012" not in text
