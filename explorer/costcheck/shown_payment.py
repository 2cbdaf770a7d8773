"""A payment for templates: mana flowing to symbols, or the symbols that can't be paid."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby
from operator import itemgetter

from django.utils.safestring import SafeString

from explorer.citations import Citations, FoundRule
from explorer.costcheck.check import CitedFact, MissingMana, deciding_rules, missing_mana, source_among
from explorer.costcheck.shown_sources import ShownSource, ShownTable, show_table, sources_under
from symbols.engine import CheckResult, Pool
from symbols.engine.abilities import CheckedPart
from symbols.engine.costs import MANA_TYPES, PayLife
from symbols.engine.paying import Helper, Mana, Payment, SymbolPayment
from symbols.engine.sources import Plan, SourcesResult

# More mana of one kind is drawn as one pip with a number.
MOST_DRAWN = 6
# More symbols are drawn in runs of equal ones.
MOST_COLUMNS = 12


@dataclass(frozen=True, slots=True)
class Spent:
    pips: str
    times: str
    snow: bool


@dataclass(frozen=True, slots=True)
class SpentOther:
    """Creatures, artifacts or cards of one kind: colors as pips, and the number in words."""

    pips: str
    words: str


@dataclass(frozen=True, slots=True)
class Flow:
    """What pays for a run of equal symbols: mana, other things, life, or a reduction.

    `missing` is missing mana; `is_short` if nothing pays.
    """

    mana: Sequence[Spent]
    others: Sequence[SpentOther]
    life: str
    reduced: str
    symbols: str
    times: str
    of: str
    missing: Sequence[Spent]
    sources: Sequence[ShownSource] = ()
    is_short: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Adjacent flows; `source` makes the mana of several."""

    flows: Sequence[Flow]
    source: ShownSource | None


@dataclass(frozen=True, slots=True)
class PartColumn:
    """A cost other than mana.

    Attributes:
        payable: None if unknown.
        of: its origin, such as an additional cost; empty for the cost itself.
        sentence: how it is paid.
    """

    text: str
    payable: bool | None
    of: str
    sentence: str

    @property
    def is_symbol(self) -> bool:
        return self.text.startswith(("{", "["))


@dataclass(frozen=True, slots=True)
class ShownPayment:
    """One payment, or why there is none.

    Attributes:
        spent: all spent mana.
        minimum: extra mana spent to meet a minimum (Trinisphere).
        life: life total before and after, if any is paid.
        ways: how many of the announcements (`of`) can be paid.
        missing: the least missing mana, as pips; `missing_mana` as letters for a pool.
        cited_from: date of the first cited rule that the edition lacks.
        deciding: the rule behind the verdict, if loaded.
    """

    payable: bool
    pool: bool
    groups: Sequence[Group]
    parts: Sequence[PartColumn]
    table: ShownTable
    spent: Sequence[Spent]
    minimum: Sequence[Spent]
    minimum_others: Sequence[SpentOther]
    life: tuple[str, str] | None
    left: Sequence[Spent]
    left_others: Sequence[SpentOther]
    ways: str
    of: str
    missing: str
    missing_mana: str
    cites: SafeString
    cited_from: date | None
    deciding: FoundRule | None


def show_payment(result: CheckResult, facts: Sequence[CitedFact], citations: Citations) -> ShownPayment | None:
    """None without anything to pay with. `facts` have the edition's rules for the verdict."""
    if result.payable is None:
        return None
    pool_result = result.pool_result
    payment = pool_result.payment if pool_result else None
    count = pool_result.payable_announcements if pool_result else None
    rules = [source_among(facts, rule) for rule in deciding_rules(result)[:1]]
    found = [rule for rule in map(citations.get, rules) if rule]
    left = payment.left if payment else None
    missing = None if result.failing else missing_mana(result)
    return ShownPayment(
        payable=result.payable,
        pool=pool_result is not None,
        groups=_grouped(_flows_of(result, missing)),
        parts=[_part(part) for part in result.parts if not isinstance(part.paid.part, PayLife)],
        table=show_table(result),
        spent=_spent(payment.mana) if payment else (),
        minimum=_spent(payment.minimum) if payment else (),
        minimum_others=_others(payment.minimum_others) if payment else (),
        life=(f"{payment.pool.life:,}", f"{left.life:,}") if payment and left and payment.life else None,
        left=_pool(left) if left else (),
        left_others=_others(each for each, _ in left.others.units) if left else (),
        ways="" if count is None else f"{count:,}",
        of=f"{result.totals.announcements.count():,}",
        missing=missing.pips if missing else "",
        missing_mana=_letters(missing.pips) if missing else "",
        cites=citations.links(rules),
        cited_from=next((rule.date for rule in found if rule.absence), None),
        deciding=next(iter(found), None),
    )


def _box_of(flow: Flow) -> ShownSource | None:
    """The only source that pays for a symbol."""
    box = flow.sources[0] if len(flow.sources) == 1 else None
    return replace(box, pips="") if box and box.name else None


def _part(part: CheckedPart) -> PartColumn:
    of = "" if part.paid.source == "cost" else part.paid.source
    return PartColumn(part.text, part.payable, of, part.check.sentence if part.payable else "")


def _letters(pips: str) -> str:
    """`{2}{R}` -> `CCR`, mana to add to a pool."""
    found = ""
    for code in re.findall(r"\{([^{}]+)\}", pips):
        found += "C" * int(code) if code.isdigit() else code
    return found


