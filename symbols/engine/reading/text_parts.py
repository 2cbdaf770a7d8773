"""Text parts checked against the player's resources: `Sacrifice X artifacts`, `Discard two cards` (118.3, 107.3a)."""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from symbols.engine.costs.cost import Values
from symbols.engine.costs.parts import TextPart
from symbols.engine.reading.notation import VERB
from symbols.sentences import COUNT_OR_ARTICLE

VERBS = ("sacrifice", "discard", "remove", "exile", "tap")
"""Actions whose number can be checked, by request keys such as `to_sacrifice`."""

_MORE_VERBS = ("return", "reveal", "mill")
"""Other actions with a number, which may be X = 0."""

AMOUNT_OF = re.compile(r"pay any amount of (?P<what>life|mana|energy|\{e\})(?: counters?)?\.?", re.IGNORECASE)

ANY_NUMBER = re.compile(r"(?P<verb>[a-z]+) (?:any number of|(?P<some>one or more))\b", re.IGNORECASE)
"""The player chooses the number (107.1c)."""

_FROM_GRAVEYARD = re.compile(
    r"exile (?:one or more|(?P<one>an?|another|one)|\S+) (?P<which>(?:(?!\bfrom\b).)*?)cards? from your graveyard\.?",
    re.IGNORECASE,
)
_ON_BATTLEFIELD = re.compile(r"\b(?:controls?|battlefield|tokens?|(?:un)?tapped|attacking|blocking)\b", re.IGNORECASE)
_PLURAL = re.compile(r"\b(?!(?:plains|cyclops|bolas|nixilis|vronos|xenagos)\s*$)\w+(?<![su])s\s*$", re.IGNORECASE)
"""Plural noun at the end, except types that are singular; `Urza’s` is none."""
_IN_GRAVEYARD = re.compile(r"exile\b.*graveyard|(?:collect evidence|forage)\b", re.IGNORECASE | re.DOTALL)
_CARD = re.compile(r"\bcards?\s*$", re.IGNORECASE)

_DONE = re.compile(
    rf"(?P<verb>{'|'.join((*VERBS, *_MORE_VERBS))})\s+(?!\S+\s+or\s+(?:more|fewer)\b)(?P<what>.+)",
    re.IGNORECASE | re.DOTALL,
)
_COUNTED = re.compile(r"(?P<count>[0-9]{1,7}|[a-z]+)\b", re.IGNORECASE)
_COUNTS: Mapping[str, int] = {**COUNT_OR_ARTICLE, "eleven": 11, "twelve": 12, "another": 1}
_BETWEEN = re.compile(r"(?:,\s*)?\b(and/or|and|or)\b\s*|,\s*", re.IGNORECASE)
_UNCOUNTED = re.compile(
    r"\b(?:for|per|each|every|all|unless|except|if|then|instead|plus|minus|times|twice|half|number|total|addition"
    r"|as well as|(?:along|together) with)\b|&|[.;:]\s*\S",
    re.IGNORECASE,
)
"""Words that modify or replace a number."""
_QUALITY = re.compile(
    r"\b(?:with|without|that|whose|who|which|named|than|as|but|both|between|among|sharing|attached|on)\b", re.IGNORECASE
)
"""Words that begin a qualifier, which may have a number of its own: `a creature with a counter and a counter on it`."""
_FROM = re.compile(r"\bfrom\b", re.IGNORECASE)
_AMONG = re.compile(r"\s+from among\s+", re.IGNORECASE)
_OR_ELSE = re.compile(
    rf"\bor\s+(?:{VERB.pattern})"
    rf"|^(?:(?!{_QUALITY.pattern}|{_FROM.pattern}).)*?\bor\s+(?:(?:[0-9xyz]+|{'|'.join(_COUNTS)})\b|\{{)",
    re.IGNORECASE,
)


class RequiredCount(NamedTuple):
    """Action, and how many objects it is done to: `number` plus each of the variables."""

    verb: str
    number: int
    variables: tuple[str, ...] = ()

    def count(self, values: Values) -> int:
        return self.number + sum(values.get(name, 0) for name in self.variables)


