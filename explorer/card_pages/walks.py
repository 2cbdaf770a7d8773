"""Ways from a card into casting it step by step, its special actions and its activated abilities."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from explorer.cards.card import Card, CardFace
from explorer.cards.casting_text import hand_special_actions
from explorer.cards.inputs import read_face
from explorer.cards.sentences import before_colon
from explorer.web import addresses

_TAPS: Final = ("{T}", "{Q}")


class CardWalk(NamedTuple):
    """`text` may have symbols."""

    text: str
    address: str


def casting_address(name: str, cast: str, pool: str) -> str:
    """Casting a card, or with `cast` one of its parts."""
    return addresses.cast({"card": name, "cast": cast, **({"pool": pool} if pool else {})})


def other_walks(card: Card) -> list[CardWalk]:
    """Special actions and activated abilities of all faces, each once."""
    found = [walk for face in card.faces for walk in (*_actions(card, face), *_abilities(face))]
    return list({walk.address: walk for walk in found}.values())


def _actions(card: Card, face: CardFace) -> Iterator[CardWalk]:
    for action in hand_special_actions(face, card.layout):
        if action.cost:
            address = addresses.cast({"card": face.name, "action": action.name.lower()})
            yield CardWalk(f"{action.name} {action.cost}", address)


def _abilities(face: CardFace) -> Iterator[CardWalk]:
    for one in read_face(face).costs:
        cost, _ = before_colon(one.sentence)
        if cost:
            is_creature = "Creature" in face.type_line and any(symbol in cost for symbol in _TAPS)
            creature = {"creature": "yes"} if is_creature else {}
            yield CardWalk(cost, addresses.cast({"ability": one.sentence, **creature}))
