"""Paying from sources against brute force: each order of abilities, all mana that could pay for them, and a pool."""

from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbols.engine import CheckRequest, EngineError, Pool, read_cost
from symbols.engine.costs.slots import MANA_TYPES
from symbols.engine.paying.pool_result import PoolResult
from symbols.engine.sources import Source, SourcesResult, read_sources
from symbols.engine.totals.changes import CostChanges, CostToPay
from tests.shared import examples

Counts = tuple[int, ...]

FREE = ["{T}: {W}", "{T}: {U}", "{T}: {B} or {R}", "any", "{C}{C}", "Sacrifice: any", "{T}, Pay 1 life: {W} or {U}"]
COSTLY = [
    "{1}, {T}: {R}{W}",
    "{W/U}, {T}: {W}{W} or {W}{U} or {U}{U}",
    "{1}, {T}: any",
    "{R}, {T}: {G}{G}{G}",
    "{1}: {R} or {W}",
    "{G}, Pay 1 life: any",
]
PAINFUL = ["{T}: {W} or {U}. It deals 1 damage to you."]
COSTS = ["{W}", "{U}", "{R}", "{G}", "{1}", "{2}", "{W/U}", "{2/W}", "{W/P}", "{G/U/P}", "{C}"]


def payments(counts: Counts, cost: str) -> Iterator[Counts]:
    """What remains of some mana after each way to pay for an ability."""
    symbols = read_cost(cost).symbols if cost else ()

    def pay(place: int, left: Counts) -> Iterator[Counts]:
        if place == len(symbols):
            yield left
            return
        symbol = symbols[place]
        slots = {option.slot for option in symbol.options}
        for at, name in enumerate(MANA_TYPES):
            if left[at] and (name in slots or "generic" in slots):
                yield from pay(place + 1, (*left[:at], left[at] - 1, *left[at + 1 :]))

    return pay(0, counts)


def brute_force(to_pay: CostToPay, pool: Pool, sources: tuple[Source, ...]) -> tuple[int, int, int] | None:
    """Least life, then damage, then number of sources; None if nothing pays."""
    each = [source for source in sources for _ in range(source.count)]
    best: list[tuple[int, int, int]] = []
    seen = set()

    @cache
    def life_for(counts: Counts, life: int) -> int | None:
        payment = PoolResult(to_pay, Pool(counts, life=life)).payment  # type: ignore[arg-type]
        return payment.life if payment else None

    def go(counts: Counts, used: int, life: int, pain: int) -> None:
        if (counts, used, life, pain) in seen:
            return
        seen.add((counts, used, life, pain))
        paid = life_for(counts, pool.life - life)
        if paid is not None:
            best.append((life + paid, pain, used.bit_count()))
        for place, source in enumerate(each):
            if used >> place & 1:
                continue
            for ability in source.abilities:
                if life + ability.life > pool.life:
                    continue
                for left in set(payments(counts, "".join(map(str, ability.cost.symbols)))):
                    for made in ability.makes:
                        more = tuple(left[at] + made.count(name) for at, name in enumerate(MANA_TYPES))
                        now = used | 1 << place if ability.is_once else used
                        go(more, now, life + ability.life, pain + ability.damage)

    go(pool.mana, 0, 0, 0)
    return min(best, default=None)


@pytest.mark.slow
@given(
    st.lists(st.sampled_from(COSTS), min_size=1, max_size=4),
    st.lists(st.sampled_from(FREE), max_size=3),
    st.lists(st.sampled_from(COSTLY), max_size=2),
    st.lists(st.sampled_from(PAINFUL), max_size=1),
    st.sampled_from(["", "{W}", "{C}", "{R}{U}"]),
    st.sampled_from([0, 1, 2, 20]),
)
@examples(150)
def test_plan_matches_brute_force(
    cost: list[str], free: list[str], costly: list[str], painful: list[str], at_hand: str, life: int
) -> None:
    to_pay = CostToPay(read_cost("".join(cost)), CostChanges(), {})
    pool = Pool.of_costs(read_cost(at_hand) if at_hand else None, life=life)
    sources = read_sources([*free, *costly, *painful])
    result, expected = SourcesResult(to_pay, pool, sources), brute_force(to_pay, pool, sources)
    assert result.payable is (expected is not None)
    if expected and result.plan and result.payment:
        found = (
            result.plan.life + result.payment.life,
            sum(step.damage for step in result.plan.steps),
            sum(1 for step in result.plan.steps if step.verb != "Use"),
        )
        assert found == expected


