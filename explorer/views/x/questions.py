"""The questions of the explorer: those that make sense for what was said so far, with what they say."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from explorer.views.x.asking import LONGEST_ECHO, Asking, Wrong
from symbols.engine.x import Definition, Letter, Method, Origin, Place, Possible, Situation, Subject, Zone, label
from symbols.engine.x.mending import LeftOut
from symbols.engine.x.offering import KEYS, offered

_ABILITIES: Final = frozenset({Subject.ACTIVATED, Subject.TRIGGERED, Subject.ENTERS, Subject.DELAYED, Subject.STATIC})
_COST_OF_WHAT_HAS_IT: Final[Mapping[Place, str]] = {
    Place.MANA_COST: "the mana cost of what has it",
    Place.ALTERNATIVE_COST: "an alternative cost of what has it",
    Place.ADDITIONAL_COST: "an additional cost of what has it",
}
_LEGENDS: Final = {
    "object": "What it is",
    "casting": "How it comes about",
    "places": "Where X stands",
    "text": "What its text says",
    "numbers": "Numbers, where they are known",
}
_LEFT_OUT: Final[Mapping[str, str]] = {
    "zone": "where it is",
    "how": "how it is cast or activated",
    "in": "where X stands",
    "defined": "what its text says",
    "formula": "the words that define X",
    "gives": "what those words give now",
    "gained": "that the ability was gained",
    "refers": "that it speaks of another object",
    "other": "the other object’s number",
    "origin": "what it came from",
    "was": "the number there",
    "announced": "the number announced",
    "least": "the least that X can be",
    "letter": "the letter",
}


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that can be chosen.

    Attributes:
        value: how it stands in an address.
        label: how a page says it.
        chosen: whether it is chosen.
        implied: whether it follows from another choice, and can't be taken back here.
    """

    value: str
    label: str
    chosen: bool
    implied: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """One control.

    Attributes:
        key: its parameter, and its element's id after `x-`.
        look: `list`, `ticks`, `tick`, `number` or `words`.
        label: the question.
        options: for a list and ticks.
        value: for what is typed.
        ticked: for a tick.
        hint: a word on what is meant.
        wrong: what is wrong with it, or None.
        notes: what was left out because of a change here.
    """

    key: str
    look: str
    label: str
    options: Sequence[Option] = ()
    value: str = ""
    ticked: bool = False
    hint: str = ""
    wrong: Wrong | None = None
    notes: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Group:
    """Questions under one heading."""

    legend: str
    questions: Sequence[Question]


def groups(asking: Asking) -> list[Group]:
    """Return the questions, those without sense left out, in groups."""
    maker = _Maker(asking)
    parts = {
        "object": [maker.subject(), maker.zone()],
        "casting": [maker.method(), maker.origin()],
        "places": [maker.places()],
        "text": [
            maker.tick("gained", "The ability was gained: an effect, a copy or changed text gave it"),
            maker.tick("refers", "It speaks of the X of another object"),
            maker.definition(),
            maker.typed(
                "formula", "X is, in its words", "words", hint="Such as “the number of creatures you control”."
            ),
        ],
        "numbers": [
            maker.typed("announced", maker.announcing),
            maker.typed("gives", "Those words give, now"),
            maker.typed("other", "The other object’s X"),
            maker.typed("was", maker.taken),
            maker.typed("least", "X is at least", hint="Where the text says “X can’t be 0”, that is 1."),
        ],
    }
    made = {name: [each for each in questions if each] for name, questions in parts.items()}
    letter = maker.situation.letter
    return [Group(_LEGENDS[name].replace("X", letter), questions) for name, questions in made.items() if questions]


def letter_question(asking: Asking) -> Question | None:
    """Return the question which letter it is."""
    return _Maker(asking).letter()


def notes(asking: Asking) -> list[str]:
    """Return what was left out when something was changed, a sentence for each."""
    return [_note(left, asking.situation.letter) for left in asking.left_out]


def _note(left: LeftOut, letter: str) -> str:
    what = _LEFT_OUT[left.key].replace("X", letter)
    return f"No longer said: {what}. {left.why}"


