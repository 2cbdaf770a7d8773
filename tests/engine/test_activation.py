"""Tapping, energy, tickets, life and loyalty as parts of a cost (107.5 to 107.7, 107.14, 107.17, 118.3, 119.4, 606)."""

from itertools import product
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbols.engine import CheckRequest
from symbols.engine.abilities.activation import Permanent, Player, Remaining, check_parts
from symbols.engine.abilities.loyalty import (
    LoyaltyCheck,
    Timing,
    check_loyalty,
    greatest_loyalty_value,
    total_loyalty,
    written_loyalty,
)
from symbols.engine.conditions import Verdict, all_of
from symbols.engine.costs.parts import Loyalty, Part, PayLife, Tap, Untap
from symbols.engine.reading.reader import read_cost
from tests.tables import cases


def test_each_part(subtests: pytest.Subtests) -> None:
    for text, there, payable, sentence, rules in cases("engine/activation", "each_part"):
        with subtests.test(text=text, there=there):
            known = {"permanent": Permanent(**there.get("permanent", {})), "player": Player(**there.get("player", {}))}
            check = check_parts(read_cost(text).parts, **{**there, **known})
            assert check.payable is payable
            assert (check.parts[-1].sentence, " ".join(check.parts[-1].rules)) == (sentence, rules)


def test_loyalty(subtests: pytest.Subtests) -> None:
    for text, counters, values, *expected, sentence, rules in cases("engine/activation", "loyalty"):
        with subtests.test(text=text, counters=counters, values=values):
            costs = [part for part in read_cost(text).parts if isinstance(part, Loyalty)]
            check = check_loyalty(costs, counters=counters, values=values)
            greatest = None if counters is None else greatest_loyalty_value(costs, counters, values=values)
            assert [check.total, check.payable, check.left, "any" if greatest == inf else greatest] == expected
            assert (check.counters.sentence, " ".join(check.counters.rules)) == (sentence, rules)


def test_timing(subtests: pytest.Subtests) -> None:
    for known, may_activate, conditions in cases("engine/activation", "moment"):
        with subtests.test(known=known):
            check = check_loyalty([Loyalty("+", 1)], counters=3, timing=Timing(**known))
            assert all_of([check.payable, *(each.met for each in check.timing)]) is may_activate
            assert check.payable is True
            assert [[each.met, each.sentence] for each in check.timing] == conditions
            by_effect = {"101.1"} if known.keys() & {"instant_speed", "allowed"} else set()
            assert {rule for each in check.timing for rule in each.rules} == {"606.3"} | by_effect


@pytest.mark.parametrize(
    ("name", "parts", "tapped", "payable", "after"),
    [
        ("601.2h {T} then {Q}", [Tap(), Untap()], False, [True, True], False),
        ("601.2h {Q} then {T}", [Tap(), Untap()], True, [True, True], True),
        ("601.2h either way", [Tap(), Untap()], None, [True, True], None),
        ("118.3 {T}{T}", [Tap(), Tap()], False, [True, False], None),
        ("118.3 {T}{T} tapped", [Tap(), Tap()], True, [False, False], None),
        ("601.2h {T}{T}{Q}", [Tap(), Tap(), Untap()], False, [True, True, True], True),
        ("601.2h {T}{T}{Q} tapped", [Tap(), Tap(), Untap()], True, [True, False, True], None),
    ],
)
def test_tap_and_untap_in_one_cost(
    name: str, parts: list[Part], tapped: bool | None, payable: list[bool], after: bool | None
) -> None:
    check = check_parts(parts, permanent=Permanent(tapped=tapped, creature=False))
    assert [part.payable for part in check.parts] == payable, name
    if all(payable):
        assert check.left is not None
        assert check.left.tapped is after
    else:
        assert check.left is None


def test_life_for_mana_and_life_costs_add_up() -> None:
    assert check_parts([PayLife(2)], player=Player(life=5), life_elsewhere=4).payable is False
    check = check_parts([PayLife(2)], player=Player(life=6), life_elsewhere=4)
    assert check.payable is True
    assert check.left is not None
    assert check.left.life == 0


def test_resources_left_after_paying() -> None:
    cost = read_cost("{2}{W}, {T}, Pay 2 life, {E}{E}: Draw a card.")
    check = check_parts(
        cost.parts,
        permanent=Permanent(tapped=False, creature=True, controlled=True),
        player=Player(life=20, energy=5, tickets=1),
    )
    assert check.payable is True
    assert check.left == Remaining(tapped=True, loyalty=None, life=18, energy=3, tickets=1)
    assert [part.part.text for part in check.parts] == ["{T}", "Pay 2 life", "{E}{E}"]


def test_text_part_makes_the_verdict_unknown() -> None:
    cost = read_cost("{T}, Sacrifice a creature: Draw a card.")
    open_check = check_parts(cost.parts, permanent=Permanent(tapped=False, creature=False))
    assert open_check.payable is None
    assert "unknown" in open_check.parts[1].sentence
    assert check_parts(cost.parts, permanent=Permanent(tapped=True)).payable is False
    assert check_parts(read_cost("[-3]").parts, permanent=Permanent(loyalty=2)).payable is False


