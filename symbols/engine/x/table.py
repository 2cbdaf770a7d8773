"""Table of rule 107.3: what can be said of a situation, what can't be, and which rule decides.

The rows are data (`symbols/data/x_fields.toml`, `x_decisions.toml`; what they mean is said there). `words.py` reads
them once; this module says which row fits some facts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from symbols.engine.x.words import (
    DECISIONS,
    SITUATIONS,
    AnswerKind,
    Chooser,
    Method,
    Origin,
    Place,
    StepOutcome,
    Subject,
    When,
    Zone,
)

Facts = Mapping[str, frozenset[str]]
"""What is so of a situation: values by the names that conditions use; what can be so or not has `yes` or `no`."""

TICKED: Final = frozenset({"yes"})
UNTICKED: Final = frozenset({"no"})


def _values(value: bool | str | Sequence[str]) -> frozenset[str]:  # noqa: FBT001 - a value of a table
    if isinstance(value, bool):
        return TICKED if value else UNTICKED
    return frozenset([value] if isinstance(value, str) else value)


@dataclass(frozen=True, slots=True)
class FactCondition:
    """Facts that must have one of some values; but for another condition, where there is one."""

    wanted: tuple[tuple[str, frozenset[str]], ...] = ()
    unless: "FactCondition | None" = None

    @classmethod
    def of(cls, wanted: Mapping[str, Any], unless: Mapping[str, Any] | None = None) -> "FactCondition":
        """Return the condition of a table."""
        facts = tuple((name, _values(value)) for name, value in wanted.items())
        return cls(facts, None if unless is None else cls.of(unless))

    def holds(self, facts: Facts) -> bool:
        """Return whether every fact has one of its values."""
        if any(facts[name].isdisjoint(values) for name, values in self.wanted):
            return False
        return self.unless is None or not self.unless.holds(facts)

    def values(self, name: str) -> frozenset[str]:
        """Return the values of a fact that the condition asks for; none where it asks for none."""
        return dict(self.wanted).get(name, frozenset())


@dataclass(frozen=True, slots=True)
class Variants:
    """Words that differ with the facts."""

    rows: tuple[tuple[FactCondition, str], ...]

    @classmethod
    def of(cls, record: str | Sequence[Mapping[str, Any]]) -> "Variants":
        """Return the words of a table: plain, or with conditions."""
        given: Sequence[Mapping[str, Any]] = [{"is": record}] if isinstance(record, str) else record
        return cls(tuple((FactCondition.of(each.get("if", {})), each["is"]) for each in given))

    def pick(self, facts: Facts) -> str:
        """Return the first words that fit."""
        return next(words for condition, words in self.rows if condition.holds(facts))


@dataclass(frozen=True, slots=True)
class SituationField:
    """Something that can be said of a situation: a parameter of its address, and a question of its form.

    Attributes:
        key: the parameter.
        topic: what it is, in words; `left_out` says it where it could not stay.
        label: the question.
        hint: a word with the question.
        negative: whether it is a number that may be negative.
        offered: when a form asks for it: where one of these holds.
    """

    key: str
    topic: str
    left_out: str
    label: Variants
    hint: str
    negative: bool
    offered: tuple[FactCondition, ...]


@dataclass(frozen=True, slots=True)
class Possible:
    """Words that apply to a subject.

    Attributes:
        usual_zone: the zone meant where none is given.
        usual_places: the places meant where none is given.
        zones: where the object, or the source of the ability, can be.
        places: where the letter can stand.
        methods: how it can be cast or activated.
        origins: where its number may come from.
        gained: whether it can be a gained ability.
        refers: whether its letter can be the one in another object's cost.
        needed: the place without which there is nothing to ask, if there is one.
    """

    usual_zone: Zone
    usual_places: frozenset[Place]
    zones: frozenset[Zone]
    places: frozenset[Place]
    methods: frozenset[Method]
    origins: frozenset[Origin]
    gained: bool
    refers: bool
    needed: Place | None

    @property
    def choices(self) -> frozenset[str]:
        """Parameters for which there is more than one value."""
        several = {"zone": self.zones, "in": self.places, "how": self.methods, "origin": self.origins}
        ticks = {"gained": self.gained, "refers": self.refers}
        found = [key for key, values in several.items() if len(values) > 1]
        return frozenset([*found, *(key for key, can in ticks.items() if can)])


@dataclass(frozen=True, slots=True)
class Refusal:
    """Something that can't be, and the sentence that says why; its columns are described in `x_fields.toml`."""

    fits: FactCondition
    blames: Sequence[str]
    why: str


