"""Announcements: the rules' own examples, brute force, and numbers too large to list."""

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import islice, product
from math import comb, inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbols.engine.costs.slots import SLOTS, Amounts
from symbols.engine.costs.symbols import CHOICES, ManaSymbol
from symbols.engine.reading.reader import read_cost
from symbols.engine.ways.announcements import Announcements, announced
from tests.engine.strategies import choices, mana_symbols
from tests.shared import examples
from tests.tables import cases, rows

VALUES = {"X": 3, "Y": 2, "Z": 1}


def announcements(cost: str, values: Mapping[str, int] | None = None) -> Announcements:
    return Announcements(read_cost(cost).symbols, values)


def brute_force(symbols: Iterable[ManaSymbol], values: Mapping[str, int]) -> set[Amounts]:
    found = {Amounts()}
    for symbol in symbols:
        times = values.get(symbol.variable, 0) if symbol.variable else 1
        options = [Amounts({option.slot: option.amount * times}) for option in symbol.options]
        found = {held + option for held in found for option in options}
    return found


def test_rules_cases(subtests: pytest.Subtests) -> None:
    for cost, count, mana_value, rule in rows("announcements.txt", None):
        with subtests.test(cost=cost, count=count, mana_value=mana_value, rule=rule):
            read = read_cost(cost)
            ways = Announcements(read.symbols)
            listed = list(islice(ways, 2000))
            assert ways.count() == int(count), f"{rule}: {listed[:50]}"
            assert len(listed) == min(ways.count(), 2000)
            assert read.mana_value() == int(mana_value), rule


def test_example_of_107_4e() -> None:
    assert list(announcements("{G/W}{G/W}")) == [{"G": 2}, {"G": 1, "W": 1}, {"W": 2}]


def test_example_of_107_4f() -> None:
    assert list(announcements("{W/P}{W/P}")) == [{"W": 2}, {"W": 1, "life": 2}, {"life": 4}]


def test_generic_half_counts_two() -> None:
    ways = announcements("{1}{2/W}{2/W}{X}", VALUES)
    assert list(ways) == [{"generic": 4, "W": 2}, {"generic": 6, "W": 1}, {"generic": 8}]
    assert {"generic": 5, "W": 2} not in ways
    assert {"generic": 7, "W": 1} not in ways


TEN = "{W/U}{W/B/P}{2/R}{G/W}{B/G/P}{U/R}{R/P}{2/G}{C/B}{G/U}"


@pytest.mark.parametrize(("times", "count"), [(1, 1274), (2, 46_659), (10, 1_146_723_611)])
def test_ten_kinds_are_counted(times: int, count: int) -> None:
    assert announcements(TEN * times).count() == count


def test_all_thirty_five_kinds_are_counted() -> None:
    assert Announcements(CHOICES).count() == 3_192_336


def test_large_costs_are_listed_lazily() -> None:
    ways = announcements("{W/U}" * 200)
    assert ways.count() == 201
    assert len(list(ways)) == 201
    many = Announcements((CHOICES * 6)[:200])
    assert many.count() > 10**11
    assert len(list(islice(many, 50))) == 50
    assert next(iter(many)) in many


def test_no_mana_has_one_announcement() -> None:
    ways = Announcements(())
    assert list(ways) == [{}]
    assert ways.count() == 1
    assert {} in ways
    assert {"W": 1} not in ways
    assert bool(ways)


def test_halves_and_infinity_stay_exact() -> None:
    assert list(announcements("{½}{½}{½}{HW}")) == [{"generic": Fraction(3, 2), "W": Fraction(1, 2)}]
    ways = announcements("{∞}{2/W}{W/U}")
    assert ways.count() == 4
    assert set(ways) == brute_force(ways.symbols, {})
    assert {"generic": inf, "W": 1} in ways
    assert {"generic": inf, "W": 3} not in ways
    assert {"generic": 7, "W": 1} not in ways


def test_other_values_are_no_announcements(subtests: pytest.Subtests) -> None:
    for stranger in [
        None,
        7,
        "W",
        {"W": nan, "U": 1},
        {"W": 0.5, "U": 1.5},
        {"W": "2"},
        {"V": 1, "W": 2},
        {"W": 3, "U": -1},
    ]:
        with subtests.test(stranger=stranger):
            assert stranger not in announcements("{W/U}{W/U}")