def test_loyalty_left_and_no_parts() -> None:
    left = check_parts([Loyalty("-", 3)], permanent=Permanent(loyalty=5)).left
    assert left is not None
    assert left.loyalty == 2
    assert (check_parts([]).payable, check_parts([]).loyalty) == (True, None)


KNOWN = st.booleans()
UNKNOWN = st.none() | KNOWN


@given(UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, st.lists(st.sampled_from([Tap(), Untap()]), min_size=1, max_size=3))
def test_unknown_facts_agree_with_every_possibility(
    tapped: bool | None, creature: bool | None, haste: bool | None, controlled: bool | None, parts: list[Part]
) -> None:
    told = [tapped, creature, haste, controlled]
    worlds = product(*([value] if value is not None else [False, True] for value in told))
    answers = set()
    for values in worlds:
        permanent = Permanent(**dict(zip(("tapped", "creature", "haste", "controlled"), values, strict=True)))
        answers.add(check_parts(parts, permanent=permanent).payable)
    expected = answers.pop() if len(answers) == 1 else None
    unsure = Permanent(tapped=tapped, creature=creature, haste=haste, controlled=controlled)
    found = check_parts(parts, permanent=unsure).payable
    assert found in {expected, None}
    assert expected is not None or found is None
    if len(parts) == 1:
        assert found is expected


@given(st.lists(st.integers(0, 9), max_size=5), st.integers(-3, 30))
def test_life_costs_add_up(amounts: list[int], life: int) -> None:
    parts: list[Part] = [PayLife(amount) for amount in amounts]
    check = check_parts(parts, player=Player(life=life))
    total = sum(amounts)
    assert check.payable is (total == 0 or total <= life)
    if check.payable:
        assert check.left is not None
        assert check.left.life == life - total


ZERO = Loyalty("0", 0)


def plus(amount: int) -> Loyalty:
    return Loyalty("+", amount)


def minus(amount: int) -> Loyalty:
    return Loyalty("-", amount)


MINUS_X = Loyalty("-", None, "X")
PLUS_X = Loyalty("+", None, "X")
NOW = Timing(has_priority=True, own_main_phase=True, stack_empty=True, activated=0)


def may_activate(check: LoyaltyCheck) -> Verdict:
    return all_of([check.payable, *(each.met for each in check.timing)])


def test_changes_combine_with_the_loyalty_cost() -> None:
    check = check_loyalty([minus(7)], counters=6, changes=[plus(1)])
    assert check.written == "[-6]"
    assert check.payable is True
    assert "606.5" in check.counters.rules
    assert check.counters.sentence.startswith("Together, the loyalty costs are [-6].")


@pytest.mark.parametrize(("total", "text"), [(1, "[+1]"), (0, "[0]"), (-7, "[-7]")])
def test_written_loyalty(total: int, text: str) -> None:
    assert written_loyalty(total) == text


def test_greatest_loyalty_x_needs_an_x() -> None:
    assert check_loyalty([MINUS_X], counters=3).greatest == 3
    assert check_loyalty([MINUS_X]).greatest is None
    assert check_loyalty([minus(1)], counters=3).greatest is None
    assert check_loyalty([PLUS_X], counters=3).greatest == inf


def test_timing_is_optional() -> None:
    check = check_loyalty([plus(1)], counters=3)
    assert check.timing == ()
    assert may_activate(check) is True


def test_timing_does_not_pay_the_cost() -> None:
    assert may_activate(check_loyalty([minus(4)], counters=3, timing=NOW)) is False


PARTS = st.lists(
    st.builds(plus, st.integers(1, 9)) | st.builds(minus, st.integers(1, 9)) | st.sampled_from([ZERO, MINUS_X, PLUS_X]),
    min_size=1,
    max_size=5,
)


@given(PARTS, st.integers(0, 20), st.integers(0, 20))
def test_greatest_loyalty_x_is_the_limit(parts: list[Loyalty], counters: int, value: int) -> None:
    greatest = greatest_loyalty_value(parts, counters)
    payable = check_loyalty(parts, counters=counters, values={"X": value}).payable
    slope = sum((part is PLUS_X) - (part is MINUS_X) for part in parts)
    if greatest is None:
        assert payable is False
    elif slope <= 0:
        assert payable is (value <= greatest)


@given(PARTS, st.integers(0, 20))
def test_order_of_loyalty_costs_is_irrelevant(parts: list[Loyalty], value: int) -> None:
    assert total_loyalty(parts, {"X": value}) == total_loyalty(parts[::-1], {"X": value})
    assert total_loyalty([*parts, plus(2), minus(2)], {"X": value}) == total_loyalty(parts, {"X": value})


@pytest.mark.parametrize(
    ("edition", "loyalty", "payable"),
    [
        (None, 6, True),
        ("2022-10-07", 6, True),
        ("2020-06-01", 6, False),
        ("2020-06-01", 7, True),
        ("2021-04-19", 6, False),
    ],
)
def test_loyalty_costs_combine_since_june_2021(edition: str | None, loyalty: int, payable: bool) -> None:
    asked = {"cost": "[-7]", "additional": "[+1]", "loyalty": loyalty, "pool": "", "edition": edition or ""}
    result = CheckRequest.parse({key: value for key, value in asked.items() if value or key == "pool"}).check()
    assert result.payable is payable
    assert ("606.5" in {fact.rule for fact in result.citations}) is (edition in {None, "2022-10-07"})
