"""Trial: combat damage (510), by the rules of an edition."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from symbols.engine import TooLarge
from symbols.sentences import capital, join_words
from symbols.trials.combat.damage import DEFENDER, FIRST, PLAYER, Damage, Era
from symbols.trials.combat.division import Division, read_division
from symbols.trials.combat.formulas import Sum, total
from symbols.trials.combat.lines import Creature, Defender, read_creatures, read_defender
from symbols.trials.combat.why import facts_of, fault_in
from symbols.trials.inputs import Inputs, TrialError
from symbols.trials.loading import steps_of
from symbols.trials.outcome import Fact, Outcome, Row
from symbols.trials.trial import Reading

Bounds = tuple[int, int]

ALWAYS: Final = 4
"""So many attackers and blockers are answered however they block."""

MOST_PAIRS: Final = 48
"""Most pairs of a creature and whom it may deal damage to, in both steps, if there are more creatures."""


@dataclass(frozen=True, slots=True)
class Combat:
    """What is typed.

    Attributes:
        free: all lawful ways to assign damage.
        division: what's typed of it; empty for none.
        divided: those with the division; `free` where it's none, or unlawful.
    """

    free: Damage
    division: Division
    divided: Damage
    era: Era

    @property
    def lawful(self) -> bool | None:
        return self.divided is not self.free if self.division else None


def read_combat(inputs: Inputs, reading: Reading) -> Combat:
    triggered, free = inputs.decided("deathtouch_triggers"), inputs.decided("deathtouch_divides")
    era = Era(
        ordered=inputs.decided("ordered"),
        on_stack=inputs.decided("on_stack"),
        deathtouch="triggered" if triggered else "free" if free else "lethal",
    )
    attackers = read_creatures(inputs.text("attackers"), "attackers", "Attackers", reading)
    blockers = read_creatures(inputs.text("blockers"), "blockers", "Blockers", reading, len(attackers))
    defender = read_defender(inputs.text("defender"), "defender", "Attacking")
    damage = Damage(attackers, blockers, defender, era)
    _check_steps(damage)
    if max(len(attackers), len(blockers)) > ALWAYS and len(damage.assigned) > MOST_PAIRS:
        raise _too_many()
    division = read_division(inputs.text("divide"), "divide", "Division", damage)
    divided = Damage(attackers, blockers, defender, era, division) if division else damage
    return Combat(damage, division, divided if divided.formulas.can_hold() else damage, era)


def _check_steps(damage: Damage) -> None:
    if len(damage.steps) > 1:
        return
    for name, one in damage.creatures.items():
        if one.stay in {"left", "joined"}:
            message = f"“{one.text}” {one.stay} after first strike, but nothing here has first or double strike."
            field = "attackers" if name in damage.attackers else "blockers"
            raise TrialError(f"{capital(field)}: {message}", field=field)


def combat_damage(inputs: Inputs, reading: Reading) -> Outcome:
    """Who may deal how much to whom, who dies, and how much gets through."""
    try:
        return _outcome(read_combat(inputs, reading), reading)
    except TooLarge:
        raise _too_many() from None


def _too_many() -> TrialError:
    message = "Blockers: there are too many ways to assign this damage. List fewer that block several attackers."
    return TrialError(message, field="blockers")


def _outcome(asked: Combat, reading: Reading) -> Outcome:
    damage, bounds = asked.divided, asked.divided.formulas.bounds
    # A battle doesn't die: a Siege is exiled.
    mortal = [*damage.creatures, *[DEFENDER] * (damage.defender.kind == "planeswalker")]
    dead = {name: bounds(damage.is_dead(name, damage.steps[-1])) for name in mortal}
    dies = [name for name, (least, _) in dead.items() if least]
    may_die = [name for name, (least, most) in dead.items() if most > least]
    through = bounds(damage.taken(DEFENDER, damage.steps[-1]))
    steps = [_step(asked, step, _best(damage)) for step in damage.steps]
    at_fault, by = fault_in(asked.free, asked.division) if asked.lawful is False else (None, "")
    why = facts_of(asked.free, asked.division, dies, may_die, by)
    found = tuple(steps_of("combat", why, reading))
    facts: dict[str, Fact] = {
        "lawful": asked.lawful,
        "at_fault": at_fault,
        "division": {source: list(amounts) for source, amounts in asked.division.items()},
        "rule": next(step.rule for step in found if step.decides),
        "through": through[1],
        "through_least": through[0],
        "dies": dies,
        "may_die": may_die,
        "steps": steps,
        "life": _span(bounds(damage.lost())),
        "poison": _span(bounds(damage.poison())),
        "gained": _span(bounds(damage.healed(is_by_attackers=True))),
        "defender_gained": _span(bounds(damage.healed(is_by_attackers=False))),
    }
    names = {name: called(name, damage.creatures) for name in damage.creatures} | {
        DEFENDER: f"the {damage.defender.kind}",
        PLAYER: "the player",
    }
    return Outcome(
        sentence=" ".join(_sentences(asked, facts, names)),
        steps=found,
        facts=facts,
        caption="Damage",
        rows=tuple(_rows(facts, names)),
    )


def _span(bounds: Bounds) -> Mapping[str, int]:
    return {"least": bounds[0], "most": bounds[1]}


def _best(damage: Damage) -> Sum:
    """What an example of a division is best for: damage that gets through, then blockers that die."""
    dead = total(damage.is_dead(name, damage.steps[-1]) for name in damage.blockers)
    return damage.taken(DEFENDER, damage.steps[-1]) * (len(damage.blockers) + 1) + dead


def _step(asked: Combat, step: str, best: Sum) -> Mapping[str, Any]:
    """What a step has: each creature's damage, and what each recipient gets. What's open has an example."""
    free, divided = asked.free, asked.divided
    damage, to = [], dict[str, None]()
    for (at, source, recipient), amount in free.assigned.items():
        gone = [free.formulas.bounds(free.is_left(name, at))[1] == 0 for name in (source, recipient)]
        if at != step or any(gone):
            continue
        to[recipient] = None
        dealt = divided.formulas.bounds(_dealt(divided, step, source, recipient))
        entry: dict[str, Any] = {"from": source, "to": recipient, **_span(free.formulas.bounds(amount))}
        if dealt[0] == dealt[1]:
            entry["dealt"] = dealt[0]
        sent = divided.assigned[step, source, recipient]
        damage.append(entry | {"example": divided.formulas.example(sent, of=best)})
    received = [{"to": name, **_span(free.formulas.bounds(free.received(step, name)))} for name in to]
    dies = [name for name in free.creatures if divided.formulas.bounds(divided.is_dead(name, step))[0]]
    return {"step": step, "damage": damage, "received": received, "dies": dies}


def _dealt(damage: Damage, step: str, source: str, to: str) -> Sum:
    """What of the assigned damage is dealt; if a shield prevents damage of several sources, it may be any of it."""
    if not damage.is_dealt(step, source, to):
        return Sum()
    alone = [one for (at, one, name) in damage.assigned if (at, name) == (step, to)] == [source]
    return damage.received(step, to) if alone else damage.assigned[step, source, to]


def called(name: str, creatures: Mapping[str, Creature]) -> str:
    """How sentences call a creature: by its card, or its size if no other has it: `the 5/5`."""
    one = creatures[name]
    if one.name and [each.name for each in creatures.values()].count(one.name) == 1:
        return one.name
    sizes = [(each.power, each.toughness) for each in creatures.values()]
    size = f"{one.power}/{one.toughness}"
    return f"the {size}" if sizes.count((one.power, one.toughness)) == 1 else f"{name} ({size})"


_LEGAL: Final = {True: "Yes. {} is legal", False: "No. {} isn’t legal"}


def _sentences(asked: Combat, facts: Mapping[str, Any], names: Mapping[str, str]) -> Iterator[str]:
    if asked.lawful is not None:
        said = [join_words([*map(str, amounts)]) for amounts in asked.division.values()]
        yield _LEGAL[asked.lawful].format(", then ".join(said)) + "."
    yield _through(asked.free.defender, facts["through_least"], facts["through"])
    sure, open_ = ([names[one] for one in facts[key]] for key in ("dies", "may_die"))
    if sure:
        yield f"{capital(join_words(sure))} {'dies' if len(sure) == 1 else 'die'}."
    if open_:
        yield f"{capital(join_words(open_))} may die."


def _through(defender: Defender, least: int, most: int) -> str:
    amount = f"{most:,} damage" if most else "No damage"
    return f"{amount}{' at most' if least < most else ''} gets through to the {defender.kind}."


def _rows(facts: Mapping[str, Any], names: Mapping[str, str]) -> Iterator[Row]:
    for step in facts["steps"]:
        lead = ""
        if len(facts["steps"]) > 1:
            lead = "First-strike step: " if step["step"] == FIRST else "Regular step: "
        for one in step["damage"]:
            label = f"{names[one['from']]} to {names[one['to']]}"
            yield Row(f"{lead}{label}" if lead else capital(label), in_range(one))
    for label, key in (("Life lost", "life"), ("Poison counters", "poison"), ("Life gained", "gained")):
        if facts[key]["most"] and (key != "life" or facts["poison"]["most"]):
            yield Row(label, in_range(facts[key]))
    if facts["defender_gained"]["most"]:
        yield Row("Life the defending player gains", in_range(facts["defender_gained"]))


def in_range(one: Mapping[str, int]) -> str:
    """`3`, `0 to 5`; what's dealt, if it's sure."""
    if "dealt" in one or one["least"] == one["most"]:
        return f"{one.get('dealt', one['least']):,}"
    return f"{one['least']:,} to {one['most']:,}"
