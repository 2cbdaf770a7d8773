"""A question to the X explorer: from query parameters and back."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.http import QueryDict

from explorer.library.loaded import Library
from explorer.library.queries import EditionInfo
from explorer.web import addresses
from explorer.web.forms import Field, FieldProblem
from symbols.engine import BadRequest, Cost, EngineError, read_cost
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
"""Parameter with the situation that a form was rendered for."""
PARAMETERS = frozenset({*KEYS, "cost", "edition", BEFORE})

Said = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class XQuestion:
    """A question to the X explorer.

    Attributes:
        said: submitted values of the situation's keys.
        answer: None where the situation is invalid.
        layout: the answer, or that to the nearest valid situation; it determines the form's fields.
        problems: errors by parameter.
        dropped: values that had to go when another was changed.
        edition: the edition to quote; None for the newest text.
        edition_typed: `?edition=` as submitted.
        came_from: address of the situation that the form was rendered for; empty where none was submitted.
        query: the query string, for an address that has the same errors.
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
        """Read a query. Never raises: errors are in `problems`."""
        said = {key: [str(value) for value in asked.getlist(key)] for key in KEYS if key in asked}
        typed, edition_typed = str(asked.get("cost", "")).strip(), str(asked.get("edition", "")).strip()
        rest = {"cost": typed, "edition": edition_typed}
        before = _before(str(asked.get(BEFORE, "")))
        if _is_unticked(said) and said.get("how") == [Method.ALTERNATIVE_WITH]:
            # This way of casting implies the place; its checkbox is disabled, so browsers don't submit it.
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
        """A submitted form: changes are kept, and values that conflict with them dropped."""
        now, changed = revised(before, said)
        try:
            found = resolve(now, changed)
        except SituationError:
            return cls._strict(now, rest, changed)
        query = {key: [value] for key, value in found.answer.situation.as_query().items()}
        return cls(query, found.answer, found.answer, dropped=found.dropped, changed=changed)

    @classmethod
    def _strict(cls, said: Said, rest: Mapping[str, str], changed: frozenset[str] = frozenset()) -> "XQuestion":
        """An address: it is answered as it stands, or has an error."""
        try:
            answer = what_is_x(Situation.from_query(said))
        except SituationError as error:
            found = resolve(said)
            problems = {error.field or "what": _problem(error, said, found, rest)}
            return cls(said, None, found.answer, problems, changed=changed)
        return cls(said, answer, answer, changed=changed)

    def unticked(self, rest: Mapping[str, str]) -> "XQuestion":
        """The question when a form was submitted without any place of the letter, with an error if it needs one."""
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
        """The situation, or the nearest valid one."""
        return self.layout.situation

    @property
    def was_sent(self) -> bool:
        """Whether a form was submitted, so that a redirect to a shorter address is due."""
        return bool(self.came_from)

    @property
    def form(self) -> str:
        """Value of the form's `BEFORE`; empty where the situation is invalid."""
        return addresses.x(**self.answer.situation.as_query()).partition("?")[2] or "-" if self.answer else ""

    @property
    def address(self) -> str:
        """Canonical address of the same question, or of the same errors."""
        if self.problems:
            return f"{addresses.x()}?{self.query}"
        return self.address_of(self.situation, self.typed)

    @property
    def nearest(self) -> str:
        return self.address_of(self.situation, self.typed if self.cost else "")

    def permalink(self, fields: Iterable[Field]) -> str:
        """Permalink: it names all values, since defaults may change."""
        said = {field.key: field.said for field in fields}
        return addresses.x(**said, cost=self.typed, edition=self.edition.iso if self.edition else "")

    def address_of(self, situation: Situation, cost: str = "") -> str:
        """Another situation in the same edition."""
        return addresses.x(
            **{**situation.as_query(), "cost": cost, "edition": self.edition.iso if self.edition else ""}
        )


def _is_unticked(said: Said) -> bool:
    """Whether a form was submitted without any place ticked."""
    return "in" in said and not any(value.strip(" ,") for value in said["in"])


def _before(query: str) -> XAnswer | None:
    """The situation that a form was rendered for; None where missing or invalid."""
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
        return FieldProblem(error.message, _address({**now, field: error.suggestion}, rest), better, error)
    return FieldProblem(error.message, _address(found.answer.situation.as_query(), rest), error=error)


def _cost(
    typed: str, now: Mapping[str, str], rest: Mapping[str, str], problems: dict[str, FieldProblem]
) -> Cost | None:
    """None, with an entry in `problems`, if it is invalid."""
    if not typed:
        return None
    try:
        return read_cost(typed)
    except EngineError as error:
        better = error.mended(typed)
        problems["cost"] = FieldProblem(error.message, _address(now, {**rest, "cost": better}), better, error)
        return None


def _lacking(cost: Cost, found: XQuestion, rest: Mapping[str, str]) -> FieldProblem | None:
    """The error of a cost without the letter, where the letter is said to be in a cost."""
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
    """None, with an entry in `problems`, if there is no such edition."""
    try:
        return loaded.asked(typed)
    except EngineError as error:
        better = error.mended(typed)
        problems["edition"] = FieldProblem(error.message, _address(now, {**rest, "edition": better}), better, error)
        return None


def error_of(problem: FieldProblem) -> EngineError:
    return problem.error or BadRequest("bad_situation", problem.message)


def _address(situation: Mapping[str, str], rest: Mapping[str, str]) -> str:
    return addresses.x(**{**situation, **rest})


def _without_before(asked: QueryDict) -> str:
    rest = asked.copy()
    rest.pop(BEFORE, None)
    return rest.urlencode()