@dataclass(frozen=True, slots=True)
class DecisionRow:
    """Row of the table of decisions; its columns are described in `x_decisions.toml`."""

    rule: str
    outcome: StepOutcome
    why: str
    fits: FactCondition
    after: frozenset[str]
    kind: AnswerKind = AnswerKind.NUMBER
    value: Sequence[str] = ()
    whose: str = ""
    ask: str = ""
    who: str = Chooser.NOBODY
    when: str = When.ALWAYS
    question: str = ""
    reply: str = ""
    exception: bool = False

    def applies(self, facts: Facts) -> bool:
        """Return whether it fits, after what has decided so far."""
        decided = facts["decided"]
        in_time = not decided.isdisjoint(self.after) if self.after else not decided
        return in_time and self.fits.holds(facts)


def _condition(record: dict[str, Any]) -> FactCondition:
    """Take the condition out of a record."""
    return FactCondition.of(record.pop("if", {}), record.pop("unless", None))


def _field(key: str, record: dict[str, Any]) -> SituationField:
    topic, label = record.pop("topic"), record.pop("label")
    return SituationField(
        key,
        topic,
        record.pop("left_out", topic),
        Variants.of(label),
        record.pop("hint", ""),
        record.pop("negative", False),
        tuple(FactCondition.of(each) for each in record.pop("offered", [{}])),
        **record,
    )


def _possible(record: dict[str, Any]) -> Possible:
    usual = record.pop("usual", {})
    needed = record.pop("needed", None)
    return Possible(
        usual_zone=Zone(usual.get("zone", Zone.BATTLEFIELD)),
        usual_places=frozenset(map(Place, usual.get("in", [Place.TEXT]))),
        zones=frozenset(map(Zone, record.pop("zone", Zone))),
        places=frozenset(map(Place, record.pop("in", Place))),
        methods=frozenset(map(Method, record.pop("how", [Method.NORMAL]))),
        origins=frozenset(map(Origin, record.pop("origin", [Origin.UNSTATED]))),
        gained=record.pop("gained", False),
        refers=record.pop("refers", False),
        needed=None if needed is None else Place(needed),
        **record,
    )


def _refusal(record: dict[str, Any]) -> Refusal:
    return Refusal(_condition(record), **record)


def _row(record: dict[str, Any]) -> DecisionRow:
    ((outcome, rule),) = [(each, record.pop(each.name.lower())) for each in StepOutcome if each.name.lower() in record]
    after, kind = frozenset(record.pop("after", ())), AnswerKind(record.pop("kind", AnswerKind.NUMBER))
    if kind in {AnswerKind.SAME, AnswerKind.DEPENDS}:
        record["when"] = When.TAKEN_OVER
    return DecisionRow(rule, outcome, record.pop("why"), _condition(record), after, kind, **record)


FIELDS: Final = {key: _field(key, record) for key, record in SITUATIONS["field"].items()}
"""Every parameter of a situation, in the order in which one says it."""

REFUSALS: Final = tuple(map(_refusal, SITUATIONS["refusal"]))
"""What can't be, in the order in which it is looked at."""

ROWS: Final = tuple(map(_row, DECISIONS["row"]))
"""The table of decisions."""

WORDS: Final = {name: Variants.of(record) for name, record in DECISIONS["words"].items()}
"""Words that rows name."""

BRANCHES: Final = tuple((record["title"], frozenset(map(Subject, record["what"]))) for record in DECISIONS["branch"])
"""The branches of the map: what has the letter, in words and as words of a situation."""

_POSSIBLE: Final = {Subject(name): _possible(record) for name, record in SITUATIONS["subject"].items()}


def possible(subject: Subject) -> Possible:
    """Return what can be said of a subject."""
    return _POSSIBLE[subject]
