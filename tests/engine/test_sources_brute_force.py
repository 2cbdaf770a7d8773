"""Paying from sources agrees with trying everything: each order of abilities, and all mana that could pay for them."""

from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbols.engine import Pool, read_cost
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
    """Yield what is left of some mana after each way to pay for an ability."""
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
    """Return the least life, then damage, then number of sources; None if nothing pays."""
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
                        go(more, now, life + ability.life, pain + ability.pain)

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
            sum(step.pain for step in result.plan.steps),
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
