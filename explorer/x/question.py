"""A question to the X explorer: from query parameters and back."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, TypeVar
from urllib.parse import parse_qsl

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
    has_variable,
    kind_of,
    offered,
    questions,
    resolve,
    revised,
    what_is_x,
    words_of,
)

BEFORE = "before"
"""Parameter with the situation that a form was rendered for."""
PARAMETERS = frozenset({*KEYS, "cost", "edition", BEFORE})

Values = Mapping[str, Sequence[str]]
T = TypeVar("T")


@dataclass(frozen=True)
class XQuestion:
    """A question to the X explorer.

    Attributes:
        submitted: values of the situation's keys.
        answer: None where the situation is invalid.
        layout: the answer, or that to the nearest valid situation; it determines the form's fields.
        problems: errors by parameter.
        dropped: values that had to go when another was changed.
        edition: the edition to quote; None for the newest text.
        edition_typed: `?edition=` as submitted.
        chosen: parameters that were given a value, usual ones too.
        came_from: address of the situation that the form was rendered for; empty where none was submitted.
        query: the query string, for an address that has the same errors.
    """

    submitted: Values
    answer: XAnswer | None
    layout: XAnswer
    problems: Mapping[str, FieldProblem] = field(default_factory=dict)
    dropped: Sequence[Dropped] = ()
    changed: frozenset[str] = frozenset()
    typed: str = ""
    cost: Cost | None = None
    edition: EditionInfo | None = None
    edition_typed: str = ""
    chosen: frozenset[str] = frozenset()
    came_from: str = ""
    query: str = ""

    @classmethod
    def read(cls, parameters: QueryDict, loaded: Library) -> "XQuestion":
        """Read a query. Never raises: errors are in `problems`."""
        submitted = {key: [str(value) for value in parameters.getlist(key)] for key in KEYS if key in parameters}
        typed, edition_typed = str(parameters.get("cost", "")).strip(), str(parameters.get("edition", "")).strip()
        rest = {"cost": typed, "edition": edition_typed}
        form = {key: value for key, value in parse_qsl(str(parameters.get(BEFORE, ""))) if key in KEYS}
        before = _before(form) if parameters.get(BEFORE) else None
        chosen = {key for key, values in submitted.items() if any(values)}
        if before:
            # A list submits its value in any case, but what was no question has no answer.
            chosen &= {key for keys in questions(before) for key in keys}
        if _is_unticked(submitted) and submitted.get("how") == [Method.ALTERNATIVE_WITH]:
            # This way of casting implies the place; its checkbox is disabled, so browsers don't submit it.
            submitted["in"] = [Place.ALTERNATIVE_COST]
        found = cls._changed(submitted, before, rest) if before else cls._strict(submitted, rest)
        if _is_unticked(submitted):
            found = found.unticked(rest)
        problems = dict(found.problems)
        now = {key: ",".join(values) for key, values in found.submitted.items()}

        def parse(key: str, parser: Callable[[str], T]) -> T | None:
            """None, with an entry in `problems`, if the parser refuses what was typed."""
            try:
                return parser(rest[key])
            except EngineError as error:
                better = error.mended(rest[key])
                address = _address(now, {**rest, key: better})
                problems[key] = FieldProblem(error.message, address, better, error)
                return None

        cost = parse("cost", read_cost) if typed else None
        if cost and (lacking := _lacking(cost, found, rest)):
            problems["cost"], cost = lacking, None
        edition = parse("edition", loaded.requested_edition)
        return replace(
            found,
            problems=problems,
            typed=typed,
            cost=cost,
            edition=edition,
            edition_typed=edition_typed,
            chosen=frozenset(chosen),
            came_from=_address(form, rest) if before else "",
            query=_without_before(parameters),
        )

    @classmethod
    def _changed(cls, submitted: Values, before: XAnswer, rest: Mapping[str, str]) -> "XQuestion":
        """A submitted form: changes are kept, and values that conflict with them dropped."""
        now, changed = revised(before, submitted)
        try:
            found = resolve(now, changed)
        except SituationError:
            return cls._strict(now, rest, changed)
        query = {key: [value] for key, value in found.answer.situation.as_query().items()}
        return cls(query, found.answer, found.answer, dropped=found.dropped, changed=changed)

    @classmethod
    def _strict(cls, submitted: Values, rest: Mapping[str, str], changed: frozenset[str] = frozenset()) -> "XQuestion":
        """An address: it is answered as it stands, or has an error."""
        try:
            answer = what_is_x(Situation.from_query(submitted))
        except SituationError as error:
            found = resolve(submitted)
            problems = {error.field or "what": _problem(error, submitted, found, rest)}
            return cls(submitted, None, found.answer, problems, changed=changed)
        return cls(submitted, answer, answer, changed=changed)

    def unticked(self, rest: Mapping[str, str]) -> "XQuestion":
        """The question when a form was submitted without any place of the letter, with an error if it needs one."""
        situation = self.layout.situation
        if self.problems or "in" not in offered(self.layout):
            return self
        usual = " and ".join(place.label for place in Place if place in situation.usual_spots)
        message = f"Choose where the {situation.letter} is."
        plain = replace(situation, places=frozenset())
        problems = {"in": FieldProblem(message, _address(plain.as_query(), rest), usual)}
        return replace(self, submitted={**self.submitted, "in": []}, answer=None, problems=problems, dropped=())

    @property
    def situation(self) -> Situation:
        """The situation, or the nearest valid one."""
        return self.layout.situation

    @property
    def given(self) -> set[str]:
        """Parameters that aren't the usual ones."""
        rest = {"cost": self.typed, "edition": self.edition}
        return {*self.situation.as_query(), *self.problems, *(key for key, value in rest.items() if value)}

    @property
    def open(self) -> str:
        """Parameter of the first question without an answer; empty for none. Who says more has passed it."""
        all_keys = questions(self.layout)
        if self.given - {key for keys in all_keys for key in keys}:
            return ""
        known = self.given | self.chosen
        reached = max((place for place, keys in enumerate(all_keys) if not known.isdisjoint(keys)), default=0)
        return next((keys[0] for keys in all_keys[reached + 1 :] if kind_of(keys[0]) == "choice"), "")

    @property
    def steps(self) -> Sequence[tuple[str, ...]]:
        """Parameters of each question up to the first without an answer."""
        all_keys, now = questions(self.layout), self.open
        end = next((place for place, keys in enumerate(all_keys, 1) if now in keys), len(all_keys))
        return all_keys[:end]

    @property
    def form(self) -> str:
        """Value of the form's `BEFORE`; empty where the situation is invalid."""
        query = {**self._named, **self.situation.as_query()}
        return addresses.x(**query).partition("?")[2] or "-" if self.answer else ""

    @property
    def address(self) -> str:
        """Canonical address of the same question, or of the same errors."""
        if self.problems:
            return f"{addresses.x()}?{self.query}"
        return self.address_of(self.situation, self.typed)

    @property
    def progress(self) -> str:
        """The address with the last answer, even if it is the usual one: the next question appears with it."""
        return self.address if self.problems else self.address_of(self.situation, self.typed, self._named)

    @property
    def _named(self) -> Mapping[str, str]:
        if replace(self, chosen=frozenset()).open == self.open:
            return {}
        *_, last = (keys[0] for keys in self.steps if keys[0] in self.chosen)
        return {last: str(self.value(last))}

    @property
    def nearest(self) -> str:
        return self.address_of(self.situation, self.typed if self.cost else "")

    def value(self, key: str) -> Any:
        """Value of a parameter, or the usual one."""
        return self.situation.where if key == "zone" else self.situation.value(key)

    def permalink(self, fields: Iterable[Field]) -> str:
        """Permalink: it names all values, since defaults may change."""
        values = {field.key: field.said for field in fields}
        return addresses.x(**values, cost=self.typed, edition=self.edition.iso if self.edition else "")

    def address_of(self, situation: Situation, cost: str = "", named: Mapping[str, str] = MappingProxyType({})) -> str:
        """Another situation in the same edition; `named` are usual values to name all the same."""
        query = {**named, **situation.as_query(), "cost": cost, "edition": self.edition.iso if self.edition else ""}
        return addresses.x(**query)


