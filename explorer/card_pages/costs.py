"""Costs on a card’s page: whether the user's mana pays each, and what each X is."""

from explorer.card_pages.page import FaceCheck, FaceX
from explorer.cards.card import Card, CardFace
from explorer.cards.parts import parts_of
from explorer.cards.x_in_text import x_in_text
from explorer.citations import Citations
from explorer.costcheck.check import CARD, check, open_in_words, question_about, sentence_of
from explorer.library.loaded import Library
from explorer.web import addresses
from symbols.engine import EngineError
from symbols.engine.x import Situation, what_is_x
from symbols.rendering import render_text


def face_checks(card: Card, slug: str, pool: str, loaded: Library) -> list[FaceCheck]:
    """Each castable part's cost, checked with the user's mana as typed; empty for none."""
    parts = parts_of(card)
    casts = [{"cast": str(at)} for at in (1, 2)] if parts.layout and parts.layout != "prototype" else [{}]
    return [
        _checked({CARD: card.name, **cast, **({"pool": pool} if pool else {})}, card, slug, loaded)
        if face.mana_cost
        else FaceCheck()
        for face, cast in zip(parts.faces, casts, strict=False)
    ]


def face_xs(face: CardFace, citations: Citations) -> list[FaceX]:
    """What each X of a face is, with the rule that says so."""
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


def _checked(given: dict[str, str], card: Card, slug: str, loaded: Library) -> FaceCheck:
    address = addresses.check(**given)
    try:
        checked = check(given, lambda: loaded, question_about(card, slug, given))
    except EngineError as error:
        return FaceCheck(address, words=error.message)
    result, verdict = checked.result, checked.verdict
    words = [sentence_of(result, verdict), open_in_words(verdict)] if verdict.answer else []
    return FaceCheck(address, verdict.word, " ".join(filter(None, words)))
