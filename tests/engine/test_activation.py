"""Tapping, untapping, energy, tickets and life as parts of a cost (107.5, 107.6, 107.14, 107.17, 118.3, 119.4)."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbols.engine.abilities.activation import Permanent, Player, Remaining, check_parts
from symbols.engine.costs.parts import Energy, Part, PayLife, Tap, TextPart, Tickets, Untap
from symbols.engine.reading.reader import read_cost

LAND: dict[str, Any] = {"creature": False}
OLD_CREATURE: dict[str, Any] = {"creature": True, "controlled": True}
NEW_CREATURE: dict[str, Any] = {"creature": True, "controlled": False}
HASTY: dict[str, Any] = NEW_CREATURE | {"haste": True}


def test_tapping(subtests: pytest.Subtests) -> None:
    table: list[Any] = [
        ("107.5 an untapped land", Tap(), LAND | {"tapped": False}, True, {"107.5"}),
        ("107.5 a tapped land", Tap(), LAND | {"tapped": True}, False, {"107.5", "118.3"}),
        ("107.6 a tapped land", Untap(), LAND | {"tapped": True}, True, {"107.6"}),
        ("107.6 an untapped land", Untap(), LAND | {"tapped": False}, False, {"107.6", "118.3"}),
        ("302.6 a creature that was here", Tap(), OLD_CREATURE | {"tapped": False}, True, {"107.5"}),
        ("302.6 a new creature", Tap(), NEW_CREATURE | {"tapped": False}, False, {"107.5", "302.6", "602.5a"}),
        ("302.6 a new creature, {Q}", Untap(), NEW_CREATURE | {"tapped": True}, False, {"107.6", "302.6", "602.5a"}),
        ("302.6 a new land", Tap(), LAND | {"tapped": False, "controlled": False}, True, {"107.5"}),
        ("702.10c with haste", Tap(), HASTY | {"tapped": False}, True, {"107.5", "702.10c", "602.5a"}),
        ("702.10c with haste, tapped", Tap(), HASTY | {"tapped": True}, False, {"107.5", "118.3"}),
        ("107.5 not known whether tapped", Tap(), LAND, None, {"107.5"}),
        ("302.6 not known whether a creature", Tap(), {"tapped": False, "controlled": False}, None, {"107.5", "302.6"}),
        ("302.6 not known how long it was here", Tap(), {"tapped": False, "creature": True}, None, {"107.5", "302.6"}),
        ("302.6 no whatever else is not known", Tap(), NEW_CREATURE, False, {"107.5", "302.6", "602.5a"}),
        ("107.5 tapped is enough for a no", Tap(), {"tapped": True}, False, {"107.5", "118.3"}),
        ("nothing known", Untap(), {}, None, {"107.6"}),
    ]
    for name, part, permanent, payable, rules in table:
        with subtests.test(name=name, part=part, permanent=permanent, payable=payable, rules=rules):
            check = check_parts([part], permanent=Permanent(**permanent))
            assert check.payable is payable, name
            assert set(check.parts[0].rules) == rules


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
def test_tapping_and_untapping_for_one_cost(
    name: str, parts: list[Part], tapped: bool | None, payable: list[bool], after: bool | None
) -> None:
    check = check_parts(parts, permanent=Permanent(tapped=tapped, creature=False))
    assert [part.payable for part in check.parts] == payable, name
    if all(payable):
        assert check.left is not None
        assert check.left.tapped is after
    else:
        assert check.left is None


def test_what_a_player_has(subtests: pytest.Subtests) -> None:
    table: list[Any] = [
        ("107.14 enough energy", Energy(2), {"energy": 3}, {}, True, "107.14"),
        ("107.14 just enough energy", Energy(2), {"energy": 2}, {}, True, "107.14"),
        ("107.14 too little energy", Energy(2), {"energy": 1}, {}, False, "107.14"),
        ("107.14 energy not known", Energy(2), {}, {}, None, "107.14"),
        ("107.17a enough tickets", Tickets(3), {"tickets": 3}, {}, True, "107.17a"),
        ("107.17a too few tickets", Tickets(3), {"tickets": 2, "energy": 9}, {}, False, "107.17a"),
        ("119.4 life enough", PayLife(2), {"life": 2}, {}, True, "119.4"),
        ("118.3 with 1 life a cost of 2 life can’t be paid", PayLife(2), {"life": 1}, {}, False, "119.4"),
        ("119.4 life not known", PayLife(2), {}, {}, None, "119.4"),
        ("119.4b 0 life at 0", PayLife(0), {"life": 0}, {}, True, "119.4b"),
        ("119.4b 0 life below 0", PayLife(0), {"life": -4}, {}, True, "119.4b"),
        ("119.4b 0 life, life not known", PayLife(0), {}, {}, True, "119.4b"),
        ("119.4 below 0", PayLife(1), {"life": -4}, {}, False, "119.4"),
        ("119.4 X life", PayLife(None, "X"), {"life": 5}, {"X": 5}, True, "119.4"),
        ("119.4 X life, too much", PayLife(None, "X"), {"life": 5}, {"X": 6}, False, "119.4"),
        ("119.4b X life, X not given", PayLife(None, "X"), {"life": 0}, {}, True, "119.4b"),
        ("in words", TextPart("Reveal your hand"), {"life": 20}, {}, None, "118.1"),
        ("in words, unknown", TextPart("Sacrifice a creature"), {"life": 20}, {}, None, "118.1"),
        ("in words, enough", TextPart("Sacrifice a creature"), {"there": {"sacrifice": 1}}, {}, True, "118.3"),
        ("in words, too few", TextPart("Discard X cards"), {"there": {"discard": 1}}, {"X": 2}, False, "118.3"),
    ]
    for name, part, player, values, payable, rule in table:
        with subtests.test(name=name, part=part, player=player, values=values, payable=payable, rule=rule):
            check = check_parts([part], player=Player(**player), values=values)
            assert check.payable is payable, name
            assert rule in check.parts[0].rules


def test_several_parts_take_from_one_life_total() -> None:
    check = check_parts([PayLife(2), PayLife(2)], player=Player(life=3))
    assert [part.payable for part in check.parts] == [True, False]
    assert check.payable is False


def test_life_paid_for_mana_counts() -> None:
    assert check_parts([PayLife(2)], player=Player(life=5), life_elsewhere=4).payable is False
    check = check_parts([PayLife(2)], player=Player(life=6), life_elsewhere=4)
    assert check.payable is True
    assert check.left is not None
    assert check.left.life == 0


def test_a_whole_cost_and_what_is_left() -> None:
    cost = read_cost("{2}{W}, {T}, Pay 2 life, {E}{E}: Draw a card.")
    check = check_parts(
        cost.parts,
        permanent=Permanent(tapped=False, creature=True, controlled=True),
        player=Player(life=20, energy=5, tickets=1),
    )
    assert check.payable is True
    assert check.left == Remaining(tapped=True, loyalty=None, life=18, energy=3, tickets=1)
    assert [part.part.text for part in check.parts] == ["{T}", "Pay 2 life", "{E}{E}"]


def test_a_part_in_words_leaves_the_whole_open() -> None:
    cost = read_cost("{T}, Sacrifice a creature: Draw a card.")
    open_check = check_parts(cost.parts, permanent=Permanent(tapped=False, creature=False))
    assert open_check.payable is None
    assert "unknown" in open_check.parts[1].sentence
    assert check_parts(cost.parts, permanent=Permanent(tapped=True)).payable is False


def test_a_loyalty_cost_with_the_counters_there() -> None:
    cost = read_cost("[-3]: Draw a card.")
    check = check_parts(cost.parts, permanent=Permanent(loyalty=5))
    assert check.payable is True
    assert check.left is not None
    assert check.left.loyalty == 2
    assert check_parts(cost.parts, permanent=Permanent(loyalty=2)).payable is False


def test_a_cost_without_such_parts_asks_for_nothing() -> None:
    check = check_parts([])
    assert check.payable is True
    assert check.loyalty is None


KNOWN = st.booleans()
UNKNOWN = st.none() | KNOWN


@given(UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, st.lists(st.sampled_from([Tap(), Untap()]), min_size=1, max_size=3))
def test_not_known_means_that_it_could_be_either(
    tapped: bool | None, creature: bool | None, haste: bool | None, controlled: bool | None, parts: list[Part]
) -> None:
    """What is said with something not known is what all ways of filling it in agree on."""
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
def test_all_life_is_payable_exactly_when_the_sum_is(amounts: list[int], life: int) -> None:
    parts: list[Part] = [PayLife(amount) for amount in amounts]
    check = check_parts(parts, player=Player(life=life))
    total = sum(amounts)
    assert check.payable is (total == 0 or total <= life)
    if check.payable:
        assert check.left is not None
        assert check.left.life == life - total
