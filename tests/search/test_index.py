"""The index is kept in step with the library, whatever comes and goes."""

import datetime as dt
import hashlib
from dataclasses import replace
from typing import Any

import pytest

from explorer.document.opening import open_document
from explorer.importing import derived
from explorer.importing.loading import ImportResult, load
from explorer.library.loaded import library
from explorer.models import Derived, Edition, IndexedEdition, IndexedText, Passage, VocabularyWord
from explorer.search import is_word, search
from explorer.search.index import engines
from explorer.search.index.rows import SearchIndex
from tests.conftest import ON_BOTH_DATABASES, forget_everything

pytestmark = [pytest.mark.django_db, *ON_BOTH_DATABASES]

ASKED = ["mana", "hybrid", '"mana value"', "{W/P}", "107.4", "x", "trampel", "owner", "snow permanents", "tap symbol"]


def state() -> dict[str, Any]:
    """All that the index knows, apart from the numbers of its rows."""
    passages = Passage.objects.values_list("kind", "number", "slug", "title", "wording__digest", "first", "last")
    texts = IndexedText.objects.values_list("wording__digest", "keys")
    return {
        "passages": sorted(map(repr, passages)),
        "texts": sorted(map(repr, texts)),
        "words": sorted(VocabularyWord.objects.values_list("word", "key", "count")),
        "editions": sorted(IndexedEdition.objects.values_list("edition_id", "date")),
        "answers": [answers(where) for where in (None, "all", library().newest)],
    }


def answers(where: Any) -> list[Any]:
    found = [search(asked, where, limit=500) for asked in ASKED]
    return [[one.total, one.instead, one.hits] for one in found]


def check_in_step() -> dict[str, Any]:
    """What grew bit by bit is what is made from nothing."""
    before = state()
    SearchIndex().rebuild()
    assert state() == before
    assert {date for _, date in before["editions"]} == set(Edition.objects.values_list("date", flat=True))
    return before


@pytest.mark.slow
def test_the_default_library_is_indexed() -> None:
    check_in_step()
    assert search("mana").total


SMALL = """Magic: The Gathering Comprehensive Rules

These rules are effective as of {day}.

Introduction
This is a small one.

Contents
1. Game Concepts
100. General
Glossary
Credits

1. Game Concepts

100. General

100.1. These rules are about zeppelins.

Glossary

Zeppelin
{meaning}

Credits

Nobody.
"""


def bring_small(day: str, meaning: str = "A ship of the air.") -> ImportResult:
    """Bring a whole edition into the library that is much smaller than any real one."""
    content = SMALL.format(day=day, meaning=meaning).encode()
    document = replace(open_document(content, None), complete=True)
    return load(document, "small.txt", hashlib.sha256(content).hexdigest())


@pytest.mark.slow
def test_an_edition_that_comes_and_stays_is_found_at_once() -> None:
    assert not search("zeppelin").total
    assert not is_word("zeppelins")
    bring_small("May 5, 2026")
    assert [hit.number or hit.slug for hit in search("zeppelins").hits] == ["zeppelin", "100.1"]
    assert is_word("zeppelins")
    check_in_step()


@pytest.mark.slow
def test_what_a_rule_said_in_between_is_of_that_edition_alone() -> None:
    """The same words in the first and the last of three editions are not in the middle one."""
    for day, meaning in (("May 5, 2026", "A ship."), ("June 5, 2026", "A balloon."), ("July 5, 2026", "A ship.")):
        bring_small(day, meaning)
    check_in_step()
    found = [search("zeppelin ship", library().on(dt.date.fromisoformat(day))) for day in DAYS]
    # The middle one has the first word alone.
    assert [results.loosened for results in found] == [False, True, False]
    assert not search("balloon").total
    assert search("balloon", "all").total == 1


DAYS = ("2026-05-05", "2026-06-05", "2026-07-05")


@pytest.mark.slow
def test_of_an_excerpt_with_other_words_nothing_is_left() -> None:
    """The whole document of 2024-09-20 (made up here) has nothing that its excerpt had."""
    day = dt.date(2024, 9, 20)
    only = Passage.objects.filter(first=day, last=day).count()
    assert only
    assert bring_small("September 20, 2024").action == "replaced"
    assert all(count > 0 for _, _, count in check_in_step()["words"])
    edition = library().on(day)
    assert not search("mana", edition).total
    assert {hit.number or hit.slug for hit in search("zeppelin", edition).hits} == {"zeppelin", "100.1"}


@pytest.mark.slow
@pytest.mark.parametrize("place", ["add", "forget"])
def test_an_import_that_fails_in_the_index_changes_nothing(monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    """Index and library come and go in one transaction."""
    before = state()
    editions = list(Edition.objects.values_list("date", "sha256"))

    def fail(*_: object) -> None:
        raise RuntimeError("no room")

    monkeypatch.setattr(type(engines.engine()), place, fail)
    with pytest.raises(RuntimeError):
        bring_small("September 20, 2024")
    monkeypatch.undo()
    assert list(Edition.objects.values_list("date", "sha256")) == editions
    assert state() == before


@pytest.mark.slow
def test_what_was_made_by_other_code_is_made_again() -> None:
    Passage.objects.all().delete()
    Derived.objects.filter(name=SearchIndex.name).update(version="older")
    forget_everything()
    assert not search("mana").total
    assert derived.update()
    forget_everything()
    assert search("mana").total
    check_in_step()


def test_an_empty_library_finds_nothing() -> None:
    Edition.objects.all().delete()
    SearchIndex().rebuild()
    assert not search("mana").total
    assert not search("mana", "all").total
    assert not VocabularyWord.objects.filter(count__lte=0).exists()


def test_no_key_is_changed_by_the_database() -> None:
    """Each passage is found by each of its own keys."""
    passage = Passage.objects.get(number="107.4f", last=dt.date(2025, 6, 6))
    asked = engines.engine()
    for key in {*IndexedText.objects.get(pk=passage.wording_id).keys.split(), "107_4f", "107*"}:
        question = asked.all_of([[key]])
        found = engines.rows(f"SELECT p.id FROM explorer_passage p WHERE {asked.condition}", [question])  # noqa: S608
        assert (passage.pk,) in found, key
