"""Creature cards by name, as combat damage reads them: `2/1 first strike white`."""

import re

from explorer.cards.card import REMINDER, Card, CardFace
from explorer.cards.reading import card_names, cards_at
from explorer.document.tree import plain_words
from explorer.library.loaded import Library
from symbols.data_files import read_data
from symbols.sentences import join_words
from symbols.trials import TrialError

_MOST_NEAR = 3
_WORDS = read_data("trials/combat.toml")["words"]
_COLORS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
_QUALITY = rf"(?:{'|'.join(_COLORS.values())}|everything|creatures|all colors|each color)"
# An ability of a line of keywords.
_ABILITY = re.compile(
    rf"{'|'.join([*_WORDS['counting'], *_WORDS['idle']])}|toxic \d+"
    rf"|protection from {_QUALITY}(?: and (?:from )?{_QUALITY})?",
    re.IGNORECASE,
)


def creature_line(name: str, loaded: Library) -> str:
    """Find a card by its name, or the beginning of one. Raises `TrialError` for none, several, or no creature."""
    if not loaded.has_cards:
        message = f"no cards are loaded, so “{name}” needs power and toughness, such as {name} 2/2."
        raise TrialError(message, field="")
    names = card_names(loaded)
    exact = names.named(name)
    meant = [exact] if exact else names.begun(name, _MOST_NEAR + 1)
    if len(meant) != 1:
        near = list(dict.fromkeys(one.name for one in (*meant, *names.find(name, _MOST_NEAR))))[:_MOST_NEAR]
        found = f"“{name}” can be several cards" if meant else f"Pipwise doesn’t have “{name}”"
        if len(near) == 1:
            raise TrialError(f"{found}.", field="", suggestion=near[0])
        hint = f"Did you mean {join_words(near, 'or')}?" if near else "Check the spelling."
        raise TrialError(f"{found}. {hint}", field="")
    return _line(_face(cards_at([meant[0].slug])[meant[0].slug], name), name)


def _face(card: Card, name: str) -> CardFace:
    named = (face for face in card.faces if plain_words(face.name) == plain_words(name))
    creatures = (face for face in card.faces if face.power)
    return next(named, next(creatures, card.faces[0]))


def _line(face: CardFace, name: str) -> str:
    if not face.power:
        raise TrialError(f"{face.name} isn’t a creature. Type power and toughness: {name} 2/2.", field="")
    if not (_is_number(face.power) and _is_number(face.toughness)):
        message = f"{face.name} is {face.power}/{face.toughness}. Type its numbers: {name} 2/2."
        raise TrialError(message, field="")
    colors = [_COLORS[color] for color in face.colors if color in _COLORS]
    return " ".join([f"{face.power}/{face.toughness}", *_abilities(face.text), *colors])


def _is_number(text: str) -> bool:
    return text.removeprefix("-").isdecimal()


def _abilities(text: str) -> list[str]:
    """Of lines that are nothing but keywords: `Flying, trample`."""
    found: list[str] = []
    for line in REMINDER.sub("", text).split("\n"):
        parts = [part.strip() for part in re.split("[,;]", line)]
        if not line.strip().endswith(".") and _ABILITY.fullmatch(parts[0]):
            found += [part.lower() for part in parts if _ABILITY.fullmatch(part)]
    return found
