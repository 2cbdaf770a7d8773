"""Trial: state-based actions, round by round (704.3), by the rules of an edition."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from string import Template
from typing import Any, Final

from symbols.sentences import a_or_an, capital, join_words, number_word
from symbols.trials.board.attachments import kind_of_attachment
from symbols.trials.board.checking import Check, called
from symbols.trials.board.choices import Choice, Said, read_choices
from symbols.trials.board.effects import can_lose, keeps_at_zero
from symbols.trials.board.era import Era, data, era_of
from symbols.trials.board.lines import MOST_LINES, MOST_THINGS, ReadBoard, lines_of, read_board
from symbols.trials.board.performing import Course, Performed, Round, run
from symbols.trials.board.state import YOU, State, Thing
from symbols.trials.board.triggers import Triggered, triggers_of
from symbols.trials.inputs import Inputs, TrialError
from symbols.trials.outcome import Fact, Outcome, Row, Step
from symbols.trials.trial import Reading

Record = Mapping[str, Any]

_LACKED: Final = frozenset({"exiled", "saved", "shield"})
"""Keys of rules without which an edition has nothing of the kind."""


@dataclass(frozen=True, slots=True)
class Case:
    read: ReadBoard
    said: Said
    era: Era
    course: Course

    @property
    def state(self) -> State:
        return self.read.state

    @property
    def triggers(self) -> list[Triggered]:
        """All that triggered, those of the active player first (603.3b)."""
        order = [one.key for one in self.state.in_turn_order]
        found = [one for each in self.course.rounds for one in triggers_of(each)]
        return sorted(found, key=lambda one: order.index(one.controller) if one.controller in order else 0)

    @property
    def is_over(self) -> bool:
        return bool(self.course.winner or self.course.is_draw)

    @property
    def is_open(self) -> bool:
        """Whether a choice that isn't said would change what happens."""
        return any(self._changes(one) for one in self.course.choices if not one.is_said)

    def _changes(self, choice: Choice) -> bool:
        others = (read_choices(line, self.said) for line, _ in choice.options if line != choice.taken)
        return any(run(self.state, self.era, said).last.state != self.course.last.state for said in others)

    @property
    def leaving(self) -> list[str]:
        """Permanents that are elsewhere in the end, by key."""
        last = self.course.last.state.things
        return [
            key
            for key, one in self.state.things.items()
            if one.zone == "battlefield" and not one.kind and last[key].zone != "battlefield"
        ]


def read_case(inputs: Inputs, reading: Reading) -> Case:
    texts = lines_of(inputs.text("board"))
    if len(texts) > MOST_LINES:
        raise TrialError(f"Board: that’s {len(texts)} lines. Use {MOST_LINES} or fewer.", field="board")
    read, said, era = read_board(texts, reading), read_choices(inputs.text("choices")), era_of(inputs, reading)
    if len(read.state.things) > MOST_THINGS:
        message = f"Board: that’s {len(read.state.things)} objects. Use {MOST_THINGS} or fewer."
        raise TrialError(message, field="board")
    return Case(read, said, era, run(read.state, era, said))


def board(inputs: Inputs, reading: Reading) -> Outcome:
    """What leaves, in how many rounds, and what triggers."""
    case = read_case(inputs, reading)
    steps = tuple(_steps(case, reading))
    rounds = [_round(place, one, reading) for place, one in enumerate(case.course.rounds, 1)]
    facts: dict[str, Fact] = {
        "rounds": rounds,
        "leaves": case.leaving,
        "loses": list(case.course.losers),
        "wins": case.course.winner or None,
        "draw": case.course.is_draw,
        "choices": [_choice(one) for one in case.course.choices],
        "triggers": [] if case.is_over else [_trigger(one) for one in case.triggers],
        "stays": [_stays(key, case) for key, one in case.course.last.state.things.items() if one.is_permanent],
        "unread": list(_all_unread(case)),
        "rule": next(step.rule for step in steps if step.decides),
    }
    return Outcome(
        sentence=" ".join(_sentences(case)),
        steps=steps,
        facts=facts,
        caption="Round by round",
        rows=tuple(_rows(rounds)),
    )


# Facts


def _all_unread(case: Case) -> Iterator[Record]:
    for line in case.read.lines:
        if line.why:
            yield _unread(line.number, line.text, line.why, line.suggestion)
        elif line.words:
            yield _unread(line.number, line.words, "the rest of the line is read.", "")
    for text in case.said.unread:
        yield _unread(0, text, "it isn’t a choice.", "")
    fitting = {line for one in case.course.choices for line, _ in one.options}
    for (verb, key), value in case.said.lines.items():
        choice = f"{verb} {key} {value}".strip()
        is_commander = key in case.state.things and case.state.things[key].is_commander
        if choice not in fitting and not is_commander:
            yield _unread(0, choice, "it doesn’t fit a choice on this board.", "")


