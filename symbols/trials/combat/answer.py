"""Trial: combat damage (510), by the rules of an edition."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from symbols.engine import TooLarge
from symbols.sentences import capital, join_words
from symbols.trials.combat.board import DEFENDER, FIRST, PLAYER, Board, Deathtouch, Era
from symbols.trials.combat.creature import Creature, Stay
from symbols.trials.combat.damage import Damage
from symbols.trials.combat.division import Division, Misfit, join_amounts, read_division
from symbols.trials.combat.lines import read_creatures, read_defender
from symbols.trials.combat.ways import Bounds, Ways
from symbols.trials.combat.why import facts_of, fault_in, permitting_order
from symbols.trials.inputs import Inputs, TrialError
from symbols.trials.loading import steps_of
from symbols.trials.outcome import Fact, Outcome, Row
from symbols.trials.trial import Reading

ALWAYS: Final = 4
"""So many attackers and blockers are answered however they block."""

MOST_PAIRS: Final = 48
"""Most pairs of a creature and whom it may deal damage to, in both steps, if there are more creatures."""


@dataclass(frozen=True, slots=True)
class Combat:
    """A combat, with the typed divisions of damage.

    Attributes:
        free: all lawful ways to assign damage.
        divided: those with the lawful divisions.
        division: all typed divisions without `misfits`.
        faults: steps and creatures with an unlawful division, to what it violates.
    """

    free: Ways
    divided: Ways
    division: Division
    misfits: Sequence[Misfit]
    faults: Mapping[tuple[str, str], str]

    @property
    def board(self) -> Board:
        return self.free.board

    @property
    def lawful(self) -> bool | None:
        if not self.division and not self.misfits:
            return None
        return not self.misfits and not self.faults


def read_combat(inputs: Inputs, reading: Reading) -> Combat:
    triggered, free = inputs.decided("deathtouch_triggers"), inputs.decided("deathtouch_divides")
    deathtouch: Deathtouch = "triggered" if triggered else "free" if free else "lethal"
    era = Era(inputs.decided("ordered"), inputs.decided("on_stack"), deathtouch)
    attackers = read_creatures(inputs.text("attackers"), "attackers", reading)
    blockers = read_creatures(inputs.text("blockers"), "blockers", reading, attackers)
    defender = read_defender(inputs.text("defender"))
    board = Board(_under(era, attackers), _under(era, blockers), defender, era)
    _check_steps(board)
    pairs = sum(len(recipients) for step in board.steps for _, recipients in board.pairs(step))
    if max(len(attackers), len(blockers)) > ALWAYS and pairs > MOST_PAIRS:
        raise _too_many()
    division, misfits = read_division(inputs.text("divide"), board)
    return _divided(board, division, misfits)


def _under(era: Era, creatures: Sequence[Creature]) -> Sequence[Creature]:
    """Creatures of which `leaves` is replaced by what it means in an era."""
    leaves: Stay = "sacrificed" if era.on_stack else "removed"
    return [replace(one, stay=leaves) if one.stay == "leaves" else one for one in creatures]


def _divided(board: Board, division: Division, misfits: Sequence[Misfit]) -> Combat:
    """Leave out divisions, the first at fault each time, until the rest is lawful."""
    free, lawful = Ways(board), dict(division)
    faults = dict[tuple[str, str], str]()
    while lawful and not (divided := Ways(board, lawful)).can_hold():
        key, by = fault_in(board, lawful)
        faults[key] = by
        del lawful[key]
    return Combat(free, divided if lawful else free, division, misfits, faults)


def _check_steps(board: Board) -> None:
    if len(board.steps) > 1:
        return
    for name, one in board.creatures.items():
        if one.stay in {"left", "joined"}:
            message = f"“{one.text}” {one.stay} after first strike, but nothing here has first or double strike."
            field = "attackers" if name in board.attackers else "blockers"
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


def _outcome(combat: Combat, reading: Reading) -> Outcome:
    board, ways = combat.board, combat.divided
    last = board.steps[-1]
    # A battle doesn't die: a Siege is exiled.
    mortal = [*board.creatures, *[DEFENDER] * (board.defender.kind == "planeswalker")]
    dead = {name: ways.dies(name, last) for name in mortal}
    dies = [name for name, (least, _) in dead.items() if least]
    may_die = [name for name, (least, most) in dead.items() if most > least]
    by = next(iter(combat.faults.values()), "")
    found = tuple(steps_of("combat", facts_of(combat.free, combat.division, dies, may_die, by), reading))
    through = ways.through()
    names = {name: label_of(name, board.creatures) for name in board.creatures}
    names |= {DEFENDER: f"the {board.defender.kind}", PLAYER: "the player"}
    facts: dict[str, Fact] = {
        "lawful": combat.lawful,
        "at_fault": next((source for _, source in combat.faults), None),
        "unused": [{"from": one.source, "amounts": list(one.amounts), "why": one.why} for one in combat.misfits],
        "rule": next(step.rule for step in found if step.decides),
        "through": through[1],
        "through_least": through[0],
        "beyond": _span(ways.through(PLAYER)),
        "uncounted": [{"of": name, "text": text} for name, one in board.creatures.items() for text in one.uncounted],
        "assumed": [*_assumed(board, names)],
        "unknown": [*_unknown_colors(board, names)],
        "dies": dies,
        "may_die": may_die,
        "era": {"ordered": board.era.ordered, "deathtouch": board.era.deathtouch},
        "steps": [_step(combat, step) for step in board.steps],
        "life": _span(ways.in_all("attacker", Damage.lost)),
        "poison": _span(ways.in_all("attacker", Damage.poison)),
        "gained": _span(ways.in_all("attacker", Damage.healed)),
        "defender_gained": _span(ways.in_all("blocker", Damage.healed)),
        "gains": _span(ways.in_all("attacker", Damage.gains)),
        "defender_gains": _span(ways.in_all("blocker", Damage.gains)),
    }
    sentence = " ".join(_sentences(combat, facts, names))
    return Outcome(sentence=sentence, steps=found, facts=facts, caption="Damage", rows=tuple(_rows(facts, names)))


def _assumed(board: Board, names: Mapping[str, str]) -> Iterator[str]:
    """Sentences about who is presumed to block whom."""
    for attacker in board.attackers:
        blockers = [
            names[name] for name, one in board.blockers.items() if one.is_presumed and attacker in board.blocks[name]
        ]
        if blockers:
            verb = "blocks" if len(blockers) == 1 else "block"
            yield f"Here, {join_words(blockers)} {verb} {names[attacker]}."


def _unknown_colors(board: Board, names: Mapping[str, str]) -> Iterator[str]:
    """Whose damage is prevented only if it has a color."""
    edges = {(source, to): None for step in board.steps for source, tos in board.pairs(step) for to in tos}
    for source, to in edges:
        target = board.creatures.get(to)
        if target and target.may_be_protected_from(board.creatures[source]):
            colors = join_words(sorted(target.protection - {"everything"}), "or")
            what = f"its damage to {names[to]} is prevented"
            yield f"If {names[source]} is {colors}, {what}: say its color, or colorless."


def _span(bounds: Bounds) -> Mapping[str, int]:
    return {"least": bounds[0], "most": bounds[1]}


def _step(combat: Combat, step: str) -> Mapping[str, Any]:
    """Each creature's damage, and what each recipient gets, with an example of what isn't decided."""
    board, free, divided = combat.board, combat.free, combat.divided
    # What the first step is divided into decides what the second may be.
    earlier = {key: amounts for key, amounts in divided.division.items() if key[0] != step}
    now = Ways(board, earlier) if earlier and step != board.steps[0] else free
    damage, to = [], dict[str, None]()
    for source, recipients in board.pairs(step):
        for recipient in recipients:
            if not (free.can_be_left(source, step) and free.can_be_left(recipient, step)):
                continue
            to[recipient] = None
            dealt = divided.dealt(step, source, recipient)
            entry: dict[str, Any] = {"from": source, "to": recipient, **_span(free.assigned(step, source, recipient))}
            if dealt[0] == dealt[1]:
                entry["dealt"] = dealt[0]
            entry["example"] = divided.example.assigned[step, source, recipient]
            damage.append(entry | {"now": _span(now.assigned(step, source, recipient))})
    return {
        "step": step,
        "damage": damage,
        "received": [{"to": name, **_span(free.received(step, name))} for name in to],
        "dies": [name for name in board.creatures if divided.dies(name, step)[0]],
        "division": {source: list(amounts) for (at, source), amounts in combat.division.items() if at == step},
        "unlawful": {source: by for (at, source), by in combat.faults.items() if at == step},
        "permitting_order": {
            source: permitting_order(board, combat.division, (at, source)) for at, source in combat.faults if at == step
        },
        "example": {
            "received": {name: amount for (at, name), amount in divided.example.received.items() if at == step},
            "dead": [name for name in [*board.creatures, DEFENDER, PLAYER] if (step, name) in divided.example.dead],
        },
    }


def label_of(name: str, creatures: Mapping[str, Creature]) -> str:
    """A creature's card, or its size if no other has that: `the 5/5`, `blocker 2 (3/3)`."""
    one = creatures[name]
    if one.name and [each.name for each in creatures.values()].count(one.name) == 1:
        return one.name
    sizes = [(each.power, each.toughness) for each in creatures.values()]
    size = f"{one.power}/{one.toughness}"
    return f"the {size}" if sizes.count((one.power, one.toughness)) == 1 else f"{name} ({size})"


