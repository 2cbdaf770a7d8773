"""Trial: whether an ability can be activated now, with {T}, {Q} or other costs (107.5, 107.6)."""

from collections.abc import Iterator, Mapping
from typing import Final

from symbols.data_files import read_data
from symbols.engine import CheckResult, Cost, Pool, Verdict, check
from symbols.engine.abilities import PartCheck, Permanent
from symbols.engine.costs import Tap, Untap
from symbols.sentences import join_words
from symbols.trials.inputs import Inputs
from symbols.trials.outcome import Outcome, Row
from symbols.trials.requirements import Requirement, deciding, in_words, judge, requirements_of
from symbols.trials.trial import Reading

_ALLOWED: Final = ("117.1b", "You have priority and control the permanent, and nothing forbids it.")
_FORBIDDEN: Final[Mapping[str, tuple[str, str]]] = read_data("trials/activate.toml")["forbidden"]
_MEANS: Final = {
    "107.5": "{T} in an activation cost means “tap this permanent.”",
    "107.6": "{Q} in an activation cost means “untap this permanent.”",
}
_PAYABLE: Final = ("can be paid", "can’t be paid", "unknown")


def activate(inputs: Inputs, reading: Reading) -> Outcome:
    cost = inputs.activation_cost(
        "cost",
        missing="type a cost, such as {T} or {1}, {Q}.",
        loyalty="loyalty costs have rules of their own. Try them under rule 107.7.",
    )
    x = inputs.variable("x", [cost])
    result = _check(inputs, cost, x)
    reason = _FORBIDDEN.get(inputs.choice("reason"))
    verdict, steps = judge(
        [
            Requirement(*(reason or _ALLOWED), met=reason is None),
            *_about_control(result, reading),
            *map(_about_part, result.activation.parts),
            *_about_mana(result, x),
        ]
    )
    answer = in_words(
        verdict, "Yes, you can activate it.", "No, you can’t activate it.", "Maybe. Something is unknown."
    )
    return Outcome(
        sentence=answer if verdict else f"{answer} {deciding(steps).why}",
        steps=steps,
        facts={"can": verdict, "cost": result.cost.canonical},
        caption="The cost, part by part",
        rows=tuple(_rows(result, x)) if len(result.cost.all_symbols) > 1 or len(result.cost.parts) > 1 else (),
    )


def _check(inputs: Inputs, cost: Cost, x: int) -> CheckResult:
    permanent = Permanent(
        tapped=inputs.choice("state") == "tapped",
        creature=inputs.yes("creature"),
        haste=inputs.yes("haste"),
        controlled=inputs.choice("since") == "before",
    )
    pool = inputs.cost_or_none("mana")
    with inputs.attributing_errors_to("mana"):
        return check(
            cost, values=dict.fromkeys("XYZ", x), pool=Pool.of_costs(pool) if pool else None, permanent=permanent
        )


def _about_control(result: CheckResult, reading: Reading) -> Iterator[Requirement]:
    """Summoning sickness (302.6), if the cost has {T} or {Q}."""
    permanent = result.permanent
    facts = {
        "turns": any(isinstance(part, Tap | Untap) for part in result.cost.parts),
        "creature": permanent.creature,
        "controlled": permanent.controlled,
        "haste": permanent.haste,
    }
    return requirements_of("activate", facts, reading)


def _about_part(part: PartCheck) -> Requirement:
    if not isinstance(part.part, Tap | Untap):
        return Requirement(part.rules[0], f"“{part.part.text}”: {part.sentence}", part.payable)
    rule = "107.5" if isinstance(part.part, Tap) else "107.6"
    if "302.6" in part.rules:
        # Summoning sickness already forbids it, tapped or not.
        return Requirement(rule, _MEANS[rule])
    return Requirement(rule, f"{_MEANS[rule]} {part.sentence}", part.payable, default_deciding=True)


def _mana_paid(result: CheckResult, x: int) -> Verdict:
    """Whether the mana can be paid; None if that depends on mana that wasn't typed."""
    if result.pool_result is not None:
        return result.pool_result.payable
    return result.cost.mana_value(dict.fromkeys("XYZ", x)) == 0 or None


def _about_mana(result: CheckResult, x: int) -> Iterator[Requirement]:
    if not result.cost.symbols:
        return
    mana, paid = "".join(map(str, result.cost.canonical_symbols)), _mana_paid(result, x)
    variables = dict.fromkeys(symbol.variable for symbol in result.cost.symbols if symbol.variable)
    if variables:
        mana += f", {join_words(list(variables))} being {x:,},"
    if result.pool_result is not None:
        yield Requirement("118.3", f"{mana} {'can' if paid else 'can’t'} be paid with that mana.", paid)
    elif paid:
        yield Requirement("118.3a", f"You can always pay {mana} with 0 mana.")
    else:
        yield Requirement("118.3", f"You also need {mana}. Type your mana to check that.", None)


def _rows(result: CheckResult, x: int) -> Iterator[Row]:
    if result.cost.symbols:
        mana = "".join(map(str, result.cost.canonical_symbols))
        yield Row(mana, in_words(_mana_paid(result, x), *_PAYABLE))
    for part in result.activation.parts:
        yield Row(part.part.text, in_words(part.payable, *_PAYABLE))