def _unread(number: int, text: str, why: str, suggestion: str) -> Record:
    return {"line": number, "text": text, "why": why, "suggestion": suggestion or None}


def label_of(key: str, state: State) -> str:
    return state.things[key].label if key in state.things else called(key)


def sentence_of(one: Performed, state: State) -> str:
    """Return such as `The 2/2 Bear is destroyed`."""
    name = label_of(one.key, state)
    names = {
        "name": capital(name),
        "lose": "lose" if one.key == YOU else "loses",
        "poss": "Your" if one.key == YOU else f"{capital(name)}’s",
        "by": one.to,
        "to": called(one.to) if one.does == "protector" else one.to,
        "removed": one.to,
    }
    return Template(data()["does"][one.does]).substitute(names)


def _round(place: int, one: Round, reading: Reading) -> Record:
    state = one.before.state
    return {
        "round": place,
        "name": "End of the phase" if one.is_burn else f"Round {place}",
        "actions": [
            {
                "object": each.key,
                "name": label_of(each.key, state),
                "does": each.does,
                "sentence": sentence_of(each, state),
                "action": each.action,
                "rule": reading.find(each.rule) or each.rule,
                "why": each.why,
                "also": [_also_fact(key, reading) for key in each.also],
            }
            for each in one.performed
        ],
        "changes": list(_changes(one)),
        "choices": [_choice(each) for each in one.choices],
    }


def _also_fact(key: str, reading: Reading) -> Record:
    rule, why = data()["also"][key]
    return {"key": key, "rule": reading.find(rule) or rule, "why": why}


def _changes(one: Round) -> Iterator[Record]:
    """Power and toughness that permanents that stay have now, and didn't before."""
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
        "options": [{"choice": line, "label": label} for line, label in one.options],
        "taken": one.taken,
        "assumed": not one.is_said,
    }


def _trigger(one: Triggered) -> Record:
    return {
        "object": one.key,
        "name": one.label,
        "controller": one.controller,
        "ability": one.text,
        "times": one.times,
    }


def _stays(key: str, case: Case) -> Record:
    last = case.course.last
    values = last.values[key]
    size = f"{values.power or 0}/{values.toughness or 0}" if values.is_creature else None
    return {"object": key, "name": label_of(key, last.state), "size": size, "damage": last.state.things[key].damage}


# Sentences


def _sentences(case: Case) -> Iterator[str]:
    yield from _ending(case)
    course, count = case.course, len(case.leaving)
    performed = [(one, each.before.state) for each in course.rounds for one in each.performed]
    if case.is_over or (course.losers and not count):
        pass
    elif len(performed) == 1 or (performed and not count):
        yield from (sentence_of(one, state) for one, state in performed)
    elif count:
        rounds = sum(not one.is_burn for one in course.rounds)
        noun = "permanent leaves" if count == 1 else "permanents leave"
        yield f"{count} {noun}, in {number_word(rounds, none='no')} round{'' if rounds == 1 else 's'}."
    else:
        yield _nothing(case)
    burnt = [(one, each.before.state) for each in course.rounds if each.is_burn for one in each.performed]
    if burnt and not case.is_over and len(performed) > 1:
        for one, state in burnt:
            who = called(one.key)
            yield f"At the end of the phase, {who}{sentence_of(one, state).removeprefix(capital(who))}"
    if case.is_open:
        yield "That depends on a choice."
    if unread := [f"“{one['text']}”" for one in _all_unread(case)]:
        yield f"Not read, and left out: {join_words(unread)}."


def _nothing(case: Case) -> str:
    things = [one for one in case.state.things.values() if one.is_permanent]
    alone = len(things) == 1 and not any(one.is_listed for one in case.state.players.values())
    return f"{capital(things[0].label)} stays on the battlefield." if alone else "Nothing happens."


def verdict_of(sentence: str) -> tuple[str, str]:
    """The number that a sentence begins with, and the rest of it."""
    first, _, rest = sentence.partition(" ")
    return (first, rest) if first.isdigit() else ("", sentence)


def _ending(case: Case) -> Iterator[str]:
    course = case.course
    if course.is_draw:
        yield "The game is a draw."
        return
    if course.losers:
        names = [called(key) for key in course.losers]
        verb = "lose" if len(names) > 1 or course.losers[0] == YOU else "loses"
        yield f"{capital(join_words(names))} {verb} the game."
    if course.winner:
        yield f"{capital(called(course.winner))} {'win' if course.winner == YOU else 'wins'}."


def _rows(rounds: Sequence[Record]) -> Iterator[Row]:
    for one in rounds:
        yield Row(one["name"], " ".join(each["sentence"] for each in one["actions"]))


# Steps


