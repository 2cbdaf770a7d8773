"""Facts of a check with their rules as links, and keywords typed without a cost."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from explorer.citations import Citations, FoundRule
from explorer.costcheck.check import CheckedKeyword, CitedFact
from explorer.costcheck.option_fields import LABELS
from explorer.document.dates import long_date
from symbols.engine import KeywordInput

# Prefixes of the rules cited beside each part of the answer.
TOPICS = {
    "mana_value": ("202.3", "709.5", "712.", "715.", "718.", "720."),
    "colors": ("202.2",),
    "announce": ("601.2b", "118.13b", "118.13c"),
    "total": ("601.2f",),
    "x": ("107.3",),
    "pay": ("118.3",),
    "order": ("601.2g",),
}


@dataclass(frozen=True, slots=True)
class ShownKeyword:
    keyword: KeywordInput
    facts: Sequence[tuple[str, SafeString]]

    @property
    def said(self) -> str:
        return self.keyword.sentence(LABELS)

    @property
    def instructions(self) -> str:
        """What to type, and where."""
        return self.keyword.instructions(LABELS)


def show_keyword(checked: CheckedKeyword, citations: Citations) -> ShownKeyword:
    return ShownKeyword(checked.keyword, show_facts(checked.facts, citations))


def show_facts(found: Iterable[CitedFact], citations: Citations) -> list[tuple[str, SafeString]]:
    """Each sentence once, with links to its rules."""
    by_words: dict[str, list[tuple[str, FoundRule | None]]] = {}
    for fact in found:
        by_words.setdefault(fact.sentence, []).append((fact.source, fact.newest))
    return [(words, _links(tuple(rules), citations)) for words, rules in by_words.items()]


@lru_cache(maxsize=512)
def show_cites(cited: tuple[tuple[str, str, FoundRule | None], ...], citations: Citations) -> Mapping[str, SafeString]:
    """Links by topic. Cached, since many costs have the same rules.

    Args:
        cited: for each fact, the rule's stable name, the rule that gives it in the edition, and the newest.
    """
    return {
        topic: _links(
            tuple((source, newest) for rule, source, newest in cited if rule.startswith(starts)), citations, dated=True
        )
        for topic, starts in TOPICS.items()
    }


@lru_cache(maxsize=2048)
def _links(given: tuple[tuple[str, FoundRule | None], ...], citations: Citations, *, dated: bool = False) -> SafeString:
    """Links to rules in the edition, or in the newest one if only that has them.

    Args:
        given: for each fact, the stable name of the rule that gives it in the edition, and the newest.
        dated: add the date of the newest edition.
    """
    rules = dict.fromkeys(given)
    if not any(newest for _, newest in rules):
        return citations.links(rule for rule, _ in rules)
    return format_html_join(
        " ",
        "{}{}",
        (
            (
                citations.link(rule, elsewhere=newest is not None),
                f" ({long_date(newest.date)} rules)" if newest and dated else "",
            )
            for rule, newest in rules
        ),
    )


def first_of_each(facts: Iterable[CitedFact]) -> list[CitedFact]:
    """The first fact of each rule."""
    return list({fact.rule: fact for fact in reversed(list(facts))}.values())[::-1]
