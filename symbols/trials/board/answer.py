"""Trial: state-based actions, round by round (704.3), by the rules of an edition."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from symbols.sentences import a_or_an
from symbols.trials.board.attachments import kind_of_attachment
from symbols.trials.board.cases import Case, read_case
from symbols.trials.board.checking import Check
from symbols.trials.board.choices import Choice
from symbols.trials.board.doubts import Doubt
from symbols.trials.board.effects import can_lose, keeps_at_zero
from symbols.trials.board.era import data
from symbols.trials.board.performing import Round
from symbols.trials.board.state import GameObject
from symbols.trials.board.telling import Record, all_unread, label_of, sentence_of, sentences
from symbols.trials.board.triggers import Triggered
from symbols.trials.inputs import Inputs
from symbols.trials.outcome import Fact, Outcome, Row, Step
from symbols.trials.trial import Reading

_LACKED: Final = frozenset({"exiled", "saved", "shield"})
"""Keys of rules without which an edition has nothing of the kind."""


def board(inputs: Inputs, reading: Reading) -> Outcome:
    """What leaves, in how many rounds, and what triggers."""
    case = read_case(inputs, reading)
    steps = tuple(_steps(case, reading))
    rounds = [_round(number, one, reading) for number, one in enumerate(case.course.rounds, 1)]
    facts: dict[str, Fact] = {
        "rounds": rounds,
        "leaves": case.leaving,
        "loses": list(case.course.losers),
        "wins": case.course.winner or None,
        "draw": case.course.is_draw,
        "choices": [_choice(one) for one in case.course.choices],
        "triggers": [] if case.is_over else [_trigger(one) for one in case.triggers],
        "board": list(_permanents(case.course.first)),
        "stays": list(_permanents(case.course.last)),
        "unless": [_doubt(one) for one in case.doubts],
        "unread": list(all_unread(case)),
        "rule": next(step.rule for step in steps if step.decides),
    }
    return Outcome(
        sentence=" ".join(sentences(case)),
        steps=steps,
        facts=facts,
        caption="Round by round",
        rows=tuple(Row(one["name"], " ".join(each["sentence"] for each in one["actions"])) for one in rounds),
    )


# Facts


def _round(number: int, one: Round, reading: Reading) -> Record:
    state = one.before.state
    return {
        "round": number,
        "name": "End of the phase" if one.is_burn else f"Round {number}",
        "actions": [
            {
                "object": each.key,
                "name": label_of(each.key, state),
                "does": each.does,
                "sentence": sentence_of(each, state),
                "action": each.action,
                "rule": reading.find(each.rule) or each.rule,
                "why": each.why,
                "also": [_also(key, reading) for key in each.also],
            }
            for each in one.performed
        ],
        "changes": list(_changes(one)),
        "choices": [_choice(each) for each in one.choices],
    }


def _also(key: str, reading: Reading) -> Record:
    rule, why = data()["also"][key]
    return {"key": key, "rule": reading.find(rule) or rule, "why": why}


def _changes(one: Round) -> Iterator[Record]:
    """Creatures that stay and whose power or toughness changed in the round."""
    for key, values in one.values.items():
        before = one.before.values.get(key)
        if before is None or not values.is_creature:
            continue
        was, now = f"{before.power or 0}/{before.toughness or 0}", f"{values.power or 0}/{values.toughness or 0}"
        if was != now:
            without = [label_of(cause, one.after) for cause in one.causes_of(key)]
            yield {"object": key, "name": label_of(key, one.after), "before": was, "after": now, "without": without}


def _choice(one: Choice) -> Record:
    return {
        "question": one.question,
        "who": one.who,
        "options": _options(one),
        "taken": one.taken,
        "assumed": not one.is_said,
    }


def _options(choice: Choice) -> list[Record]:
    return [{"choice": line, "label": label} for line, label in choice.options]


def _doubt(one: Doubt) -> Record:
    choice = one.choice
    return {
        "object": one.key or None,
        "name": one.name,
        "sentence": one.sentence or None,
        "condition": one.condition or None,
        "unless": one.reason,
        "question": choice.question if choice else None,
        "options": _options(choice) if choice else [],
        "taken": choice.taken if choice else None,
        "assumed": one.is_open,
        "line": one.line or None,
        "suggestion": one.suggestion or None,
    }


def _trigger(one: Triggered) -> Record:
    return {
        "object": one.key,
        "name": one.label,
        "controller": one.controller,
        "ability": one.text,
        "times": one.times,
    }


def _permanents(check: Check) -> Iterator[Record]:
    """Permanents as a check finds them."""
    for one in check.state.permanents:
        values = check.values[one.key]
        yield {
            "object": one.key,
            "name": label_of(one.key, check.state),
            "size": f"{values.power or 0}/{values.toughness or 0}" if values.is_creature else None,
            "damage": one.damage,
            "on": label_of(one.attached, check.state) if one.attached else None,
        }


# Steps


def _steps(case: Case, reading: Reading) -> Iterator[Step]:
    steps = list(_all_steps(case, reading))
    if case.course.rounds:
        wanted = case.course.rounds[0].performed[0].rule
    else:
        # By which something survives.
        wanted = next((one.rule for one in steps if one.rule not in {"704.3", "300.3"} and not one.needed), "704.3")
    decides = next((place for place, step in enumerate(steps) if step.rule == wanted), 0)
    yield from (replace(step, decides=place == decides) for place, step in enumerate(steps))


def _all_steps(case: Case, reading: Reading) -> Iterator[Step]:
    yield Step("704.3", "All that applies happens at once. Then the game checks again, until nothing applies.")
    performed = case.course.performed
    yield from dict.fromkeys(Step(one.rule, f"{sentence_of(one, state)} {one.why}") for one, state in performed)
    yield from _lacked(case, reading)
    keys = (key for one, _ in performed for key in one.also)
    for key in dict.fromkeys([*keys, *_special(case)]):
        rule, why = data()["also"][key]
        # What an edition lacks didn't matter then, or stands elsewhere.
        if reading.edition is None or reading.find(rule) or key in _LACKED:
            yield Step(rule, why)


def _lacked(case: Case, reading: Reading) -> Iterator[Step]:
    """A step for each kind of object on the board that the edition has no rule for."""
    for kind, rule in data()["kinds"].items():
        if reading.edition and not reading.find(rule) and any(_is(kind, one) for one in case.state.objects.values()):
            what = kind if kind in data()["words"]["keywords"] else a_or_an(kind)
            yield Step(rule, f"There’s no rule for {what} yet.", needed=True)
    if reading.edition and not reading.find("810.8c") and any(one.is_team for one in case.state.players.values()):
        yield Step("810.8c", "There’s no Two-Headed Giant yet.", needed=True)


def _is(kind: str, obj: GameObject) -> bool:
    values = obj.values
    return kind == obj.kind or kind in (*values.types, *values.subtypes) or values.has_ability(kind)


def _special(case: Case) -> Iterator[str]:
    """Keys of the table `also`: rules that matter besides those of the actions."""
    course, state = case.course, case.state
    if any(_survives(case, key) for key in state.objects):
        yield "indestructible"
    rounds = course.rounds
    if any(_loses_counters_too(one) for one in rounds):
        yield "before"
    dying = [
        each.before.values[one.key]
        for each in rounds
        for one in each.performed
        if one.moves == "graveyard" and one.key in each.before.values
    ]
    for keyword in ("undying", "persist"):
        if any(values.has_ability(keyword) for values in dying):
            yield keyword
    if any(one.is_permanent and _keeps_from_losing(one, course.first) for one in state.objects.values()):
        yield "card"
    if course.is_draw:
        yield "draw"
    elif course.winner:
        yield "wins"
    if len({one.who for one in course.choices}) > 1:
        yield "order"
    if case.era.burns and any(one.mana and not one.counts_life for one in state.players.values()):
        yield "mana"
    yield from _near_misses(case)
    yield from _not_yet(case)
    if "deathtouch" not in case.era.present and any(one.deathtouched for one in state.objects.values()):
        yield "deathtouch"
    if case.triggers and not case.is_over:
        yield "stack"


def _near_misses(case: Case) -> Iterator[str]:
    """Poison or commander damage that isn't enough to lose."""
    for one in case.state.players.values():
        if one.key in case.course.losers:
            continue
        if one.poison and one.is_team:
            yield "few_team_poison" if case.era.poisons_teams else "poison_apart"
        elif one.poison:
            yield "few_poison"
        if one.commander_damage:
            yield "few_commander"


