"""An unfinished name at the end of a field: the query without it, and its completions."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Final

from django.http import QueryDict

from explorer.cards.cost_effects import effects_of
from explorer.cards.in_play import IN_PLAY
from explorer.cards.reading import card_at, card_names
from explorer.costcheck.form import MANA
from explorer.costcheck.half_sources import Ending, without_half
from explorer.library.loaded import Library
from symbols.engine import EngineError

_MAX_COMPLETIONS: Final = 6
_MAX_CANDIDATES: Final = 40
# Longer sentences aren't shown with a name.
_MAX_LENGTH: Final = 80


def half_typed(query: QueryDict, error: EngineError, loaded: Library) -> tuple[QueryDict, Sequence[Ending]] | None:
    """The query without an unfinished name, and its completions; None if the error has another cause."""
    if error.field == IN_PLAY:
        return _half_in_play(query, error, loaded)
    typed = query.get(MANA, "")
    half = without_half(typed, error, loaded) if typed else None
    if half is None:
        return None
    changed = query.copy()
    changed[MANA], endings = half
    return changed, endings


def _half_in_play(query: QueryDict, error: EngineError, loaded: Library) -> tuple[QueryDict, Sequence[Ending]] | None:
    whole = "\n".join(query.getlist(IN_PLAY))
    if error.start is None or error.end != len(whole.rstrip()):
        return None
    name = whole[error.start : error.end]
    endings = list(_endings(name, error.start, loaded))
    if not endings and len(name) > 1:
        return None
    changed = query.copy()
    changed[IN_PLAY] = whole[: error.start].rstrip(" ,;\n")
    return changed, endings


def _endings(name: str, start: int, loaded: Library) -> Iterator[Ending]:
    """Cards that change what others cost."""
    if not loaded.has_cards or len(name) < 2:
        return
    begun = card_names(loaded).begun(name, _MAX_CANDIDATES)
    found = ((one, sentence) for one in begun if (sentence := _effect_of(one.slug, loaded)))
    for one, sentence in islice(found, _MAX_COMPLETIONS):
        yield Ending(one.name, sentence if len(sentence) <= _MAX_LENGTH else "", start, "in-play")


@lru_cache(maxsize=4096)
def _effect_of(slug: str, loaded: Library) -> str:  # noqa: ARG001 - other cards are loaded with another library
    """The first sentence of a card that changes what others cost; empty if it has none."""
    card = card_at(slug)
    return next((one.sentence for face in card.faces for one in effects_of(face)[0]), "") if card else ""