def _steps(case: Case, reading: Reading) -> Iterator[Step]:
    steps = list(_all_steps(case, reading))
    wanted = case.course.rounds[0].performed[0].rule if case.course.rounds else _why_nothing(steps)
    decides = next((place for place, step in enumerate(steps) if step.rule == wanted), 0)
    yield from (replace(step, decides=place == decides) for place, step in enumerate(steps))


def _why_nothing(steps: Sequence[Step]) -> str:
    """The rule by which something survives, if there is one."""
    by = (step.rule for step in steps if step.rule not in {"704.3", "300.3"} and not step.needed)
    return next(by, "704.3")


def _all_steps(case: Case, reading: Reading) -> Iterator[Step]:
    yield Step("704.3", "All that applies happens at once. Then the game checks again, until nothing applies.")
    seen: dict[tuple[str, str], None] = {}
    for one in case.course.rounds:
        for each in one.performed:
            seen.setdefault((each.rule, f"{sentence_of(each, one.before.state)} {each.why}"))
    yield from (Step(rule, why) for rule, why in seen)
    yield from _lacked(case, reading)
    keys = dict.fromkeys(key for one in case.course.rounds for each in one.performed for key in each.also)
    for key in dict.fromkeys([*keys, *_special(case)]):
        rule, why = data()["also"][key]
        # What an edition lacks didn't matter then, or stands elsewhere.
        if reading.edition is None or reading.find(rule) or key in _LACKED:
            yield Step(rule, why)


def _lacked(case: Case, reading: Reading) -> Iterator[Step]:
    """What the board has that the edition doesn't know."""
    for kind, rule in data()["kinds"].items():
        if reading.edition and not reading.find(rule) and any(_is(kind, one) for one in case.state.things.values()):
            what = kind if kind in data()["words"]["keywords"] else a_or_an(kind)
            yield Step(rule, f"There’s no rule for {what} yet.", needed=True)


def _is(kind: str, thing: Thing) -> bool:
    values = thing.values
    return kind == thing.kind or kind in (*values.types, *values.subtypes) or values.has_ability(kind)


def _special(case: Case) -> Iterator[str]:
    """Keys of the table `also`: rules that matter besides those of the actions."""
    course, state = case.course, case.state
    if any(_survives(case, key) for key in state.things):
        yield "indestructible"
    rounds = course.rounds
    if any(_loses_counters_too(one) for one in rounds):
        yield "before"
    for keyword in ("undying", "persist"):
        if any(
            one.moves == "graveyard"
            and each.before.values.get(one.key)
            and each.before.values[one.key].has_ability(keyword)
            for each in rounds
            for one in each.performed
        ):
            yield keyword
    first = course.rounds[0].before if course.rounds else course.last
    if any(one.is_permanent and _is_told(one, first) for one in state.things.values()):
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
    if "deathtouch" not in case.era.present and any(one.touched for one in state.things.values()):
        yield "deathtouch"
    if case.triggers and not case.is_over:
        yield "stack"


def _near_misses(case: Case) -> Iterator[str]:
    """What players have too little of to lose."""
    for one in case.state.players.values():
        if one.key in case.course.losers:
            continue
        if one.poison:
            yield "few_team_poison" if one.is_team else "few_poison"
        if one.commander_damage:
            yield "few_commander"


def _not_yet(case: Case) -> Iterator[str]:
    """What an edition's actions don't say yet of copies of cards, and of what is attached to players."""
    era, last = case.era, case.course.last
    for one in last.state.permanents:
        kind = kind_of_attachment(last.values[one.key]) if one.attached in last.state.players else "Aura"
        if kind in {"Equipment", "Fortification"} and "equipment" in era.present and not era.equips_players:
            yield "equips_permanents"
        elif not kind and "attached" in era.present and not era.attaches_to_players:
            yield "attaches_to_permanents"
    if not era.card_copies and any(one.kind == "card copy" for one in last.state.things.values()):
        yield "spell_copies"


def _is_told(thing: Thing, check: Check) -> bool:
    """Whether an ability of it changes what happens to a player or to legends."""
    player = check.state.players.get(thing.controller)
    keeps = player is not None and player.life <= 0 and keeps_at_zero(check, player)
    return keeps or (player is not None and player.life <= 0 and not can_lose(check, player) and not player.cant_lose)


def _survives(case: Case, key: str) -> bool:
    """Whether something would be destroyed if it could be."""
    first = case.course.rounds[0].before if case.course.rounds else case.course.last
    values, thing = first.values.get(key), case.state.things[key]
    if values is None or not values.is_creature or not values.has_ability("indestructible"):
        return False
    toughness = values.toughness or 0
    return 0 < toughness <= thing.damage or (thing.touched and toughness > 0)


def _loses_counters_too(one: Round) -> bool:
    gone = {each.key for each in one.performed if each.moves}
    return any(each.does == "counters" and each.key in gone for each in one.performed)