def _not_yet(case: Case) -> Iterator[str]:
    """Cases that today's actions cover and the edition's don't: copies of cards, and what is attached to players."""
    era, last = case.era, case.course.last
    for one in last.state.permanents:
        kind = kind_of_attachment(last.values[one.key]) if one.attached in last.state.players else "Aura"
        if kind in {"Equipment", "Fortification"} and "equipment" in era.present and not era.equips_players:
            yield "equips_permanents"
        elif not kind and "attached" in era.present and not era.attaches_to_players:
            yield "attaches_to_permanents"
    if not era.card_copies and any(one.kind == "card copy" for one in last.state.objects.values()):
        yield "spell_copies"


def _keeps_from_losing(obj: GameObject, check: Check) -> bool:
    player = check.state.players.get(obj.controller)
    if player is None or player.life > 0:
        return False
    return keeps_at_zero(check, player) or not (can_lose(check, player) or player.cant_lose)


def _survives(case: Case, key: str) -> bool:
    """Whether something would be destroyed if it could be."""
    values, obj = case.course.first.values.get(key), case.state.objects[key]
    if values is None or not values.is_creature or not values.has_ability("indestructible"):
        return False
    toughness = values.toughness or 0
    return toughness > 0 and (obj.deathtouched or obj.damage >= toughness)


def _loses_counters_too(one: Round) -> bool:
    gone = {each.key for each in one.performed if each.moves}
    return any(each.does == "counters" and each.key in gone for each in one.performed)
