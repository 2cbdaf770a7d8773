"""Check a card by name, with the options that its text implies."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from explorer.cards.card import Card, CardFace
from explorer.cards.inputs import COUNT, AbilityCost, CardInput, read_face
from explorer.cards.parts import CardParts, parts_of
from explorer.cards.reading import card_at, card_names, unknown_card
from explorer.costcheck.check.options import REPEATED
from explorer.document.tree import plain_words
from explorer.library.loaded import Library
from explorer.web.downloads import GET_CARDS
from symbols.engine import OPTIONS, BadRequest, CheckRequest, CheckResult, Cost, Pool, as_one_text
from symbols.engine.costs import COLORS, MANA_NAMES, Color
from symbols.engine.sources import HELPING

CARD = "card"
"""Request key that names a card in place of a cost."""

MARK = "from the card"
"""Note beside filled-in values."""

_SPREE = "Spree"
# What is counted is what was paid: “for each creature sacrificed this way”.
_THIS_WAY = re.compile(r"\b(?:discard|exil|reveal|remov|return|sacrific|tapp)ed this way\b")
_CARD_KEYS = frozenset(key for key, option in OPTIONS.items() if option.of_card)


@dataclass(frozen=True)
class CardQuestion:
    """A request about a card.

    Attributes:
        costs: of their abilities, to be checked separately.
        unread: sentences about the cost of casting it that aren't counted.
        others: other sentences about costs or payment.
        filled: values that the card fills in.
        given: the full request, without the card.
        options: the shortest equivalent request: the card, and what differs from `filled`.
        cast_as: type line and colors of the spell if they aren't the card's, as with bestow.
    """

    card: Card
    slug: str
    parts: CardParts
    faces: Sequence[CardFace]
    inputs: Sequence[CardInput]
    costs: Sequence[AbilityCost]
    unread: Sequence[str]
    others: Sequence[str]
    filled: Mapping[str, str]
    given: Mapping[str, object]
    options: Mapping[str, object]
    cast_as: str = ""

    @property
    def name(self) -> str:
        """Of the card, or of the face that is cast."""
        return self.card.name if len(self.faces) > 1 else self.faces[0].name

    @property
    def is_costless(self) -> bool:
        """Whether it has no mana cost (202.1b)."""
        return not self.parts.cost.strip()

    @property
    def own_colors(self) -> tuple[Color, ...] | None:
        """Colors by the file of cards; None for several parts at once."""
        if len(self.faces) > 1:
            return None
        return tuple(color for color in COLORS if color in self.faces[0].colors)

    @property
    def is_land(self) -> bool:
        """Lands are played, not cast (305.1)."""
        return "Land" in self.faces[0].type_line

    @property
    def type_line(self) -> str:
        """`Creature — Human Monk; white blue red multicolored`, for restricted mana (106.6).

        Empty for several parts at once.
        """
        if len(self.faces) > 1:
            return ""
        face = self.faces[0]
        count = "colorless" if not face.colors else "multicolored" if len(face.colors) > 1 else "monocolored"
        words = [*(MANA_NAMES[color] for color in COLORS if color in face.colors), count]
        words += [word for word, is_so in (("devoid", face.is_devoid), ("{X}", "{X}" in face.mana_cost)) if is_so]
        return f"{face.type_line}; {' '.join(words)}"

    def check(self, request: CheckRequest) -> CheckResult:
        """Check a request with the card's colors. A missing mana cost can't be paid (118.6)."""
        spent_on = request.spent_on or self.cast_as or self.type_line
        keys = {one.key for one in self.inputs}
        helping = tuple(way for way in HELPING if way in keys or way in request.helping)
        request = replace(request, spent_on=spent_on, helping=helping)
        if self.is_costless:
            changes = request.changes
            without_pool = request.pool is None and changes.alternative is None and not changes.without_paying
            pool = Pool.of_costs(Cost("")) if without_pool else request.pool
            result = replace(replace(request, card=None, pool=pool).check(), is_land=self.is_land)
        else:
            result = request.check()
        own = self.own_colors
        if own is None or own == result.colors:
            return result
        return replace(result, own_colors=own, is_devoid=self.faces[0].is_devoid)

    def as_json(self) -> dict[str, object]:
        return {
            "name": self.card.name,
            "cast": [face.name for face in self.faces],
            "faces": [{"name": face.name, "cost": face.mana_cost} for face in self.card.faces],
            "filled": {key: text for key, text in self.filled.items() if self.given.get(key) == text},
            "inputs": [
                {
                    "key": one.key,
                    "value": None if one.way == "count" else one.value,
                    "example": one.example if one.way == "count" else None,
                    "way": one.way,
                    "choices": list(one.choices),
                    "name": one.name,
                    "sentence": one.sentence,
                    "from": MARK,
                }
                for one in self.inputs
            ],
            "costs": [{"cost": one.cost, **one.options, "sentence": one.sentence} for one in self.costs],
            "not_counted": list(self.unread),
            "other_costs": list(self.others),
        }


def question_of(given: Mapping[str, object], loaded: Library) -> CardQuestion | None:
    """None if the request names no card, or a cost other than the card's.

    Args:
        given: a request with `card`. Empty values override what the card fills in.

    Raises:
        BadRequest: no card has that name, no cards are loaded, or the card can't be cast that way.
    """
    name = str(given.get(CARD) or "").strip()
    if not name:
        return None
    return question_about(*_found(name, loaded), given)


def question_about(card: Card, slug: str, given: Mapping[str, object]) -> CardQuestion | None:
    """Like `question_of`, for a known card.

    Raises:
        BadRequest: the card can't be cast that way.
    """
    name = str(given[CARD]).strip()
    parts = parts_of(card, name)
    own = {"cost": parts.cost, "layout": parts.layout}
    if not parts.cost.strip():
        # A request needs a cost; this one has two empty parts.
        own = {"cost": "//", "layout": ""}
    cost = str(given.get("cost") or "").strip()
    if cost and cost != own["cost"]:
        return None
    if parts.layout and plain_words(name) == plain_words(parts.faces[1].name) != plain_words(parts.faces[0].name):
        own["cast"] = "2"
    cast = str(given.get("cast") or own.get("cast") or "1").strip().lower()
    if cast == "both" and parts.layout == "split" and not parts.has_fuse:
        raise BadRequest("not_fused", f"{card.name} doesn’t have fuse. Cast one half.").in_field("cast")
    faces = parts.cast(cast)
    read = [read_face(face) for face in dict.fromkeys(faces)]
    inputs = [one for face in read for one in face.inputs]
    filled = {key: text for key, text in {**own, **_filled(inputs, given)}.items() if text}
    own_values = {
        key: value
        for key, value in given.items()
        if value is not None and key not in (CARD, "cost") and (value != "" or key not in _CARD_KEYS)
    }
    full = {key: value for key, value in {**filled, **own_values}.items() if value != "" or key == "pool"}
    options = {key: value for key, value in own_values.items() if value != filled.get(key, "") or key == "pool"}
    return CardQuestion(
        card,
        slug,
        parts,
        faces,
        inputs,
        [one for face in read for one in face.costs],
        [text for face in read for text in face.unread if not (text == _SPREE and _has_mode(inputs, full))],
        [text for face in read for text in face.others],
        {key: text for key, text in filled.items() if key not in _CARD_KEYS},
        full,
        {CARD: name if "cast" in own else card.name, **options},
    )


def _has_mode(inputs: Iterable[CardInput], given: Mapping[str, object]) -> bool:
    """Whether a mode's cost is among the additional costs (702.172a)."""
    paid = given.get("additional", "")
    pieces = ", ".join(map(str, paid if isinstance(paid, list) else [paid])).split(", ")
    return any(one.name == "Mode" and one.value in pieces for one in inputs)


def _found(name: str, loaded: Library) -> tuple[Card, str]:
    names = card_names(loaded)
    named = names.named(name)
    card = card_at(named.slug) if named else None
    if named and card:
        return card, named.slug
    error = unknown_card(name, loaded) if len(names) else BadRequest("no_cards", f"No cards are loaded.{GET_CARDS}")
    # The message names the card already.
    error.field = CARD
    if error.suggestion:
        error.start, error.end = 0, len(name)
    raise error


def _filled(inputs: Sequence[CardInput], given: Mapping[str, object]) -> dict[str, str]:
    found: dict[str, list[str]] = {}
    for one in inputs:
        if one.way == "always":
            found.setdefault(one.key, []).append(one.value)
        elif given.get("amount") and one.way == "count" and _THIS_WAY.search(one.sentence):
            found.setdefault(one.key, []).append(one.value.replace(COUNT, str(given["amount"]).strip()))
    return {key: as_one_text(key, texts) if key in REPEATED else "".join(texts) for key, texts in found.items()}
