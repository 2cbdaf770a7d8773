"""Costs on a card’s page: whether the user's mana pays each, and what each X is."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from explorer.card_pages.page import FaceCheck, FaceX
from explorer.cards.card import Card, CardFace
from explorer.cards.inputs import COUNT, CardInput
from explorer.cards.parts import parts_of
from explorer.cards.x_in_text import x_in_text
from explorer.citations import Citations
from explorer.costcheck.check import CARD, CardQuestion, check, question_about, verdict_in_words
from explorer.library.loaded import Library
from explorer.web import addresses
from symbols.engine import OPTIONS, CheckResult, EngineError
from symbols.engine.x import Situation, what_is_x
from symbols.rendering import render_text

_CREATURES: Final = "{W}{U}{B}{R}{G}" * 3


def face_checks(card: Card, slug: str, pool: str, loaded: Library) -> list[FaceCheck]:
    """Each castable part's cost, checked with the user's mana.

    Args:
        pool: as typed; empty for none.
    """
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
    question = question_about(card, slug, given)
    try:
        result = check(given, lambda: loaded, question).result
    except EngineError as error:
        return FaceCheck(address, words=error.message)
    unread = [*question.unread, *_unread_help(question, given, loaded, result)] if question else []
    return FaceCheck(address, _verdict(result, unread), _in_words(result, unread))


def _unread_help(
    question: CardQuestion, given: Mapping[str, str], loaded: Library, result: CheckResult
) -> Iterable[str]:
    """Sentences of the card that could make an unpayable cost payable, given enough to count."""
    if result.payable is not False:
        return ()
    asked = ((one.sentence, {**given, one.key: _enough(one)}) for one in question.inputs if OPTIONS[one.key].eases)
    return dict.fromkeys(sentence for sentence, each in asked if _is_payable(each, question, loaded))


def _enough(one: CardInput) -> str:
    return one.value.replace(COUNT, "99") or _CREATURES


def _is_payable(given: Mapping[str, str], question: CardQuestion, loaded: Library) -> bool:
    try:
        return bool(check(given, lambda: loaded, question_about(question.card, question.slug, given)).result.payable)
    except EngineError:
        return False


def _verdict(result: CheckResult, unread: Sequence[str]) -> str:
    if result.payable is None:
        return ""
    return "Maybe." if unread else "Yes." if result.payable else "No."


def _in_words(result: CheckResult, unread: Sequence[str]) -> str:
    if result.payable is None:
        return ""
    words = [f"{verdict_in_words(result)}."] if result.payable and result.unchecked else list(result.reasons)
    if result.payable and result.max_x is not None:
        words.append(f"Largest X: {result.max_x:,}.")
    return " ".join([*words, *(f"Not counted: “{text}”" for text in unread)])
