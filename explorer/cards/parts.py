"""Castable parts of a card: a face, one of two parts, or both halves."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from explorer.cards.card import Card, CardFace

_LAYOUTS = {
    "split": "split",
    "aftermath": "split",
    "adventure": "adventure",
    "transform": "transform",
    "modal_dfc": "modal",
    "prepare": "prepare",
}
# Layouts that show only in the type line.
_BY_TYPE = {("split", "Room"): "room", ("adventure", "Omen"): "omen"}
_PROTOTYPE = re.compile(r"^Prototype (?P<cost>(?:\{[^{}]{1,9}\})+)", re.MULTILINE)
_FUSE = re.compile(r"^Fuse\b", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class CardParts:
    """Castable parts of a card, each with a face.

    Attributes:
        cost: as in a request: one mana cost, or two with ` // ` between them.
        layout: of a card with two costs (`symbols.engine.request`); empty for others.
        has_fuse: whether both halves can be cast together (702.102a).
    """

    cost: str
    layout: str
    faces: Sequence[CardFace]
    has_fuse: bool = False

    def cast(self, which: str) -> Sequence[CardFace]:
        """`which` is `1`, `2` or `both`."""
        return self.faces if which == "both" else self.faces[-1:] if which == "2" else self.faces[:1]


def parts_of(card: Card, name: str = "") -> CardParts:
    """Castable parts. A flip or meld card has the cost of its front (710.1, 712.8).

    `name` is that of the requested part, if a split card has more than two.
    """
    front = card.faces[0]
    layout = _LAYOUTS.get(card.layout, "")
    if layout and len(card.faces) == 2:
        types = card.faces[1].type_line
        layout = next((name for (base, word), name in _BY_TYPE.items() if base == layout and word in types), layout)
        has_fuse = layout == "split" and any(_FUSE.search(face.text) for face in card.faces)
        return CardParts(" // ".join(face.mana_cost for face in card.faces), layout, card.faces, has_fuse)
    if layout == "split":
        front = card.face_named(name) or front
    prototype = _PROTOTYPE.search(front.text)
    if prototype and front.mana_cost:
        return CardParts(f"{front.mana_cost} // {prototype['cost']}", "prototype", (front, front))
    return CardParts(front.mana_cost, "", (front,))
