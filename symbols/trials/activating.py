"""Can this be activated now? The tap symbol, the untap symbol, and what else stands in the way (107.5, 107.6)."""

from collections.abc import Iterator, Mapping
from typing import Final

from symbols.engine import BadRequest, CheckResult, Pool, Verdict, check
from symbols.engine.abilities import PartCheck, Permanent
from symbols.engine.costs import Loyalty, Tap, Untap
from symbols.sentences import join_words
from symbols.trials.asked import Asked
from symbols.trials.judging import Judged, in_words, judge
from symbols.trials.trial import Choice, Control, Outcome, Placement, Reading, Row, Trial
from symbols.trials.typed import cost_in, typed_in, with_tries, within_rules

__all__ = ["ACTIVATING"]

_COST: Final = Control(
    key="cost",
    label="Activation cost",
    kind="cost",
    default="{T}",
    hint="Everything before the colon, such as {1}{G}, {T}.",
)
_STATE: Final = Control(
    key="state",
    label="The permanent is",
    kind="choice",
    default="untapped",
    choices=(Choice("untapped", "untapped"), Choice("tapped", "tapped")),
)
_CREATURE: Final = Control(key="creature", label="It is a creature", kind="yes", default="yes")
_HASTE: Final = Control(key="haste", label="It has haste", kind="yes")
_SINCE: Final = Control(
    key="since",
    label="I have controlled it",
    kind="choice",
    default="before",
    choices=(
        Choice("before", "all the time since my latest turn began"),
        Choice("later", "only since after my latest turn began"),
        Choice("gap", "with a gap since my latest turn began"),
    ),
)
_REASON: Final = Control(
    key="reason",
    label="Does anything else forbid it?",
    kind="choice",
    default="nothing",
    choices=(
        Choice("nothing", "nothing does"),
        Choice("priority", "I don’t have priority"),
        Choice("control", "another player controls it"),
        Choice("effect", "an effect says it can’t be activated"),
        Choice("once", "“only once each turn”, and it was"),
        Choice("sorcery", "“only as a sorcery”, and it isn’t the time"),
    ),
)
_MANA: Final = Control(
    key="mana",
    label="Mana in my pool",
    kind="cost",
    optional=True,
    hint="For costs with mana, such as {G}{G}; empty: not known.",
)
_X: Final = Control(key="x", label="X, if the cost has one", default="0", least=0)

_ALLOWED: Final = ("117.1b", "You have priority and control the permanent, and nothing forbids it.")
_FORBIDDEN: Final[Mapping[str, tuple[str, str]]] = {
    "priority": (
        "117.1b",
        "Abilities are activated with priority, and you don’t have it; mana abilities can be while paying (117.1d).",
    ),
    "control": ("602.2", "Only the controller of an object can activate its activated abilities."),
    "effect": (
        "602.5",
        "A player can’t begin to activate an ability that’s prohibited from being activated, whatever its cost.",
    ),
    "once": ("602.5b", "“Activate only once each turn” restricts the ability’s use, and that is used up."),
    "sorcery": ("602.5d", "“Only as a sorcery” takes priority, a main phase of your own turn and an empty stack."),
}
_MEANS: Final = {
    "107.5": "{T} in an activation cost means “tap this permanent.”",
    "107.6": "{Q} in an activation cost means “untap this permanent.”",
}


def _run(said: Mapping[str, str], reading: Reading) -> Outcome:
    asked = Asked(said, ACTIVATING.controls)
    found = _checked(asked)
    reason = _FORBIDDEN.get(asked.choice("reason"))
    conditions = [Judged(*(reason or _ALLOWED), met=reason is None)]
    conditions += [
        *_about_control(found),
        *map(_about_part, found.activation.parts),
        *_about_mana(found, asked.number("x")),
    ]
    verdict, steps = judge(conditions)
    answer = in_words(verdict, "Yes, it can be activated.", "No, it can’t be activated.", "As far as told, it can be.")
    return Outcome(
        sentence=f"{answer} {next(step.why for step in steps if step.decides)}",
        steps=steps,
        facts={"can": verdict, "cost": found.cost.canonical},
        caption="The cost, part by part",
        rows=tuple(_rows(found, asked.number("x")))
        if len(found.cost.all_symbols) > 1 or len(found.cost.parts) > 1
        else (),
    )


