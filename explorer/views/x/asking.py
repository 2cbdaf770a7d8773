"""What somebody asks of the X explorer, read from an address or a form; and the address that asks the same."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from django.http import QueryDict

from explorer import addresses
from explorer.document.dates import long_date
from explorer.library import queries
from explorer.library.queries import EditionInfo
from symbols.engine import Cost, EngineError, read_cost
from symbols.engine.x import Answer, Method, Place, Situation, SituationError, label, what_is_x
from symbols.engine.x.costs import letter_stands_in
from symbols.engine.x.mending import LeftOut, Mended, mended
from symbols.engine.x.offering import KEYS, offered, revised
from symbols.engine.x.readers import said_in_words

BEFORE = "before"
"""The parameter in which a form says what it was made for."""

LONGEST_ECHO = 60

Said = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Wrong:
    """What is wrong at a control: a sentence, and a way on.

    Attributes:
        message: the sentence.
        way: the address of a question that has an answer.
        label: what that way does.
    """

    message: str
    way: str
    label: str


@dataclass(frozen=True)
class Asking:
    """A question to the explorer.

    Attributes:
        said: what its controls say, by the parameters of a situation.
        answer: what X is; None where that makes no sense.
        layout: an answer to the question, or to the nearest one that has an answer: it says what can be asked.
        wrong: what is wrong, by parameter.
        left_out: what could not stay when something else was changed.
        changed: what was changed in the form.
        typed: the cost as typed.
        cost: the cost, where there is one that can be read.
        edition: the edition to quote; None for the newest text.
        edition_typed: what was said of that.
        came_from: the address of what the form was made for; empty where no form was sent.
        query: all that was asked, for an address that fails the same way.
    """

    said: Said
    answer: Answer | None
    layout: Answer
    wrong: Mapping[str, Wrong] = field(default_factory=dict)
    left_out: Sequence[LeftOut] = ()
    changed: frozenset[str] = frozenset()
    typed: str = ""
    cost: Cost | None = None
    edition: EditionInfo | None = None
    edition_typed: str = ""
    came_from: str = ""
    query: str = ""

    @classmethod
    def read(cls, asked: QueryDict) -> "Asking":
        """Read a query. Nothing in it raises an error: what makes no sense is said in `wrong`."""
        said = {key: [str(value) for value in asked.getlist(key)] for key in KEYS if key in asked}
        typed, edition_typed = str(asked.get("cost", "")).strip(), str(asked.get("edition", "")).strip()
        rest = {"cost": typed, "edition": edition_typed}
        before = _before(str(asked.get(BEFORE, "")))
        if _is_nowhere(said) and said.get("how") == [Method.ALTERNATIVE_WITH]:
            # That way of casting implies the place; its tick can't be taken back, so a form does not send it.
            said["in"] = [Place.ALTERNATIVE_COST]
        found = _Found.of(said, before, rest)
        if _is_nowhere(said):
            found = found.nowhere(rest)
        wrong = dict(found.wrong)
        now = {key: ",".join(values) for key, values in found.said.items()}
        cost = _cost(typed, now, rest, wrong)
        if cost and (lacking := _lacking(cost, found, rest)):
            wrong["cost"], cost = lacking, None
        edition = _edition(edition_typed, now, rest, wrong)
        return cls(
            said=found.said,
            answer=found.answer,
            layout=found.layout,
            wrong=wrong,
            left_out=found.left_out,
            changed=found.changed,
            typed=typed,
            cost=cost,
            edition=edition,
            edition_typed=edition_typed,
            came_from=_address(before.situation.as_query(), rest) if before else "",
            query=_without_before(asked),
        )

    @property
    def situation(self) -> Situation:
        """The situation, or the nearest one that makes sense."""
        return self.layout.situation

    @property
    def was_sent(self) -> bool:
        """Whether a form was sent, so that its address can be said shorter."""
        return bool(self.came_from)

    @property
    def form(self) -> str:
        """What the form is made for, for the form to say so; empty where that makes no sense."""
        return addresses.x(**self.answer.situation.as_query()).partition("?")[2] or "-" if self.answer else ""

    @property
    def address(self) -> str:
        """The address that asks the same for good, or that fails the same way."""
        if self.wrong:
            return f"{addresses.x()}?{self.query}"
        return self.address_of(self.situation, self.typed)

    @property
    def nearest(self) -> str:
        """The address of the nearest question that has an answer."""
        return self.address_of(self.situation, self.typed if self.cost else "")

    def address_of(self, situation: Situation, cost: str = "") -> str:
        """Return the address of another situation, quoted in the same edition."""
        return addresses.x(
            **{**situation.as_query(), "cost": cost, "edition": self.edition.iso if self.edition else ""}
        )


@dataclass(frozen=True, slots=True)
class _Found:
    """What became of the parameters of a situation."""

    said: Said
    answer: Answer | None
    layout: Answer
    wrong: Mapping[str, Wrong] = field(default_factory=dict)
    left_out: Sequence[LeftOut] = ()
    changed: frozenset[str] = frozenset()

    @classmethod
    def of(cls, said: Said, before: Answer | None, rest: Mapping[str, str]) -> "_Found":
        if before is None:
            return cls._strictly(said, frozenset(), rest)
        now, changed = revised(before, said)
        try:
            mend = mended(now, changed)
        except SituationError:
            return cls._strictly(now, changed, rest)
        query = {key: [value] for key, value in mend.answer.situation.as_query().items()}
        return cls(query, mend.answer, mend.answer, left_out=mend.left_out, changed=changed)

    @classmethod
    def _strictly(cls, said: Said, changed: frozenset[str], rest: Mapping[str, str]) -> "_Found":
        try:
            answer = what_is_x(Situation.from_query(said))
        except SituationError as error:
            mend = mended(said)
            wrong = {error.field or "what": _wrong(error, said, mend, rest)}
            return cls(said, None, mend.answer, wrong, changed=changed)
        return cls(said, answer, answer, changed=changed)

    def nowhere(self, rest: Mapping[str, str]) -> "_Found":
        """Return what becomes of it where a form has no place of the letter ticked, if it asks for one."""
        situation = self.layout.situation
        if self.wrong or "in" not in offered(self.layout):
            return self
        usual = " and ".join(label(place) for place in Place if place in situation.usual_spots)
        message = f"Nothing is ticked, so there is no {situation.letter} to ask about: say where it stands."
        plain = replace(situation, places=frozenset())
        wrong = {"in": Wrong(message, _address(plain.as_query(), rest), usual)}
        return _Found({**self.said, "in": []}, None, self.layout, wrong, changed=self.changed)


def _is_nowhere(said: Said) -> bool:
    """Return whether a form with places to tick was sent without a tick."""
    return "in" in said and not any(value.strip(" ,") for value in said["in"])


def _before(query: str) -> Answer | None:
    """Return what a form was made for; None where it does not say, or says nonsense."""
    if not query:
        return None
    try:
        return what_is_x(Situation.from_query(dict(QueryDict("" if query == "-" else query).lists())))
    except (SituationError, UnicodeError, ValueError):
        return None


def _wrong(error: SituationError, said: Said, mend: Mended, rest: Mapping[str, str]) -> Wrong:
    field = error.field or "what"
    if error.suggestion and len(said.get(field, ())) == 1 and "," not in said[field][0]:
        now = {key: ",".join(values) for key, values in said.items()}
        better = said_in_words(field, error.suggestion)
        return Wrong(error.message, _address({**now, field: error.suggestion}, rest), better)
    return Wrong(error.message, _address(mend.answer.situation.as_query(), rest), "")


def _cost(typed: str, now: Mapping[str, str], rest: Mapping[str, str], wrong: dict[str, Wrong]) -> Cost | None:
    """Read the cost, or say what is wrong with it."""
    if not typed:
        return None
    try:
        return read_cost(typed)
    except EngineError as error:
        start, end = error.start, error.end
        better = ""
        if error.suggestion is not None:
            placed = start is not None and end is not None
            better = f"{typed[:start]}{error.suggestion}{typed[end:]}" if placed else error.suggestion
        wrong["cost"] = Wrong(error.message, _address(now, {**rest, "cost": better}), better)
        return None


def _lacking(cost: Cost, found: _Found, rest: Mapping[str, str]) -> Wrong | None:
    """Say what is wrong with a cost that lacks the letter, where the letter is said to stand in a cost."""
    situation = found.layout.situation
    places = [label(place) for place in Place if place in situation.spots - {Place.TEXT}]
    if situation.refers or not places or letter_stands_in(cost, situation.letter):
        return None
    message = (
        f"There is no {situation.letter} in this cost, yet it is said to stand in {' and '.join(places)}. "
        f"Write the cost that has the {situation.letter}, or say that it stands elsewhere."
    )
    letters = sorted(cost.variables)
    if len(letters) == 1:
        other = {**situation.as_query(), "letter": letters[0]}
        return Wrong(message, _address(other, rest), f"the letter {letters[0]}")
    return Wrong(message, _address(situation.as_query(), {**rest, "cost": ""}), "")


def _edition(
    typed: str, now: Mapping[str, str], rest: Mapping[str, str], wrong: dict[str, Wrong]
) -> EditionInfo | None:
    """Find the edition to quote, or say that there is none."""
    if not typed:
        return None
    try:
        day = date.fromisoformat(typed)
        found = queries.edition_of(day)
        message = f"This library has no edition effective {long_date(day)}."
    except ValueError:
        found = None
        shown = typed if len(typed) <= LONGEST_ECHO else f"{typed[:LONGEST_ECHO]}…"
        message = f"An edition is named by its date, such as 2025-06-06, not “{shown}”."
    if found is None:
        wrong["edition"] = Wrong(message, _address(now, {**rest, "edition": ""}), "")
    return found


def _address(situation: Mapping[str, str], rest: Mapping[str, str]) -> str:
    return addresses.x(**{**situation, **rest})


def _without_before(asked: QueryDict) -> str:
    rest = asked.copy()
    rest.pop(BEFORE, None)
    return rest.urlencode()