def test_zeros_are_ignored_in_membership() -> None:
    assert {"W": 2, "U": 0, "life": 0} in announcements("{W/U}{W/U}")


def test_announcements_as_symbols(subtests: pytest.Subtests) -> None:
    for cost, values, written in cases("engine/announced", "each_announcement"):
        with subtests.test(cost=cost, values=values, written=written):
            ways = Announcements(read_cost(cost).symbols, values)
            found = [announced(ways, amounts) for amounts in ways]
            assert sorted(f"{each} +{each.life}" for each in found) == sorted(written)


def test_total_mana_excludes_life() -> None:
    assert Amounts().mana == 0
    assert Amounts([("W", 1), ("generic", 2), ("snow", 3), ("life", 4)]).mana == 6
    assert Amounts([("W", Fraction(1, 2)), ("C", 1)]).mana == Fraction(3, 2)
    assert Amounts([("generic", inf)]).mana == inf


@examples(100)
@given(st.lists(choices | mana_symbols, max_size=8))
def test_listing_matches_brute_force(symbols: list[ManaSymbol]) -> None:
    ways = Announcements(symbols, VALUES)
    expected = brute_force(symbols, VALUES)
    listed = list(ways)
    assert ways.count() == len(listed) == len(expected), Counter(map(str, symbols))
    assert set(listed) == expected
    keys = [(each.get("life", 0), each.get("generic", 0)) for each in listed]
    assert keys == sorted(keys)


@examples(50)
@given(st.lists(choices | mana_symbols, min_size=1, max_size=7), st.data())
def test_membership_matches_brute_force(symbols: list[ManaSymbol], data: st.DataObject) -> None:
    ways = Announcements(symbols, VALUES)
    expected = brute_force(symbols, VALUES)
    near = data.draw(st.sampled_from(sorted(expected, key=repr)))
    moved = data.draw(st.dictionaries(st.sampled_from(SLOTS), st.sampled_from([-2, -1, 1, 2]), max_size=3))
    asked = near + moved
    assert (asked in ways) == (asked in expected)
    shuffled = data.draw(st.permutations(symbols))
    assert list(Announcements(shuffled, VALUES)) == list(ways)


@examples(20)
@given(st.lists(choices, min_size=1, max_size=4, unique=True), st.randoms(use_true_random=False))
def test_count_matches_postnikovs_theorem(kinds: list[ManaSymbol], rng: random.Random) -> None:
    """Multiplicities far beyond brute force, few enough kinds for the theorem as it is printed."""
    numbers = {kind: rng.randrange(1, 50) for kind in kinds}
    sets = {frozenset[str](option.slot for option in kind.options): numbers[kind] for kind in kinds}
    slots = frozenset[str]().union(*sets)
    # The theorem counts a polytope less a simplex; that simplex put back is one more kind, once.
    whole = sets.pop(slots, 0)
    sets[slots] = whole + 1
    symbols = [kind for kind, number in numbers.items() for _ in range(number)]
    assert Announcements(symbols).count() == trimmed_points(sets, len(slots))


def trimmed_points(sets: Mapping[frozenset[str], int], size: int) -> int:
    """Points of a sum of simplices less one whole simplex: theorem 11.3 as printed."""
    total = 0
    names = list(sets)
    for sequence in product(*(range(len(name)) for name in names)):
        if sum(sequence) != size - 1 or not is_draconian(names, sequence):
            continue
        weight = 1
        for name, number in zip(names, sequence, strict=True):
            weight *= comb(sets[name] + number - 1, number)
        total += weight
    return total


def is_draconian(names: list[frozenset[str]], sequence: tuple[int, ...]) -> bool:
    for mask in range(1, 1 << len(names)):
        some = [place for place in range(len(names)) if mask >> place & 1]
        union = frozenset[str]().union(*(names[place] for place in some))
        if len(union) < sum(sequence[place] for place in some) + 1:
            return False
    return True
