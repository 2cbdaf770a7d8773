"""The verdict of a check: yes, no or maybe, with open questions."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from math import isinf
from typing import Final, Literal

from explorer.cards.inputs import COUNT
from explorer.citations import Citations
from explorer.costcheck.check.by_card import CardQuestion, question_about
from explorer.costcheck.check.cited_facts import CitedFact
from explorer.document.dates import long_date
from explorer.symbols_by_edition.edition_symbols import EditionSymbols
from symbols.data_files import read_data
from symbols.engine import KEYWORDS, OPTIONS, CheckRequest, CheckResult, Cost, EngineError
from symbols.engine.sources import Source, SourceQuestion
from symbols.sentences import join_words

# What an edition without a rule lacks, by the rule's stable name.
_CALLED: Final[Mapping[str, str]] = {
    **{citation.rule: word for word, keyword in KEYWORDS.items() for citation in keyword.citations},
    **read_data("cited_rules.toml", "explorer")["called"],
}


@dataclass(frozen=True, slots=True)
class Lacking:
    """What an edition lacks.

    Attributes:
        things: such as `{S}` or `improvise`.
        edition: its date.
        decided_by: date of the newest edition that has all of them, if loaded.
        is_excerpt: whether only a part of the edition is loaded, so that the rest may have them.
    """

    things: tuple[str, ...]
    edition: date
    decided_by: date | None
    is_excerpt: bool = False

    @property
    def sentence(self) -> str:
        """“The June 1, 2012 rules have no improvise. By the February 27, 2026 rules:”."""
        named = join_words([f"no {thing}" for thing in self.things])
        by = f" By the {long_date(self.decided_by)} rules:" if self.decided_by else ""
        if self.is_excerpt:
            return f"Pipwise has only an excerpt of the {long_date(self.edition)} rules, with {named}.{by}"
        return f"The {long_date(self.edition)} rules have {named}.{by}"


def lacking_in(cost: Cost, edition: EditionSymbols, citations: Citations, facts: Iterable[CitedFact]) -> Lacking | None:
    """None if the edition has everything, or if an excerpt leaves it open."""
    facts = list(facts)
    symbols = [finding.lacking for finding in edition.check(cost) if finding.lacking]
    things = tuple(dict.fromkeys([*symbols, *_named(facts, citations)]))
    dates = [fact.newest.date for fact in facts if fact.newest]
    return Lacking(things, date.fromisoformat(edition.date), max(dates, default=None)) if things else None


def _named(facts: Iterable[CitedFact], citations: Citations) -> Iterator[str]:
    for fact in facts:
        found = None if fact.number else citations.get(fact.rule)
        if found and fact.rule in _CALLED and not found.is_left_out:
            yield _CALLED[fact.rule]


# The most specific first.
_SPECIFIC: Final = ("107.4f", "107.4e", "107.4h", "107.4c", "107.3a", "107.4a", "107.4b", "107.4d")
_MAX_RULES: Final = 3
# About using sources.
_OF_SOURCES: Final = ("300.3", "605.3a", "106.6", "601.2g")
_MAX_OF_SOURCES: Final = 2


def deciding_rules(result: CheckResult) -> Sequence[str]:
    """Stable names of the rules behind yes or no: `{2/W}{2/W}` from W W -> 107.4e."""
    if result.shortfall:
        return _sorted(rule for rule in result.shortfall.rules if rule != "118.3") or ["118.3"]
    if result.failing:
        return list(dict.fromkeys(rule for part in result.failing for rule in part.check.rules))
    of_plan = ["605.3a"] if result.plan and any(step.paid_with for step in result.plan.steps) else []
    return [*of_plan, *_of_symbols(result)] or ["118.3"]


def told_rules(result: CheckResult) -> Sequence[str]:
    """Rules whose facts are shown first: deciding ones, and those of symbols and sources."""
    of_symbols = (rule for rule in _of_symbols(result) if rule in _SPECIFIC)
    told = list(dict.fromkeys([*deciding_rules(result), *of_symbols]))[:_MAX_RULES]
    cited = {fact.rule for fact in result.citations} if result.sources else ()
    return [*told, *[rule for rule in _OF_SOURCES if rule in cited][:_MAX_OF_SOURCES]]


def _of_symbols(result: CheckResult) -> list[str]:
    symbols = [entry.symbol for entry in result.to_pay.symbols]
    of_x = ["107.3a"] if any(symbol.variable for symbol in symbols) else []
    return _sorted([*of_x, *(rule for symbol in symbols for rule in symbol.rules)])


def _sorted(rules: Iterable[str]) -> list[str]:
    given = list(dict.fromkeys(rules))
    known = [rule for rule in _SPECIFIC if rule in given]
    return known + [rule for rule in given if rule not in known and not rule.startswith("107.")]


Answer = Literal["yes", "no", "maybe"]

# Of each color.
_MOST_CREATURES: Final = 30


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """Something that isn't counted and could change the verdict.

    Attributes:
        text: a part of the cost, or a sentence of the card.
        key: the option that answers it, if any.
        is_sentence: whether `text` is a sentence of the card.
        rules: stable names.
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
        lacking: what the requested edition lacks, so that newer rules decided.
        refused: sentence of the card that the player can't obey.
    """

    answer: Answer | None
    questions: tuple[OpenQuestion, ...] = ()
    lacking: Lacking | None = None
    refused: str = ""

    @property
    def word(self) -> str:
        return f"{self.answer.capitalize()}." if self.answer else ""


def verdict_of(result: CheckResult, card: CardQuestion | None, lacking: Lacking | None = None) -> Verdict:
    """Maybe if anything that isn't counted could change the answer; else whether it can be paid."""
    if result.payable is None:
        return Verdict(None, lacking=lacking)
    if card and card.unread and result.player.rest is False:
        return Verdict("no", lacking=lacking, refused=card.unread[0])
    questions = tuple(dict.fromkeys(_questions(result, card)))
    return Verdict("maybe" if questions else "yes" if result.payable else "no", questions, lacking)


def _questions(result: CheckResult, card: CardQuestion | None) -> Iterator[OpenQuestion]:
    if result.depends_on_type:
        yield OpenQuestion("whether all your mana may be spent on this", "type", rules=("106.6",))
    for question in result.open_questions:
        yield OpenQuestion(_source_question(question), "sources", rules=("106.6",) if question.is_restriction else ())
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


def _source_question(question: SourceQuestion) -> str:
    name = question.source.name
    if question.is_restriction:
        return f"whether you may spend {name}’s mana on this"
    if question.ability.each:
        return f"how many times {name} can be used"
    words = {"colors": "which colors {} makes", "number": "how much {} makes", "condition": "what {} makes now"}
    return words[question.unknown].format(name)


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
    """Upper bound for the creatures that convoke could need."""
    to_pay = result.to_pay
    values = [entry.symbol.mana_value for entry in to_pay.symbols]
    known = sum(1 + int(value) for value in values if not isinf(value))
    return known + sum(to_pay.generic_of(entry.symbol) for entry in to_pay.symbols)


def _pays(enough: Mapping[str, str], card: CardQuestion, sources: tuple[Source, ...]) -> bool:
    try:
        question = question_about(card.card, card.slug, {**card.options, **enough})
        if question is None:
            return False
        given = {"pool": "", **question.given} if sources else question.given
        request = CheckRequest.parse({key: value for key, value in given.items() if key != "sources"})
        return bool(question.check(replace(request, sources=sources)).payable)
    except EngineError:
        return False
