"""The way out of a contradiction: what was said last stands, and what can't go with it is left out."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from symbols.engine.x.answer import Answer
from symbols.engine.x.deciding import what_is_x
from symbols.engine.x.errors import SituationError
from symbols.engine.x.possible import possible
from symbols.engine.x.situation import Situation
from symbols.engine.x.words import Place, Subject

__all__ = ["LeftOut", "Mended", "mended"]

Query = Mapping[str, Sequence[str]]

_BEHIND: Final[Mapping[str, tuple[str, ...]]] = {
    "defined": ("formula", "gives"),
    "origin": ("was",),
    "announced": ("least",),
}
"""What else may be to blame where a parameter is, and has to stay or was not given."""

_AGAINST_A_REFERENCE: Final = ("in", "defined", "formula", "gives", "announced")


@dataclass(frozen=True, slots=True)
class LeftOut:
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
class Mended:
    """A question that has an answer.

    Attributes:
        answer: the answer.
        left_out: what was left out of the question to get there, in that order.
    """

    answer: Answer
    left_out: tuple[LeftOut, ...] = ()


def mended(query: Query, keep: Collection[str] = ()) -> Mended:
    """Answer a situation described by parameters, leaving out as little as needed where they make no sense together.

    Args:
        query: parameters, as `Situation.from_query` takes them, each a list of strings.
        keep: parameters that have to stay.

    Raises:
        SituationError: what has to stay makes no sense by itself.
    """
    said = {key: list(values) for key, values in query.items()}
    left: list[LeftOut] = []
    while True:
        try:
            return Mended(what_is_x(Situation.from_query(said)), tuple(left))
        except SituationError as error:
            cut = _cut(error.field or "", said, keep)
            if cut is None:
                raise
            key, kept = cut
            words = (word.strip() for value in said[key] for word in value.split(","))
            gone = [word for word in words if word and word.lower() not in kept]
            left.append(LeftOut(key, ",".join(gone), error.message))
            said[key] = kept


def _cut(field: str, said: Mapping[str, list[str]], keep: Collection[str]) -> tuple[str, list[str]] | None:
    """Return the next parameter to cut, and what stays of it."""
    for key in _to_blame(field, said):
        if key in keep or not any(value.strip() for value in said.get(key, ())):
            continue
        return key, _possible_places(said) if key == field == "in" else []
    return None


def _to_blame(field: str, said: Mapping[str, list[str]]) -> Iterator[str]:
    yield field
    if field == "refers":
        refers = any(value.strip().lower() not in {"", "0", "no", "false", "off"} for value in said.get("refers", ()))
        yield from _AGAINST_A_REFERENCE if refers else ("other",)
    yield from _BEHIND.get(field, ())


def _possible_places(said: Mapping[str, list[str]]) -> list[str]:
    """Return those of the places said that the subject can have the letter in."""
    subject = next((value.strip().lower() for value in said.get("what", ()) if value.strip()), Subject.SPELL)
    places = [word.strip().lower() for value in said["in"] for word in value.split(",")]
    try:
        can = possible(Subject(subject))
    except ValueError:
        return []
    kept = [place for place in places if place in set(Place) and Place(place) in can.places]
    return kept if can.needed is None or can.needed in kept else []
