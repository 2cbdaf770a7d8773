"""Question to the X explorer: read from an address or a form, and the address that asks the same."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.http import QueryDict

from explorer.library.loaded import Library
from explorer.library.queries import EditionInfo
from explorer.web import addresses
from explorer.web.forms import Field, FieldProblem
from symbols.engine import Cost, EngineError, read_cost
from symbols.engine.x import (
    KEYS,
    Dropped,
    Method,
    Place,
    Resolved,
    Situation,
    SituationError,
    XAnswer,
    letter_stands_in,
    offered,
    resolve,
    revised,
    what_is_x,
    words_of,
)

BEFORE = "before"
"""The parameter in which a form says what it was made for."""
PARAMETERS = frozenset({*KEYS, "cost", "edition", BEFORE})

Said = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class XQuestion:
    """Question to the explorer.

    Attributes:
        said: what its fields say, by the parameters of a situation.
        answer: what X is; None where that makes no sense.
        layout: an answer to the question, or to the nearest one that has an answer: it says what can be asked.
        problems: what is wrong, by parameter.
        dropped: what could not stay when something else was changed.
        changed: what was changed in the form.
        typed: the cost as typed.
        cost: the cost, where there is one that can be read.
        edition: the edition to quote; None for the newest text.
        edition_typed: what was said of that.
        came_from: the address of what the form was made for; empty where no form was sent.
        query: all that was asked, for an address that fails the same way.
    """

    said: Said
    answer: XAnswer | None
    layout: XAnswer
    problems: Mapping[str, FieldProblem] = field(default_factory=dict)
    dropped: Sequence[Dropped] = ()
    changed: frozenset[str] = frozenset()
    typed: str = ""
    cost: Cost | None = None
    edition: EditionInfo | None = None
    edition_typed: str = ""
    came_from: str = ""
    query: str = ""

    @classmethod
    def read(cls, asked: QueryDict, loaded: Library) -> "XQuestion":
        """Read a query. Nothing in it raises an error: what makes no sense is said in `problems`."""
        said = {key: [str(value) for value in asked.getlist(key)] for key in KEYS if key in asked}
        typed, edition_typed = str(asked.get("cost", "")).strip(), str(asked.get("edition", "")).strip()
        rest = {"cost": typed, "edition": edition_typed}
        before = _before(str(asked.get(BEFORE, "")))
        if _is_unticked(said) and said.get("how") == [Method.ALTERNATIVE_WITH]:
            # That way of casting implies the place; its tick can't be taken back, so a form does not send it.
            said["in"] = [Place.ALTERNATIVE_COST]
        found = cls._changed(said, before, rest) if before else cls._strict(said, rest)
        if _is_unticked(said):
            found = found.unticked(rest)
        problems = dict(found.problems)
        now = {key: ",".join(values) for key, values in found.said.items()}
        cost = _cost(typed, now, rest, problems)
        if cost and (lacking := _lacking(cost, found, rest)):
            problems["cost"], cost = lacking, None
        edition = _edition(edition_typed, loaded, now, rest, problems)
        return replace(
            found,
            problems=problems,
            typed=typed,
            cost=cost,
            edition=edition,
            edition_typed=edition_typed,
            came_from=_address(before.situation.as_query(), rest) if before else "",
            query=_without_before(asked),
        )

    @classmethod
    def _changed(cls, said: Said, before: XAnswer, rest: Mapping[str, str]) -> "XQuestion":
        """Answer a form: what changed in it stays, and what can't go with that is dropped."""
        now, changed = revised(before, said)
        try:
            found = resolve(now, changed)
        except SituationError:
            return cls._strict(now, rest, changed)
        query = {key: [value] for key, value in found.answer.situation.as_query().items()}
        return cls(query, found.answer, found.answer, dropped=found.dropped, changed=changed)

    @classmethod
    def _strict(cls, said: Said, rest: Mapping[str, str], changed: frozenset[str] = frozenset()) -> "XQuestion":
        """Answer what is said as it stands, or say what is wrong."""
        try:
            answer = what_is_x(Situation.from_query(said))
        except SituationError as error:
            found = resolve(said)
            problems = {error.field or "what": _problem(error, said, found, rest)}
            return cls(said, None, found.answer, problems, changed=changed)
        return cls(said, answer, answer, changed=changed)

    def unticked(self, rest: Mapping[str, str]) -> "XQuestion":
        """Return what becomes of it where a form has no place of the letter ticked, if it asks for one."""
        situation = self.layout.situation
        if self.problems or "in" not in offered(self.layout):
            return self
        usual = " and ".join(place.label for place in Place if place in situation.usual_spots)
        message = f"Choose where the {situation.letter} is."
        plain = replace(situation, places=frozenset())
        problems = {"in": FieldProblem(message, _address(plain.as_query(), rest), usual)}
        return replace(self, said={**self.said, "in": []}, answer=None, problems=problems, dropped=())

    @property
    def situation(self) -> Situation:
        """Situation, or the nearest one that makes sense."""
        return self.layout.situation

    @property
    def was_sent(self) -> bool:
        """Whether a form was sent, so that its address can be said shorter."""
        return bool(self.came_from)

    @property
    def form(self) -> str:
        """Query of the situation that the form was made for, for the form to carry; empty where that makes no sense."""
        return addresses.x(**self.answer.situation.as_query()).partition("?")[2] or "-" if self.answer else ""

    @property
    def address(self) -> str:
        """Address that asks the same, or that fails the same way."""
        if self.problems:
            return f"{addresses.x()}?{self.query}"
        return self.address_of(self.situation, self.typed)

    @property
    def nearest(self) -> str:
        """Address of the nearest question that has an answer."""
        return self.address_of(self.situation, self.typed if self.cost else "")

    def address_saying(self, fields: Iterable[Field]) -> str:
        """Return the address that asks the same for good: it says what is usual too."""
        said = {field.key: field.said for field in fields}
        return addresses.x(**said, cost=self.typed, edition=self.edition.iso if self.edition else "")

    def address_of(self, situation: Situation, cost: str = "") -> str:
        """Return the address of another situation, quoted in the same edition."""
        return addresses.x(
            **{**situation.as_query(), "cost": cost, "edition": self.edition.iso if self.edition else ""}
        )


