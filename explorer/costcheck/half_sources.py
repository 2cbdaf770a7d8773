"""The name of a source that is still being typed: names that it may become, and the check without it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from explorer.cards.reading import card_names
from explorer.costcheck.check import makers_of_mana, source_named
from explorer.costcheck.form import CheckForm
from explorer.library.loaded import Library
from symbols.engine import EngineError
from symbols.engine.sources import Source, known_sources, made_as_text, split_count

_MOST = 10
_MOST_BEGUN = 400
_LAST = re.compile(r"[^,;\n]*$")
# A number, “and”, parentheses, braces or an ability without its end.
_UNFINISHED = re.compile(
    r"(?:^|.*\s)and\s*|.*\([^()]*|.*:(?:.*\{[^{}]*|\s*)|[^{}]*\{[^{}]*\},?\s*", re.IGNORECASE | re.DOTALL
)


@dataclass(frozen=True, slots=True)
class Ending:
    """A source that the name may become, with what it makes as symbols."""

    name: str
    makes: str


def is_half_typed(typed: str) -> bool:
    """Whether what there is to pay with ends with the beginning of more: a comma, a number, a letter after sources."""
    last = _LAST.search(typed)
    item = last[0].strip() if last else ""
    is_list = last is not None and last.start() > 0
    return bool(
        re.fullmatch(r"[1-9]\d?(?:\s*[x×])?", item)
        or (is_list and (not item or re.fullmatch(r"(?:\d+ )?[a-z]", item, re.IGNORECASE)))
    )


def half_typed(form: CheckForm, error: EngineError, loaded: Library) -> tuple[CheckForm, Sequence[Ending]] | None:
    """The form without what is unfinished, and the names that it may become; None if the error is about more."""
    half = without_half(form.asked.get("sources", ""), error, loaded)
    if half is None:
        return None
    kept, _, endings = half
    asked = {key: value for key, value in form.asked.items() if key != "sources"}
    return replace(form, asked={**asked, "sources": kept} if kept else asked), endings


def without_half(text: str, error: EngineError, loaded: Library) -> tuple[str, int, Sequence[Ending]] | None:
    """Sources without what is unfinished at their end, where its name begins, and the names that it may become."""
    if error.field != "sources" or error.end != len(text.rstrip()):
        return None
    last = _LAST.search(text)
    item = last[0] if last else text
    name, _ = split_count(item)
    endings = _endings(name, loaded)
    if not endings and len(name) > 1 and not _UNFINISHED.fullmatch(item):
        return None
    kept = text[: last.start()].rstrip(" ,;\n") if last else ""
    return kept, text.rfind(name) if name else len(text), endings


def _endings(name: str, loaded: Library) -> list[Ending]:
    begun = name.strip().lower()
    if len(begun) < 2:
        return []
    own = dict.fromkeys(source for key, source in known_sources().items() if key.startswith(begun))
    found = {source.name: source for source in own}
    makers = makers_of_mana(loaded)
    for card in card_names(loaded).begun(name, _MOST_BEGUN):
        if len(found) >= _MOST:
            break
        if card.name in makers and (source := source_named(loaded, card.name)):
            found.setdefault(source.name, source)
    return [Ending(source.name, _makes(source)) for source in list(found.values())[:_MOST]]


def _makes(source: Source) -> str:
    types = tuple(dict.fromkeys(name for made in source.makes for name in made))
    return made_as_text(types) if len(types) < 5 else "any color"
