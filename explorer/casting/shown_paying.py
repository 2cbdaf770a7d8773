"""A payment of the total cost, with all of its generic mana as one symbol."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from explorer.casting.walk import Walk
from explorer.costcheck.shown_payment import Flow, Group, ShownPayment, Spent
from explorer.costcheck.shown_sources import ShownSource
from symbols.engine.sources import split_count, with_count

_MOST_TAPS: Final = 4
_MOST_LINES: Final = 2
_GENERIC: Final = re.compile(r"(?:\{(?:[0-9]+|[XYZ])\})+")
_PIP: Final = re.compile(r"\{[^{}]*\}")


def pays_in_few_taps(payment: ShownPayment) -> bool:
    """Whether the payment shows what is tapped, so that no list is needed."""
    lines = payment.table.steps
    taps = sum(len(_PIP.findall(step.makes)) or 1 for step in lines)
    return len(lines) <= _MOST_LINES or taps <= _MOST_TAPS


def summed(payment: ShownPayment, walk: Walk) -> ShownPayment:
    """The payment of the total; unchanged if it can't be drawn that way.

    It doesn't show which part of the cost a symbol is from, as the total does, nor sources that a list shows.
    """
    total = walk.total
    if total is None or total.locked is None or payment.minimum:
        return payment
    flows = [flow for group in payment.groups for flow in group.flows]
    generic = [flow for flow in flows if _GENERIC.fullmatch(flow.symbols) and not flow.times]
    ids = {id(flow) for flow in generic}
    spent = [each for flow in generic for each in flow.mana]
    due = int(total.locked.get("generic", 0))
    short = max(0, total.locked.mana - walk.at_hand) if not payment.payable and walk.at_hand is not None else 0
    if not _is_plain(generic, is_short=bool(short)):
        return payment
    paid: float = sum(map(_count, spent))
    if short and paid + short < due and not any(flow.is_short for flow in flows if id(flow) not in ids):
        # The payment leaves mana that pays for part of it.
        spent, paid = [], due - short
    if paid + short != due:
        return payment
    is_drawn = pays_in_few_taps(payment) and not short
    is_shared = any(group.source and any(id(flow) in ids for flow in group.flows) for group in payment.groups)
    if is_drawn and is_shared and len(generic) > 1:
        return payment
    sources = [source for flow in generic for source in flow.sources]
    missing = [Spent(f"{{{short}}}", "", snow=False)] if short else ()
    whole = Flow(_joined(spent), (), "", "", f"{{{due}}}", "", "", missing, _boxes(sources) if is_drawn else ())
    first = next(iter(generic), None)
    groups: list[Group] = []
    for group in payment.groups:
        kept = [flow for flow in group.flows if flow is first or id(flow) not in ids]
        drawn = [whole if flow is first else replace(flow, of="", reduced="") for flow in kept]
        if is_drawn and drawn:
            groups.append(replace(group, flows=drawn))
        else:
            groups += [Group([replace(flow, sources=())], None) for flow in drawn]
    return replace(payment, groups=[*groups, *_paid_with_life(walk, flows)])


def _is_plain(generic: Sequence[Flow], *, is_short: bool) -> bool:
    return not any(flow.others or flow.life or flow.missing or (flow.is_short and not is_short) for flow in generic)


def _boxes(sources: Sequence[ShownSource]) -> list[ShownSource]:
    """Equal sources in one box."""
    found: dict[object, tuple[ShownSource, int]] = {}
    for place, each in enumerate(sources):
        name, count = split_count(each.name)
        # Boxes with feeders, which are drawn below them, stay apart.
        key = place if each.feeders or not name else (name, each.numbers)
        before, counted = found.get(key, (replace(each, pips=""), 0))
        found[key] = replace(before, name=name, pips=before.pips + each.pips), counted + count
    return [replace(one, name=with_count(one.name, count)) for one, count in found.values()]


def _count(spent: Spent) -> int:
    return len(_PIP.findall(spent.pips)) * int(spent.times.replace(",", "") or 1)


def _paid_with_life(walk: Walk, flows: Sequence[Flow]) -> list[Group]:
    """Phyrexian symbols that were announced as life, which the total doesn't have as mana."""
    if walk.total is None or any(flow.life for flow in flows):
        return []
    return [
        Group([Flow((), (), "2", "", str(symbol), "", "", ())], None)
        for symbol, option in zip(walk.total.choosing, walk.total.chosen, strict=True)
        if option is not None and option.slot == "life"
    ]


def _joined(spent: Sequence[Spent]) -> list[Spent]:
    """Mana by type."""
    found: dict[tuple[str, bool, bool], Spent] = {}
    for each in spent:
        first = _PIP.findall(each.pips)[0] if each.pips else ""
        key = (first, each.snow, bool(each.times))
        before = found.get(key)
        if before is None:
            found[key] = each
        elif each.times:
            total = int(before.times.replace(",", "")) + int(each.times.replace(",", ""))
            found[key] = replace(before, times=f"{total:,}")
        else:
            found[key] = replace(before, pips=before.pips + each.pips)
    return list(found.values())
