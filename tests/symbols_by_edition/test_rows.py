"""The rows of the database are those of the data file and of the library, and stay so."""

import datetime as dt
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import IntegrityError

from explorer.importing import derived
from explorer.models import CitedRule, Edition, EditionSymbol, SymbolUse
from explorer.symbols_by_edition import rows as symbol_rows
from explorer.symbols_by_edition.query import facts_on
from symbols.catalog.definitions import Definition, all_definitions, definition
from symbols.models import Spelling, Symbol
from tests.conftest import ON_BOTH_DATABASES
from tests.document.editions import first_chapter

pytestmark = [pytest.mark.django_db, *ON_BOTH_DATABASES]
ALL = {one.code: one for one in all_definitions()}


def day(text: str) -> dt.date:
    return dt.date.fromisoformat(text)


@pytest.mark.slow
def test_rows_and_definitions_agree() -> None:
    rows = {row.code: row for row in Symbol.objects.prefetch_related("spellings")}
    assert list(rows) == list(ALL)
    same = ("slug", "name", "say", "kind", "description", "written", "mana", "rules_edition", "cards")
    for code, row in rows.items():
        one = ALL[code]
        assert definition(row.code) is one
        for field in (*same, "since", "until", "source"):
            assert getattr(row, field) == getattr(one, field), (code, field)
        assert tuple(row.colors) == one.colors
        assert tuple(row.rules) == one.rules
        assert [(pay["slot"], pay["variable"]) for pay in row.pays] == [(pay.slot, pay.variable) for pay in one.pays]
        today = [spelling.text for spelling in row.spellings.all() if spelling.before is None]
        assert tuple(today) == one.spellings


def test_a_former_spelling_is_kept_with_its_day() -> None:
    former = {(one.symbol.code, one.text, one.before) for one in Spelling.objects.exclude(before=None)}
    assert ("CHAOS", "{C}", day("2016-01-22")) in former
    assert {code for code, _, _ in former} == {"CHAOS", "PW", "H"}


@pytest.mark.slow
def test_changed_data_is_stored_in_place_of_what_was_there(monkeypatch: pytest.MonkeyPatch) -> None:
    changed = [replace(ALL["W"], name="snow-white mana"), ALL["T"]]
    monkeypatch.setattr(symbol_rows, "all_definitions", lambda: changed)
    derived.rebuild()
    assert list(Symbol.objects.values_list("code", "name")) == [("W", "snow-white mana"), ("T", "tap")]
    assert set(EditionSymbol.objects.values_list("code", flat=True)) == {"W", "T"}


def test_a_failed_rebuild_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = (Symbol, Spelling, EditionSymbol, CitedRule, SymbolUse)
    counts = [table.objects.count() for table in tables]
    twice: list[Definition] = [ALL["T"], replace(ALL["W"], code="T")]
    monkeypatch.setattr(symbol_rows, "all_definitions", lambda: twice)
    with pytest.raises(IntegrityError):
        derived.rebuild()
    assert [table.objects.count() for table in tables] == counts


def test_the_default_library_says_what_it_can() -> None:
    said: dict[str, dict[str, bool]] = {}
    for reading in EditionSymbol.objects.select_related("edition"):
        said.setdefault(reading.code, {})[reading.edition.date.isoformat()] = reading.known
    assert said["W/U"] == {"2008-03-17": True, "2024-03-08": True, "2025-06-06": True}
    assert said["C/W"] == {"2008-03-17": False, "2024-03-08": False, "2025-06-06": True}
    assert said["CI_W"] == {"2024-03-08": True, "2025-06-06": True}
    assert said["set-mythic"] == {"2011-07-15": True}
    assert "power" not in said


@pytest.mark.slow
def test_a_new_edition_is_read_and_no_other_again(tmp_path: Path) -> None:
    old = set(EditionSymbol.objects.values_list("pk", flat=True))
    # Its first chapter, which has all that is asked here of it.
    (tmp_path / "2022-10-07.txt").write_bytes(first_chapter("2022-10-07.txt"))
    call_command("import_rules", str(tmp_path / "2022-10-07.txt"), verbosity=0)
    # Nothing is left for a visitor to wait for.
    assert not derived.outdated()
    assert old < set(EditionSymbol.objects.values_list("pk", flat=True))
    new = EditionSymbol.objects.filter(edition__date=day("2022-10-07"))
    assert new.get(code="W/U/P").known
    assert new.get(code="chapter-I").known
    assert not new.get(code="C/W").known
    assert new.get(code="H").written == "{P}"


def state() -> list[list[Any]]:
    """All that is kept of symbols, apart from the numbers of its rows."""
    return [
        sorted(EditionSymbol.objects.values_list("code", "edition__date", "known", "written", "number")),
        sorted(CitedRule.objects.values_list("cited", "rule__edition__date", "rule__number")),
        sorted(SymbolUse.objects.values_list("code", "wording__digest", "named", "since", "before")),
        sorted(Spelling.objects.values_list("symbol__code", "text", "kind", "position")),
    ]


def test_an_edition_that_goes_takes_what_it_said_with_it() -> None:
    Edition.objects.get(date=day("2008-03-17")).delete()
    assert not EditionSymbol.objects.filter(edition__date=day("2008-03-17")).exists()
    some = [*ALL.values()][::8]
    assert not any(use.number.startswith("104.") for one in some for use in facts_on(one).uses)


@pytest.mark.parametrize(
    ("code", "number", "edition"),
    [
        ("2/B", "107.4e", "2025-06-06"),
        ("CHAOS", "107.12", "2025-06-06"),
        ("CHAOS", "206.4", "2011-07-15"),
        ("T", "104.4", "2008-03-17"),
        ("[-X]", "107.3a", "2025-06-06"),
        ("P", "107.18", "2025-06-06"),
    ],
)
def test_uses_are_found_in_the_newest_text_of_each_number(code: str, number: str, edition: str) -> None:
    found = {use.number: use.date for use in facts_on(ALL[code]).uses}
    assert found[number] == day(edition)


def test_the_colorless_symbol_is_not_used_where_it_meant_chaos() -> None:
    assert not any(use.date == day("2011-07-15") for use in facts_on(ALL["C"]).uses)
    assert any(use.date == day("2011-07-15") for use in facts_on(ALL["CHAOS"]).uses)
