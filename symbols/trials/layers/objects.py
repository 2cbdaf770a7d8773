"""Objects as they are printed: from cards, and from descriptions such as `2/2 black Goblin creature with haste`."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from symbols.engine import EngineError, read_cost
from symbols.plain_text import plain_text
from symbols.trials.layers.description import read_abilities
from symbols.trials.layers.notes import Note
from symbols.trials.layers.values import SELF, Ability, Values
from symbols.trials.layers.words import (
    classify_words,
    is_keyword,
    kind_of,
    lower_first,
    outside_quotes,
    supertype_named,
    type_named,
)
from symbols.trials.printed import PrintedCard

_LEVELS: Final = re.compile(r"^LEVEL \d", re.MULTILINE)
_CLASS_LEVELS: Final = re.compile(r"^\{[^\n:]*\}: Level \d", re.MULTILINE)
_REMINDER: Final = re.compile(r" ?\([^()]*\)")
_COST: Final = re.compile(r"^(?:\{[^{}]+\})+")
_STAR: Final = r"-?\d+|\*|\d\+\*|\*\+\d|\d-\*"
_SIZE: Final = re.compile(rf"^({_STAR})/({_STAR})(?= |,|$)")
_FILLER: Final = frozenset({"a", "an", "and", "the", "with", "token", "that"})


def of_card(card: PrintedCard, note: str = "") -> Values:
    """The values of a permanent card on the battlefield."""
    supertypes, types, subtypes = _type_line(card.type_line)
    values = Values(
        name=card.name,
        mana_cost=card.mana_cost,
        mana_value=_mana_value(card.mana_cost),
        colors=frozenset(card.colors),
        supertypes=supertypes,
        types=types,
        power=_number(card.power),
        toughness=_number(card.toughness),
    ).with_subtypes(subtypes)
    return replace(values, abilities=tuple(_abilities(with_self(card.text, card.name), note)))


def with_self(text: str, name: str) -> str:
    """A card's text with `~` for its name, without reminder text."""
    text = _REMINDER.sub("", "\n".join(plain_text(line, keep_case=True) for line in text.split("\n")))
    for own in filter(None, dict.fromkeys((name, name.partition(", ")[0]))):
        text = re.sub(rf"(?<![\w]){re.escape(plain_text(own, keep_case=True))}(?![\w])", SELF, text)
    return re.sub(r"(?<=[ \"(])T(?=his (?:creature|land|artifact|enchantment|permanent|Vehicle)\b)", "t", text)


def _abilities(text: str, note: str) -> Iterator[Ability]:
    """The abilities of a text. What a level gives is one ability: `LEVEL 2-6 3/3 First strike`."""
    if levels := _LEVELS.search(text):
        for number, one in enumerate(re.split(r"\n(?=LEVEL \d)", text[levels.start() :])):
            head, _, rest = one.partition("\n")
            size, _, abilities = rest.partition("\n")
            yield Ability(" ".join(filter(None, [head, size, abilities.replace("\n", " / ")])), f"level {number}")
        text = text[: levels.start()]
    if classes := _CLASS_LEVELS.search(text):
        yield Ability(" ".join(text[classes.start() :].split()), "printed levels")
        text = text[: classes.start()]
    place = 0
    # Modes belong to the ability that lists them.
    for line in text.replace("\n•", " •").split("\n"):
        keywords = [one.strip() for one in line.split(",")]
        listed = map(lower_first, keywords) if all(map(is_keyword, keywords)) else [line.strip()]
        for one in filter(None, listed):
            yield Ability(one, f"printed {place}", note=note)
            place += 1


def _type_line(line: str) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    before, _, after = plain_text(line, keep_case=True).replace("—", "-").partition(" - ")
    words = before.replace("Tribal", "Kindred").split()
    supertypes, types = (tuple(filter(None, map(named, words))) for named in (supertype_named, type_named))
    return supertypes, types, tuple(after.replace("Time Lord", "Time-Lord").split())


def _number(text: str) -> int | None:
    """Power or toughness; `*` is 0 until an ability defines it: 1 for `1+*`."""
    return sum(int(one) for one in re.findall(r"(?<!\d)-?\d+", text)) if text else None


def _mana_value(cost: str) -> int:
    try:
        return int(read_cost(cost).mana_value()) if cost else 0
    except EngineError:
        return 0


def described(text: str, note: str = "") -> Values | None:
    """Parse a description, perhaps after a name and a colon; None if it isn't one."""
    name, text = _named(text.strip())
    values = Values(name=name)
    if cost := _COST.match(text):
        text = text[cost.end() :].strip()
        colors = frozenset(letter for letter in "WUBRG" if re.search(rf"\b{letter}\b", cost[0]))
        values = replace(values, mana_cost=cost[0], mana_value=_mana_value(cost[0]), colors=colors)
    if size := _SIZE.match(text):
        values = replace(values, power=_number(size[1]), toughness=_number(size[2]))
        text = text[size.end() :].strip()
    listed = _listed(text, name)
    if listed is None:
        return None
    words = re.split(r"\bwith\b|_", outside_quotes(text))[0]
    found = classify_words(words, _FILLER)
    if found is None:
        return None
    # Without a card type, its subtypes say what it is.
    kinds = [kind for kind in map(kind_of, found.subtypes) if kind != "Creature"] or ["Creature"] * bool(size)
    types = found.types or tuple(dict.fromkeys(kinds))
    if not types:
        return None
    values = replace(
        values,
        colors=frozenset(found.colors or values.colors),
        supertypes=found.supertypes,
        types=types,
        is_token="token" in words.lower().split(),
    )
    if size and "*" in size[0] and not any("power" in one or "toughness" in one for one in listed):
        listed.append(_defining(size, Note(note)))
    abilities = tuple(Ability(one, f"printed {place}", note=note) for place, one in enumerate(listed))
    return replace(values.with_subtypes(found.subtypes), abilities=abilities)


def _defining(size: re.Match[str], note: Note) -> str:
    """The ability that defines `*/1+*`, by the number that it counts. Raises `MissingNoteError` without that."""
    found = note.pair() or tuple(
        (-1 if "-*" in one else 1) * note.number() * ("*" in one) + (_number(one) or 0) for one in size.groups()
    )
    return f"{SELF}'s power is equal to {found[0]} and its toughness is equal to {found[1]}."


def _named(text: str) -> tuple[str, str]:
    match = re.match(r"([A-Z][^:\"{}]*): (?=\S)", text)
    return (match[1].strip(), text[match.end() :].strip()) if match else ("", text)


def _listed(text: str, name: str) -> list[str] | None:
    """Abilities after “with”, and quoted ones; None if one isn't an ability."""
    outside = outside_quotes(text)
    listed: tuple[str, ...] | None = ()
    if match := re.search(r"\bwith\b", outside):
        text, outside = text[match.end() :], outside[match.end() :]
        listed = read_abilities(outside.partition("_")[0].strip().removesuffix(" and").strip(", "))
    if listed is None:
        return None
    quoted = (text[one.start() : one.end()].strip('"') for one in re.finditer(r"_+", outside))
    return [*listed, *(with_self(one, name) for one in quoted)]