@pytest.mark.slow
@given(st.lists(st.sampled_from(FREE[:6]), max_size=3), st.lists(st.sampled_from(COSTLY[:2]), max_size=2))
@examples(60)
def test_greatest_x_with_sources_matches_brute_force(free: list[str], costly: list[str]) -> None:
    sources, pool = read_sources([*free, *costly]), Pool.of_costs(None, life=0)

    def payable(x: int) -> bool:
        return brute_force(CostToPay(read_cost("{X}{W}"), CostChanges(), {"X": x}), pool, sources) is not None

    found = SourcesResult(CostToPay(read_cost("{X}{W}"), CostChanges(), {}), pool, sources).greatest_x()
    assert found == max(filter(payable, range(12)), default=None)


@pytest.mark.slow
@given(
    st.lists(st.sampled_from(COSTS), min_size=1, max_size=6),
    st.lists(st.sampled_from(FREE), max_size=3),
    st.lists(st.sampled_from(COSTLY), max_size=2),
)
@examples(60)
def test_source_shortfall_is_minimal(cost: list[str], free: list[str], costly: list[str]) -> None:
    pool, sources = Pool.of_costs(None, life=0), read_sources([*free, *costly])

    def pays(symbols: list[str]) -> bool:
        return brute_force(CostToPay(read_cost("".join(symbols)), CostChanges(), {}), pool, sources) is not None

    result = SourcesResult(CostToPay(read_cost("".join(cost)), CostChanges(), {}), pool, sources)
    if result.shortfall:
        short = [str(each.symbol) for each in result.shortfall.symbols]
        assert short
        assert not pays(short)
        assert all(pays([*short[:place], *short[place + 1 :]]) for place in range(len(short)) if len(short) > 1)


LANDS = {"W": "Plains", "U": "Island", "B": "Swamp", "R": "Mountain", "G": "Forest", "C": "Wastes"}
SYMBOLS = ["{W}", "{B}", "{1}", "{2}", "{W/U}", "{2/B}", "{W/P}", "{G/U/P}", "{X}", "{C}"]
OPTIONS = {
    "x": ["0", "1", "3"],
    "life": ["0", "1", "2", "20"],
    "reduce": ["{1}", "{W}", "{2} least 1", "{W/U}", "{2} colored"],
    "increase": ["{1}", "{B}"],
    "minimum": ["1", "3"],
    "convoke": ["{W}{G}", "{C}"],
    "delve": ["2"],
    "improvise": ["1"],
    "assist": ["1"],
    "life_for": ["B", "W"],
    "x_only": ["B", "WU"],
    "spend": ["any color", "any type"],
    "kicker": ["{1}{W}"],
}


Facts = tuple[bool | None, int | None, int | None]
"""Whether it can be paid, the greatest X, and the life that is paid."""


def check(given: dict[str, str]) -> Facts | str:
    try:
        result = CheckRequest.parse(given).check()
        found = result.payable, result.max_x, result.payment.life if result.payment else None
    except EngineError as error:
        return error.code
    return found


@pytest.mark.slow
@given(
    st.lists(st.sampled_from(SYMBOLS), min_size=1, max_size=5),
    st.lists(st.sampled_from(list(LANDS)), min_size=1, max_size=5),
    st.dictionaries(st.sampled_from(list(OPTIONS)), st.integers(0, 4), max_size=3),
)
@examples(400)
def test_lands_pay_like_their_mana(cost: list[str], mana: list[str], picked: dict[str, int]) -> None:
    options = {key: OPTIONS[key][place % len(OPTIONS[key])] for key, place in picked.items()}
    asked = {"cost": "".join(cost), **options}
    by_lands = check({**asked, "sources": ", ".join(LANDS[name] for name in mana)})
    by_pool = check({**asked, "pool": "".join(mana)})
    if by_lands in ("too_many_ways", "not_together"):
        return
    assert by_lands == by_pool
