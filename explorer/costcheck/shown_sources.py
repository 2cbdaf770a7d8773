"""Sources for templates: boxes under their mana, and the steps in order."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from symbols.engine import CheckResult
from symbols.engine.paying import Payment
from symbols.engine.sources import (
    POOL,
    Made,
    Maker,
    Plan,
    SourcesResult,
    Step,
    made_as_text,
    makers_by_symbol,
    several,
    with_count,
)
from symbols.sentences import join_words

_MOST_SHOWN = 5


@dataclass(frozen=True, slots=True)
class ShownSource:
    """A box: a source, or several that do the same.

    Attributes:
        name: empty for mana in the pool.
        pips: its mana that pays for the symbol above.
        numbers: of its lines, `2` or `1–3`; empty if their order doesn't matter.
        feeders: what pays for its ability: mana as pips, and its box; None for mana in the pool.
        steps: numbers of its steps, which tell boxes of the same name apart.
    """

    name: str
    numbers: str
    pips: str = ""
    feeders: Sequence[tuple[str, "ShownSource | None"]] = ()
    steps: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class ShownStep:
    """A step with a source, or the same with several: mana as pips, its payment in words.

    `helps` is a keyword that it is tapped for; `also` are other costs.
    """

    verb: str
    source: str
    makes: str
    paid_with: str
    life: int
    pain: int
    helps: str
    also: str


@dataclass(frozen=True, slots=True)
class ShownTable:
    """Sources beside the payment.

    Attributes:
        steps: in order.
        open: unused sources, in words.
        next: number of the next plan, if there are several; `next_word` says how it differs.
        usable: sources that could help with what can't be paid, with their mana as pips; `useless` are the others.
    """

    steps: Sequence[ShownStep] = ()
    open: str = ""
    next: int | None = None
    next_word: str = ""
    usable: Sequence[tuple[str, str]] = ()
    useless: Sequence[tuple[str, str]] = ()


def show_table(result: CheckResult) -> ShownTable:
    """Empty without sources."""
    pool_result = result.pool_result
    if not isinstance(pool_result, SourcesResult):
        return ShownTable()
    if plan := result.plan:
        following, word = _next(pool_result, plan)
        kept = join_words([several(*one) for one in plan.open])
        return ShownTable([_step(alike) for alike in _lines(plan.steps)], kept, following, word)
    if result.payable or result.shortfall is None:
        return ShownTable()
    usable = {one.source: one for one in pool_result.usable_for(result.shortfall.symbols)}
    return ShownTable(
        usable=[_listed(one.source, one.count, one.makes) for one in usable.values()],
        useless=[_listed(one.name, one.count, one.makes) for one in pool_result.sources if one.name not in usable],
    )


def _listed(name: str, count: int, makes: Sequence[Made]) -> tuple[str, str]:
    return with_count(name, count), " ".join(map(made_as_text, makes[:_MOST_SHOWN]))


def _next(result: SourcesResult, plan: Plan) -> tuple[int | None, str]:
    plans = [result.best, *result.other_plans]
    if len(plans) == 1:
        return None, ""
    following = (plans.index(plan) + 1) % len(plans)
    if not following:
        return 0, "The first way"
    then = plans[following]
    return following, "With fewer taps" if then and len(then.steps) < len(plan.steps) else "Another way"


def _lines(steps: Sequence[Step]) -> list[list[Step]]:
    """Equal steps in a row: “Tap 2 Plains”."""
    return [list(alike) for _, alike in groupby(steps, key=_line_key)]


def _line_key(step: Step) -> object:
    if step.paid_with:
        return step.number
    costs = step.life, step.damage, step.other_costs
    return step.verb, step.source, step.ability, step.makes, costs, step.helps, step.colors


def _line_numbers(steps: Sequence[Step]) -> Mapping[int, int]:
    """Number of a step -> number of its line."""
    return {step.number: number for number, alike in enumerate(_lines(steps), 1) for step in alike}


def _step(alike: Sequence[Step]) -> ShownStep:
    step, count = alike[0], len(alike)
    paid = [
        f"{{{mana.type}}} from {mana.source}" if mana.source != POOL else f"{{{mana.type}}}" for mana in step.paid_with
    ]
    return ShownStep(
        step.verb,
        several(step.source, count),
        made_as_text(step.makes * count),
        join_words(paid),
        step.life * count,
        step.damage * count,
        step.helps or "",
        join_words(list(step.other_costs)),
    )


def sources_under(payment: Payment, plan: Plan, *, is_ordered: bool) -> Mapping[int, Sequence[ShownSource]]:
    """By id of a symbol's line: boxes with their mana, numbered if `is_ordered`."""
    steps = {step.number: step for step in plan.steps}
    numbers = _line_numbers(plan.steps) if is_ordered else {}
    if len(set(numbers.values())) == 1:
        numbers = {}
    found = {}
    for line, makers in zip(payment.symbols, makers_by_symbol(payment, plan), strict=True):
        types = [mana.type for mana in line.mana for _ in range(mana.count)]
        made: dict[Maker, str] = {}
        for maker, name in sorted(zip(makers, types, strict=True), key=lambda one: one[0].step):
            made[maker] = f"{made.get(maker, '')}{{{name}}}"
        boxes = []
        # Equal sources that nothing pays for share a box.
        for _, alike in groupby(made, key=lambda maker: _alike(maker, steps)):
            each = list(alike)
            box = _box(each, steps, numbers) if each[0].step else ShownSource("", "")
            boxes.append(replace(box, pips="".join(made[maker] for maker in each)))
        found[id(line)] = boxes
    return found


def _alike(maker: Maker, steps: Mapping[int, Step]) -> object:
    step = steps.get(maker.step)
    return (maker.source, step.makes) if step and len(step.makes) == 1 and not step.paid_with else maker.step


def _box(makers: Sequence[Maker], steps: Mapping[int, Step], numbers: Mapping[int, int]) -> ShownSource:
    feeders = [
        (f"{{{mana.type}}}", _box([Maker(mana.source, mana.step)], steps, numbers) if mana.step else None)
        for mana in steps[makers[0].step].paid_with
    ]
    own = sorted({numbers[maker.step] for maker in makers if maker.step in numbers})
    named = f"{own[0]}–{own[-1]}" if len(own) > 1 else "".join(map(str, own))
    done = tuple(maker.step for maker in makers)
    return ShownSource(with_count(makers[0].source, len(makers)), named, feeders=feeders, steps=done)
