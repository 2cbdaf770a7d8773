"""Change a situation: which fields a form offers, which ones changed, and how to resolve contradictions."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from symbols.engine.x.answer import XAnswer, what_is_x
from symbols.engine.x.situation import Situation, is_yes, split_places, words_of
from symbols.engine.x.table import FIELDS, TICKED, UNTICKED, possible
from symbols.engine.x.words import Place, SituationError, Subject

KEYS: Final = tuple(FIELDS)
"""Parameters of a situation, in the order of the form."""

MOST_QUESTIONS: Final = 3

Query = Mapping[str, Sequence[str]]


def offered(answer: XAnswer) -> frozenset[str]:
    """Parameters that can change the answer, or refine the situation."""
    facts = {
        **answer.situation.facts,
        "kind": frozenset({answer.kind}),
        "announceable": TICKED if _can_be_announced(answer.situation) else UNTICKED,
    }
    return frozenset(key for key, field in FIELDS.items() if any(each.holds(facts) for each in field.offered))


def questions(answer: XAnswer) -> tuple[tuple[str, ...], ...]:
    """The few parameters that mostly settle the answer, question by question."""
    situation, shown = answer.situation, offered(answer)
    asks = [
        tuple(key for key in keys if key in shown and any(each.holds(situation.facts) for each in FIELDS[key].needed))
        for keys in (("what",), *situation.possible.asks)
    ]
    return tuple(filter(None, asks))[:MOST_QUESTIONS]


def revised(before: XAnswer, submitted: Query) -> tuple[dict[str, list[str]], frozenset[str]]:
    """Parameters after a form was submitted, and which of them changed, given the answer that it was rendered for.

    A form has inputs for what is offered. Unchanged values don't count as given: the default place for a spell isn't
    the place meant for an ability. A missing checkbox is unchecked.
    """
    old = {key: [value] for key, value in before.situation.as_query().items()}
    shown = offered(before)
    now, changed = dict(old), set()
    for key in KEYS:
        values = [value.strip() for value in submitted.get(key, ()) if value.strip()]
        if not values and key not in shown:
            continue
        if _normalized(key, values, before.situation) == _normalized(key, old.get(key, []), before.situation):
            continue
        changed.add(key)
        now[key] = values
    return {key: values for key, values in now.items() if values}, frozenset(changed)


def _can_be_announced(situation: Situation) -> bool:
    """Whether more than one number is legal to announce."""
    try:
        what_is_x(replace(situation, announced=situation.least))
        what_is_x(replace(situation, announced=situation.least + 1))
    except SituationError:
        return False
    return True


def _normalized(key: str, values: Sequence[str], situation: Situation) -> frozenset[str]:
    """The default if empty."""
    if key == "in":
        return frozenset(word.lower() for word in split_places(values)) or frozenset(situation.usual_spots)
    if key in {"gained", "refers"}:
        return frozenset("1" for value in values if is_yes(value))
    usual = {"zone": situation.possible.usual_zone, "least": "0", "doubled": "0"}
    kind = words_of(key)
    return frozenset(values or [usual.get(key, Situation().value(key) if kind else "")])


@dataclass(frozen=True, slots=True)
class Dropped:
    """Parameter dropped to resolve a contradiction."""

    key: str
    said: str
    why: str


@dataclass(frozen=True, slots=True)
class Resolved:
    answer: XAnswer
    dropped: tuple[Dropped, ...] = ()


def resolve(query: Query, keep: Collection[str] = ()) -> Resolved:
    """Answer a situation, dropping as few contradictory parameters as possible, but none of `keep`, changed last."""
    query = {key: list(values) for key, values in query.items()}
    dropped: list[Dropped] = []
    while True:
        try:
            return Resolved(what_is_x(Situation.from_query(query)), tuple(dropped))
        except SituationError as error:
            key = next(_candidates(error, query, keep), None)
            if key is None:
                raise
            kept = _possible_places(query) if key == error.field == "in" else []
            gone = [word for word in split_places(query[key]) if word.lower() not in kept]
            dropped.append(Dropped(key, ",".join(gone), error.message))
            query[key] = kept


def _candidates(error: SituationError, query: Query, keep: Collection[str]) -> Iterator[str]:
    """Parameters to blame that have a value and may be dropped."""
    for key in (error.field or "", *error.others):
        if key not in keep and any(value.strip() for value in query.get(key, ())):
            yield key


def _possible_places(query: Query) -> list[str]:
    """Places in the query that are possible for the subject."""
    subject = next((value.strip().lower() for value in query.get("what", ()) if value.strip()), Subject.SPELL)
    try:
        can = possible(Subject(subject))
    except ValueError:
        return []
    places = [word.lower() for word in split_places(query["in"])]
    kept = [place for place in places if place in set(Place) and Place(place) in can.places]
    return kept if can.needed is None or can.needed in kept else []
