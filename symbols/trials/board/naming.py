"""What an object is, from the words of a line or from its card, and what sentences call it."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from symbols.plain_text import plain_text
from symbols.trials.board.era import data
from symbols.trials.board.scanning import MOST, UnreadableError, number_of, pattern, without
from symbols.trials.board.state import GameObject
from symbols.trials.layers.objects import of_card
from symbols.trials.layers.values import Values
from symbols.trials.layers.words import COLORS, is_keyword, kind_of, supertype_named, type_named
from symbols.trials.printed import PrintedCard
from symbols.trials.trial import Reading

_SIZE: Final = re.compile(r"(?<![\w/+])([-−–]?\d+)\s*/\s*([-−–]?\d+)(?![\w/])")
_PROTECTION: Final = re.compile(
    r"\b(?:protection|pro)(?:\s+from|-)\s*(\w+)(?:(?:\s*,)?\s+and\s+(?:from\s+)?(\w+))?", re.I
)
_NUMBERED: Final = re.compile(rf"\b(?:{'|'.join(data()['words']['numbered'])}) \d+\b", re.IGNORECASE)
_BECOMES: Final = re.compile(r"\bbecomes an? [^.]*?\b(\d+)/(\d+)\b")
_WALKER: Final = "Planeswalker"
_SPELLED: Final = {"bestowed": "bestow", "start your engines": "start your engines!", "totem armor": "umbra armor"}
_OWN_TYPE: Final[dict[str, str]] = data()["words"]["types_of"]
_JOINING: Final = frozenset({"of", "the"})
_TOKENS: Final = frozenset({"token", "tokens"})
_SIZED: Final = "|"
"""Stands where power and toughness were."""

_NEAR: Final = 3
"""Most spaces between a size and a name in lower case: `2/2 bear`. What is blanked leaves more."""


@dataclass(frozen=True, slots=True)
class Words:
    """Words of a line, sorted: `before` and `after` are names, around the words that say a type or a size.

    `text` is what they were sorted from.
    """

    size: tuple[int, int] | None = None
    supertypes: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    colors: frozenset[str] = frozenset()
    keywords: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    is_token: bool = False
    text: str = ""

    def with_commas(self, name: str) -> str:
        """A name as its line has it: `Jace, the Mind Sculptor`."""
        found = re.search(r",?\s+".join(map(re.escape, name.split())), self.text) if name else None
        return found[0] if found else name


@cache
def _keywords() -> re.Pattern[str]:
    """Keywords of several words, and those that layers don't know."""
    words = [*data()["words"]["keywords"], "first strike", "double strike", "umbra armor", "totem armor"]
    longest_first = sorted(map(re.escape, words), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(longest_first)})(?!\w)", re.IGNORECASE)


def read_words(text: str, is_name: Callable[[str], bool], card: PrintedCard | None) -> Words:
    """Sort the words of a line. `is_name` tells names in lower case. Raises `UnreadableError` for an odd size."""
    keywords: list[str] = []
    while match := _PROTECTION.search(text):
        keywords += [f"protection from {one.lower()}" for one in match.groups() if one]
        text = without(match)
    for some in (_keywords(), _NUMBERED):
        while match := some.search(text):
            keywords.append(_SPELLED.get(match[0].lower(), match[0].lower()))
            text = without(match)
    size = _SIZE.search(text)
    pair: tuple[int, int] | None = None
    if not size and (said := re.search(pattern("toughness"), text, re.IGNORECASE)):
        pair = (number_of(said[1] or "0"), number_of(said[2] or said[3]))
        text = without(said, f"{_SIZED} ")
    if size:
        power, toughness = (int(re.sub("[−–]", "-", one)[:9]) for one in size.groups())
        if max(abs(power), abs(toughness)) > MOST:
            raise UnreadableError(f"use numbers up to {MOST:,}.")
        pair = (power, toughness)
        text = without(size, f"{_SIZED} ")
    # Legends and planeswalkers have names; what else is beside a size may be any word.
    if pair is None or re.search(r"\blegend|\bplaneswalker", text, re.IGNORECASE):
        is_name = bool
    return _sorted(text, Words(size=pair, keywords=tuple(keywords), text=text), is_name, card)


