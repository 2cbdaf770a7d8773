"""Unknowns that a walk depends on, with the notes for “In play” that would settle them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from explorer.cards.in_play import PlayedEffect, read_in_play
from explorer.cards.inputs import COUNT
from explorer.casting.beginning import quoted
from explorer.casting.request import CastRequest
from explorer.casting.walk import Walk
from explorer.costcheck.shown_card import ShownAnswer
from explorer.library.loaded import Library
from explorer.web import addresses

_NOTES: Final = re.compile(r"\s*\(([^()]*)\)?\s*$")
_MOST_COUNTED: Final = 6


@dataclass(frozen=True, slots=True)
class Doubt:
    """An unknown of something in play.

    Attributes:
        source: its card; empty for a typed effect.
        is_number: whether the answers are numbers.
    """

    source: str
    sentence: str
    text: str
    answers: Sequence[ShownAnswer]
    is_number: bool = False


def show_doubts(walk: Walk, loaded: Library) -> list[Doubt]:
    if not walk.unread:
        return []
    request = walk.request
    in_play = read_in_play(request.in_play, loaded)
    effects = {quoted(one.effect): one for one in in_play.effects}
    unread = {f"{one.card}: {one.sentence}": one for one in in_play.unread}
    found = []
    for quote in dict.fromkeys(walk.unread):
        if effect := effects.get(quote):
            found.append(_of_effect(effect, request))
        else:
            source, sentence = (unread[quote].card, unread[quote].sentence) if quote in unread else ("", quote)
            address = addresses.cast(request.changed({"rest": "yes"}))
            answers = [ShownAnswer("It doesn’t matter here", address, chosen=False)]
            found.append(Doubt(source, sentence, "Pipwise can’t read this.", answers))
    return found


def _of_effect(one: PlayedEffect, request: CastRequest) -> Doubt:
    """Its first unknown: the owner, the number, or the condition."""
    effect = one.effect
    notes: list[tuple[str, str]]
    if one.asks_whose:
        text, notes = "Whose is it?", [("Yours", "mine"), ("An opponent’s", "theirs")]
    elif COUNT in effect.value and one.number is None:
        text, notes = "How many?", [(str(number), str(number)) for number in range(_MOST_COUNTED)]
        if effect.counted:
            text = f"How many? It counts each {effect.counted}."
    else:
        text, notes = "Does it apply here?", [("Yes", "yes"), ("No", "no")]
    answers = [ShownAnswer(word, _noted(one, note, request), chosen=False) for word, note in notes]
    return Doubt(effect.source, effect.sentence, text, answers, is_number=text.startswith("How many"))


def _noted(one: PlayedEffect, note: str, request: CastRequest) -> str:
    """Address with a note added to the item."""
    whole = "\n".join(request.in_play)
    item = whole[one.start : one.end]
    notes = [each.strip() for match in _NOTES.findall(item) for each in match.split(",")]
    noted = f"{_NOTES.sub('', item)} ({', '.join([*filter(None, notes), note])})"
    return addresses.cast(request.changed({"in_play": f"{whole[: one.start]}{noted}{whole[one.end :]}"}))