class _Maker:
    """Makes the questions about one situation."""

    def __init__(self, asking: Asking) -> None:
        self.asking = asking
        self.situation: Situation = asking.situation
        self.can: Possible = self.situation.possible
        self.there = offered(asking.layout) | asking.wrong.keys()
        # Of several changes the most far-reaching one has caused the rest.
        self.changed = next((key for key in KEYS if key in asking.changed), "")

    @property
    def announcing(self) -> str:
        if self.situation.subject is Subject.SPECIAL_ACTION:
            return "X chosen"
        if self.situation.subject is Subject.PAYMENT:
            return "X announced for that spell"
        return "X announced"

    @property
    def taken(self) -> str:
        if self.situation.method is Method.COPIED:
            return "The original’s X"
        return "X chosen then"

    def said(self, key: str) -> str:
        """What was typed, wrong or not; what is said where it is right."""
        if key in self.asking.wrong:
            return ",".join(self.asking.said.get(key, ()))
        return self.situation.as_query().get(key, "")

    def typed(self, key: str, words: str, look: str = "number", hint: str = "") -> Question | None:
        return self._made(key, look, words, value=self.said(key), hint=hint)

    def tick(self, key: str, words: str) -> Question | None:
        return self._made(key, "tick", words, ticked=self.situation.as_query().get(key) == "1")

    def subject(self) -> Question | None:
        return self._list("what", "X is on", Subject, self.situation.subject)

    def zone(self) -> Question | None:
        words = "whose source is" if self.situation.subject in _ABILITIES else "which is"
        if self.situation.subject in {Subject.SPECIAL_ACTION, Subject.PAYMENT}:
            words = "for an object that is"
        return self._list("zone", words, [zone for zone in Zone if zone in self.can.zones], self.situation.where)

    def method(self) -> Question | None:
        words = "It is activated" if self.situation.subject in _ABILITIES else "It is cast"
        methods = [method for method in Method if method in self.can.methods]
        return self._list("how", words, methods, self.situation.method)

    def origin(self) -> Question | None:
        origins = [origin for origin in Origin if origin in self.can.origins]
        words = {
            Subject.ENTERS: "Of the spell that became the permanent",
            Subject.DELAYED: "Of the spell or ability that created it",
        }.get(self.situation.subject, "Of its permanent")
        return self._list("origin", words, origins, self.situation.origin)

    def definition(self) -> Question | None:
        return self._list("defined", "What X is,", Definition, self.situation.definition)

    def letter(self) -> Question | None:
        return self._list("letter", "The letter is", Letter, self.situation.letter)

    def places(self) -> Question | None:
        situation = self.situation
        said = situation.places or situation.usual_spots
        ticked, implied = situation.spots, situation.spots - said
        if "in" in self.asking.wrong:
            words = {word.strip().lower() for value in self.asking.said.get("in", ()) for word in value.split(",")}
            ticked = frozenset(place for place in Place if place in words)
        options = [
            Option(place, self._place(place), place in ticked, place in ticked & implied)
            for place in Place
            if place in self.can.places
        ]
        return self._made("in", "ticks", "X stands in", options=options)

    def _place(self, place: Place) -> str:
        if self.situation.subject in _ABILITIES and place in _COST_OF_WHAT_HAS_IT:
            return _COST_OF_WHAT_HAS_IT[place]
        return label(place)

    def _list(self, key: str, words: str, offer: Iterable[StrEnum], chosen: StrEnum) -> Question | None:
        letter = self.situation.letter
        wrong = self.said(key).strip() if key in self.asking.wrong else ""
        options = [Option(each, _spoken(each, letter), not wrong and each is chosen) for each in offer]
        if wrong:
            # What was said stays in sight, until the reader says something else.
            named = next(
                (_spoken(each, letter) for each in type(chosen) if each == wrong.lower()), wrong[:LONGEST_ECHO]
            )
            options.insert(0, Option(wrong, named, chosen=True))
        return self._made(key, "list", words, options=options)

    def _made(
        self,
        key: str,
        look: str,
        words: str,
        *,
        options: Sequence[Option] = (),
        value: str = "",
        ticked: bool = False,
        hint: str = "",
    ) -> Question | None:
        if key not in self.there:
            return None
        letter = str(self.situation.letter)
        return Question(
            key=key,
            look=look,
            label=words.replace("X", letter),
            options=options,
            value=value,
            ticked=ticked,
            hint=hint.replace("X", letter),
            wrong=self.asking.wrong.get(key),
            notes=notes(self.asking) if key == self.changed else (),
        )


def _spoken(word: StrEnum, letter: str) -> str:
    return label(word).replace("the letter", letter) if not isinstance(word, Letter) else str(word)  # type: ignore[arg-type]
