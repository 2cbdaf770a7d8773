"""Understand permanents with what affects them: `serra angel, turn to frog`, `dryad arbor under blood moon`."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

from explorer.cards.printed import printed_card
from explorer.cards.reading import card_names
from explorer.library.loaded import Library
from explorer.tryit.reading import TrialContext
from symbols.trials import TrialError
from symbols.trials.layers.applying import evaluate
from symbols.trials.layers.cases import line_reader
from symbols.trials.layers.lines import ReadBoard
from symbols.trials.printed import PrintedCard

_LEAD = re.compile(
    r"^(?:(?P<asks>what(?:['’]s| is| are| does)|how (?:big|large|strong) is|is|layers(?: of| for)?:?)\s+)?"
    r"(?:an?\s+|my\s+|the\s+)?",
    re.IGNORECASE,
)
_TAIL = re.compile(r"\s+(?:look like|now|on the battlefield|in play)$", re.IGNORECASE)
_LIST = re.compile(r"\s*[,;\n]\s*(?:(?:and|then|with)\s+)?|\s+(?:then|\+)\s+", re.IGNORECASE)
_WORDS = re.compile(
    r"(\s+(?:(?:equipped|enchanted)\s+(?:with|by)|wearing|carrying|with|and|under|plus|alongside)"
    r"\s+(?:an?\s+|the\s+)?)",
    re.IGNORECASE,
)
_BETWEEN = re.compile(rf"({_LIST.pattern}|{_WORDS.pattern[1:-1]})", re.IGNORECASE)
_SMALL = re.compile(r"^(?:[+-]\d+/[+-]\d+|.* counters?)$", re.IGNORECASE)
_ON = re.compile(r"^(?P<spell>.+?) on (?:an?\s+|my\s+|the\s+)?(?P<name>.+)$", re.IGNORECASE)
_COPYING = re.compile(r"^(?P<name>.+?) (?:copying|as a copy of|(?:as )?copy of|of) (?P<of>.+)$", re.IGNORECASE)
_DESCRIBED = re.compile(r"^\d+/\d+ (?!with\b|gets?\b)[a-z]", re.IGNORECASE)
_NOTE = re.compile(r"\s*\([^()]*\)$")
_MOST_TYPED, _MOST_ITEMS, _MOST_JOINED = 300, 12, 3
_MOST_NAMES = 12


def read_layers(typed: str, library: Callable[[], Library]) -> Mapping[str, str] | None:
    """The permanents and the effects for the Try it; None for other texts."""
    if len(typed) > _MOST_TYPED or not (_BETWEEN.search(typed) or " on " in typed or _COPYING.match(typed)):
        return None
    loaded = library()
    if not loaded.has_cards:
        return None
    lead = _LEAD.match(typed)
    text = _TAIL.sub("", _LEAD.sub("", typed.strip(" ?!."), count=1))
    listed = list(_items(text, loaded))
    items = [item for _, item in listed]
    is_list = any(_LIST.fullmatch(separator) for separator, _ in listed[1:])
    # Joined by words alone, all of them have to be cards.
    are_cards = len(items) > 1 and all(_stands_alone(item, loaded) or _is_copying(item, loaded) for item in items)
    if not (is_list or are_cards or (lead and lead["asks"]) or _says_all(items, loaded)):
        return None
    if found := _ON.match(items[0]) if items and _is_spell_on(items[0], loaded) else None:
        # What was there before the spell comes first, unless that's said of others, too.
        are_spells = any(_is_spell_on(item, loaded) for item in items[1:])
        rest = [items[0], *items[1:]] if are_spells else [*items[1:], found["spell"]]
        items = [found["name"], *rest]
    if not (2 <= len(items) <= _MOST_ITEMS or _says_all(items, loaded)):
        return None
    return _fields([_whole_name(item, loaded) for item in items], loaded)


def _says_all(items: Sequence[str], loaded: Library) -> bool:
    """Whether the only item is a spell on a permanent, or a copy of one."""
    return len(items) == 1 and (_is_spell_on(items[0], loaded) or _is_copying(items[0], loaded))


def _fields(items: Sequence[str], loaded: Library) -> Mapping[str, str] | None:
    """The items as permanents and effects, if each of them does something, or something is done to it."""
    permanents = [item for item in items if _is_permanent(item, loaded)]
    changed = [item for item in permanents if not _is_source(item, loaded)]
    # What only affects others is listed with the effects, in the order in which it's said.
    objects = changed or permanents
    effects = [item for item in items if item not in objects]
    if not objects:
        return None
    try:
        read = line_reader(TrialContext(loaded)).read(objects, effects)
    except TrialError:
        return None
    return {"objects": "\n".join(objects), "effects": "\n".join(effects)} if _matter(read, loaded) else None


def _matter(read: ReadBoard, loaded: Library) -> bool:
    """Whether every line is read, and changes a permanent or is changed."""
    result = evaluate(read.board, line_reader(TrialContext(loaded)).system)
    changing = {one.effect.line for one in result.applied if one.objects}
    changes = {
        one.effect.line for one in result.applied if set(one.objects) - {one.effect.line} or "copy" in one.layer.kinds
    }
    changed = {line for line in result.state if result.state[line] != read.board.start[line]}
    is_read = all(not line.problem and not line.unread for line in read.lines)
    return is_read and bool(changes) and all(line.number in changing | changed for line in read.lines)


@lru_cache(maxsize=256)
def _is_source(item: str, loaded: Library) -> bool:
    """Whether a permanent has an effect on others: an enchantment, a lord, an Aura."""
    read = line_reader(TrialContext(loaded)).read(["2/2 creature", "land", item], [])
    start = read.board.start
    return any(set(read.board.affected(one, start)) - {one.line} for one in read.board.static_effects(start))


def _card(name: str, loaded: Library) -> PrintedCard | None:
    return printed_card(_NOTE.sub("", _whole_name(name, loaded)), loaded)


@lru_cache(maxsize=256)
def _whole_name(name: str, loaded: Library) -> str:
    """The name of the card that the first words mean: `urborg`, even beside one of that name without effect."""
    begins = f"{name.lower()}, "
    begun = [one.name for one in card_names(loaded).begun(name, _MOST_NAMES) if one.name.lower().startswith(begins)]
    if len(begun) != 1:
        return name
    if printed_card(name, loaded) and not _is_source(begun[0], loaded):
        return name
    return begun[0]


def _is_permanent(item: str, loaded: Library) -> bool:
    card = _card(item, loaded)
    if card is not None:
        return re.search(r"\b(?:Instant|Sorcery|Aura|Equipment)\b", card.type_line) is None
    return _is_copying(item, loaded) or _DESCRIBED.match(item) is not None


def _is_copying(text: str, loaded: Library) -> bool:
    """Whether it's a card that is a copy of another."""
    match = _COPYING.match(text)
    return match is not None and bool(_card(match["name"], loaded)) and bool(_card(match["of"], loaded))


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
        are_apart = _LIST.fullmatch(separator) or (_stands_alone(item, loaded) and _stands_alone(found, loaded))
        if item and not are_apart:
            item = f"{item}{separator}{found}"
        else:
            if item:
                yield before, item
            item, before = found.strip(), separator
        place = end + 1
    if item:
        yield before, item


def _stands_alone(text: str, loaded: Library) -> bool:
    """Whether it's something without what is around it: a card, a copy, a spell on one, counters."""
    return (
        _card(text, loaded) is not None
        or _is_copying(text, loaded)
        or _is_spell_on(text, loaded)
        or _SMALL.match(text) is not None
    )