def _is_unticked(submitted: Values) -> bool:
    """Whether a form was submitted without any place ticked."""
    return "in" in submitted and not any(value.strip(" ,") for value in submitted["in"])


def _before(form: Mapping[str, str]) -> XAnswer | None:
    """The situation that a form was rendered for; None where invalid."""
    try:
        return what_is_x(Situation.from_query(form))
    except SituationError:
        return None


def _problem(error: SituationError, submitted: Values, found: Resolved, rest: Mapping[str, str]) -> FieldProblem:
    field = error.field or "what"
    if error.suggestion and len(submitted.get(field, ())) == 1 and "," not in submitted[field][0]:
        now = {key: ",".join(values) for key, values in submitted.items()}
        words = words_of(field)
        better = words(error.suggestion).label if words else error.suggestion
        return FieldProblem(error.message, _address({**now, field: error.suggestion}, rest), better, error)
    return FieldProblem(error.message, _address(found.answer.situation.as_query(), rest), error=error)


def _lacking(cost: Cost, found: XQuestion, rest: Mapping[str, str]) -> FieldProblem | None:
    """The error of a cost without the letter, where the letter is said to be in a cost."""
    situation = found.layout.situation
    places = [place.label for place in Place if place in situation.spots - {Place.TEXT}]
    if situation.refers or not places or has_variable(cost, situation.letter):
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


def error_of(problem: FieldProblem) -> EngineError:
    return problem.error or BadRequest("bad_situation", problem.message)


def _address(situation: Mapping[str, str], rest: Mapping[str, str]) -> str:
    return addresses.x(**{**situation, **rest})


def _without_before(parameters: QueryDict) -> str:
    rest = parameters.copy()
    rest.pop(BEFORE, None)
    return rest.urlencode()
