"""Sources as people list them: `3 Plains, Watery Grave, Sol Ring`, `2x Forest`, `{1}, {T}: {R}{W}`, `any`."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from symbols.data_files import read_data
from symbols.engine.costs.slots import COLORS
from symbols.engine.errors import BadRequest, EngineError, TooLarge
from symbols.engine.reading.reader import MAX_LENGTH
from symbols.engine.sources.ability import ManaAbility
from symbols.engine.sources.notes import Notes, split_notes
from symbols.engine.sources.reading import read_abilities
from symbols.engine.sources.source import BASIC_LAND_TYPES, Source
from symbols.sentences import COUNT_WORDS
from symbols.similar import CLOSE, similar

FindSource = Callable[[str], Source | None]
"""A card's name to its source; None if unknown. May raise an error for one that makes no mana."""

MOST_SOURCES: Final = 60
MOST_WITH_COST: Final = 12
_MOST_PIECES: Final = 200
# A name has three commas or “and” at most.
_MOST_JOINED: Final = 4

_COUNT = re.compile(
    rf"^(?:(?P<before>\d{{1,4}}|(?:{'|'.join(COUNT_WORDS)})(?=\s))\s*(?:[x×]\s*)?(?=\D)|)"
    r"(?P<name>.+?)(?:\s*[x×]\s*(?P<after>\d{1,4}))?$",
    re.DOTALL | re.IGNORECASE,
)
_SEPARATOR = re.compile(r",(?:\s*and\s)?|\s+and\s", re.IGNORECASE)
_LAND_TYPE = re.compile(rf"\b(?:{'|'.join(BASIC_LAND_TYPES)})\b")
_NOTED = re.compile(r"\s*\([^()]*\)$")
_ONLY_MADE = re.compile(r"(?:\{[^{}]+\})+|any(?: (?:one )?color)?|one of any color", re.IGNORECASE)
_SPECIAL_WORTH, _SACRIFICE_WORTH, _NONLAND_WORTH = 5, 40, 10


def read_sources(text: str | Sequence[object], find: FindSource | None = None) -> tuple[Source, ...]:
    """Parse a list of sources; equal ones are counted together.

    Args:
        text: one item a line, or separated by semicolons, or by commas where no item has a colon; or a list of items.
        find: in addition to the sources that are always known.

    Raises:
        BadRequest: an item isn't understood, or no source has its name. The position is within the text.
        TooLarge: more than `MOST_SOURCES`, or more than `MOST_WITH_COST` whose abilities cost mana.
    """
    found: dict[Source, int] = {}
    whole = text if isinstance(text, str) else "\n".join(map(str, text))
    if len(whole) > MAX_LENGTH:
        raise TooLarge("too_long", f"This can be at most {MAX_LENGTH:,} characters long.")
    for start, item in _items(whole, find):
        source, count = _read(item, start, find)
        found[source] = found.get(source, 0) + count
    sources = tuple(replace(source, count=count) for source, count in found.items() if count)
    if sum(source.count for source in sources) > MOST_SOURCES:
        raise TooLarge("too_many_sources", f"There can be {MOST_SOURCES} sources at most.")
    if sum(source.count for source in sources if source.has_cost) > MOST_WITH_COST:
        message = f"At most {MOST_WITH_COST} sources can have abilities that cost mana."
        raise TooLarge("too_many_sources", message)
    return sources


def source_of(
    name: str,
    abilities: Sequence[ManaAbility],
    *,
    types: str = "",
    colors: Iterable[str] = (),
    has_haste: bool = False,
    unread: Sequence[str] = (),
) -> Source:
    """Nonlands, more types and what is used up are worth more to keep. `types` is a type line: `Snow Land — Forest`."""
    made = len({type_ for ability in abilities for type_ in ability.types})
    worth = _SPECIAL_WORTH * made + (0 if "Land" in types else _NONLAND_WORTH)
    if abilities and all(ability.used_up for ability in abilities):
        worth += _SACRIFICE_WORTH
    return Source(
        name,
        tuple(abilities),
        snow="Snow" in types,
        worth=worth,
        unread=tuple(unread),
        creature=tuple(color for color in COLORS if color in colors) if "Creature" in types else None,
        has_haste=has_haste,
        is_artifact="Artifact" in types,
        has_land_type=_LAND_TYPE.search(types.partition("—")[2]) is not None,
    )


@cache
def known_sources() -> Mapping[str, Source]:
    """By lowercase name, also in the plural."""
    found = {}
    for row in read_data("sources.toml")["source"]:
        abilities = [ability for text in row["abilities"] for ability in read_abilities(text)]
        source = source_of(row["name"], abilities, types=row.get("types", ""))
        for name in (row["name"], *row.get("also", ())):
            found[name.lower()] = source
            found.setdefault(f"{name.lower()}s", source)
    return found