def _flows_of(result: CheckResult, missing: MissingMana | None) -> list[Flow]:
    """The payment; else the best partial payment, or the missing mana."""
    pool_result = result.pool_result
    if payment := result.payment:
        return _flows(payment, result, plan=result.plan)
    if isinstance(pool_result, SourcesResult):
        symbols = pool_result.shortfall.symbols if pool_result.shortfall else ()
        short = [Flow((), (), "", "", str(each.symbol), "", "", (), is_short=True) for each in symbols[-1:]]
        if (nearly := pool_result.nearly) and nearly.payment:
            return [*_flows(nearly.payment, result, plan=nearly.plan), *short]
        return short if len(symbols) == 1 and symbols[0].symbol.kind != "generic" else []
    return _flows(missing.payment, result, missing) if missing else []


def _flows(
    payment: Payment, result: CheckResult, missing: MissingMana | None = None, plan: Plan | None = None
) -> list[Flow]:
    """One flow for each symbol; of many symbols, consecutive ones that are paid alike share one."""
    lines: list[Flow] = []
    own: Counter[tuple[str, bool]] = Counter()
    if missing and result.pool:
        pool = result.pool
        for name, count, snow in zip(MANA_TYPES, pool.mana, pool.snow, strict=True):
            own[name, False], own[name, True] = count - snow, snow
    parted = [(line, *_split_missing(line, own, missing)) for line in payment.symbols]
    is_apart = len(parted) <= MOST_COLUMNS
    sources = sources_under(payment, plan, is_ordered=bool(result.payable)) if plan else {}
    keyed = [
        ((place if is_apart else None, _group_key(line), mana, lacking), line)
        for place, (line, mana, lacking) in enumerate(parted)
    ]
    for (_, _, mana, lacking), alike in groupby(keyed, key=itemgetter(0)):
        group = [line for _, line in alike]
        first, times = group[0], len(group)
        variable = first.paid.symbol.variable
        if not (first.mana or first.others or first.life or first.reduced or variable):
            continue  # {0} asks for nothing
        symbol = str(first.paid.symbol)
        lines.append(
            Flow(
                mana=_spent(Mana(m.type, m.snow, m.count * times) for m in mana),
                others=_others(each.times(each.count * times) for each in first.others),
                life=f"{first.life * times:,}" if first.life else "",
                reduced=f"{first.reduced * times:,}" if first.reduced else "",
                symbols=symbol * times if times <= MOST_DRAWN else symbol,
                times=f"{times:,}" if times > MOST_DRAWN else "",
                of="" if first.paid.source == "cost" else first.paid.source,
                missing=[_missing(pip, count * times) for pip, count in lacking],
                sources=[one for line in group for one in sources.get(id(line), ())],
            )
        )
    return lines


def _grouped(flows: Sequence[Flow]) -> list[Group]:
    """Group the flows of each source over one box."""
    found: list[Group] = []
    waiting = list(flows)
    while waiting:
        flow = waiting.pop(0)
        box = _box_of(flow)
        alike = [one for one in waiting if box and _box_of(one) == box]
        waiting = [one for one in waiting if one not in alike]
        found.append(Group([flow, *alike], box) if alike else Group([flow], None))
    return found


def _split_missing(
    line: SymbolPayment, own: Counter[tuple[str, bool]], missing: MissingMana | None
) -> tuple[tuple[Mana, ...], tuple[tuple[str, int], ...]]:
    """Split a symbol's mana into mana of the pool, deducted from `own`, and missing mana by type."""
    if missing is None:
        return line.mana, ()
    mana: list[Mana] = []
    lacking: Counter[str] = Counter()
    for each in line.mana:
        available = min(each.count, own[each.type, each.snow])
        own[each.type, each.snow] -= available
        mana += [each.times(available)] if available else []
        lacking["S" if each.snow else "" if each.type == missing.any_type else each.type] += each.count - available
    return tuple(mana), tuple((+lacking).items())


def _missing(name: str, count: int) -> Spent:
    """Mana of any type is drawn as a generic symbol."""
    return _draw(name, count, snow=False) if name else Spent(f"{{{count}}}", "", snow=False)


def _group_key(line: SymbolPayment) -> tuple[object, ...]:
    return (line.paid.symbol, line.paid.source, line.mana, line.others, line.life, line.reduced)


def _spent(mana: Iterable[Mana]) -> list[Spent]:
    return [_draw(m.type, m.count, snow=m.snow) for m in mana if m.count]


def _others(helpers: Iterable[Helper]) -> list[SpentOther]:
    """A colorless creature is drawn as {C}, as users type it."""
    return [
        SpentOther(
            "".join(f"{{{color}}}" for color in each.colors or ("C",)) if each.way == "convoke" else "",
            f"{each.count:,} {each.kind}" if each.count > 1 else each.kind,
        )
        for each in helpers
    ]


def _pool(pool: Pool) -> list[Spent]:
    return _spent(
        Mana(name, is_snow, count)
        for name, mana, snow in zip(MANA_TYPES, pool.mana, pool.snow, strict=True)
        for is_snow, count in ((False, mana - snow), (True, snow))
    )


def _draw(name: str, count: int, *, snow: bool) -> Spent:
    if count > MOST_DRAWN:
        return Spent(f"{{{name}}}", f"{count:,}", snow)
    return Spent(f"{{{name}}}" * count, "", snow)