def _is_unticked(said: Said) -> bool:
    """Return whether a form with places to tick was sent without a tick."""
    return "in" in said and not any(value.strip(" ,") for value in said["in"])


def _before(query: str) -> XAnswer | None:
    """Return what a form was made for; None where it does not say, or says nonsense."""
    if not query:
        return None
    try:
        return what_is_x(Situation.from_query(dict(QueryDict("" if query == "-" else query).lists())))
    except (SituationError, UnicodeError, ValueError):
        return None


def _problem(error: SituationError, said: Said, found: Resolved, rest: Mapping[str, str]) -> FieldProblem:
    field = error.field or "what"
    if error.suggestion and len(said.get(field, ())) == 1 and "," not in said[field][0]:
        now = {key: ",".join(values) for key, values in said.items()}
        words = words_of(field)
        better = words(error.suggestion).label if words else error.suggestion
        return FieldProblem(error.message, _address({**now, field: error.suggestion}, rest), better)
    return FieldProblem(error.message, _address(found.answer.situation.as_query(), rest))


def _cost(
    typed: str, now: Mapping[str, str], rest: Mapping[str, str], problems: dict[str, FieldProblem]
) -> Cost | None:
    """Read the cost, or say what is wrong with it."""
    if not typed:
        return None
    try:
        return read_cost(typed)
    except EngineError as error:
        better = error.mended(typed)
        problems["cost"] = FieldProblem(error.message, _address(now, {**rest, "cost": better}), better, error.as_json())
        return None


def _lacking(cost: Cost, found: XQuestion, rest: Mapping[str, str]) -> FieldProblem | None:
    """Explain what is wrong with a cost that lacks the letter, where the letter is said to stand in a cost."""
    situation = found.layout.situation
    places = [place.label for place in Place if place in situation.spots - {Place.TEXT}]
    if situation.refers or not places or letter_stands_in(cost, situation.letter):
        return None
    message = (
        f"This cost has no {situation.letter}, but you chose {' and '.join(places)}. "
        f"Type the cost with the {situation.letter}, or choose another place."
    )
    letters = sorted(cost.variables)
    if len(letters) == 1:
        other = {**situation.as_query(), "letter": letters[0]}
        return FieldProblem(message, _address(other, rest), f"the letter {letters[0]}")
    return FieldProblem(message, _address(situation.as_query(), {**rest, "cost": ""}))


def _edition(
    typed: str, loaded: Library, now: Mapping[str, str], rest: Mapping[str, str], problems: dict[str, FieldProblem]
) -> EditionInfo | None:
    """Find the edition to quote, or say that there is none."""
    try:
        return loaded.asked(typed)
    except EngineError as error:
        better = error.mended(typed)
        problems["edition"] = FieldProblem(
            error.message, _address(now, {**rest, "edition": better}), better, error.as_json()
        )
        return None


def _address(situation: Mapping[str, str], rest: Mapping[str, str]) -> str:
    return addresses.x(**{**situation, **rest})


def _without_before(asked: QueryDict) -> str:
    rest = asked.copy()
    rest.pop(BEFORE, None)
    return rest.urlencode()
