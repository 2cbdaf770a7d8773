"""The rows of the database are those of the data file and of the library, and stay so."""

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest
from django.core.management import call_command
from django.db import IntegrityError

from explorer.library.importing import import_bytes
from explorer.models import CitedRule, Edition, EditionSymbol, SymbolUse
from explorer.symbology import filling
from symbols.catalog.definitions import Definition, all_definitions
from symbols.models import Spelling, Symbol
from tests.conftest import ON_BOTH_DATABASES
from tests.shared import shared

pytestmark = [pytest.mark.django_db, *ON_BOTH_DATABASES]
ALL = {one.code: one for one in all_definitions()}


@pytest.fixture(autouse=True)
def _filled(db: None) -> None:
    filling.refresh()


def day(text: str) -> dt.date:
    return dt.date.fromisoformat(text)


def test_rows_and_definitions_agree() -> None:
    rows = {row.code: row for row in Symbol.objects.prefetch_related("spellings")}
    assert list(rows) == list(ALL)
    same = ("slug", "name", "say", "kind", "description", "written", "mana", "rules_edition", "cards")
    for code, row in rows.items():
        one = ALL[code]
        assert row.definition is one
        for field in (*same, "since", "until", "source"):
            assert getattr(row, field) == getattr(one, field), (code, field)
        assert row.amount == one.mana_value
        assert tuple(row.colors) == one.colors
        assert tuple(row.rules) == one.rules
        assert [(pay["slot"], pay["variable"]) for pay in row.pays] == [(pay.slot, pay.variable) for pay in one.pays]
        today = [spelling.text for spelling in row.spellings.all() if spelling.before is None]
        assert tuple(today) == one.spellings


def test_a_former_spelling_is_kept_with_its_day() -> None:
    former = {(one.symbol.code, one.text, one.before) for one in Spelling.objects.exclude(before=None)}
    assert ("CHAOS", "{C}", day("2016-01-22")) in former
    assert {code for code, _, _ in former} == {"CHAOS", "PW", "H"}


def test_nothing_is_done_twice() -> None:
    assert not filling.is_stale()
    before = list(EditionSymbol.objects.values_list("pk", flat=True))
    assert filling.refresh() is False
    assert list(EditionSymbol.objects.values_list("pk", flat=True)) == before


def test_changed_data_is_loaded_again(monkeypatch: pytest.MonkeyPatch) -> None:
    changed = [replace(ALL["W"], name="snow-white mana"), ALL["T"]]
    monkeypatch.setattr(filling, "all_definitions", lambda: changed)
    monkeypatch.setattr(filling, "_digest", lambda: "other")
    assert filling.refresh() is True
    assert list(Symbol.objects.values_list("code", "name")) == [("W", "snow-white mana"), ("T", "tap")]
    assert set(EditionSymbol.objects.values_list("symbol__code", flat=True)) == {"W", "T"}


def test_it_is_all_or_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    twice: list[Definition] = [ALL["T"], replace(ALL["W"], code="T")]
    monkeypatch.setattr(filling, "all_definitions", lambda: twice)
    monkeypatch.setattr(filling, "_digest", lambda: "other")
    counts = [table.objects.count() for table in (Symbol, Spelling, EditionSymbol, CitedRule, SymbolUse)]
    with pytest.raises(IntegrityError):
        filling.refresh()
    assert [table.objects.count() for table in (Symbol, Spelling, EditionSymbol, CitedRule, SymbolUse)] == counts
    monkeypatch.undo()
    assert filling.refresh() is False


def test_the_default_library_says_what_it_can() -> None:
    said: dict[str, dict[str, bool]] = {}
    for reading in EditionSymbol.objects.select_related("symbol", "edition"):
        said.setdefault(reading.symbol.code, {})[reading.edition.date.isoformat()] = reading.known
    assert said["W/U"] == {"2008-03-17": True, "2024-03-08": True, "2025-06-06": True}
    assert said["C/W"] == {"2008-03-17": False, "2024-03-08": False, "2025-06-06": True}
    assert said["CI_W"] == {"2024-03-08": True, "2025-06-06": True}
    assert said["set-mythic"] == {"2011-07-15": True}
    assert "power" not in said


def test_a_new_edition_is_read_and_no_other_again() -> None:
    old = set(EditionSymbol.objects.values_list("pk", flat=True))
    import_bytes((shared("rules") / "2022-10-07.txt").read_bytes(), "2022-10-07.txt")
    assert filling.is_stale()
    told: list[str] = []
    assert filling.refresh(told.append) is True
    assert told == ["Reading the symbols of 1 edition"]
    assert old < set(EditionSymbol.objects.values_list("pk", flat=True))
    new = EditionSymbol.objects.filter(edition__date=day("2022-10-07"))
    assert new.get(symbol__code="W/U/P").known
    assert not new.get(symbol__code="C/W").known
    assert new.get(symbol__code="H").written == "{P}"
    assert not filling.is_stale()


def test_an_edition_that_goes_takes_what_it_said_with_it() -> None:
    Edition.objects.get(date=day("2008-03-17")).delete()
    assert filling.is_stale()
    assert filling.refresh() is True
    assert not EditionSymbol.objects.filter(edition__date=day("2008-03-17")).exists()
    assert not SymbolUse.objects.filter(rule__number__startswith="104.").exists()


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
    use = SymbolUse.objects.get(code=code, rule__number=number)
    assert use.rule.edition.date == day(edition)


def test_the_colorless_symbol_is_not_used_where_it_meant_chaos() -> None:
    assert not SymbolUse.objects.filter(code="C", rule__edition__date=day("2011-07-15")).exists()


def test_preparing_fills_the_rows_and_is_quick_after(django_assert_max_num_queries: Any) -> None:
    with django_assert_max_num_queries(2):
        assert not filling.is_stale()


def test_importing_leaves_nothing_for_a_visitor_to_wait_for() -> None:
    call_command("import_rules", str(shared("rules") / "2018-07-13.txt"), verbosity=0)
    assert EditionSymbol.objects.get(edition__date=day("2018-07-13"), symbol__code="chapter-I").known
    assert not filling.is_stale()