def _checked(asked: Asked) -> CheckResult:
    cost = cost_in(asked, _COST)
    with typed_in(_COST):
        if cost is None:
            raise BadRequest("no_cost", "type a cost, such as {T} or {1}, {Q}.")
        if any(isinstance(part, Loyalty) for part in cost.parts):
            raise BadRequest("loyalty", "loyalty costs have rules of their own; try them under rule 107.7.")
        within_rules(cost)
    permanent = Permanent(
        tapped=asked.choice("state") == "tapped",
        creature=asked.yes("creature"),
        haste=asked.yes("haste"),
        controlled=asked.choice("since") == "before",
    )
    pool, x = cost_in(asked, _MANA), asked.number("x")
    values = dict.fromkeys(("X", "Y", "Z"), x)
    with typed_in(_MANA):
        return check(cost, values=values, pool=Pool.of_costs(pool) if pool else None, permanent=permanent)


def _about_control(found: CheckResult) -> Iterator[Judged]:
    """Yield whether 302.6 stands in the way, where the cost has one of its two symbols."""
    permanent = found.permanent
    if not any(isinstance(part, Tap | Untap) for part in found.cost.parts):
        return
    if not permanent.creature:
        yield Judged("302.6", "Since when you have controlled it matters for creatures only, and this is none.")
    elif permanent.controlled:
        yield Judged("302.6", "You have controlled the creature continuously since your most recent turn began.")
    elif permanent.haste:
        yield Judged("702.10c", "With haste, a creature need not have been yours since your most recent turn began.")
    else:
        why = "You haven’t controlled the creature continuously since your most recent turn began, and it has no haste."
        yield Judged("302.6", why, met=False)


def _about_part(part: PartCheck) -> Judged:
    if not isinstance(part.part, Tap | Untap):
        return Judged(part.rules[0], f"“{part.part.text}”: {part.sentence}", part.payable)
    rule = "107.5" if isinstance(part.part, Tap) else "107.6"
    if "302.6" in part.rules:
        # Whether it is tapped isn't looked at any more.
        return Judged(rule, _MEANS[rule])
    return Judged(rule, f"{_MEANS[rule]} {part.sentence}", part.payable, chief=True)


def _about_mana(found: CheckResult, x: int) -> Iterator[Judged]:
    if not found.cost.symbols:
        return
    mana = "".join(map(str, found.cost.canonical_symbols))
    variables = dict.fromkeys(symbol.variable for symbol in found.cost.symbols if symbol.variable)
    if variables:
        mana += f", {join_words(list(variables))} being {x:,},"
    if found.pool_result is not None:
        can = found.pool_result.payable
        yield Judged("118.3", f"{mana} {'can' if can else 'can’t'} be paid from that pool.", can)
    elif found.cost.mana_value(dict.fromkeys("XYZ", x)) == 0:
        yield Judged("118.3a", f"{mana} can be paid: with 0 mana, which a player can always do.")
    else:
        yield Judged("118.3", f"It takes {mana} too; whether you have that isn’t known.", None)


def _rows(found: CheckResult, x: int) -> Iterator[Row]:
    if found.cost.symbols:
        mana = "".join(map(str, found.cost.canonical_symbols))
        paid: Verdict = (
            found.pool_result.payable
            if found.pool_result
            else found.cost.mana_value(dict.fromkeys("XYZ", x)) == 0 or None
        )
        yield Row(mana, in_words(paid, "can be paid", "can’t be paid", "not known"))
    for part in found.activation.parts:
        yield Row(part.part.text, in_words(part.payable, "can be paid", "can’t be paid", "not known"))


_CONTROLS: Final = (_COST, _STATE, _CREATURE, _HASTE, _SINCE, _REASON, _MANA, _X)
_TRIES: Final = {
    "{T}, mine for a while": {},
    "{T}, it came this turn": {"since": "later"},
    "{T}, it came this turn with haste": {"since": "later", "haste": "yes"},
    "{Q}, untapped": {"cost": "{Q}"},
    "{1}{G}, {T} with {G}{G}": {"cost": "{1}{G}, {T}", "mana": "{G}{G}"},
}

ACTIVATING: Final = Trial(
    slug="activate",
    title="Can this be activated now?",
    lead="Say what the ability costs, and how things stand with the permanent that has it.",
    controls=_CONTROLS,
    run=_run,
    places=with_tries(
        _CONTROLS,
        _TRIES,
        (
            Placement("107.5", "a permanent that's already tapped can't be tapped again to pay the cost"),
            Placement(
                "107.6",
                "a permanent that's already untapped can't be untapped again to pay the cost",
                {"cost": "{Q}", "state": "tapped"},
            ),
            Placement("302.6", "with the tap symbol or the untap symbol in its activation cost", {"since": "later"}),
            Placement("702.10c", "if a creature has haste", {"since": "later", "haste": "yes"}),
            # The numbers of older editions.
            Placement("104.4", "the tap symbol in an activation cost means"),
        ),
    ),
)