def _sentences(combat: Combat, facts: Mapping[str, Any], names: Mapping[str, str]) -> Iterator[str]:
    amounts = ", then ".join(map(join_amounts, combat.division.values()))
    if combat.lawful:
        yield f"Yes. {amounts} is legal."
    elif combat.faults:
        yield f"No. {amounts} isn’t legal."
    for one in combat.misfits:
        yield f"No. {capital(join_amounts(one.amounts))} doesn’t fit: {one.why}."
    yield through_sentence(facts, combat.board.defender.kind)
    sure, open_ = ([names[one] for one in facts[key]] for key in ("dies", "may_die"))
    if sure:
        yield f"{capital(join_words(sure))} {'dies' if len(sure) == 1 else 'die'}."
    if open_:
        yield f"{capital(join_words(open_))} may die."
    yield from facts["assumed"]
    yield from uncounted_sentences(facts["uncounted"])
    yield from facts["unknown"]


def through_sentence(facts: Mapping[str, Any], defender: str) -> str:
    least, most, beyond = facts["through_least"], facts["through"], facts["beyond"]
    amount = f"{most:,} damage" if most else "No damage"
    sentence = f"{amount}{' at most' * (least < most)} gets through to the {defender}"
    if not beyond["most"]:
        return f"{sentence}."
    return f"{sentence}, {beyond['most']:,}{' at most' * (beyond['least'] < beyond['most'])} to the player."


