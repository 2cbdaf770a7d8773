"""An unfinished source at the end of a field: its completions, and the check without it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from explorer.cards.reading import card_names
from explorer.costcheck.check import makers_of_mana, source_named
from explorer.costcheck.form import CheckForm
from explorer.library.loaded import Library
from symbols.engine import EngineError
from symbols.engine.sources import Source, known_sources, made_as_text, split_count

_MAX_COMPLETIONS = 10
_MAX_CANDIDATES = 400
_LAST = re.compile(r"[^,;\n]*$")
# Text after which something must follow: “and”, an open parenthesis or brace, an ability.
_UNFINISHED = re.compile(
    r"(?:^|.*\s)and\s*|.*\([^()]*|.*:(?:.*\{[^{}]*|\s*)|[^{}]*\{[^{}]*\},?\s*", re.IGNORECASE | re.DOTALL
)


@dataclass(frozen=True, slots=True)
class Ending:
    """Completion of a name.

    Attributes:
        makes: mana as symbols, or the effect on costs.
        start: of the name within its field.
        field: the field's id.
    """

    name: str
    makes: str
    start: int
    field: str = "mana"


def is_half_typed(typed: str) -> bool:
    """Whether the text ends in the middle of a list: with a comma, a number, or a letter after sources."""
    last = _LAST.search(typed)
    item = last[0].strip() if last else ""
    is_list = last is not None and last.start() > 0
    return bool(
        re.fullmatch(r"[1-9]\d?(?:\s*[x×])?", item)
        or (is_list and (not item or re.fullmatch(r"(?:\d+ )?[a-z]", item, re.IGNORECASE)))
    )


def half_typed(form: CheckForm, error: EngineError, loaded: Library) -> tuple[CheckForm, Sequence[Ending]] | None:
    """The form without an unfinished source, and its completions; None if the error has another cause."""
    half = without_half(form.options.get("sources", ""), error, loaded)
    if half is None:
        return None
    kept, endings = half
    options = {key: value for key, value in form.options.items() if key != "sources"}
    return replace(form, options={**options, "sources": kept} if kept else options), endings


def without_half(text: str, error: EngineError, loaded: Library) -> tuple[str, Sequence[Ending]] | None:
    """Sources without an unfinished one at the end, and its completions."""
    if error.field != "sources" or error.end != len(text.rstrip()):
        return None
    last = _LAST.search(text)
    item = last[0] if last else text
    name, _ = split_count(item)
    endings = _endings(name, text.rfind(name) if name else len(text), loaded)
    if not endings and len(name) > 1 and not _UNFINISHED.fullmatch(item):
        return None
    kept = text[: last.start()].rstrip(" ,;\n") if last else ""
    return kept, endings


def _endings(name: str, start: int, loaded: Library) -> list[Ending]:
    begun = name.strip().lower()
    if len(begun) < 2:
        return []
    own = dict.fromkeys(source for key, source in known_sources().items() if key.startswith(begun))
    found = {source.name: source for source in own}
    makers = makers_of_mana(loaded)
    for card in card_names(loaded).begun(name, _MAX_CANDIDATES):
        if len(found) >= _MAX_COMPLETIONS:
            break
        if card.name in makers and (source := source_named(loaded, card.name)):
            found.setdefault(source.name, source)
    return [Ending(source.name, _makes(source), start) for source in list(found.values())[:_MAX_COMPLETIONS]]


def _makes(source: Source) -> str:
    types = tuple(dict.fromkeys(name for made in source.makes for name in made))
    return made_as_text(types) if len(types) < 5 else "any color"
