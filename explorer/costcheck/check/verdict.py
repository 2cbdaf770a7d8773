"""Yes, no or maybe: the verdict of a check, and what keeps it from being settled."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import isinf
from typing import Final, Literal

from explorer.cards.inputs import COUNT
from explorer.costcheck.check.by_card import CardQuestion, question_about
from explorer.costcheck.check.lacking import Lacking
from symbols.engine import OPTIONS, CheckRequest, CheckResult, EngineError
from symbols.engine.sources import Source, SourceQuestion

Answer = Literal["yes", "no", "maybe"]

# Of each color.
_MOST_CREATURES: Final = 30


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """Something that isn't counted and could change the verdict.

    Attributes:
        text: a part of the cost, or a sentence of the card.
        key: the option that answers it; empty if none does.
        is_sentence: whether it is a sentence of the card.
        rules: stable names of the rules that it is about.
    """

    text: str
    key: str = ""
    is_sentence: bool = False
    rules: tuple[str, ...] = ()

    def as_json(self) -> dict[str, str | None]:
        return {"text": self.text, "key": self.key or None}


@dataclass(frozen=True, slots=True)
class Verdict:
    """Yes, no or maybe.

    Attributes:
        answer: None if no mana was given and nothing fails.
        lacking: what decides it and the requested edition doesn't have, so that the newest rules decided.
        refused: sentence of the card that the player can't comply with.
    """

    answer: Answer | None
    questions: tuple[OpenQuestion, ...] = ()
    lacking: Lacking | None = None
    refused: str = ""

    @property
    def word(self) -> str:
        return f"{self.answer.capitalize()}." if self.answer else ""


def verdict_of(result: CheckResult, card: CardQuestion | None, lacking: Lacking | None = None) -> Verdict:
    """Maybe, if anything that isn't counted could turn the answer; else whether it can be paid."""
    if result.payable is None:
        return Verdict(None, lacking=lacking)
    if card and card.unread and result.player.rest is False:
        return Verdict("no", lacking=lacking, refused=card.unread[0])
    questions = tuple(dict.fromkeys(_questions(result, card)))
    return Verdict("maybe" if questions else "yes" if result.payable else "no", questions, lacking)


def _questions(result: CheckResult, card: CardQuestion | None) -> Iterator[OpenQuestion]:
    if result.depends_on_type:
        yield OpenQuestion("whether all your mana may be spent on this", "type", rules=("106.6",))
    for asked in result.open_sources:
        yield OpenQuestion(_asked_in_words(asked), "sources", rules=("106.6",) if asked.is_restriction else ())
    if not result.payable and not result.depends_on_type and result.player.rest is None:
        for source in result.sources:
            for text in source.unread:
                yield OpenQuestion(f"{source.name}: {text}", "rest", is_sentence=True)
    for text in card.unread if card and result.player.rest is None else ():
        yield OpenQuestion(text, "rest", is_sentence=True)
    if result.payable:
        for part in result.unchecked:
            key = unknown_of_tap(result) if part.input == "tapped" else part.input
            yield OpenQuestion(part.text, key, rules=part.check.rules)
    elif card:
        yield from _easing(result, card)


def _asked_in_words(asked: SourceQuestion) -> str:
    name = asked.source.name
    if asked.is_restriction:
        return f"whether you may spend {name}’s mana on this"
    if asked.ability.each:
        return f"how many times {name} can be used"
    words = {"colors": "which colors {} makes", "number": "how much {} makes", "condition": "what {} makes now"}
    return words[asked.asks].format(name)


def unknown_of_tap(result: CheckResult) -> str:
    """The first option that `{T}` still depends on (107.5, 302.6)."""
    permanent = result.permanent
    return "tapped" if permanent.tapped is None else "creature" if permanent.creature is None else "controlled"


def _easing(result: CheckResult, card: CardQuestion) -> Iterator[OpenQuestion]:
    """Sentences of the card that could make it payable, each by itself or all together."""
    creatures = "{W}{U}{B}{R}{G}" * min(_MOST_CREATURES, _mana_of(result))
    sentences: dict[str, dict[str, str]] = {}
    for one in card.inputs:
        if OPTIONS[one.key].eases and not card.given.get(one.key):
            sentences.setdefault(one.sentence, {})[one.key] = one.value.replace(COUNT, "99") or creatures
    turning = [sentence for sentence, enough in sentences.items() if _pays(enough, card, result.sources)]
    if not turning and len(sentences) > 1:
        together = {key: text for enough in sentences.values() for key, text in enough.items()}
        turning = list(sentences) if _pays(together, card, result.sources) else []
    for sentence in turning:
        yield OpenQuestion(sentence, next(reversed(sentences[sentence])), is_sentence=True)


def _mana_of(result: CheckResult) -> int:
    """At least as many creatures as convoke could need."""
    to_pay = result.to_pay
    values = [entry.symbol.mana_value for entry in to_pay.symbols]
    known = sum(1 + int(value) for value in values if not isinf(value))
    return known + sum(to_pay.generic_of(entry.symbol) for entry in to_pay.symbols)


def _pays(enough: Mapping[str, str], card: CardQuestion, sources: tuple[Source, ...]) -> bool:
    try:
        question = question_about(card.card, card.slug, {**card.asked, **enough})
        if question is None:
            return False
        given = {"pool": "", **question.given} if sources else question.given
        request = CheckRequest.parse({key: value for key, value in given.items() if key != "sources"})
        return bool(question.check(replace(request, sources=sources)).payable)
    except EngineError:
        return False
