"""Changing a situation: what can be said of it, what was said anew, and the way out of a contradiction."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from symbols.engine.x.answer import XAnswer
from symbols.engine.x.deciding import what_is_x
from symbols.engine.x.situation import Situation, is_yes, split_places, words_of
from symbols.engine.x.situation_error import SituationError
from symbols.engine.x.table import FIELDS, TICKED, UNTICKED, possible
from symbols.engine.x.words import Place, Subject

KEYS: Final = tuple(FIELDS)
"""Every parameter of a situation, in the order in which one says it."""

Query = Mapping[str, Sequence[str]]


def offered(answer: XAnswer) -> frozenset[str]:
    """Return the parameters that can change an answer, or say more of the situation that it is about."""
    facts = {
        **answer.situation.facts,
        "kind": frozenset({answer.kind}),
        "announceable": TICKED if _can_be_announced(answer.situation) else UNTICKED,
    }
    return frozenset(key for key, field in FIELDS.items() if any(each.holds(facts) for each in field.offered))


def revised(before: XAnswer, said: Query) -> tuple[dict[str, list[str]], frozenset[str]]:
    """Return the parameters of a situation after a form about it was filled in anew, and which of them changed.

    A form has controls for what is offered. What it repeats as it was has not been said anew: the usual place of a
    spell is not the place meant for an ability.

    Args:
        before: what the form was made for.
        said: what the form says; a tick that is not there is not set.
    """
    old = {key: [value] for key, value in before.situation.as_query().items()}
    there = offered(before)
    now, changed = dict(old), set()
    for key in KEYS:
        values = [value.strip() for value in said.get(key, ()) if value.strip()]
        if not values and key not in there:
            continue
        if _meaning(key, values, before.situation) == _meaning(key, old.get(key, []), before.situation):
            continue
        changed.add(key)
        now[key] = values
    return {key: values for key, values in now.items() if values}, frozenset(changed)


def _can_be_announced(situation: Situation) -> bool:
    """Return whether more than one number could have been announced."""
    try:
        what_is_x(replace(situation, announced=situation.least))
        what_is_x(replace(situation, announced=situation.least + 1))
    except SituationError:
        return False
    return True


def _meaning(key: str, values: Sequence[str], situation: Situation) -> frozenset[str]:
    """Return what a parameter says, the usual thing where it says nothing."""
    if key == "in":
        return frozenset(word.lower() for word in split_places(values)) or frozenset(situation.usual_spots)
    if key in {"gained", "refers"}:
        return frozenset("1" for value in values if is_yes(value))
    usual = {"zone": situation.possible.usual_zone, "least": "0", "doubled": "0"}
    kind = words_of(key)
    return frozenset(values or [usual.get(key, Situation().value(key) if kind else "")])


@dataclass(frozen=True, slots=True)
class Dropped:
    """Something that could not stay.

    Attributes:
        key: its parameter.
        said: what had been said there.
        why: the sentence that says why it could not stay.
    """

    key: str
    said: str
    why: str


@dataclass(frozen=True, slots=True)
class Resolved:
    """Question that has an answer.

    Attributes:
        answer: the answer.
        dropped: what was taken out of the question to get there, in that order.
    """

    answer: XAnswer
    dropped: tuple[Dropped, ...] = ()


def resolve(query: Query, keep: Collection[str] = ()) -> Resolved:
    """Answer a situation described by parameters, dropping as little as needed where they make no sense together.

    Args:
        query: parameters, as `Situation.from_query` takes them, each a list of strings.
        keep: parameters that have to stay, since they were said last.

    Raises:
        SituationError: what has to stay makes no sense by itself.
    """
    said = {key: list(values) for key, values in query.items()}
    dropped: list[Dropped] = []
    while True:
        try:
            return Resolved(what_is_x(Situation.from_query(said)), tuple(dropped))
        except SituationError as error:
            key = next(_candidates(error, said, keep), None)
            if key is None:
                raise
            kept = _possible_places(said) if key == error.field == "in" else []
            gone = [word for word in split_places(said[key]) if word.lower() not in kept]
            dropped.append(Dropped(key, ",".join(gone), error.message))
            said[key] = kept


def _candidates(error: SituationError, said: Query, keep: Collection[str]) -> Iterator[str]:
    """Return the parameters that are to blame, say something and need not stay."""
    for key in (error.field or "", *error.others):
        if key not in keep and any(value.strip() for value in said.get(key, ())):
            yield key


def _possible_places(said: Query) -> list[str]:
    """Return those of the places said that the subject can have the letter in."""
    subject = next((value.strip().lower() for value in said.get("what", ()) if value.strip()), Subject.SPELL)
    try:
        can = possible(Subject(subject))
    except ValueError:
        return []
    places = [word.lower() for word in split_places(said["in"])]
    kept = [place for place in places if place in set(Place) and Place(place) in can.places]
    return kept if can.needed is None or can.needed in kept else []