def _sorted(text: str, words: Words, is_name: Callable[[str], bool], card: PrintedCard | None) -> Words:
    found = list(re.finditer(r"[^\s,;()]+", text))
    tokens = [one[0] for one in found]
    gaps = [one.start() - end for one, end in zip(found, [0, *(one.end() for one in found)], strict=False)]
    idle = frozenset(data()["words"]["idle"])
    # A card's line may say its type again.
    said_by_card = frozenset(re.findall(r"[^\W—]+", card.type_line.lower())) if card else frozenset()
    in_name = _in_names(tokens)
    before: list[str] = []
    after: list[str] = []
    unread: list[str] = []
    into = before
    for place, token in enumerate(tokens):
        word, lower = token.strip(".:"), token.lower().strip(".:")
        if place in in_name and lower not in said_by_card:
            (unread if card else into).append(word)
        elif token == _SIZED:
            into = after
        elif lower in _TOKENS:
            into = after if before else into
            words = replace(words, is_token=True)
        elif own := _own_type(lower):
            # Roles are Auras.
            words = replace(words, subtypes=(*words.subtypes, *(("Aura",) if own == "Role" else ()), own))
            into = after
        elif kind := type_named(lower):
            words = replace(words, types=(*words.types, kind))
            into = after
        elif kind := _supertype(lower):
            words = replace(words, supertypes=(*words.supertypes, kind))
        elif lower in COLORS:
            words = replace(words, colors=words.colors | {COLORS[lower]})
        elif is_keyword(lower):
            words = replace(words, keywords=(*words.keywords, lower))
        elif re.fullmatch(r"\d+", word):
            raise UnreadableError(f"what is {word}? Say damaged {word}, {word} loyalty, or 2/2.")
        elif lower not in idle | said_by_card and re.search(r"\w", word):
            is_near = into is before or (not (after or unread) and gaps[place] <= _NEAR)
            is_read = word[:1].isupper() or (is_near and is_name(lower))
            (into if is_read and re.match(r"[^\W\d_]", word) and not card else unread).append(word)
    return replace(words, before=tuple(before), after=tuple(after), unread=tuple(unread))


def _own_type(word: str) -> str:
    return next((one for one in _OWN_TYPE if one.lower() == word), "")


def _supertype(word: str) -> str:
    return "Legendary" if word in {"legend", "legends"} else supertype_named(word)


def _in_names(tokens: Sequence[str]) -> frozenset[int]:
    """Places of capitalized words that are a name together, even if one alone would say something: `Storm World`."""
    found: set[int] = set()
    run: list[int] = []
    for place, token in enumerate([*tokens, ""]):
        # “History of Benalia”
        following = tokens[place + 1] if place + 1 < len(tokens) else ""
        joins = bool(run) and token in _JOINING and re.match(r"[A-Z]|the$", following)
        if joins or re.match(r"[A-Z]", token):
            run.append(place)
            continue
        while run and (is_kind(tokens[run[0]].lower()) or _supertype(tokens[run[0]].lower())):
            run.pop(0)
        while run and (is_kind(tokens[run[-1]].lower()) or _is_keyword_after(tokens, run)):
            run.pop()
        found |= {*run}
        run = []
    return frozenset(found)


def _is_keyword_after(tokens: Sequence[str], run: Sequence[int]) -> bool:
    """Whether a name ends in a keyword that isn't part of it: `Bear Flying`, but not `Death's Shadow`."""
    is_owned = len(run) > 1 and re.search(r"['’]s?$", tokens[run[-2]])
    return is_keyword(tokens[run[-1]].lower()) and not is_owned


def is_typed(name: str, reading: Reading) -> bool:
    """Whether a name says only creature types: `bear`, `Goblin Warrior`."""
    return reading.is_kind(name) and all(map(reading.is_name, name.lower().split()))


def is_kind(word: str) -> bool:
    return bool(word in _TOKENS or type_named(word) or _own_type(word))


