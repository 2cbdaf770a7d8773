"""Sentences of a card's text, and the same as patterns compare them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from explorer.cards.card import REMINDER, CardFace

LONGEST = 400
"""Most characters of a sentence that patterns are tried on. No card has a longer one that speaks of its cost."""

_QUOTED = re.compile(r'"[^"]*"')
# Ability words and the numbers of chapters mean nothing for a cost (207.2c).
_ABILITY_WORD = re.compile(r"[^\W\d_][\w' -]{0,30} — ")
# Newer texts have these words where older ones have the card's name.
_THIS = re.compile(
    r"\b[Tt]his (?:spell|card|permanent|creature|artifact|enchantment|land|planeswalker|battle"
    r"|Aura|Equipment|Vehicle|Saga|Class|Case|Room)\b"
)
_ENDS = ".!?"


@dataclass(frozen=True, slots=True)
class Sentence:
    """Sentence of a card.

    Attributes:
        text: as printed, without reminder text.
        plain: as patterns compare it: ~ is the card itself, an ability in quotation marks is gone, and so are the
            ability word before it and the period after it.
    """

    text: str
    plain: str


def paragraphs(face: CardFace) -> Iterator[str]:
    """Yield the paragraphs of a face's text without reminder text (207.2a); those of nothing else are left out."""
    for line in face.text.replace("’", "'").replace("“", '"').replace("”", '"').split("\n"):
        text = " ".join(REMINDER.sub("", line).split()).replace(" .", ".")
        if text:
            yield text


def sentences(paragraph: str, face: CardFace) -> Iterator[Sentence]:
    """Yield the sentences of a paragraph; a period within quotation marks ends none."""
    start, quoted = 0, False
    for at, letter in enumerate(paragraph):
        if letter == '"':
            quoted = not quoted
        closes = letter in _ENDS or (letter == '"' and not quoted and paragraph[at - 1 : at] in tuple(_ENDS))
        if closes and not quoted and paragraph[at + 1 : at + 2] in ("", " "):
            yield _sentence(paragraph[start : at + 1].strip(), face)
            start = at + 1
    if paragraph[start:].strip():
        yield _sentence(paragraph[start:].strip(), face)


def before_colon(paragraph: str) -> tuple[str, str]:
    """Return what is before and after the colon of an activated ability (602.1); nothing before it for other text."""
    unquoted = _QUOTED.sub(lambda found: " " * len(found[0]), paragraph)
    at = unquoted.find(": ")
    return (paragraph[:at], paragraph[at + 2 :]) if at > 0 else ("", paragraph)


def own_name(text: str, face: CardFace) -> str:
    """Return a text with the name of the card in the place of ~."""
    return text.replace("~", face.name)


def _sentence(text: str, face: CardFace) -> Sentence:
    plain = _QUOTED.sub("", text)
    for name in dict.fromkeys((face.name, face.name.partition(",")[0])):
        plain = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "~", plain)
    plain = _THIS.sub("~", plain)
    return Sentence(
        text, _ABILITY_WORD.sub("", plain, count=1).rstrip(".") if _ABILITY_WORD.match(plain) else plain.rstrip(".")
    )
