"""Waterbend costs, against brute force: announcing {2/W} decides how much waterbending can pay."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

import pytest

from symbols.engine.costs.cost import Cost
from symbols.engine.costs.symbols import mana_symbol
from symbols.engine.errors import TooLarge
from symbols.engine.paying.others import OtherPayers
from symbols.engine.paying.pool import Pool
from symbols.engine.paying.pool_result import PoolResult
from symbols.engine.request import CheckRequest
from symbols.engine.totals.changes import CostChanges, CostToPay

Needs = tuple[tuple[str, bool], ...]
"""Mana to pay, one by one: a slot, or `X`; and whether it is of the waterbend cost."""


class Spent(NamedTuple):
    life: int
    waterbending: int
    mana: int

    @property
    def sort_key(self) -> tuple[int, int, int]:
        return self.life, self.waterbending + self.mana, self.waterbending


@dataclass(frozen=True)
class Spell:
    """Cost with a waterbend cost added to it, and everything to pay with."""

    cost: tuple[str, ...]
    bent: tuple[str, ...]
    mana: str = ""
    waterbend: int = 2
    x: int = 0
    x_only: str = ""
    life_for: str = ""
    life: int = 20
    off: tuple[str, ...] = ()
    minimum: int = 0

    @property
    def codes(self) -> tuple[str, ...]:
        return self.cost + self.bent

    def answer(self) -> PoolResult:
        reductions = tuple(_cost(code) for code in self.off)
        bent = replace(_cost(*self.bent), label="Waterbend")
        changes = CostChanges(additional=(bent,), reductions=reductions, minimum=self.minimum)
        others = OtherPayers(waterbend=self.waterbend, x_only=tuple(self.x_only), life_for=tuple(self.life_for))  # type: ignore[arg-type]
        pool = Pool.holding(Counter(self.mana), Counter(), self.life, "as it is", others)  # type: ignore[arg-type]
        return PoolResult(CostToPay(_cost(*self.cost), changes, {"X": self.x}), pool)

    def announced(self, places: tuple[int, ...] | None = None) -> Iterator[tuple[Needs, int]]:
        """Announcements of the symbols at some places, or all: the mana, and the life."""
        options: list[list[tuple[Needs, int]]] = []
        for place in range(len(self.codes)) if places is None else places:
            symbol, bent = mana_symbol(self.codes[place]), place >= len(self.cost)
            options.append(
                [
                    ((), 2)
                    if option.slot == "life"
                    else (
                        (("X", bent),) * self.x if symbol.variable else ((option.slot, bent),) * int(option.amount),
                        0,
                    )
                    for option in symbol.options
                ]
            )
        for chosen in product(*options):
            yield tuple(need for needs, _ in chosen for need in needs), sum(life for _, life in chosen)

    def payments(self, needs: Needs, life: int) -> Iterator["Spent"]:
        """Whichever generic mana the reductions take off."""
        fill = (("generic", False),)
        for left in _reduced(needs, self.off) if life <= self.life else ():
            needs = left + fill * (self.minimum - len(left))
            lives = (self.life - life) // 2
            for spent in _payments(needs, self.mana, self.waterbend, self.x_only, self.life_for, lives):
                yield Spent(life + spent.life, spent.waterbending, spent.mana)

    def can_pay(self, needs: Needs, life: int) -> bool:
        return next(self.payments(needs, life), None) is not None

    def is_payable(self, places: tuple[int, ...] | None = None) -> bool:
        return any(self.can_pay(*way) for way in self.announced(places))


def _cost(*codes: str) -> Cost:
    return Cost.of([mana_symbol(code) for code in codes])


@cache
def _reduced(needs: Needs, off: tuple[str, ...]) -> set[Needs]:
    """What reductions can leave, in any order."""
    found = set() if off else {needs}
    for place, code in enumerate(off):
        for option in mana_symbol(code).options:
            some = {needs}
            for _ in range(int(option.amount)):
                some = set().union(*(_one_off(each, option.slot) for each in some))
            found |= set().union(*(_reduced(each, off[:place] + off[place + 1 :]) for each in some))
    return found


def _one_off(needs: Needs, slot: str) -> set[Needs]:
    """Without one mana of a color, else without one generic mana."""
    own = [place for place, (need, _) in enumerate(needs) if need == slot != "generic"]
    gone = own or [place for place, (need, _) in enumerate(needs) if need in ("generic", "X")]
    return {needs[:place] + needs[place + 1 :] for place in gone} or {needs}


@cache
def _payments(needs: Needs, mana: str, waterbend: int, x_only: str, life_for: str, lives: int) -> frozenset[Spent]:
    if not needs:
        return frozenset([Spent(0, 0, 0)])
    (need, bent), rest = needs[0], needs[1:]
    found: set[Spent] = set()
    if lives and need in life_for:
        found |= {
            each._replace(life=each.life + 2) for each in _payments(rest, mana, waterbend, x_only, life_for, lives - 1)
        }
    if bent and waterbend and need in ("generic", "X"):
        found |= {
            each._replace(waterbending=each.waterbending + 1)
            for each in _payments(rest, mana, waterbend - 1, x_only, life_for, lives)
        }
    for name in set(mana):
        if (name in (x_only or name)) if need == "X" else need in ("generic", name):
            found |= {
                each._replace(mana=each.mana + 1)
                for each in _payments(rest, mana.replace(name, "", 1), waterbend, x_only, life_for, lives)
            }
    return frozenset(found)


@pytest.mark.slow
def test_waterbending_depends_on_announcements(subtests: pytest.Subtests) -> None:
    for cost in [("U",), ("2/W",), ("X", "1")]:
        for bent in [("2/W",), ("2/W", "1"), ("2/W", "2/W"), ("2/W", "2/U"), ("W/P", "2/W"), ("X", "2/W")]:
            for means in [{}, {"x_only": "B"}, {"life_for": "W", "life": 3, "off": ("1",)}, {"minimum": 5, "life": 1}]:
                with subtests.test(cost=cost, bent=bent, means=means):
                    for mana, waterbend, x in product(
                        ("U", "WU", "UU", "UUB"), (1, 2, 4), (0, 2) if "X" in cost + bent else (0,)
                    ):
                        compare(Spell(cost, bent, mana, waterbend, x, **means))  # type: ignore[arg-type]


@pytest.mark.parametrize("cost", [("1",), ("3",), ("U", "U"), ("2", "U"), ("2", "2")], ids=str)
def test_waterbending_pays_only_for_the_waterbend_cost(cost: tuple[str, ...]) -> None:
    for bent, mana, waterbend in product(("1", "2", "4"), ("", "U", "UU", "UUU"), (0, 1, 3, 9)):
        compare(Spell(cost, (bent,), mana, waterbend))


@pytest.mark.slow
@pytest.mark.parametrize("cost", [("X",), ("X", "1"), ("X", "U"), ("1",), ("U",)], ids=str)
@pytest.mark.parametrize("bent", [("1",), ("X",), ("X", "2")], ids=str)
@pytest.mark.parametrize("minimum", [0, 4])
def test_waterbending_pays_no_x_outside_the_waterbend_cost(
    cost: tuple[str, ...], bent: tuple[str, ...], minimum: int
) -> None:
    for mana, only, waterbend in product(("", "U", "B", "UB", "UUB"), ("B", "BU"), (1, 3)):
        spell = Spell(cost, bent, mana, waterbend, x_only=only, minimum=minimum)
        for x in range(3):
            compare(replace(spell, x=x))
        if "X" in spell.codes:
            greatest = max((x for x in range(8) if replace(spell, x=x).is_payable()), default=None)
            assert spell.answer().max_x == greatest


def test_minimum_is_not_paid_by_waterbending(subtests: pytest.Subtests) -> None:
    for cost, bent in [(("W", "1"), ("2",)), (("2/W",), ("X", "1")), (("X",), ("W/P", "2"))]:
        for means in [
            {"off": ("1",), "minimum": 4},
            {"off": ("2",), "minimum": 3, "x_only": "B"},
            {"off": ("W",), "minimum": 3, "life": 3},
            {"off": ("W", "1"), "minimum": 4, "life_for": "W", "life": 2},
            {"off": ("2/W",), "minimum": 4},
        ]:
            with subtests.test(cost=cost, bent=bent, means=means):
                for mana, waterbend, x in product(("WU", "UUB"), (1, 3), (0, 2) if "X" in cost + bent else (0,)):
                    compare(Spell(cost, bent, mana, waterbend, x, **means))  # type: ignore[arg-type]


def test_reductions_leave_waterbend_costs(subtests: pytest.Subtests) -> None:
    for spell in [
        Spell(("W",), ("X",), "U", 1, 2, life_for="W", life=2, off=("2/W",), minimum=3),
        Spell(("X",), ("1",), "B", 1, 2, x_only="B", off=("W",)),
        Spell(("1",), ("X", "2/U"), "", 5, 3, x_only="W", off=("2",)),
        Spell(("U",), ("2/W", "2/U"), "U", 4, off=("2/W",), minimum=4),
    ]:
        with subtests.test(spell=spell):
            compare(spell)


def compare(spell: Spell) -> None:
    answer = spell.answer()
    assert answer.payable == spell.is_payable(), spell
    payable = {_amounts(needs, life) for needs, life in spell.announced() if spell.can_pay(needs, life)}
    assert answer.payable_announcements == len(payable), spell
    if answer.payment:
        waterbending = sum(other.count for other in answer.payment.others)
        spent = Spent(answer.payment.life, waterbending, sum(mana.count for mana in answer.payment.mana))
        best = min((each for way in spell.announced() for each in spell.payments(*way)), key=lambda each: each.sort_key)
        assert spent == best, spell
    for line in answer.payment.symbols if answer.payment else ():
        assert line.paid.waterbent or not line.others, spell
        if line.paid.symbol.variable and spell.x_only:
            assert all(mana.type in spell.x_only for mana in line.mana), spell
        there = (
            sum(mana.count for mana in line.mana)
            + sum(other.count for other in line.others)
            + line.reduced
            + line.life / 2
        )
        assert there == (line.announced.amount if line.announced.slot != "life" else 1), spell
    assert not (answer.payment and answer.payment.minimum_others), spell
    if answer.shortfall and not (spell.off or spell.minimum):
        places = range(len(spell.codes))
        sets = (some for size in range(1, len(places) + 1) for some in combinations(places, size))
        smallest = next(some for some in sets if not spell.is_payable(some))
        assert len(answer.shortfall.symbols) == len(smallest), spell


def _amounts(needs: Needs, life: int) -> tuple[tuple[str, ...], int]:
    return tuple(sorted("generic" if need == "X" else need for need, _ in needs)), life


def test_waterbending_pays_generic_halves(subtests: pytest.Subtests) -> None:
    for spell, ways in [
        (Spell(("U",), ("2/W",), "U"), 1),
        (Spell(("U",), ("2/W",), "UW", waterbend=0), 1),
        (Spell(("U",), ("2/W",), "UW"), 2),
        (Spell(("U",), ("2/W",), "U", waterbend=1), 0),
        (Spell(("2/W",), ("2/W",), "UU"), 1),
        (Spell(("2/W",), ("2/W",), "W"), 1),
        (Spell(("2/W",), ("2/W",), "", waterbend=4), 0),
        (Spell(("1",), ("2/W",), "", waterbend=4), 0),
        (Spell(("U",), ("2/W", "2/W", "2/W"), "UW", waterbend=4), 1),
    ]:
        with subtests.test(spell=spell, ways=ways):
            answer = spell.answer()
            assert answer.payable == bool(ways)
            assert answer.payable_announcements == ways


def test_too_many_announcements_are_refused() -> None:
    hybrids = [f"2/{color}" for color in "WUBRG"] * 3
    with pytest.raises(TooLarge):
        Spell(("U",), tuple(hybrids), "U").answer().payable  # noqa: B018 - asked for its error


def test_hybrids_of_several_waterbend_costs() -> None:
    asked = {"cost": "{U}, Waterbend {2/W}", "additional": "Waterbend {2/W}", "pool": "UW", "waterbend": "2"}
    result = CheckRequest.parse(asked).check()
    assert [result.pays_announced(way) for way in result.announcements] == [True, True]


def test_minimum_counts_waterbending(subtests: pytest.Subtests) -> None:
    for off, available in [((), 3), (("1",), 2), (("2",), 1), (("W",), 2)]:
        with subtests.test(off=off, available=available):
            short = Spell(("U",), ("2/W",), "U", waterbend=4, minimum=5, off=off).answer().shortfall
            assert short is not None
            assert (short.reason, short.needed, short.available) == ("minimum", 5, available)


def test_greater_x_is_reduced_instead_of_waterbend_costs() -> None:
    spell = Spell(("X",), ("2",), "UU", waterbend=2, off=("2",), minimum=4)
    assert spell.answer().greatest_x() == max(x for x in range(6) if replace(spell, x=x).is_payable())
    assert not spell.is_payable()
