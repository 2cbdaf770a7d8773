"""A situation in which a player asks what X is."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Final

from symbols.engine.x.errors import SituationError
from symbols.engine.x.numbers import read_value
from symbols.engine.x.possible import Possible, label, possible
from symbols.engine.x.readers import one, truth, word, words
from symbols.engine.x.words import Definition, Letter, Method, Origin, Place, Subject, Zone

__all__ = ["LONGEST_FORMULA", "Situation"]

LONGEST_FORMULA: Final = 200
"""How many characters the words that define X may have."""

_BELOW_ZERO: Final = frozenset({"defined_value", "other_value"})
"""The numbers that nobody chooses, so that they may be negative (107.1b, 107.3c)."""


def _named(key: str) -> dict[str, str]:
    return {"key": key}


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """A question "what is X?", as one says it at the table.

    What is not given takes the value that is usual for the subject. A situation that the rules
    do not allow, or that contradicts itself, cannot be made.

    Attributes:
        subject: what the letter is on.
        zone: where that is, or the source of the ability; `None` for the usual zone.
        places: where the letter stands on it; none at all for the usual place.
        letter: X, or Y or Z, which follow X (107.3p).
        definition: whether the object's own text defines the letter.
        formula: the words that define it, if they do.
        defined_value: the number that those words give right now, if known; it may be negative (107.1b).
        method: how the spell is cast or the ability activated.
        gained: whether the object has gained this ability (107.3j).
        refers: whether the letter is the one in another object's cost (107.3e).
        other_value: the number of that other object, if known; negative only where its text defines it.
        announced: the number that was announced, if any.
        origin: where an ability's number may come from (107.3m, 107.3n).
        origin_value: the number there, if known; for a copy, the original's.
        least: the smallest number the text allows ("X can't be 0" makes it 1).

    Raises:
        SituationError: it contradicts itself or the rules, or a number is none that X can be;
            `field` is then the parameter (see `as_query`) to blame.
    """

    subject: Subject = field(default=Subject.SPELL, metadata=_named("what"))
    zone: Zone | None = field(default=None, metadata=_named("zone"))
    places: frozenset[Place] = field(default=frozenset(), metadata=_named("in"))
    letter: Letter = field(default=Letter.X, metadata=_named("letter"))
    definition: Definition = field(default=Definition.NONE, metadata=_named("defined"))
    formula: str = field(default="", metadata=_named("formula"))
    defined_value: int | None = field(default=None, metadata=_named("gives"))
    method: Method = field(default=Method.NORMAL, metadata=_named("how"))
    gained: bool = field(default=False, metadata=_named("gained"))
    refers: bool = field(default=False, metadata=_named("refers"))
    other_value: int | None = field(default=None, metadata=_named("other"))
    announced: int | None = field(default=None, metadata=_named("announced"))
    origin: Origin = field(default=Origin.UNSTATED, metadata=_named("origin"))
    origin_value: int | None = field(default=None, metadata=_named("was"))
    least: int = field(default=0, metadata=_named("least"))

    def __post_init__(self) -> None:
        """Refuse what cannot be."""
        for name in ("defined_value", "other_value", "announced", "origin_value", "least"):
            value = getattr(self, name)
            if value is not None:
                number = read_value(value, self.letter, _key_of(name), below_zero=name in _BELOW_ZERO)
                object.__setattr__(self, name, number)
        object.__setattr__(self, "formula", " ".join(self.formula.split()))
        # What is usual is not said, so that one situation has one description, and one address.
        if self.zone is self.possible.usual_zone:
            object.__setattr__(self, "zone", None)
        if self.places == self.usual_spots:
            object.__setattr__(self, "places", frozenset())
        self._check_zone()
        self._check_places()
        self._check_definition()
        self._check_method()
        self._check_links()

    @property
    def possible(self) -> Possible:
        """What can be said of the subject."""
        return possible(self.subject)

    @property
    def where(self) -> Zone:
        """The zone given, or the usual one."""
        return self.zone or self.possible.usual_zone

    @property
    def spots(self) -> frozenset[Place]:
        """The places given, or the usual one; with those that the way of casting implies."""
        spots = self.places or self.usual_spots
        if self.method is Method.ALTERNATIVE_WITH:
            spots |= {Place.ALTERNATIVE_COST}
        return spots

    @property
    def usual_spots(self) -> frozenset[Place]:
        """The places that are meant where none is given."""
        return frozenset({Place.TEXT}) if self.refers else self.possible.usual_places

    @property
    def is_defined(self) -> bool:
        """Whether the object's own text says what the letter is."""
        return self.definition is not Definition.NONE

    @property
    def name(self) -> str:
        """What the letter is on, in words, with its article."""
        return label(self.subject)

    def as_query(self) -> dict[str, str]:
        """Return what differs from the default, as the parameters of an address."""
        query: dict[str, str] = {}
        for each in fields(self):
            value = getattr(self, each.name)
            if value == each.default:
                continue
            if isinstance(value, frozenset):
                text = ",".join(place for place in Place if place in value)
            else:
                text = "1" if value is True else str(value)
            query[each.metadata["key"]] = text
        return query

    @classmethod
    def from_query(cls, query: Mapping[str, str | Sequence[str]]) -> "Situation":
        """Return the situation that the parameters of an address describe.

        Args:
            query: parameters, each a string or, as forms send them, a list of strings.
                Other parameters are left alone; an empty one is one not given.

        Raises:
            SituationError: a parameter has a value that is not one of its words, or the whole
                makes no situation.
        """
        given: dict[str, Any] = {}
        for each in fields(cls):
            key: str = each.metadata["key"]
            raw = query.get(key, "")
            values = [raw] if isinstance(raw, str) else list(raw)
            values = [value.strip() for value in values if value.strip()]
            if values:
                given[each.name] = _READERS[each.name](values, key)
        return cls(**given)

    def _fail(self, sentence: str, field_name: str) -> None:
        raise SituationError(sentence, field=_key_of(field_name))

    def _check_zone(self) -> None:
        zone, subject = self.where, self.subject
        if zone in self.possible.zones:
            return
        if subject is Subject.SPELL:
            self._fail("A spell is on the stack; anywhere else it is a card.", "zone")
        if subject is Subject.CARD:
            better = label(Subject.SPELL if zone is Zone.STACK else Subject.PERMANENT)
            self._fail(f"A card that is {label(zone)} is {better}; describe it as one.", "zone")
        if subject is Subject.SPECIAL_ACTION:
            self._fail("A special action does not use the stack (116.1).", "zone")
        self._fail("A permanent is on the battlefield; anywhere else it is a card.", "zone")

    def _check_places(self) -> None:
        wrong = self.places - self.possible.places
        for place in Place:
            if place in wrong:
                where = label(place)
                self._fail(f"{self.name.capitalize()} has no {self.letter} in {where} to ask about.", "places")
        needed = self.possible.needed
        if needed and needed not in self.spots and not self.refers:
            where = "in that mana cost (107.3h)" if self.subject is Subject.PAYMENT else "in its cost (107.3d)"
            self._fail(
                f"What matters for {self.name} is the {self.letter} {where}. For one that stands in a text alone, "
                "say which spell or ability has that text.",
                "places",
            )

    def _check_definition(self) -> None:
        if len(self.formula) > LONGEST_FORMULA:
            self._fail(f"The definition has more than {LONGEST_FORMULA} characters.", "formula")
        if not self.is_defined and (self.formula or self.defined_value is not None):
            self._fail(f"A definition is given, yet the text is said not to define {self.letter}.", "definition")
        if self.announced is not None and self.announced < self.least:
            self._fail(
                f"{self.letter} must be at least {self.least} here, not {self.announced}.",
                "announced",
            )
        if self.is_defined and self.announced is not None:
            self._fail(
                f"Where the text defines {self.letter}, nobody announces another number for it (107.3c).", "announced"
            )

    def _check_method(self) -> None:
        if self.method not in self.possible.methods:
            self._fail(f"{self.name.capitalize()} can't be cast or activated that way.", "method")
        if self.method is Method.COPIED and self.announced is not None:
            self._fail("Nothing is announced for a copy: it has the original's choices (707.10).", "announced")

    def _check_links(self) -> None:
        if self.gained and not self.possible.gained:
            self._fail(f"Only an ability can be gained, and this is {self.name}.", "gained")
        if self.refers:
            self._check_reference()
        elif self.other_value is not None:
            self._fail("A number of another object is given, yet none is referred to.", "refers")
        if self.origin not in self.possible.origins:
            self._fail(f"For {self.name} that origin means nothing.", "origin")
        from_somewhere = self.origin in {Origin.CHOSEN, Origin.TURNED_UP}
        if self.origin_value is not None and not from_somewhere and self.method != Method.COPIED:
            self._fail("A number is given for the origin, yet none was chosen there.", "origin")

    def _check_reference(self) -> None:
        if not self.possible.refers:
            self._fail(
                f"Only the text of a spell or ability refers to another object's {self.letter} (107.3e).", "refers"
            )
        if self.spots != {Place.TEXT} or self.is_defined:
            self._fail(
                f"{self.letter} can't be both another object's number and one that this "
                "object's own cost or text settles.",
                "refers",
            )
        if self.announced is not None:
            self._fail(f"Nobody announces the {self.letter} that belongs to another object (107.3e).", "announced")


def _key_of(name: str) -> str:
    """The parameter for a field of a situation."""
    return next(str(each.metadata["key"]) for each in fields(Situation) if each.name == name)


# Numbers stay text here: a situation reads them itself, when it knows which letter to name in an error.
_READERS: Final[Mapping[str, Callable[[list[str], str], object]]] = {
    "subject": lambda values, key: word(Subject, one(values, key), key),
    "zone": lambda values, key: word(Zone, one(values, key), key),
    "places": words,
    "letter": lambda values, key: word(Letter, one(values, key), key),
    "definition": lambda values, key: word(Definition, one(values, key), key),
    "formula": one,
    "defined_value": one,
    "method": lambda values, key: word(Method, one(values, key), key),
    "gained": truth,
    "refers": truth,
    "other_value": one,
    "announced": one,
    "origin": lambda values, key: word(Origin, one(values, key), key),
    "origin_value": one,
    "least": one,
}