def named(words: Words, card: PrintedCard | None, obj: GameObject, *, has_text: bool = False) -> tuple[Values, str]:
    if card:
        values = values_of_card(card)
        if words.size:
            values = replace(values, power=words.size[0], toughness=words.size[1])
        is_animated = "Creature" in words.types or (words.size and "Vehicle" not in values.subtypes)
        if is_animated and "Creature" not in values.types:
            # “Mutavault 2/2”; a Vehicle has a size all the time.
            values = replace(values, types=(*values.types, "Creature"))
        values = replace(values, is_token=words.is_token, colors=words.colors or values.colors)
        return values, card.name
    names = [one if one in _JOINING else one[:1].upper() + one[1:] for one in words.before or words.after]
    name = " ".join(names)
    own = ("Saga",) if "lore" in obj.counters and not words.types and "Saga" not in words.subtypes else ()
    subtypes = [*words.subtypes, *own, *(one[:1].upper() + one[1:] for one in words.after)]
    types = _types(words, obj, subtypes)
    if not subtypes[len(words.subtypes) :] and ("Creature" in types or _WALKER in types):
        subtypes += names
    says_kind = types or words.supertypes or words.is_token or (has_text and name)
    is_permanent = re.search(r"\bpermanent\b", words.text, re.IGNORECASE) and (has_text or words.keywords)
    is_known = obj.kind or obj.attached or obj.is_commander or obj.zone != "battlefield" or obj.is_copying
    if not (says_kind or is_permanent or is_known):
        why = "say what it is, such as a 2/2, an Aura or a planeswalker."
        raise UnreadableError(why, with_size=bool(name), is_unknown=bool(name))
    values = Values(
        name=name,
        colors=words.colors,
        supertypes=words.supertypes,
        types=types,
        subtypes=tuple(dict.fromkeys(subtypes)),
        power=words.size[0] if words.size else None,
        toughness=words.size[1] if words.size else None,
        is_token=words.is_token,
    )
    return values, _label(values, words, obj)


def with_size(words: Words, card: PrintedCard | None) -> Words:
    """With the size that a card's ability gives it: `Mutavault` becomes a 2/2. Raises `UnreadableError` without any."""
    if words.size or (card and card.power):
        return words
    if match := _BECOMES.search(card.text) if card else None:
        return replace(words, size=(int(match[1]), int(match[2])))
    raise UnreadableError("say what size it has now.", with_size=True)


def with_type(words: Words, kind: str) -> Words:
    """Add a type to those that its words say or imply: a crewed Vehicle is an artifact creature."""
    own = [_OWN_TYPE[one] for one in words.subtypes]
    return replace(words, types=tuple(dict.fromkeys([*words.types, *own, kind])))


def _types(words: Words, obj: GameObject, subtypes: Sequence[str]) -> tuple[str, ...]:
    types = [*words.types, *(_OWN_TYPE[one] for one in words.subtypes)]
    by_counters = {"loyalty": _WALKER, "defense": "Battle", "lore": "Enchantment"}
    types = types or [kind for counter, kind in by_counters.items() if counter in obj.counters][:1]
    if words.size and not {"Creature", "Vehicle"} & {*types, *words.subtypes} and not obj.attached:
        types.append("Creature")
    # Its subtypes may say what it is, such as Equipment.
    types = types or [kind for kind in map(kind_of, subtypes) if kind != "Creature"]
    if (obj.deathtouched or obj.is_lethal) and not types:
        types.append("Creature")
    return tuple(dict.fromkeys(types))


def _label(values: Values, words: Words, obj: GameObject) -> str:
    """`Thalia`, `the 2/2 Bear`, `the Goblin token`, `the Aura`."""
    if obj.kind:
        return "the copy" if obj.kind.endswith("copy") else f"the {obj.kind}"
    size = f"{words.size[0]}/{words.size[1]}" if words.size else ""
    if "Role" in words.subtypes:
        return f"the {values.name} Role".replace("  ", " ")
    if (words.before or "Legendary" in words.supertypes) and values.name and not words.is_token:
        return words.with_commas(values.name)
    if words.is_token:
        return f"the {values.name or size} token".replace("  ", " ") if values.name or size else "the token"
    if size:
        return f"the {size} {values.name}".strip()
    if values.name:
        return values.name
    if obj.is_commander:
        return "the commander"
    if values.supertypes == ("Legendary",) and not values.types:
        return "the legend"
    kinds = words.subtypes or tuple(one.lower() for one in values.types)
    return f"the {kinds[0]}" if kinds else "the permanent"


def values_of_card(card: PrintedCard) -> Values:
    """With all subtypes; layers leave out those of planeswalkers and the like."""
    values = of_card(card)
    after = plain_text(card.type_line, keep_case=True).replace("—", "-").partition(" - ")[2].split()
    return replace(values, subtypes=tuple(dict.fromkeys([*values.subtypes, *after])))
