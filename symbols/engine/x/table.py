"""The tables of rule 107.3: fields of a situation, impossible situations, and which rule decides.

The rows are data (`symbols/data/x_fields.toml`, `x_decisions.toml`, documented there). `words.py` reads them once; this
module matches them with facts.
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
"""By name; booleans have `yes` or `no`."""

TICKED: Final = frozenset({"yes"})
UNTICKED: Final = frozenset({"no"})


def _values(value: bool | str | Sequence[str]) -> frozenset[str]:  # noqa: FBT001 - a value of a table
    if isinstance(value, bool):
        return TICKED if value else UNTICKED
    return frozenset([value] if isinstance(value, str) else value)


@dataclass(frozen=True, slots=True)
class FactCondition:
    """Facts that must each have one of some values, unless another condition holds."""

    wanted: tuple[tuple[str, frozenset[str]], ...] = ()
    unless: "FactCondition | None" = None

    @classmethod
    def of(cls, wanted: Mapping[str, Any], unless: Mapping[str, Any] | None = None) -> "FactCondition":
        facts = tuple((name, _values(value)) for name, value in wanted.items())
        return cls(facts, None if unless is None else cls.of(unless))

    def holds(self, facts: Facts) -> bool:
        if any(facts[name].isdisjoint(values) for name, values in self.wanted):
            return False
        return self.unless is None or not self.unless.holds(facts)

    def values(self, name: str) -> frozenset[str]:
        return dict(self.wanted).get(name, frozenset())


@dataclass(frozen=True, slots=True)
class Variants:
    """Text that depends on the facts."""

    rows: tuple[tuple[FactCondition, str], ...]

    @classmethod
    def of(cls, record: str | Sequence[Mapping[str, Any]]) -> "Variants":
        given: Sequence[Mapping[str, Any]] = [{"is": record}] if isinstance(record, str) else record
        return cls(tuple((FactCondition.of(each.get("if", {})), each["is"]) for each in given))

    def pick(self, facts: Facts) -> str:
        return next(words for condition, words in self.rows if condition.holds(facts))


@dataclass(frozen=True, slots=True)
class SituationField:
    """Field of a situation: a query parameter, and a question of the form."""

    key: str
    group: str
    topic: str  # what it is, in the API; `left_out` says so if it was dropped
    left_out: str
    label: Variants
    hint: str
    negative: bool  # whether it is a number that may be negative
    offered: tuple[FactCondition, ...]  # a form shows it if one of these holds
    needed: tuple[FactCondition, ...]  # the explorer makes it a question of its own if one of these holds


@dataclass(frozen=True, slots=True)
class Possible:
    """Values that apply to a subject, and the usual ones."""

    usual_zone: Zone
    usual_places: frozenset[Place]
    zones: frozenset[Zone]
    places: frozenset[Place]
    methods: frozenset[Method]
    origins: frozenset[Origin]
    gained: bool  # whether it can be a gained ability
    refers: bool  # whether its X can be the one in another object's cost
    needed: Place | None  # place that X must be in, if any
    asks: tuple[tuple[str, ...], ...]  # the explorer's questions after what X is on, each with its parameters

    @property
    def choices(self) -> frozenset[str]:
        """Parameters with more than one possible value."""
        several = {"zone": self.zones, "in": self.places, "how": self.methods, "origin": self.origins}
        ticks = {"gained": self.gained, "refers": self.refers}
        keys = [key for key, values in several.items() if len(values) > 1]
        return frozenset([*keys, *(key for key, can in ticks.items() if can)])


@dataclass(frozen=True, slots=True)
class Refusal:
    """Impossible situation, and a sentence that says why; the columns are documented in `x_fields.toml`."""

    fits: FactCondition
    blames: Sequence[str]
    why: str


@dataclass(frozen=True, slots=True)
class DecisionRow:
    """Row of the decision table; the columns are documented in `x_decisions.toml`."""

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
        """Whether it matches, given the rules that have decided so far."""
        decided = facts["decided"]
        in_time = not decided.isdisjoint(self.after) if self.after else not decided
        return in_time and self.fits.holds(facts)


def _condition(record: dict[str, Any]) -> FactCondition:
    return FactCondition.of(record.pop("if", {}), record.pop("unless", None))


def _field(key: str, record: dict[str, Any]) -> SituationField:
    topic, label = record.pop("topic"), record.pop("label")
    return SituationField(
        key,
        record.pop("group"),
        topic,
        record.pop("left_out", topic),
        Variants.of(label),
        record.pop("hint", ""),
        record.pop("negative", False),
        tuple(FactCondition.of(each) for each in record.pop("offered", [{}])),
        tuple(map(_condition, record.pop("needed", [{}]))),
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
        asks=tuple(tuple(keys.split()) for keys in record.pop("asks")),
        **record,
    )


def _row(record: dict[str, Any]) -> DecisionRow:
    ((outcome, rule),) = [(each, record.pop(each.name.lower())) for each in StepOutcome if each.name.lower() in record]
    after, kind = frozenset(record.pop("after", ())), AnswerKind(record.pop("kind", AnswerKind.NUMBER))
    if kind in {AnswerKind.SAME, AnswerKind.DEPENDS}:
        record["when"] = When.TAKEN_OVER
    return DecisionRow(rule, outcome, record.pop("why"), _condition(record), after, kind, **record)


FIELDS: Final = {key: _field(key, record) for key, record in SITUATIONS["field"].items()}

REFUSALS: Final = tuple(Refusal(_condition(record), **record) for record in SITUATIONS["refusal"])
"""In the order in which they are checked."""

ROWS: Final = tuple(map(_row, DECISIONS["row"]))

WORDS: Final = {name: Variants.of(record) for name, record in DECISIONS["words"].items()}
"""Text that rows refer to by name."""

BRANCHES: Final = tuple((record["title"], frozenset(map(Subject, record["what"]))) for record in DECISIONS["branch"])
"""Branches of the map: title and subjects."""

_POSSIBLE: Final = {Subject(name): _possible(record) for name, record in SITUATIONS["subject"].items()}


def possible(subject: Subject) -> Possible:
    return _POSSIBLE[subject]
