"""Creature cards by name, as combat damage reads them: `2/1 first strike white`."""

import re

from explorer.cards.card import REMINDER, CardFace
from explorer.cards.reading import card_names, cards_at
from explorer.library.loaded import Library
from symbols.data_files import read_data
from symbols.sentences import join_words
from symbols.trials import TrialError
from symbols.trials.printed import CardLine

_MAX_CLOSEST = 3
_WORDS = read_data("trials/combat.toml")["words"]
_COLORS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
_QUALITY = rf"(?:{'|'.join(_COLORS.values())}|everything|creatures|all colors|each color)"
_KEYWORD = re.compile(
    rf"{'|'.join([*_WORDS['counting'], *_WORDS['idle']])}|toxic \d+|(?:{'|'.join(_WORDS['uncounted'])})(?: \d+)?"
    rf"|protection from {_QUALITY}(?: and (?:from )?{_QUALITY})?",
    re.IGNORECASE,
)

_ACTIVATED = re.compile(r"[^“”.]*:\s")
_CHANGES = re.compile(
    r"assigns? .*damage|damage .*would|would .*damage|prevent .*damage|as though it weren.t blocked|instead of .*power"
    r"|(?:gets?|gains?|has|have) [^.]*"
    r"(?:[+−-][\dX]+/|strike|trample|deathtouch|lifelink|indestructible|infect|wither|toxic)",
    re.IGNORECASE,
)


def creature_line(name: str, loaded: Library, size: str = "") -> CardLine:
    """Line of a card by its name or a prefix; `size` replaces its power and toughness.

    Raises:
        TrialError: there is no such card, there are several, or it isn't a creature.
    """
    if not loaded.has_cards:
        message = f"no cards are loaded, so “{name}” needs power and toughness, such as {name} 2/2."
        raise TrialError(message, field="")
    names = card_names(loaded)
    exact = names.named(name)
    meant = [exact] if exact else names.begun(name, _MAX_CLOSEST + 1)
    if len(meant) != 1:
        near = list(dict.fromkeys(one.name for one in (*meant, *names.find(name, _MAX_CLOSEST))))[:_MAX_CLOSEST]
        problem = f"“{name}” can be several cards" if meant else f"Pipwise doesn’t have “{name}”"
        if len(near) == 1:
            raise TrialError(f"{problem}.", field="", suggestion=near[0])
        hint = f"Did you mean {join_words(near, 'or')}?" if near else "Check the spelling."
        raise TrialError(f"{problem}. {hint}", field="")
    card = cards_at([meant[0].slug])[meant[0].slug]
    face = card.face_named(name) or next((face for face in card.faces if face.power), card.faces[0])
    return _line(face, name, size)


def _line(face: CardFace, name: str, size: str) -> CardLine:
    if not size:
        if not face.power:
            raise TrialError(f"{face.name} isn’t a creature. Type power and toughness: {name} 2/2.", field="")
        size = f"{face.power}/{face.toughness}"
        if not (_is_number(face.power) and _is_number(face.toughness)) or int(face.toughness) <= 0:
            raise TrialError(f"{face.name} is printed as {size}. Type its size now: {name} 2/2.", field="")
    colors = [_COLORS[color] for color in face.colors if color in _COLORS] or ["colorless"]
    text = REMINDER.sub("", face.text)
    return CardLine(" ".join([size, *_abilities(text), *colors]), _uncounted(text))


def _is_number(text: str) -> bool:
    return text.removeprefix("-").isdecimal()


def _abilities(text: str) -> list[str]:
    """`Flying, trample` -> flying, trample; nothing from lines of other text."""
    parts = [part for line in text.split("\n") if _are_keywords(line) for part in _parts(line)]
    return [part.lower() for part in parts if _KEYWORD.fullmatch(part)]


def _parts(line: str) -> list[str]:
    return [part.strip() for part in re.split("[,;]", line)]


def _are_keywords(line: str) -> bool:
    return not line.strip().endswith(".") and bool(_KEYWORD.fullmatch(_parts(line)[0]))


def _uncounted(text: str) -> str:
    """Sentences that may change combat damage, except activated abilities, which nobody has to use."""
    lines = (line.strip() for line in text.split("\n") if not _are_keywords(line) and not _ACTIVATED.match(line))
    return " ".join(sentence for line in lines for sentence in re.split(r"(?<=\.) ", line) if _CHANGES.search(sentence))
