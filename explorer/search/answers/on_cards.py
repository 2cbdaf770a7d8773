"""The answer to a question that names cards: an official ruling, what the cards say, and the rules behind it.

Nothing here is ours: a ruling that doesn’t fit is left out rather than interpreted.
"""

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass
from textwrap import shorten

from django.utils.safestring import SafeString

from explorer.cards.card import REMINDER, Card
from explorer.cards.shown_rulings import ruling_title
from explorer.document.dates import long_date
from explorer.search import Hit, Results
from explorer.search.answers.answer import Answer, Shared, without_tags
from explorer.search.answers.found_answer import text_of
from explorer.search.rank.card_hints import RatedRuling, ruling_for
from explorer.search.words.phrases import canonical_keys, without_fillers
from explorer.web import addresses
from explorer.wording.wordings import without_italics
from symbols.rendering import render_text
from symbols.sentences import counted

_MOST_RULES, _RULE_LENGTH = 2, 320
# Of a longer text, only the paragraphs that fit the question best are shown.
_TEXT_LENGTH, _MOST_PARAGRAPHS = 280, 2
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z“\"{])")


@dataclass(frozen=True, slots=True)
class QuotedCard:
    """A card of the question: `cost` has symbols in braces."""

    name: str
    address: str
    cost: str
    paragraphs: Sequence[SafeString]


@dataclass(frozen=True, slots=True)
class QuotedRuling:
    """A ruling from the sentence on that fits the question best; `is_cut` if there are others before it."""

    source: str
    address: str
    text: str
    best: SafeString
    rest: SafeString
    is_cut: bool

    @property
    def quotation(self) -> str:
        words = " ".join(filter(None, map(without_tags, (self.best, self.rest))))
        return f"“{'… ' if self.is_cut else ''}{words}”"


@dataclass(frozen=True, slots=True)
class OnCards:
    """What settles a question about cards: a ruling if one fits; number, URL and text of rules."""

    ruling: QuotedRuling | None
    cards: Sequence[QuotedCard]
    rules: Sequence[tuple[str, str, SafeString]]


def answer_on_cards(found: Results) -> Answer | None:
    """The answer, if the results are for a question that names cards."""
    said = found.of_cards.said
    if said is None or not found.hits:
        return None
    keys = without_fillers(canonical_keys(said.words))
    ruling = ruling_for(found.of_cards)
    # Without a ruling that confirms them, the rules found first are about the question half of the time.
    likely = [hit for hit in found.hits if hit.number][: 2 * _MOST_RULES] if ruling else []
    # A heading is quoted by its first subrule, which may be another hit.
    rules = list({rule[0]: rule for rule in map(_rule, likely)}.values())[:_MOST_RULES]
    cards = [_card(slug, card, keys) for slug, card in said.cards.items()]
    links = [
        (f"All {counted(len(card.rulings), 'ruling')} on {card.name.partition(',')[0]}", addresses.card(slug))
        for slug, card in said.cards.items()
        if len(card.rulings) > 1
    ]
    return Answer(
        label=f"{counted(len(cards), 'card')}{', 1 ruling' if ruling else ''}",
        on_cards=OnCards(_quoted(ruling, keys) if ruling else None, cards, rules),
        links=links,
        share=_shared(ruling) if ruling else None,
        repeats={number for number, *_ in rules},
    )


def _shared(one: RatedRuling) -> Shared:
    return Shared(
        ruling_title(one.card.name, one.ruling.date), addresses.card(one.slug, one.ruling.key), text=one.ruling.text
    )


def _quoted(one: RatedRuling, keys: Set[str]) -> QuotedRuling:
    sentences = _SENTENCE.split(one.ruling.text)
    best = max(range(len(sentences)), key=lambda at: (len(keys & {*canonical_keys(sentences[at])}), -at))
    return QuotedRuling(
        f"Official ruling on {one.card.name}, {long_date(one.ruling.date)}",
        addresses.card(one.slug, one.ruling.key),
        one.ruling.text,
        render_text(sentences[best], one.ruling.date),
        render_text(" ".join(sentences[best + 1 :]), one.ruling.date),
        best > 0,
    )


def _card(slug: str, card: Card, keys: Set[str]) -> QuotedCard:
    texts = [line for face in card.faces for line in REMINDER.sub("", face.symbol_text).split("\n") if line.strip()]
    if sum(map(len, texts)) > _TEXT_LENGTH:
        fits = sorted(texts, key=lambda text: -len(keys & {*canonical_keys(text)}))[:_MOST_PARAGRAPHS]
        texts = [text for text in texts if text in fits]
    # A card without text still is of its types: Dryad Arbor.
    texts = texts or [" // ".join(face.type_line for face in card.faces)]
    cost = " // ".join(filter(None, (face.mana_cost for face in card.faces)))
    return QuotedCard(card.name, addresses.card(slug), cost, [render_text(text.strip(), None) for text in texts])


def _rule(hit: Hit) -> tuple[str, str, SafeString]:
    said = text_of(hit)
    number = said.key if said else hit.number
    text = said.paragraphs[0].text if said else hit.paragraph
    words = shorten(without_italics(text), _RULE_LENGTH, placeholder=" …")
    return number, addresses.rule(number), render_text(words, hit.edition)