def uncounted_sentences(uncounted: Sequence[Mapping[str, str]]) -> Iterator[str]:
    for text in dict.fromkeys(one["text"] for one in uncounted):
        yield f"Not counted: “{text}”" if text.endswith(".") else f"{capital(text)} isn’t counted."


_TOTALS: Final = (
    ("Life lost", "life", 0),
    ("Poison counters", "poison", 0),
    ("Life gained", "gained", 0),
    ("Life gain events", "gains", 1),
    ("Life the defending player gains", "defender_gained", 0),
    ("Their life gain events", "defender_gains", 1),
)
"""Rows beneath the damage: label, fact, and the number up to which it isn't shown."""


def _rows(facts: Mapping[str, Any], names: Mapping[str, str]) -> Iterator[Row]:
    for step in facts["steps"]:
        lead = ""
        if len(facts["steps"]) > 1:
            lead = "First-strike step: " if step["step"] == FIRST else "Regular step: "
        for one in step["damage"]:
            label = f"{names[one['from']]} to {names[one['to']]}"
            yield Row(f"{lead}{label}" if lead else capital(label), in_range(one))
    for label, key, most in _TOTALS:
        if facts[key]["most"] > most and (key != "life" or facts["poison"]["most"]):
            yield Row(label, in_range(facts[key]))


def in_range(one: Mapping[str, int]) -> str:
    """`3`, `0 to 5`; what's dealt, if it's sure."""
    if "dealt" in one or one["least"] == one["most"]:
        return f"{one.get('dealt', one['least']):,}"
    return f"{one['least']:,} to {one['most']:,}"
