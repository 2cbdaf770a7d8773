"""The total of a walk, and whether it can be paid, against the check of the same cost; and the check by brute force."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from explorer.casting.ledger import Total
from explorer.casting.request import CAST_OPTIONS, CastRequest
from explorer.casting.walk import Walk, walk
from explorer.library.loaded import library
from symbols.engine import CheckRequest, CheckResult, EngineError
from symbols.engine.costs.slots import Amounts
from symbols.engine.costs.symbols import CHOICES, NAMED, ManaSymbol, generic_symbol, mana_symbol
from symbols.engine.totals import announced_as_text
from tests.casting.cards import answer_to
from tests.engine.brute_force import Bill, Off, totals
from tests.shared import examples

pytestmark = pytest.mark.django_db

FORBIDDEN = {"two_alternatives", "x_must_be_zero", "not_an_option"}
COMMON = [
    mana_symbol(code) for code in ("W", "B", "B", "C", "W/B", "B/R", "2/B", "C/B", "W/P", "B/P", "B/R/P", "S", "X")
]
PAYABLE = [symbol for symbol in NAMED.values() if symbol.kind not in ("half", "infinity")]
SYMBOLS = st.one_of(
    *[st.sampled_from(COMMON)] * 3,
    st.sampled_from([symbol for symbol in NAMED.values() if symbol.kind != "infinity"]),
    st.integers(0, 4).map(generic_symbol),
)
REDUCED = st.sampled_from(
    ["{1}", "{2}", "{W}", "{B}{B}", "{W/B}", "{B/P}", "{S}", "{C}", "{2/B}", "{HW}", "{W}{B} colored only"]
) | st.sampled_from(["{1} least 1", "{3} least 2", "{2} least 3", "{W/B} colored only"])
SOURCES = st.sampled_from(
    ["{T}: Add {B}.", "{T}: Add {W} or {B}.", "{T}: Add {C}{C}.", "{T}: Add one mana of any color."]
)

Json = Mapping[str, Any]


def _text(symbols: list[ManaSymbol]) -> str:
    return "".join(map(str, symbols))


def texts(most: int = 3) -> st.SearchStrategy[str]:
    return st.lists(SYMBOLS, min_size=1, max_size=most).map(_text)


# How a spell is cast; each is left out most of the time.
CHANGES: Mapping[str, st.SearchStrategy[object]] = {
    "additional": st.lists(texts(2), min_size=1, max_size=2)
    | st.sampled_from(["Pay 2 life", "{1}, Sacrifice a Goblin"]),
    "increase": st.lists(texts(2), min_size=1, max_size=2),
    "reduce": st.lists(REDUCED, min_size=1, max_size=3),
    "minimum": st.integers(1, 6).map(str),
    "alternative": texts(),
    "free": st.just("yes"),
    "commander_casts": st.integers(1, 3).map(str),
    "kicker": texts(2),
    "multikicker": st.sampled_from(["{1} 2 times", "{B/P}", "{W} 3 times"]),
    "replicate": st.sampled_from(["{1} 2 times", "{2/B}"]),
    "strive": st.sampled_from(["{1}{R} 2 times", "{2} 1 times"]),
    "escalate": st.sampled_from(["{1} 2 times", "{W/B}"]),
    "affinity": st.integers(0, 4).map(str),
    "convoke": st.sampled_from(["{W}", "{B}{C}", "{W/B}{W/B}{R}"]),
    "delve": st.integers(1, 4).map(str),
    "improvise": st.integers(1, 4).map(str),
    "life_for": st.sampled_from(["B", "WB"]),
    "x_only": st.sampled_from(["B", "WC"]),
    "spend": st.sampled_from(["any color", "any type"]),
    "life": st.integers(0, 9).map(str),
}


@st.composite
def requests(draw: st.DrawFn) -> dict[str, object]:
    asked: dict[str, object] = {"cost": draw(texts(5)), "zone": draw(st.sampled_from(["hand", "command"]))}
    for key in draw(st.lists(st.sampled_from(list(CHANGES)), max_size=4, unique=True)):
        asked[key] = draw(CHANGES[key])
    if draw(st.booleans()):
        asked["pool"] = "".join(draw(st.lists(st.sampled_from("WWBBBCR"), max_size=7)))
    elif draw(st.booleans()):
        asked["sources"] = "; ".join(draw(st.lists(SOURCES, min_size=1, max_size=5)))
    for name in ("x", "y", "z"):
        asked[name] = str(draw(st.sampled_from([0, 0, 1, 3])))
    if draw(st.integers(0, 2)) == 0:
        try:
            printed = check_of({key: value for key, value in asked.items() if key != "zone"}).to_pay
        except EngineError:
            return asked
        choices = [entry.symbol for entry in printed.symbols if entry.symbol.is_choice]
        options = [draw(st.sampled_from([None, *symbol.options, *symbol.options])) for symbol in choices]
        if options:
            asked["announced"] = announced_as_text(options)
    return asked


def check_of(asked: Mapping[str, object]) -> CheckResult:
    given = {key: value for key, value in asked.items() if key not in CAST_OPTIONS}
    if asked.get("zone", "command") != "command":
        given.pop("commander_casts", None)
    return CheckRequest.parse(given).check()


def both(asked: Mapping[str, object]) -> tuple[Walk, CheckResult] | None:
    """The walk and the check; None where the check refuses what is asked, as the walk does then."""
    refused = refused_by_check(asked)
    if refused is None:
        return walk(CastRequest.read(asked), library), check_of(asked)
    event(f"refused: {refused.code}")
    if refused.code in FORBIDDEN:
        walked = walk(CastRequest.read(asked), library)
        assert (walked.verdict, walked.total) == ("no", None)
        return None
    with pytest.raises(EngineError) as caught:
        walk(CastRequest.read(asked), library)
    assert (caught.value.code, caught.value.field) == (refused.code, refused.field)
    return None


def refused_by_check(asked: Mapping[str, object]) -> EngineError | None:
    try:
        checked = check_of(asked)
        _ = checked.payable, checked.max_x
    except EngineError as error:
        return error
    return None


@pytest.mark.slow
@examples(250)
@given(requests())
def test_a_walk_agrees_with_the_check(asked: dict[str, object]) -> None:
    found = both(asked)
    if found is None:
        return
    walked, checked = found
    assert walked.total
    answer = answer_to(asked)
    assert_total_of_check(walked.total, checked)
    assert_payable_as_in_check(asked, answer, checked.as_json())
    if walked.total.locked is not None:
        assert_rows_add_up(answer["total"]["rows"], walked.total)


def assert_total_of_check(total: Total, checked: CheckResult) -> None:
    count = checked.totals.count()
    event(f"locked: {total.locked is not None}, totals: {min(count or 9, 2)}")
    if total.locked is not None:
        assert total.locked in checked.totals
        assert total.rows[-1].is_total
    if count == 1 and not checked.to_pay.unpayable:
        assert [total.locked] == list(checked.totals)
    if checked.payment:
        assert total.locked == checked.payment.total
    assert total.rows
    assert all(row.rule and row.why for row in total.rows)


def assert_payable_as_in_check(asked: Mapping[str, object], answer: Json, expected: Json) -> None:
    for key in ("payable", "max_x", "payment", "shortfall", "reasons", "mana_value"):
        assert answer[key] == expected[key], key
    if answer["payment"]:
        # With `life_for`, life pays for mana that is still in the total.
        assert "life_for" in asked or answer["payment"]["life"] == answer["total"]["locked"].get("life", 0)
        assert answer["verdict"] in ("yes", "maybe")
    states = {step["rule"]: step["state"] for step in answer["steps"]}
    is_stopped = "impossible" in states.values()
    assert is_stopped == bool(answer["taken_back"])
    assert is_stopped <= (answer["verdict"] == "no")
    if answer["verdict"] == "no" and "open" not in states.values():
        assert states["601.2h"] == "impossible"


def assert_rows_add_up(rows: list[Json], total: Total) -> None:
    assert total.locked is not None
    *others, last = rows
    sums: Counter[str] = Counter()
    for row in others:
        sums.update(row["amount"])
    assert {slot: amount for slot, amount in sums.items() if amount} == total.locked.as_json()
    assert last["amount"] == total.locked.as_json()
    assert last["text"] == total.text


OFFS = (
    *(("{1}", Off((generic_symbol(1),))), ("{W}{B}", Off((mana_symbol("W"), mana_symbol("B"))))),
    *(("{W/B}", Off((mana_symbol("W/B"),))), ("{3} least 2", Off((generic_symbol(3),), floor=2))),
    ("{B}{B} colored only", Off((mana_symbol("B"), mana_symbol("B")), colored_only=True)),
)


@st.composite
def bills(draw: st.DrawFn) -> tuple[dict[str, object], Bill]:
    """A request, and its symbols for brute force."""
    choices = draw(st.lists(st.sampled_from(CHOICES), max_size=3))
    fixed = [symbol for symbol in PAYABLE if not symbol.is_choice and symbol.code not in "YZ"]
    rest = draw(st.lists(st.sampled_from(fixed) | st.integers(0, 3).map(generic_symbol), max_size=2))
    more = draw(st.lists(st.sampled_from(CHOICES), max_size=1))
    off = draw(st.lists(st.sampled_from(OFFS), max_size=2))
    minimum = draw(st.sampled_from([0, 0, 2, 4]))
    x = draw(st.integers(0, 2))
    asked: dict[str, object] = {"cost": _text([*choices, *rest, generic_symbol(0)]), "x": str(x)}
    asked |= {"minimum": str(minimum)} if minimum else {}
    asked |= {"reduce": [text for text, _ in off]} if off else {}
    asked |= {"kicker": _text(more)} if more else {}
    return asked, Bill((*choices, *rest, *more), tuple(one for _, one in off), minimum, x)


@pytest.mark.slow
@examples(80)
@given(bills())
def test_each_announcement_has_the_totals_that_force_finds(case: tuple[dict[str, object], Bill]) -> None:
    asked, bill = case
    choosing = [symbol for symbol in bill.symbols if symbol.is_choice]
    everything: set[Amounts] = set()
    for options in product(*(symbol.options for symbol in choosing)):
        chosen = iter(options)
        symbols = [replace(symbol, options=(next(chosen),)) if symbol.is_choice else symbol for symbol in bill.symbols]
        expected = _amounts(replace(bill, symbols=tuple(symbols)))
        found = set(CheckRequest.parse({**asked, "announced": announced_as_text(options)}).check().totals)
        assert found == expected
        everything |= found
    assert everything == _amounts(bill) == set(CheckRequest.parse(asked).check().totals)


def _amounts(bill: Bill) -> set[Amounts]:
    totals.cache_clear()
    found = set()
    for needs, life in totals(bill):
        mana = [("generic" if need == "x" else need, 1) for need in needs]
        found.add(Amounts([*mana, ("life", life)]))  # type: ignore[list-item]
    return found


@pytest.mark.parametrize("more", [{}, {"pool": "W"}, {"reduce": "{2}"}, {"minimum": "3"}])
def test_infinity(more: dict[str, str]) -> None:
    answer = answer_to({"cost": "{∞}{W}", **more})
    assert answer["total"]["locked"] == {"generic": "infinity", "W": 1}
    json.dumps(answer, allow_nan=False)
