"""Understand a permanent with what affects it: `serra angel, turn to frog`, `what is serra angel with turn to frog`."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from explorer.cards.printed import printed_card
from explorer.library.loaded import Library
from explorer.tryit.reading import TrialContext
from symbols.trials.layers.cases import line_reader
from symbols.trials.layers.lines import TooManyLinesError
from symbols.trials.printed import PrintedCard

_LEAD = re.compile(
    r"^(?:(?P<asks>what(?:['’]s| is| are| does)|how (?:big|large|strong) is|is|layers(?: of| for)?:?)\s+)?"
    r"(?:an?\s+|my\s+|the\s+)?",
    re.IGNORECASE,
)
_TAIL = re.compile(r"\s+(?:look like|now|on the battlefield|in play)$", re.IGNORECASE)
_LIST = re.compile(r"\s*[,;\n]\s*(?:(?:and|then|with)\s+)?|\s+then\s+", re.IGNORECASE)
_WORDS = re.compile(r"(\s+(?:with|and|under|plus|alongside)\s+(?:an?\s+|the\s+)?)", re.IGNORECASE)
_BETWEEN = re.compile(rf"({_LIST.pattern}|{_WORDS.pattern[1:-1]})", re.IGNORECASE)
_SMALL = re.compile(r"^(?:[+-]\d+/[+-]\d+|.* counters?$)", re.IGNORECASE)
_ON = re.compile(r"^(?P<spell>.+?) on (?:an?\s+|my\s+|the\s+)?(?P<name>.+)$", re.IGNORECASE)
_NOTE = re.compile(r"\s*\([^()]*\)$")
_MOST_TYPED, _MOST_ITEMS, _MOST_JOINED = 300, 12, 3


def read_layers(typed: str, library: Callable[[], Library]) -> Mapping[str, str] | None:
    """The permanent and the effects for the Try it; None for other texts."""
    if len(typed) > _MOST_TYPED or not (_LIST.search(typed) or _WORDS.search(typed) or " on " in typed):
        return None
    loaded = library()
    if not loaded.has_cards:
        return None
    lead = _LEAD.match(typed)
    text = _TAIL.sub("", _LEAD.sub("", typed.strip(" ?!."), count=1))
    listed = list(_items(text, loaded))
    items = [item for _, item in listed]
    is_list = any(_LIST.fullmatch(separator) for separator, _ in listed[1:])
    if not (is_list or (lead and lead["asks"]) or _is_spell_on(text, loaded)):
        return None
    if found := _ON.match(items[0]) if items and _is_spell_on(items[0], loaded) else None:
        # What was there before the spell comes first.
        items = [found["name"], *items[1:], found["spell"]]
    if not 2 <= len(items) <= _MOST_ITEMS or not _is_permanent(_card(items[0], loaded)):
        return None
    return _fields(items, loaded)


def _fields(items: Sequence[str], loaded: Library) -> Mapping[str, str] | None:
    try:
        read = line_reader(TrialContext(loaded)).read(items[:1], items[1:])
    except TooManyLinesError:
        return None
    # Cards that change nothing are a list of something else.
    sources = {one.line for one in read.board.effects}
    sources |= {effect.line for effect in read.board.static_effects(read.board.start)}
    if not all(line.number in sources and not line.problem for line in read.lines[1:]):
        return None
    return {"objects": items[0], "effects": "\n".join(items[1:])}


def _card(name: str, loaded: Library) -> PrintedCard | None:
    return printed_card(_NOTE.sub("", name), loaded)


def _is_permanent(card: PrintedCard | None) -> bool:
    return card is not None and re.search(r"\b(?:Instant|Sorcery)\b", card.type_line) is None


def _is_spell_on(text: str, loaded: Library) -> bool:
    """Whether a text begins with a card that is on another."""
    match = _ON.match(text)
    return match is not None and _card(match["spell"], loaded) is not None


def _items(text: str, loaded: Library) -> Iterator[tuple[str, str]]:
    """What stands between commas and words, each after its separator; names of cards stay whole."""
    pieces = _BETWEEN.split(text)
    item, before, place = "", "", 0
    while place < len(pieces):
        ends = range(min(len(pieces), place + 2 * _MOST_JOINED - 1), place + 1, -2)
        end = next((one for one in ends if _card("".join(pieces[place:one]), loaded)), place + 1)
        found = "".join(pieces[place:end])
        separator = pieces[place - 1] if place else ","
        if (
            item
            and not _LIST.fullmatch(separator)
            and not (_stands_alone(item, loaded) and _stands_alone(found, loaded))
        ):
            item = f"{item}{separator}{found}"
        else:
            if item:
                yield before, item
            item, before = found.strip(), separator
        place = end + 1
    if item:
        yield before, item


def _stands_alone(text: str, loaded: Library) -> bool:
    """Whether it's something without what is around it: a card, a spell on one, counters."""
    return _card(text, loaded) is not None or _is_spell_on(text, loaded) or _SMALL.match(text) is not None