def required_count(part: TextPart) -> RequiredCount | None:
    """None if unclear. Numbers joined by `and` add up, except within a qualifier; by `or`, they must be equal."""
    done = _DONE.match(part.text)
    if done is None or _UNCOUNTED.search(done["what"]):
        return None
    what = done["what"]
    if among := _AMONG.search(what):
        nouns = _BETWEEN.split(what[among.end() :])[::2]
        if not any(_count_of(noun, part) or VERB.match(noun) for noun in nouns):
            what = what[: among.start()]
    first, *more = _BETWEEN.split(what)
    words, pieces = {join.lower() for join in more[::2] if join}, more[1::2]
    counts = [_count_of(piece, part) for piece in (first, *pieces)]
    known = [RequiredCount(done["verb"].lower(), *count) for count in counts if count]
    if counts[0] is None or any(map(VERB.match, pieces)):
        return None
    if not pieces or (words and "and" not in words):
        return known[0] if len(set(known)) == 1 else None
    if words != {"and"} or len(known) < len(counts) or not _adds_up([first, *pieces]):
        return None
    variables = tuple(name for each in known for name in each.variables)
    return RequiredCount(known[0].verb, sum(each.number for each in known), variables)


def least_count(part: TextPart) -> RequiredCount | None:
    """Like `required_count`, but the least number if the player chooses it: `one or more` (107.1c)."""
    chosen = ANY_NUMBER.match(part.text)
    return required_count(part) or (
        RequiredCount(chosen["verb"].lower(), int(bool(chosen["some"]))) if chosen else None
    )


def _adds_up(pieces: Sequence[str]) -> bool:
    """Whether pieces joined by `and` are separate objects, not qualifiers or zones of earlier ones."""
    if any(map(_QUALITY.search, pieces[:-1])):
        return False
    return not any(_FROM.search(piece) and not _FROM.search(after) for piece, after in pairwise(pieces))


def _count_of(words: str, part: TextPart) -> tuple[int, tuple[str, ...]] | None:
    match = _COUNTED.match(words)
    count = match["count"] if match else ""
    if count in part.variables:
        return 0, (count,)
    number = int(count) if count.isdigit() else _COUNTS.get(count.lower())
    return None if number is None else (number, ())


def offers_choice(part: TextPart) -> bool:
    """`Discard a card or pay {5}`."""
    return required_count(part) is None and bool(_OR_ELSE.search(part.text))


def exiled_from_graveyard(parts: Iterable[TextPart], values: Values) -> int:
    """Least number of cards exiled from the graveyard, which delve can’t exile again (118.3)."""
    found = [least_count(part) for part in parts if _of_graveyard(part)]
    return sum(required.count(values) for required in found if required)


def exiles_any_of_graveyard(part: TextPart) -> bool:
    """Whether any cards in the graveyard will do, so that only their number matters."""
    match = _of_graveyard(part)
    return match is not None and match["which"].strip().lower() in ("", "other")


def may_exile_from_graveyard(part: TextPart) -> bool:
    """Whether it may exile cards that delve could: `from your graveyard or hand`."""
    return bool(_IN_GRAVEYARD.match(part.text)) and not _of_graveyard(part)


def _of_graveyard(part: TextPart) -> re.Match[str] | None:
    """Text that exiles cards from the graveyard only, unlike `creature you control or creature card`."""
    match = _FROM_GRAVEYARD.fullmatch(part.text)
    if match is None or _ON_BATTLEFIELD.search(match["which"]):
        return None
    first, *more = _BETWEEN.split(match["which"])
    pieces = [first, *more[1::2]]
    for join, (piece, after) in zip(more[::2], pairwise(pieces), strict=True):
        is_counted_apart = (join or "").lower() == "and" or _count_of(after, part)
        if (is_counted_apart or _is_permanent(piece, after, is_one=bool(match["one"]))) and not _CARD.search(piece):
            return None
    return match


def _is_permanent(piece: str, after: str, *, is_one: bool) -> bool:
    """Whether a piece names permanents, not a quality of cards as in `creatures and/or creature cards`.

    A quality is never plural, nor are permanents if one is exiled, and it differs from the one after it.
    """
    words, other_words = (set(_CARD.sub("", each).lower().split()) for each in (piece, after))
    return (not is_one and bool(_PLURAL.search(piece))) or words <= other_words or other_words <= words
