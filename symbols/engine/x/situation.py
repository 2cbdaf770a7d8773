"""The situation in which a player wonders what X is."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final, Literal

from symbols.engine.x.table import FIELDS, REFUSALS, TICKED, UNTICKED, Possible, possible
from symbols.engine.x.words import (
    FORMER_LABELS,
    LetterDefinition,
    Method,
    Origin,
    Place,
    SituationError,
    Subject,
    VariableLetter,
    Word,
    Zone,
)
from symbols.similar import similar
from symbols.yes_no import NO, YES

LARGEST = 9_999_999

_WHOLE = re.compile(r"[0-9]+", re.ASCII)
_NEGATIVE = re.compile(r"[-−–][0-9]+", re.ASCII)
_FRACTION = re.compile(r"[-−–+]?([0-9]+\s*/\s*[0-9]+|[0-9]*[.,][0-9]+|[0-9]*[½¼¾⅓⅔])", re.ASCII)


def _shown(text: str) -> str:
    return text if len(text) <= 20 else text[:20] + "…"


def read_value(value: str | int, name: str = "X", field: str = "", *, below_zero: bool = False) -> int:
    """A number that X can be: of seven digits at most, and below zero only if the game calculates it (107.1b).

    `name` is what the number is for, in messages.
    """
    text, sign = str(value).strip(), 1
    if not text:
        raise SituationError(f"Type a number for {name}.", field=field)
    if _FRACTION.fullmatch(text):
        raise SituationError(f"{name} can’t be {_shown(text)}: the game uses no fractions (107.1a).", field=field)
    if _NEGATIVE.fullmatch(text):
        text, sign = text[1:], -1
        if text.strip("0") and not below_zero:
            number = _shown(text.lstrip("0"))
            raise SituationError(
                f"{name} can’t be -{number}: no one can choose a negative number (107.1b).", field=field
            )
    if not _WHOLE.fullmatch(text):
        message = f"{name} must be a whole number such as 0 or 3, not “{_shown(text)}” (107.1)."
        raise SituationError(message, field=field)
    digits = text.lstrip("0") or "0"
    if len(digits) > len(str(LARGEST)):
        too = "too large: at most " if sign > 0 else "too low: at least -"
        raise SituationError(f"{name} is {too}{LARGEST:,} works here.", field=field)
    return sign * int(digits)


LONGEST_FORMULA: Final = 200

MOST_DOUBLINGS: Final = 20

_MOST_QUOTED: Final = 40

_PAID: Final[Mapping[Method, frozenset[Place]]] = {
    Method.NORMAL: frozenset({Place.ADDITIONAL_COST, Place.MANA_COST}),
    Method.REDUCED: frozenset({Place.ADDITIONAL_COST, Place.MANA_COST}),
    Method.ALTERNATIVE_WITH: frozenset({Place.ADDITIONAL_COST, Place.MANA_COST, Place.ALTERNATIVE_COST}),
    Method.COPIED: frozenset(Place) - {Place.TEXT},
}
"""Costs that are paid, or were paid for the original of a copy; only additional ones for other methods."""

_OF_AN_ACTIVATION: Final = frozenset({Place.ACTIVATION_COST, Place.LOYALTY_COST})
_TO_ACTIVATE: Final = _OF_AN_ACTIVATION | {Place.ADDITIONAL_COST, Place.ALTERNATIVE_COST}


_KEYS: Final = {
    "subject": "what",
    "zone": "zone",
    "places": "in",
    "letter": "letter",
    "definition": "defined",
    "formula": "formula",
    "defined_value": "gives",
    "method": "how",
    "gained": "gained",
    "refers": "refers",
    "other_value": "other",
    "announced": "announced",
    "origin": "origin",
    "origin_value": "was",
    "least": "least",
    "doubled": "doubled",
}
"""Query parameter by field."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """Situation with an X. Impossible or contradictory ones can't be constructed.

    Defaults depend on the subject; a default value is stored as empty, so that a situation has a single URL.
    """

    subject: Subject = Subject.SPELL
    zone: Zone | None = None  # its zone, or that of the ability's source
    places: frozenset[Place] = frozenset()
    letter: VariableLetter = VariableLetter.X  # X, or Y or Z, which follow the rules for X (107.3p)
    definition: LetterDefinition = LetterDefinition.NONE  # whether the object's own text defines X
    formula: str = ""
    defined_value: int | None = None  # current value of that text, if known; may be negative (107.1b)
    method: Method = Method.NORMAL
    gained: bool = False  # whether the object has gained this ability (107.3j)
    refers: bool = False  # whether X is the one in another object's cost (107.3e)
    other_value: int | None = None  # that object's X, if known; negative only if its text defines it
    announced: int | None = None
    origin: Origin = Origin.UNSTATED  # where an ability's number may come from (107.3m, 107.3n)
    origin_value: int | None = None  # the number there, if known; for a copy, the original's
    least: int = 0  # least legal number (“X can't be 0” makes it 1)
    doubled: int = 0  # number of effects that double X once announced, such as Unbound Flourishing

    def __post_init__(self) -> None:
        for name in ("defined_value", "other_value", "announced", "origin_value", "least", "doubled"):
            key, value = _KEYS[name], getattr(self, name)
            if value is not None:
                number = read_value(value, self.letter, key, below_zero=FIELDS[key].negative)
                object.__setattr__(self, name, number)
        if self.doubled > MOST_DOUBLINGS:
            raise SituationError(f"At most {MOST_DOUBLINGS} effects can double {self.letter} here.", field="doubled")
        object.__setattr__(self, "formula", " ".join(self.formula.split()))
        # Drop defaults, so that a situation has a single URL.
        if self.zone is self.possible.usual_zone:
            object.__setattr__(self, "zone", None)
        if self.places == self.usual_spots:
            object.__setattr__(self, "places", frozenset())
        facts = self.facts
        refusal = next((refusal for refusal in REFUSALS if refusal.fits.holds(facts)), None)
        if refusal:
            why = refusal.why.format(
                x=self.letter,
                subject=self.name,
                Subject=self.name.capitalize(),
                place=next((place.label for place in Place if place in self.places - self.possible.places), ""),
                longest=LONGEST_FORMULA,
                least=self.least,
                announced=self.announced,
            )
            raise SituationError(why, field=refusal.blames[0], others=refusal.blames[1:])

    @property
    def possible(self) -> Possible:
        return possible(self.subject)

    @property
    def where(self) -> Zone:
        return self.zone or self.possible.usual_zone

    @property
    def spots(self) -> frozenset[Place]:
        """With any implied by the method."""
        spots = self.places or self.usual_spots
        return spots | {Place.ALTERNATIVE_COST} if self.method is Method.ALTERNATIVE_WITH else spots

    @property
    def usual_spots(self) -> frozenset[Place]:
        return frozenset({Place.TEXT}) if self.refers else self.possible.usual_places

    @property
    def name(self) -> str:
        return self.subject.label

    @property
    def facts(self) -> dict[str, frozenset[str]]:
        can, spots = self.possible, self.spots
        allowed = {
            "zone": self.where in can.zones,
            "in": self.places <= can.places,
            "how": self.method in can.methods,
            "origin": self.origin in can.origins,
            "gained": can.gained or not self.gained,
            "refers": can.refers or not self.refers,
        }
        announced_costs = (
            _TO_ACTIVATE
            if self.subject is Subject.ACTIVATED
            else _PAID.get(self.method, frozenset({Place.ADDITIONAL_COST}))
        )
        ticks = {
            "gained": self.gained,
            "refers": self.refers,
            "doubled": self.doubled > 0,
            "text_alone": spots == {Place.TEXT},
            "too_long": len(self.formula) > LONGEST_FORMULA,
            "too_low": self.announced is not None and self.announced < self.least,
            "lacks_needed": can.needed is not None and can.needed not in spots and not self.refers,
            "announced_cost": bool(spots & announced_costs),
            "several": len(spots - _OF_AN_ACTIVATION) > 1,
        }
        return {
            "what": frozenset({self.subject}),
            "zone": frozenset({self.where}),
            "in": spots,
            "letter": frozenset({self.letter}),
            "defined": frozenset({self.definition}),
            "how": frozenset({self.method}),
            "origin": frozenset({self.origin}),
            "given": frozenset(key for name, key in _TYPED.items() if getattr(self, name) not in {None, ""}),
            "forbidden": frozenset(key for key, is_allowed in allowed.items() if not is_allowed),
            "choices": can.choices,
            **{name: TICKED if is_so else UNTICKED for name, is_so in ticks.items()},
        }

    @property
    def times(self) -> str:
        """`twice`, `4 times`."""
        return "twice" if self.doubled == 1 else f"{2**self.doubled:,} times"

    def value(self, key: str) -> Any:
        return getattr(self, next(name for name, each in _KEYS.items() if each == key))

    def choices(self, key: str) -> list[Word]:
        """Words that the subject allows for a parameter."""
        can = self.possible
        allowed = {"zone": can.zones, "in": can.places, "how": can.methods, "origin": can.origins}.get(key)
        return [word for word in words_of(key) or () if allowed is None or word in allowed]

    def as_query(self) -> dict[str, str]:
        """Without defaults."""
        query: dict[str, str] = {}
        for each in fields(self):
            value = getattr(self, each.name)
            if value == each.default:
                continue
            if isinstance(value, frozenset):
                text = ",".join(place for place in Place if place in value)
            else:
                text = "1" if value is True else str(value)
            query[_KEYS[each.name]] = text
        return query

    @classmethod
    def from_query(cls, query: Mapping[str, str | Sequence[str]]) -> "Situation":
        """Unknown parameters are ignored, empty ones count as missing."""
        given: dict[str, Any] = {}
        for name, key in _KEYS.items():
            raw = query.get(key, "")
            values = [raw] if isinstance(raw, str) else list(raw)
            values = [value.strip() for value in values if value.strip()]
            if values:
                given[name] = _read(key, values)
        return cls(**given)


_KINDS: Final[Mapping[str, type]] = {
    "what": Subject,
    "zone": Zone,
    "in": Place,
    "letter": VariableLetter,
    "defined": LetterDefinition,
    "how": Method,
    "origin": Origin,
    "gained": bool,
    "refers": bool,
}
"""Type of each parameter; others are numbers or text.

