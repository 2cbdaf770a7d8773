"""Sentences of a card's text, and their normalized form for patterns."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from explorer.cards.card import REMINDER, CardFace

LONGEST = 400
"""Maximum characters of a sentence for patterns. No card has a longer one about its cost."""

_QUOTED = re.compile(r'"[^"]*"')
# Ability words and chapter numbers have no rules meaning (207.2c).
_ABILITY_WORD = re.compile(r"[^\W\d_][\w' -]{0,30} — ")
# Newer texts use these in place of the card's name.
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
        plain: for patterns: ~ is the card's name; quoted abilities, the ability word and the final period are removed.
    """

    text: str
    plain: str


def paragraphs(face: CardFace) -> Iterator[str]:
    """Paragraphs of a face's text without reminder text (207.2a), which may leave none."""
    for line in face.text.replace("’", "'").replace("“", '"').replace("”", '"').split("\n"):
        text = " ".join(REMINDER.sub("", line).split()).replace(" .", ".")
        if text:
            yield text


def sentences(paragraph: str, face: CardFace) -> Iterator[Sentence]:
    """Sentences of a paragraph; a period within quotation marks ends none."""
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
    """Cost and effect of an activated ability (602.1); an empty cost for other text."""
    unquoted = _QUOTED.sub(lambda found: " " * len(found[0]), paragraph)
    at = unquoted.find(": ")
    return (paragraph[:at], paragraph[at + 2 :]) if at > 0 else ("", paragraph)


def own_name(text: str, face: CardFace) -> str:
    return text.replace("~", face.name)


def _sentence(text: str, face: CardFace) -> Sentence:
    plain = _QUOTED.sub("", text)
    for name in dict.fromkeys((face.name, face.name.partition(",")[0])):
        plain = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "~", plain)
    plain = _THIS.sub("~", plain)
    return Sentence(
        text, _ABILITY_WORD.sub("", plain, count=1).rstrip(".") if _ABILITY_WORD.match(plain) else plain.rstrip(".")
    )
