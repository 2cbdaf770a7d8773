"""Records of the bulk files: Scryfall's "oracle-cards" and "rulings", MTGJSON's AtomicCards."""

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, Field, TypeAdapter

from explorer.cards.card import Card, CardFace, CardRuling

_ORDER = "WUBRG"
# Layouts of what is no card (108.2), and of pictures without a text.
_NO_CARDS = frozenset({"token", "double_faced_token", "emblem", "art_series"})
_PLAYED = frozenset({"legal", "restricted", "Legal", "Restricted", "banned", "Banned"})

# Names, costs and lines of types longer than these are no card's. Letters.
_Name = Annotated[str, Field(min_length=1, max_length=300)]
_Short = Annotated[str, BeforeValidator(lambda value: "" if value is None else value), Field(max_length=300)]
_Text = Annotated[str, BeforeValidator(lambda value: "" if value is None else value), Field(max_length=5_000)]
_Letters = Annotated[Sequence[Annotated[str, Field(pattern="^[WUBRG]$")]], Field(max_length=5)]


class _ScryfallFace(BaseModel):
    name: _Name
    mana_cost: _Short = ""
    type_line: _Short = ""
    oracle_text: _Text = ""
    colors: _Letters | None = None
    power: _Short = ""
    toughness: _Short = ""
    loyalty: _Short = ""
    defense: _Short = ""

    def face(self, colors: Sequence[str]) -> CardFace:
        return CardFace(
            self.name,
            self.mana_cost,
            self.type_line.strip(),
            self.oracle_text,
            _in_order(colors if self.colors is None else self.colors),
            self.power,
            self.toughness,
            self.loyalty,
            self.defense,
        )


class ScryfallCard(_ScryfallFace):
    """Card in Scryfall's shape."""

    oracle_id: _Short = ""
    layout: _Short = "normal"
    cmc: float = Field(0.0, ge=0, le=10_000_000)
    released_at: dt.date | None = None
    set: _Short = ""
    legalities: Mapping[str, str] | None = None
    card_faces: Annotated[Sequence[_ScryfallFace], Field(max_length=10)] = ()

    def card(self) -> Card | None:
        """Return the card; None for a token or a picture."""
        if self.layout in _NO_CARDS:
            return None
        colors = self.colors or ()
        faces = [one.face(colors) for one in self.card_faces] or [self.face(colors)]
        legal = None if self.legalities is None else not _PLAYED.isdisjoint(self.legalities.values())
        return Card(
            self.name, self.oracle_id, self.layout, self.cmc, faces, (), self.released_at, self.set, for_play=legal
        )


class ScryfallRuling(BaseModel):
    """Ruling in Scryfall's shape: it names its card by `oracle_id`."""

    oracle_id: _Name
    published_at: dt.date
    comment: Annotated[str, Field(min_length=1, max_length=5_000)]
    source: _Short = "wotc"

    def ruling(self) -> CardRuling | None:
        """Return the ruling; None for a note of Scryfall's own."""
        return CardRuling(self.published_at, self.comment) if self.source == "wotc" else None


class _AtomicRuling(BaseModel):
    date: dt.date
    text: Annotated[str, Field(min_length=1, max_length=5_000)]


class _AtomicFace(BaseModel):
    name: _Name
    faceName: _Short = ""  # noqa: N815 - the names are MTGJSON's
    manaCost: _Short = ""  # noqa: N815
    manaValue: float = Field(0.0, ge=0, le=10_000_000)  # noqa: N815
    type: _Short = ""
    text: _Text = ""
    colors: _Letters = ()
    layout: _Short = "normal"
    firstPrinting: _Short = ""  # noqa: N815
    identifiers: Mapping[str, Any] = {}
    legalities: Mapping[str, str] | None = None
    rulings: Sequence[_AtomicRuling] = ()
    power: _Short = ""
    toughness: _Short = ""
    loyalty: _Short = ""
    defense: _Short = ""

    def face(self) -> CardFace:
        return CardFace(
            self.faceName or self.name,
            self.manaCost,
            self.type,
            self.text,
            _in_order(self.colors),
            self.power,
            self.toughness,
            self.loyalty,
            self.defense,
        )


_ATOMIC_FACES: TypeAdapter[list[_AtomicFace]] = TypeAdapter(
    Annotated[list[_AtomicFace], Field(min_length=1, max_length=10)]
)


def atomic_card(record: object) -> Card | None:
    """Return a card of MTGJSON's shape, the list of its faces; None for what is no card.

    Raises:
        pydantic.ValidationError: the record is no such list.
    """
    faces = _ATOMIC_FACES.validate_python(record)
    front = faces[0]
    if front.layout in _NO_CARDS:
        return None
    # Those of a split card are its halves'; of the others, the front's (202.3b–d, 709.4b).
    value = sum(one.manaValue for one in faces) if front.layout in {"split", "aftermath"} else front.manaValue
    rulings = sorted({CardRuling(one.date, one.text) for face in faces for one in face.rulings})
    legal = None if front.legalities is None else not _PLAYED.isdisjoint(front.legalities.values())
    return Card(
        front.name,
        str(front.identifiers.get("scryfallOracleId", "")),
        front.layout,
        value,
        [one.face() for one in faces],
        rulings,
        None,
        front.firstPrinting.lower(),
        for_play=legal,
    )


def _in_order(colors: Sequence[str]) -> str:
    return "".join(color for color in _ORDER if color in colors)