Numbers stay text here: `Situation` parses them, since its errors name the variable.
"""

_TYPED: Final = {name: key for name, key in _KEYS.items() if key not in _KINDS}


def words_of(key: str) -> type[Word] | None:
    """Enumeration of a parameter; None for checkboxes and typed input."""
    kind = _KINDS.get(key)
    return kind if kind is not None and issubclass(kind, Word) else None


def kind_of(key: str) -> Literal["several", "choice", "yes", "text", "number"]:
    kind = _KINDS.get(key)
    if kind is None:
        return "text" if key == "formula" else "number"
    return "several" if kind is Place else "choice" if issubclass(kind, Word) else "yes"


def is_yes(value: str) -> bool:
    return value.strip().lower() in YES


def split_places(values: Sequence[str]) -> list[str]:
    """One by one or separated by commas."""
    return [word.strip() for value in values for word in value.split(",") if word.strip()]


def _read(key: str, values: Sequence[str]) -> object:
    kind = words_of(key)
    if kind is Place:
        return frozenset(_word(Place, word, key) for word in split_places(values))
    if len(set(values)) > 1:
        raise SituationError("Choose only one answer.", field=key)
    if kind:
        return _word(kind, values[0], key)
    truth = True if is_yes(values[0]) else False if values[0].lower() in NO else None
    if key == "doubled" and truth is not None:
        return int(truth)  # from URLs of when at most one effect was supported
    if _KINDS.get(key) is bool and truth is None:
        word = values[0].lower()[:_MOST_QUOTED]
        raise SituationError(f"“{word}” isn’t yes or no. Use 1 for yes or 0 for no.", field=key)
    return truth if _KINDS.get(key) is bool else values[0]


def _word(kind: type[Word], value: str, key: str) -> Word:
    """By value or label; the error suggests the closest one."""
    names = {name: each for each in kind for name in (each.label.lower(), each.value.lower())}
    word = FORMER_LABELS.get(value.lower(), value.lower())
    if word in names:
        return names[word]
    near = similar(value, names)
    # With a close match there is no need to list all values.
    can = "" if near else f" Use one of: {'; '.join(each.label for each in kind)}."
    raise SituationError(
        f"“{value[:_MOST_QUOTED]}” isn’t a choice here.{can}",
        field=key,
        suggestion=names[near[0]].value if near else None,
    )
