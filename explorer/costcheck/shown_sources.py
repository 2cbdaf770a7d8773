"""Sources on the table as templates draw them: boxes under the mana that they make, and what to do in order."""

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
        name: empty for mana that is there already.
        pips: the mana of it that pays for the symbol above.
        numbers: of its lines, `2` or `1–3`; empty where their order doesn't matter.
        feeders: what pays for its ability: mana as pips, with the box under it; None for mana at hand.
        steps: what is done with it, by number; other boxes of the same name have others.
    """

    name: str
    numbers: str
    pips: str = ""
    feeders: Sequence[tuple[str, "ShownSource | None"]] = ()
    steps: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class ShownStep:
    """What is done with a source, or with several that do the same: mana as pips, what pays for it in words.

    `helps` is a keyword that it is tapped for, and `also` are other costs.
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
    """What is on the table, beside the payment that is drawn.

    Attributes:
        steps: what to do, in order.
        open: the sources that stay as they are, in words.
        next: number of the plan to show after this one, None without another; `next_word` says how it differs.
        serving: the sources that could serve what can't be paid, with what they make as pips; `useless` are the others.
    """

    steps: Sequence[ShownStep] = ()
    open: str = ""
    next: int | None = None
    next_word: str = ""
    serving: Sequence[tuple[str, str]] = ()
    useless: Sequence[tuple[str, str]] = ()


def show_table(result: CheckResult) -> ShownTable:
    """Nothing without sources."""
    pool_result = result.pool_result
    if not isinstance(pool_result, SourcesResult):
        return ShownTable()
    if plan := result.plan:
        following, word = _next(pool_result, plan)
        kept = join_words([several(*one) for one in plan.open])
        return ShownTable([_step(alike) for alike in _lines(plan.steps)], kept, following, word)
    if result.payable or result.shortfall is None:
        return ShownTable()
    serving = {one.source: one for one in pool_result.usable_for(result.shortfall.symbols)}
    return ShownTable(
        serving=[_listed(one.source, one.count, one.makes) for one in serving.values()],
        useless=[_listed(one.name, one.count, one.makes) for one in pool_result.sources if one.name not in serving],
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
    """By number of a step: that of its line."""
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
    """By symbol line: the boxes under it, each with its mana, numbered by their lines if `is_ordered`."""
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
    """A box with the numbers of its lines."""
    feeders = [
        (f"{{{mana.type}}}", _box([Maker(mana.source, mana.step)], steps, numbers) if mana.step else None)
        for mana in steps[makers[0].step].paid_with
    ]
    own = sorted({numbers[maker.step] for maker in makers if maker.step in numbers})
    named = f"{own[0]}–{own[-1]}" if len(own) > 1 else "".join(map(str, own))
    done = tuple(maker.step for maker in makers)
    return ShownSource(with_count(makers[0].source, len(makers)), named, feeders=feeders, steps=done)
