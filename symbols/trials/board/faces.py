"""Which face of a card is up, and permanents that are face down (708.2)."""

import re
from dataclasses import replace
from typing import Final

from symbols.trials.board.scanning import Scanner
from symbols.trials.board.state import Thing
from symbols.trials.layers.values import Values
from symbols.trials.printed import PrintedCard

_FACE_DOWN: Final = r"\bface[- ]down\b|\b(?:morphed|manifested|cloaked|disguised)\b|^(?:an? )?(?:morph|manifest)(?= )"
_OTHER_FACE: Final = re.compile(r"\b(?:transformed|flipped|back (?:side|face))\b", re.IGNORECASE)


def face_up(card: PrintedCard | None, text: str) -> tuple[PrintedCard | None, str]:
    """The face that a line says is up, and the line without that."""
    match = _OTHER_FACE.search(text)
    if card is None or match is None or len(card.faces) < 2:
        return card, text
    return card.faces[1], f"{text[: match.start()]} {text[match.end() :]}"


def is_face_down(line: Scanner) -> bool:
    return line.takes(_FACE_DOWN)


def face_down(thing: Thing) -> Thing:
    """A 2/2 creature without a name or abilities."""
    values = Values(types=("Creature",), power=2, toughness=2, is_token=thing.is_token, is_face_down=True)
    values = replace(values, controller=thing.values.controller)
    return replace(thing, values=values, label="the face-down 2/2", has_unknown_text=False)
