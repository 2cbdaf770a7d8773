"""The least mana that would make a cost payable, by search, and what is missing for one announcement."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain, combinations_with_replacement, count, islice

from symbols.engine import NO_CHANGES, CheckResult, Pool
from symbols.engine.costs import MANA_NAMES, MANA_TYPES, Amounts
from symbols.engine.paying import Payment

# Limits of the search: candidate sets, and comparisons in total. Beyond them there is no answer.
_MOST_TRIED = 250
_MOST_COMPARISONS = 80_000
_PLENTY = 10_000
_SNOW = "S"


@dataclass(frozen=True, slots=True)
class MissingMana:
    """The least mana missing from a pool.

    Attributes:
        pips: generic mana first: `{3}{G}`.
        any_type: the type that stands for generic mana in `payment`, if any.
        added: missing mana by type, `S` for snow mana.
    """

    pips: str
    any_type: str | None
    payment: Payment
    added: Mapping[str, int]


def missing_mana(result: CheckResult) -> MissingMana | None:
    """The least missing mana, as much of it generic as possible.

    None if the pool suffices, if mana doesn't help, or if the search would take too long.
    """
    pool, pool_result = result.pool, result.pool_result
    if pool is None or pool_result is None or pool_result.payable or pool.as_though != "as it is":
        return None
    shortfall = pool_result.shortfall
    if shortfall is None or shortfall.reason not in ("types", "amount", "minimum"):
        return None
    entries = [entry.symbol for entry in result.to_pay.symbols]
    asked = {option.slot for symbol in (*entries, *result.to_pay.reductions) for option in symbol.options}
    # Mana of a type that no symbol asks for can only pay for generic mana.
    any_type = next((name for name in MANA_TYPES if name not in asked), None)
    kinds = [*((any_type,) if any_type else ()), *(name for name in MANA_TYPES if name in asked)]
    kinds += [_SNOW] if "snow" in asked and any_type else []

    paying = pool_result.with_pool
    most_asked = _MOST_COMPARISONS // pool_result.work
    if most_asked < len(kinds) * _PLENTY.bit_length():
        return None

    def payable(added: Counter[str]) -> bool:
        return paying(_pool_with(pool, added, any_type)).payable

    plenty = Counter(dict.fromkeys(kinds, _PLENTY))
    if not payable(plenty):
        return None
    needed: Counter[str] = Counter()
    for kind in kinds:
        if not payable(Counter({**plenty, kind: 0})):
            enough = bisect_left(range(1, _PLENTY), 1, key=lambda n: payable(Counter({**plenty, kind: n})))
            needed[kind] = 1 + enough
    # One added mana covers at most two missing ones, as one W replaces two generic mana for {2/W}.
    lacking = (shortfall.needed - shortfall.available + 1) // 2 - needed.total()
    sets = chain.from_iterable(combinations_with_replacement(kinds, size) for size in count(max(0, lacking)))
    for more in islice(sets, min(_MOST_TRIED, most_asked)):
        added = needed + Counter(more)
        if payment := paying(_pool_with(pool, added, any_type)).payment:
            missing = dict(added)
            generic = added.pop(any_type, 0) if any_type else 0
            pips = "".join(f"{{{kind}}}" * added[kind] for kind in kinds)
            return MissingMana((f"{{{generic}}}" if generic else "") + pips, any_type, payment, missing)
    return None


def short_for(result: CheckResult, way: Amounts) -> str:
    """What a pool lacks for one announcement: "1 white, 2 mana short".

    Empty if it lacks nothing, or if not only mana matters: with changes to the cost, snow, or other means.
    """
    pool = result.pool
    plain = pool and not result.sources and pool.others == Pool().others and pool.as_though == "as it is"
    if pool is None or not plain or result.failing or result.to_pay.changes != NO_CHANGES or way.get("snow"):
        return ""
    if result.to_pay.unpayable or result.to_pay.outside_rules:
        return ""
    asked = {name: int(way.get(name, 0)) for name in MANA_TYPES}
    there = dict(zip(MANA_TYPES, pool.mana, strict=True))
    lacking = {MANA_NAMES[name]: max(0, asked[name] - there[name]) for name in MANA_TYPES}
    left = sum(max(0, there[name] - asked[name]) for name in MANA_TYPES)
    lacking["mana"] = max(0, int(way.get("generic", 0)) - left)
    life = int(way.get("life", 0)) + result.to_pay.life
    lacking["life"] = max(0, life - pool.life) if life else 0
    named = ", ".join(f"{number:,} {name}" for name, number in lacking.items() if number)
    return f"{named} short" if named else ""


def _pool_with(pool: Pool, added: Counter[str], any_type: str | None) -> Pool:
    """The pool with mana added. Snow mana is of the type that nothing asks for."""
    snowy = added[_SNOW]
    more = {name: snowy if name == any_type else 0 for name in MANA_TYPES}
    mana = {name: have + added[name] + more[name] for name, have in zip(MANA_TYPES, pool.mana, strict=True)}
    snow = {name: have + more[name] for name, have in zip(MANA_TYPES, pool.snow, strict=True)}
    return Pool.holding(mana, snow, pool.life, pool.as_though, pool.others)
