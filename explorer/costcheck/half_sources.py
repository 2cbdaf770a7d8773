"""The name of a source that is still being typed: names that it may become, and the check without it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from explorer.cards.reading import card_names
from explorer.costcheck.check import source_named
from explorer.costcheck.form import CheckForm
from explorer.library.loaded import Library
from symbols.engine import EngineError
from symbols.engine.sources import Source, known_sources, made_as_text, split_count

_MOST = 6
_MOST_TRIED = 40
_LAST = re.compile(r"[^,;\n]*$")


@dataclass(frozen=True, slots=True)
class Ending:
    """A source that the name may become, with what it makes as symbols."""

    name: str
    makes: str


def is_half_typed(typed: str) -> bool:
    """Whether the last of what there is to pay with is the beginning of more: a number, or a letter after sources."""
    last = _LAST.search(typed)
    item = last[0].strip() if last else ""
    is_list = last is not None and last.start() > 0
    return bool(
        re.fullmatch(r"[1-9]\d?(?:\s*[x×])?", item)
        or (is_list and re.fullmatch(r"(?:\d+ )?[a-z]", item, re.IGNORECASE))
    )


def half_typed(form: CheckForm, error: EngineError, loaded: Library) -> tuple[CheckForm, Sequence[Ending]] | None:
    """The form without the unfinished name, and the names; None if the error is about anything else."""
    text = form.asked.get("sources", "")
    if error.code != "unknown_source" or error.end != len(text.rstrip()):
        return None
    last = _LAST.search(text)
    name, _ = split_count(last[0] if last else text)
    endings = _endings(name, loaded)
    kept = text[: last.start()].rstrip(" ,;\n") if last else ""
    asked = {key: value for key, value in form.asked.items() if key != "sources"}
    return (replace(form, asked={**asked, "sources": kept} if kept else asked), endings) if endings else None


def _endings(name: str, loaded: Library) -> list[Ending]:
    begun = name.strip().lower()
    if len(begun) < 2:
        return []
    own = dict.fromkeys(source for key, source in known_sources().items() if key.startswith(begun))
    found = {source.name: source for source in own}
    for card in card_names(loaded).begun(name, _MOST_TRIED) if loaded.has_cards else ():
        if len(found) >= _MOST:
            break
        if source := source_named(loaded, card.name):
            found.setdefault(source.name, source)
    return [Ending(source.name, _makes(source)) for source in list(found.values())[:_MOST]]


def _makes(source: Source) -> str:
    types = tuple(dict.fromkeys(name for made in source.makes for name in made))
    return made_as_text(types) if len(types) < 5 else ""
