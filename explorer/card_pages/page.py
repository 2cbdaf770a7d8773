"""A card for its page: linked text, checks of its costs with the user's mana, what each X is, rulings."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final, NamedTuple

from django.utils.safestring import SafeString

from explorer.cards.card import REMINDER, Card, CardFace
from explorer.cards.casting_text import hand_special_actions
from explorer.cards.inputs import read_face
from explorer.cards.parts import parts_of
from explorer.cards.sentences import before_colon
from explorer.cards.shown_rulings import RuleNamed, ShownRuling, show_ruling
from explorer.cards.x_in_text import x_in_text
from explorer.citations import Citations
from explorer.costcheck.check import CARD, check, open_in_words, question_about, sentence_of
from explorer.library.loaded import Library
from explorer.web import addresses
from explorer.wording.wordings import Resolver
from symbols.engine import EngineError
from symbols.engine.x import Situation, what_is_x
from symbols.rendering import Layer, render_text

_TAPS: Final = ("{T}", "{Q}")


class CardWalk(NamedTuple):
    """Link to a special action or an activated ability, step by step."""

    text: str
    address: str


def _walks(card: Card) -> list[CardWalk]:
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


_TWO_COSTS = frozenset({"split", "aftermath", "adventure", "omen", "prepare"})


@dataclass(frozen=True, slots=True)
class FaceCheck:
    """Check of a face's cost with the user's mana; empty for a face without a cost.

    Attributes:
        cast: URL of casting it step by step.
        verdict: Yes, No, or Maybe if something isn’t counted; empty without mana.
    """

    address: str = ""
    cast: str = ""
    verdict: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class FaceX:
    """One X of a face: where it is, what it is, the rule's link, and the X explorer's URL."""

    words: SafeString
    sentence: str
    cites: SafeString
    address: str


@dataclass(frozen=True, slots=True)
class ShownFace:
    """`corner` is power and toughness, loyalty or defense."""

    name: str
    cost: str
    check: FaceCheck
    xs: Sequence[FaceX]
    type_line: str
    paragraphs: Sequence[SafeString]
    corner: str


@dataclass(frozen=True, slots=True)
class ShownCard:
    """Attributes for templates.

    Attributes:
        mana_value: empty if no face has a cost.
        check: URL of the checker with both costs of a two-part card; else empty.
        quote: its faces as text, a line for cost and type, and for each paragraph.
    """

    name: str
    faces: Sequence[ShownFace]
    mana_value: str
    check: str
    walks: Sequence[CardWalk]
    rulings: Sequence[ShownRuling]
    address: str
    quote: str

    @property
    def summary(self) -> str:
        """Cost and type of each face, for previews."""
        return " // ".join(filter(None, (f"{face.cost} {face.type_line}".strip() for face in self.faces)))

    @property
    def costs(self) -> Sequence[ShownFace]:
        return [face for face in self.faces if face.check.address]

    @property
    def xs(self) -> Sequence[FaceX]:
        return [one for face in self.faces for one in face.xs]


def texts_of(card: Card) -> Iterator[str]:
    for face in card.faces:
        yield face.text
    for ruling in card.rulings:
        yield ruling.text


def show_card(
    card: Card,
    slug: str,
    resolver: Resolver | None,
    names: Mapping[str, RuleNamed],
    checks: Sequence[FaceCheck],
    xs: Sequence[Sequence[FaceX]],
) -> ShownCard:
    """`names` are the rules of its rulings, by number. Without a resolver, nothing is linked."""
    faces = [
        _show_face(face, resolver, check or FaceCheck(), own or ())
        for face, check, own in zip_longest(card.faces, checks, xs)
    ]
    costs = [face.mana_cost for face in card.faces]
    in_two = card.layout in _TWO_COSTS and len(costs) > 1 and all(costs)
    linked: set[str] = set()
    return ShownCard(
        card.name,
        faces,
        f"{card.mana_value:g}" if any(costs) else "",
        addresses.check(card=card.name) if in_two else "",
        _walks(card),
        [show_ruling(one, (slug, card.name), resolver, linked, names) for one in card.rulings],
        addresses.card(slug),
        card_as_text(card),
    )


def card_as_text(card: Card) -> str:
    several = len(card.faces) > 1
    return "\n".join(
        line
        for face in card.faces
        for line in (
            " ".join(filter(None, (f"{face.name}:" if several else "", face.mana_cost, face.type_line, _corner(face)))),
            *filter(str.strip, face.text.split("\n")),
        )
    )


def _show_face(face: CardFace, resolver: Resolver | None, check: FaceCheck, xs: Sequence[FaceX]) -> ShownFace:
    linked: set[str] = set()
    paragraphs = [_show(text, resolver, linked) for text in face.symbol_text.split("\n") if text.strip()]
    return ShownFace(face.name, face.mana_cost, check, xs, face.type_line, paragraphs, _corner(face))


def _corner(face: CardFace) -> str:
    if face.power or face.toughness:
        return f"{face.power}/{face.toughness}"
    return f"Loyalty {face.loyalty}" if face.loyalty else f"Defense {face.defense}" if face.defense else ""


def _show(text: str, resolver: Resolver | None, linked: set[str]) -> SafeString:
    layers = resolver.layers(text, linked) if resolver else []
    quiet = [Layer(found.start(), found.end(), "reminder") for found in REMINDER.finditer(text)]
    return render_text(text, None, [*layers, *quiet])


def face_checks(card: Card, slug: str, pool: str, loaded: Library) -> list[FaceCheck]:
    """The cost of each castable part, checked with the user's mana."""
    parts = parts_of(card)
    casts = [{"cast": str(at)} for at in (1, 2)] if parts.layout and parts.layout != "prototype" else [{}]
    return [
        _checked({CARD: card.name, **cast, **({"pool": pool} if pool else {})}, card, slug, pool, loaded)
        if face.mana_cost
        else FaceCheck()
        for face, cast in zip(parts.faces, casts, strict=False)
    ]


def face_xs(face: CardFace, citations: Citations) -> list[FaceX]:
    found = []
    for one in x_in_text(face):
        cost = {"cost": one.words} if one.words == face.mana_cost else {}
        answer = what_is_x(Situation.from_query(one.situation))
        found.append(
            FaceX(
                render_text(one.words, None, ()),
                answer.sentence,
                citations.links([answer.rule]),
                addresses.x(**cost, **answer.situation.as_query()),
            )
        )
    return found


def _checked(given: dict[str, str], card: Card, slug: str, pool: str, loaded: Library) -> FaceCheck:
    address = addresses.check(**given)
    cast = addresses.cast({"card": card.name, "cast": given.get("cast", ""), **({"pool": pool} if pool else {})})
    try:
        checked = check(given, lambda: loaded, question_about(card, slug, given))
    except EngineError as error:
        return FaceCheck(address, cast, words=error.message)
    result, verdict = checked.result, checked.verdict
    words = [sentence_of(result, verdict), open_in_words(verdict)] if verdict.answer else []
    return FaceCheck(address, cast, verdict.word, " ".join(filter(None, words)))