def _items(text: str, find: FindSource | None) -> Iterator[tuple[int, str]]:
    for piece in re.finditer(r"[^;\n]+", text):
        if ":" in piece[0]:
            yield stripped(piece.start(), piece[0])
            continue
        for start, item in split_names(piece[0], lambda name: _is_name(split_count(name)[0], find)):
            yield piece.start() + start, item


def split_names(text: str, is_name: Callable[[str], bool]) -> Iterator[tuple[int, str]]:
    """Items between commas or “and”, with where they start. Names that contain these are kept whole."""
    # Not within the parentheses of notes.
    apart = [
        one for one in _SEPARATOR.finditer(text) if text.count("(", 0, one.start()) == text.count(")", 0, one.start())
    ]
    if len(apart) >= _MOST_PIECES:
        raise TooLarge("too_many_sources", f"There can be {MOST_SOURCES} sources at most.")
    pieces = list(zip([0, *(one.end() for one in apart)], [*(one.start() for one in apart), len(text)], strict=True))
    place = 0
    while place < len(pieces):
        end = place + 1
        for several in range(min(len(pieces), place + _MOST_JOINED), place + 1, -1):
            if is_name(text[pieces[place][0] : pieces[several - 1][1]]):
                end = several
                break
        item = stripped(pieces[place][0], text[pieces[place][0] : pieces[end - 1][1]])
        if item[1]:
            yield item
        place = end


def _is_name(name: str, find: FindSource | None) -> bool:
    try:
        return _named(_NOTED.sub("", name), find) is not None
    except EngineError:
        # A name, of what makes no mana.
        return True


def stripped(start: int, text: str) -> tuple[int, str]:
    """Text without spaces around it, and where it then starts."""
    return start + len(text) - len(text.lstrip()), text.strip()


def split_count(item: str) -> tuple[str, int]:
    """`3 Plains`, `Plains x3` -> `Plains`, 3."""
    match = _COUNT.match(item.strip())
    if match is None:
        return item.strip(), 1
    count = match["before"] or match["after"] or "1"
    return match["name"].strip(), COUNT_WORDS.get(count.lower()) or int(count)


def with_count(name: str, count: int) -> str:
    """`3 Plains`, but `Plains` for one."""
    return f"{count} {name}" if count > 1 else name


def several(name: str, count: int) -> str:
    """For a sentence: `2 Boros Signets`, but `3 Plains` and `2 Nykthos, Shrine to Nyx`."""
    is_plain = re.fullmatch(r"[^,(){}:]*[a-rt-z]", name) and not re.search(r" (?:of|to|the|in) ", name)
    return with_count(f"{name}s" if count > 1 and is_plain else name, count)


def _named(name: str, find: FindSource | None) -> Source | None:
    plain = " ".join(name.lower().split())
    return known_sources().get(plain) or (find(name) if find else None)


def _read(item: str, start: int, find: FindSource | None) -> tuple[Source, int]:
    name, count = split_count(item)
    try:
        name, notes = split_notes(name)
        bare = name.removeprefix("snow ") if name.lower().startswith("snow ") and not _named(name, find) else name
        if ":" in bare or _ONLY_MADE.fullmatch(bare):
            types = "".join(["Snow " if bare != name else "", "Creature" if notes.is_new else ""])
            return _with_notes(source_of(name, read_abilities(bare), types=types), notes), count
        article = re.sub(r"^(?:an?|the|my)\s+", "", bare, flags=re.IGNORECASE)
        if source := _named(bare, find) or _named(article, find):
            return _with_notes(source, notes), count
    except EngineError as error:
        error.start, error.end = start, start + len(item)
        raise
    near = similar(name.lower(), known_sources(), at_least=CLOSE)
    message = f"There’s no source called “{name[:60]}” here. Type what it makes, such as {{W/U}}."
    refusal = BadRequest("unknown_source", message, start=start, end=start + len(item))
    refusal.suggestion = item.replace(name, known_sources()[near[0]].name) if near else None
    raise refusal


def _with_notes(source: Source, notes: Notes) -> Source:
    unknown = {ability.unknown for ability in source.abilities}
    counts = "number" in unknown or any(ability.uses_counter for ability in source.abilities)
    if (notes.colors and "colors" not in unknown) or (notes.number is not None and not counts):
        raise BadRequest("bad_source", f"What {source.name} makes doesn’t depend on that. Leave out{notes}.")
    if notes.is_met is not None and "condition" not in unknown and not source.is_restricted:
        raise BadRequest("bad_source", f"{source.name} has no condition to be met. Leave out{notes}.")
    return replace(source, notes=notes)


def is_pool(text: str) -> bool:
    """Whether a text is mana, `WWC` or `3GG`, rather than sources."""
    return bool(re.fullmatch(r"[\s,;+]*(?:(?:\d+|[wubrgcWUBRGC]|\{[wubrgcWUBRGC0-9]+\})[\s,;+]*)*", text))
