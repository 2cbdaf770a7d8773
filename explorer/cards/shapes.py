"""Validated records of bulk files: Scryfall's "oracle-cards" and "rulings", MTGJSON's AtomicCards."""

import datetime as dt
from collections.abc import Collection, Mapping, Sequence
from typing import Annotated

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic.alias_generators import to_camel

from explorer.cards.card import (
    DEVOID,
    LONGEST_ID,
    LONGEST_LAYOUT,
    LONGEST_NAME,
    LONGEST_SET,
    Card,
    CardFace,
    CardRuling,
)

_COLOR_ORDER = "WUBRG"
# Layouts that aren't cards (108.2), or are pictures without text.
_NON_CARDS = frozenset({"token", "double_faced_token", "emblem", "art_series"})
_LEGALITIES = frozenset({"legal", "restricted", "Legal", "Restricted", "banned", "Banned"})


def _storable(text: str) -> str:
    # PostgreSQL can't store it.
    if "\0" in text:
        raise ValueError("it has a null character")
    return text


_EMPTY_FOR_NULL = BeforeValidator(lambda value: "" if value is None else value)
_STORABLE = AfterValidator(_storable)
_Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME), _STORABLE]
_RulingText = Annotated[str, Field(min_length=1, max_length=5_000), _STORABLE]
_Text = Annotated[str, _EMPTY_FOR_NULL, Field(max_length=5_000), _STORABLE]
# Costs and type lines.
_Short = Annotated[str, _EMPTY_FOR_NULL, Field(max_length=300), _STORABLE]
_Id = Annotated[str, _EMPTY_FOR_NULL, Field(max_length=LONGEST_ID), _STORABLE]
_Layout = Annotated[str, _EMPTY_FOR_NULL, Field(max_length=LONGEST_LAYOUT), _STORABLE]
_Set = Annotated[str, _EMPTY_FOR_NULL, Field(max_length=LONGEST_SET), _STORABLE]
_ColorList = Annotated[Sequence[Annotated[str, Field(pattern="^[WUBRG]$")]], Field(max_length=5)]


class _Face(BaseModel):
    name: _Name
    power: _Short = ""
    toughness: _Short = ""
    loyalty: _Short = ""
    defense: _Short = ""

    def _card_face(self, name: str, mana_cost: str, type_line: str, text: str, colors: Collection[str]) -> CardFace:
        ordered = "".join(color for color in _COLOR_ORDER if color in colors)
        corner = (self.power, self.toughness, self.loyalty, self.defense)
        return CardFace(name, mana_cost, type_line, text, ordered, *corner)


class _ScryfallFace(_Face):
    oracle_id: _Id = ""
    mana_cost: _Short = ""
    type_line: _Short = ""
    oracle_text: _Text = ""
    colors: _ColorList | None = None

    def face(self, colors: Sequence[str] = ()) -> CardFace:
        """`colors` are the whole card's, for a face without a mana cost or colors of its own."""
        if self.colors is not None:
            colors = self.colors
        elif self.mana_cost:
            # Of a split card or an adventurer, files have colors only for the whole card.
            is_devoid = DEVOID.search(self.oracle_text)
            colors = [color for color in _COLOR_ORDER if color in self.mana_cost and not is_devoid]
        return self._card_face(self.name, self.mana_cost, self.type_line.strip(), self.oracle_text, colors)


class ScryfallCard(_ScryfallFace):
    layout: _Layout = "normal"
    cmc: float = Field(0.0, ge=0, le=10_000_000)
    released_at: dt.date | None = None
    set: _Set = ""
    legalities: Mapping[str, str] | None = None
    card_faces: Annotated[Sequence[_ScryfallFace], Field(max_length=10)] = ()

    def card(self) -> Card | None:
        """None for a token or a picture."""
        if self.layout in _NON_CARDS:
            return None
        colors = self.colors or ()
        faces = [one.face(colors) for one in self.card_faces] or [self.face()]
        legal = None if self.legalities is None else not _LEGALITIES.isdisjoint(self.legalities.values())
        # A card that is printed on both sides has its id on the faces alone.
        oracle_id = next((one.oracle_id for one in (self, *self.card_faces) if one.oracle_id), "")
        return Card(self.name, oracle_id, self.layout, self.cmc, faces, (), self.released_at, self.set, for_play=legal)


class ScryfallRuling(BaseModel):
    oracle_id: _Name
    published_at: dt.date
    comment: _RulingText
    source: _Short = "wotc"

    def ruling(self) -> CardRuling | None:
        """None for a note by Scryfall."""
        return CardRuling(self.published_at, self.comment) if self.source == "wotc" else None


class _AtomicRuling(BaseModel):
    date: dt.date
    text: _RulingText


class _AtomicIdentifiers(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel)

    scryfall_oracle_id: _Id = ""


class _AtomicFace(_Face):
    model_config = ConfigDict(alias_generator=to_camel)

    face_name: _Short = ""
    mana_cost: _Short = ""
    mana_value: float = Field(0.0, ge=0, le=10_000_000)
    type: _Short = ""
    text: _Text = ""
    colors: _ColorList = ()
    layout: _Layout = "normal"
    first_printing: _Set = ""
    identifiers: _AtomicIdentifiers = _AtomicIdentifiers()
    legalities: Mapping[str, str] | None = None
    rulings: Sequence[object] = ()

    def face(self) -> CardFace:
        return self._card_face(self.face_name or self.name, self.mana_cost, self.type, self.text, self.colors)


_ATOMIC_FACES: TypeAdapter[list[_AtomicFace]] = TypeAdapter(
    Annotated[list[_AtomicFace], Field(min_length=1, max_length=10)]
)


def atomic_card(record: object) -> tuple[Card | None, list[ValidationError]]:
    """Card from MTGJSON's list of its faces, and the errors of its malformed rulings; None for tokens and pictures."""
    faces = _ATOMIC_FACES.validate_python(record)
    front = faces[0]
    if front.layout in _NON_CARDS:
        return None, []
    # A split card has the sum of its halves; others have the front's (202.3b–d, 709.4b).
    value = sum(one.mana_value for one in faces) if front.layout in {"split", "aftermath"} else front.mana_value
    rulings, errors = set[CardRuling](), list[ValidationError]()
    for row in (row for face in faces for row in face.rulings):
        try:
            ruling = _AtomicRuling.model_validate(row)
            rulings.add(CardRuling(ruling.date, ruling.text))
        except ValidationError as error:
            errors.append(error)
    legal = None if front.legalities is None else not _LEGALITIES.isdisjoint(front.legalities.values())
    card = Card(
        front.name,
        front.identifiers.scryfall_oracle_id,
        front.layout,
        value,
        [one.face() for one in faces],
        sorted(rulings),
        None,
        front.first_printing.lower(),
        for_play=legal,
    )
    return card, errors
