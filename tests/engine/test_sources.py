"""Paying from sources: verdicts, plans, notations and errors."""

from pathlib import Path

import pytest

from explorer.costcheck.check.verdict import verdict_of
from symbols.engine import CheckRequest, CheckResult, EngineError
from symbols.engine.sources import read_abilities, read_sources

_ROWS = [
    [cell.strip() for cell in line.split("|")]
    for line in (Path(__file__).parent / "sources.txt").read_text().splitlines()
    if not line.startswith("#")
]


def check(given: dict[str, str]) -> CheckResult:
    return CheckRequest.parse(given).check()


@pytest.mark.parametrize(("cost", "sources", "more", "expected", "rule"), _ROWS)
def test_source_cases(cost: str, sources: str, more: str, expected: str, rule: str) -> None:
    asked = dict(one.split("=", 1) for one in more.split("&") if one)
    found = check({"cost": cost, "sources": sources, **asked})
    verdict, *facts = expected.split(" ")
    answer = found.as_json()
    assert verdict_of(found, None).answer == verdict
    for name, value in (fact.split("=") for fact in facts):
        match name:
            case "taps":
                assert found.plan
                assert len(found.plan.steps) == int(value)
            case "life":
                payment, plan = found.payment, found.plan
                assert payment
                assert plan
                assert payment.life + plan.life == int(value)
            case "x":
                assert answer["max_x"] == int(value)
            case _:
                kept = answer["open"]
                assert kept
                assert value in {one["source"] for one in kept}
    assert rule[0].isdigit()


def test_plan_is_in_a_possible_order() -> None:
    found = check({"cost": "{1}{R}{W}", "sources": "{1}, {T}: {R}{W}; {1}, {T}: {R}{W}; Plains"})
    assert found.plan
    assert found.plan.steps[0].source == "Plains"
    there: list[str] = []
    for step in found.plan.steps:
        for mana in step.paid_with:
            there.remove(mana.type)
        there += step.makes
    assert len(there) == 3
    assert {"R", "W"} == set(there)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("3 plains, treasure", {"Plains": 3, "Treasure": 1}),
        ("Plains x2\n2x Forest", {"Plains": 2, "Forest": 2}),
        ("plains; Plains; 2 islands", {"Plains": 2, "Island": 2}),
        ("any, {C}{C}, {W/U}", {"any": 1, "{C}{C}": 1, "{W/U}": 1}),
        ("{1}, {T}: {R}{W}", {"{1}, {T}: {R}{W}": 1}),
        ("snow forest", {"Snow-Covered Forest": 1}),
    ],
)
def test_source_notations(text: str, names: dict[str, int]) -> None:
    assert {source.name: source.count for source in read_sources(text)} == names


@pytest.mark.parametrize(
    ("text", "code", "wrong"),
    [
        ("3 plains, watery grave", "unknown_source", "watery grave"),
        ("plains, {1}{T}", "bad_source", "{1}{T}"),
        ("plains; {T}: draw a card", "bad_source", "{T}: draw a card"),
        ("{T}: {W}. Sacrifice it: {C}", "bad_source", "{T}: {W}. Sacrifice it: {C}"),
        ("61 plains", "too_many_sources", ""),
        ("13 {1}, {T}: {R}{W}", "too_many_sources", ""),
    ],
)
def test_unknown_sources_have_a_position(text: str, code: str, wrong: str) -> None:
    with pytest.raises(EngineError) as refused:
        read_sources(text)
    assert refused.value.code == code
    if wrong:
        assert text[refused.value.start : refused.value.end] == wrong


def test_misspelled_source_is_suggested() -> None:
    with pytest.raises(EngineError) as refused:
        read_sources("2 moutain")
    assert refused.value.suggestion == "2 Mountain"


def test_mana_ability_notations() -> None:
    assert read_abilities("{T}: Add one mana of any color.")[0].makes == read_abilities("any")[0].makes
    assert read_abilities("{T}: Add {W} or {U}.")[0].makes == read_abilities("{W/U}")[0].makes
    assert read_abilities("{T}: Add two mana of any one color.")[0].makes[0] == ("W", "W")
    assert len(read_abilities("{T}: Add two mana in any combination of colors.")[0].makes) == 15


@pytest.mark.parametrize(("edition", "burns"), [("2008-02-01", True), ("2009-07-11", False), ("", False)])
def test_unspent_mana_burns_by_old_rules(edition: str, *, burns: bool) -> None:
    found = check({"cost": "{C}", "sources": "{C}{C}", "edition": edition})
    assert ("300.3" in {fact.rule for fact in found.citations}) is burns
