"""Cards that lines name: `2 Hill Giants damaged 3`, `Clone as Grizzly Bears`, `Goblin token with Rancor`."""

import re
from collections.abc import Callable
from functools import cache
from typing import Final

from symbols.trials.board.era import data
from symbols.trials.board.naming import is_kind
from symbols.trials.board.scanning import UnreadableError, compiled, pattern
from symbols.trials.layers.words import COLORS, is_keyword
from symbols.trials.printed import FindCard, PrintedCard

_BEFORE_CARD: Final = re.compile(
    r"^(?:(?:legendary|tokens?|commander|general|creature|enchantment|artifact|planeswalker|world|tapped|untapped|attacking"
    r"|blocking|animated|crewed|an?|the)\s+)*",
    re.IGNORECASE,
)
SIZE: Final = re.compile(r"(?<![\w/+-])\d+/\d+(?! counter)")
_COPIES: Final = compiled("copies")
_COPIES_IN_ANY_CASE: Final = re.compile(pattern("copies").replace("(?-i:[A-Z])", r"\w"), re.IGNORECASE)
PERMANENT: Final = frozenset({"Artifact", "Battle", "Creature", "Enchantment", "Land", "Planeswalker"})
"""Card types of permanents (110.4)."""


def as_copied(text: str, find: FindCard, is_listed: Callable[[str], bool]) -> tuple[str, str]:
    """`copy of Grizzly Bears` and `Clone` from `Clone as Grizzly Bears`: it's what it copies (707.2).

    Where a size follows instead, that's what it is now: `Clone as a 2/2`.
    """
    match = _COPIES.match(text)
    if match is None and (any_case := _COPIES_IN_ANY_CASE.match(text)) and find(any_case["name"]):
        match = any_case
    if match is None:
        return text, ""
    name, what = match["name"], f"{match['what']}{match['rest'] or ''}"
    if re.match(r"-?\d+/", what):
        return f"{name} {what}", ""
    if match["of"] or find(what) or card_in(what, find)[0] or SIZE.search(what) or is_listed(what):
        return f"copy of {what}", name
    if find(name):
        raise UnreadableError("say what it is now.", with_size=True)
    return text, ""


def card_in(text: str, find: FindCard) -> tuple[PrintedCard | None, str]:
    """The card that a line begins with, perhaps after its supertypes and types."""
    skipped = _BEFORE_CARD.match(text)
    # “The Abyss” is a name, too.
    for start in dict.fromkeys((0, skipped.end() if skipped else 0)):
        words = list(re.finditer(r"\S+", text[start:]))[:12]
        for end in range(len(words), 0, -1):
            name = text[start : start + words[end - 1].end()].rstrip(",:")
            if is_plain(name) or _goes_on(text[start + len(name) :]):
                continue
            # A plural: “2 Hill Giants”. “Urza's Saga” isn't about Urza.
            one_of = "" if name.endswith(("'s", "’s")) else name.removesuffix("s")
            card = find(name) or (find(one_of) if one_of else None)
            if card and (not _has_title(text[start + len(name) :]) or PERMANENT & {*card.type_line.split()}):
                return card, f"{text[:start]} {text[start + len(name) :].lstrip(',:')}"
    return None, text


def _has_title(rest: str) -> bool:
    """Whether a comma and more of a name follow: “, Lord Protector” after “Urza”, the vanguard."""
    return re.match(r", (?:the )?[A-Z]", rest) is not None


def _goes_on(rest: str) -> bool:
    """Whether a name goes on after what is a card's: “Elves” after “Llanowar”."""
    match = re.match(r" ([A-Z][\w'-]*)", rest)
    return match is not None and not is_plain(match[1]) and not is_kind(match[1].lower())


@cache
def _plain() -> frozenset[str]:
    words = data()["words"]
    return frozenset({*words["idle"], *words["not_cards"]})


def is_plain(name: str) -> bool:
    """Whether a text has only words that lines use for other things than names: `tapped token`."""
    return all(
        word.lower() in _plain() or re.search(r"\d", word) or is_keyword(word) or word.lower() in COLORS
        for word in name.split()
    )


def rider_in(text: str, find: FindCard) -> tuple[PrintedCard | None, str]:
    """An Aura or Equipment that a permanent is listed with: `Goblin token 1/1 with Rancor`."""
    match = re.search(r"\b(?:equipped with|enchanted (?:with|by)|with) ([A-Z].*?)\s*$", text)
    if match is None or is_plain(match[1]):
        return None, text
    name = match[1].strip()
    card = find(name)
    if card is None:
        raise UnreadableError(f"Pipwise doesn’t have “{name}”. Give it a line: {name} Aura on 1.")
    return card, text[: match.start()]
