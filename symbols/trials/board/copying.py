"""Copies: what they have of what they copy (707.2), and what they don't (707.9)."""

import re
from dataclasses import replace
from typing import Final

from symbols.trials.board.scanning import without
from symbols.trials.board.state import Exceptions, GameObject
from symbols.trials.layers.copying import own_exceptions, without_defining
from symbols.trials.layers.notes import MissingNoteError, Note
from symbols.trials.layers.objects import of_card, with_self
from symbols.trials.layers.operations import Copy
from symbols.trials.layers.phrases import expanded
from symbols.trials.layers.predicates import read_predicates
from symbols.trials.layers.values import Values
from symbols.trials.printed import PrintedCard

_TYPED: Final = re.compile(
    r",? (?:except|but)(?: that)? (?P<said>(?:it|its|it's|their|they|they're)\b.+)$", re.IGNORECASE
)
_NOT_LEGENDARY: Final = re.compile(
    r"(?:,? (?:that|which|and|but|except(?: that)?))?(?: (?:it|they))?(?:'s| is| are)?"
    r"(?: ?(?:isn't|aren't|not) (?:a )?| ?\bnon-?)legend(?:ary)?\b",
    re.IGNORECASE,
)
_MORE_COUNTERS: Final = re.compile(r"\bcopy of [^.]*?with (?P<many>[^.]*?\badditional \+1/\+1 counters)", re.IGNORECASE)


def exceptions_in(text: str, copier: PrintedCard | None) -> tuple[Exceptions | None, str]:
    """Exceptions of the card that copies and of the line (707.9), and the line without its own."""
    own = with_self(copier.text, copier.name) if copier else ""
    said = [one for one in [own_exceptions(own)] if one]
    uncounted = [f"~ has {match['many']} on it." for match in _MORE_COUNTERS.finditer(own)]
    if match := _NOT_LEGENDARY.search(text):
        said.append("it isn't legendary")
        text = without(match)
    if (match := _TYPED.search(text)) and _read(match["said"]):
        said.append(match["said"])
        text = text[: match.start()]
    read = [part for one in said if (part := _read(one))]
    uncounted += [f"~ is a copy, except {one}." for one in said if _read(one) is None]
    if not (read or uncounted):
        return None, text
    return Exceptions(tuple(read), of_card(copier) if copier else Values(), tuple(uncounted)), text


def _read(said: str) -> Copy | None:
    try:
        parts = read_predicates(f"becomes a copy of that permanent, except {expanded(said)}", Note(""))
    except MissingNoteError:
        return None
    return next((one for one in parts or () if isinstance(one, Copy)), None)


def with_exceptions(obj: GameObject) -> GameObject:
    """Apply the exceptions of a copy; a size on its line overrides its own."""
    if obj.exceptions is None or obj.is_copying:
        return obj
    values, copier = obj.values, obj.exceptions.copier
    for part in obj.exceptions.parts:
        own = replace(copier, name=copier.name or values.name, controller=values.controller, is_token=values.is_token)
        named = "" if part.named in {"", "~"} else part.named
        values = replace(part, values=without_defining(values, part), named=named).apply(own, "copy", (0, 0, 0))
    if obj.is_sized:
        values = replace(values, power=obj.values.power, toughness=obj.values.toughness)
    label = values.name if values.name != obj.values.name else obj.label
    has_counters = obj.count("+1/+1") > 0
    uncounted = () if has_counters else obj.exceptions.uncounted
    return replace(obj, values=values, label=label, uncounted=(*obj.uncounted, *uncounted))
