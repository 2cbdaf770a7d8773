"""Which rules of an edition a ruling is about, and which keywords a card's text has.

Rulings seldom cite numbers: they name a keyword or a glossary term, or say what a rule says
(`explorer/data/ruling_words.toml`). Words in parentheses and examples are ignored.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from explorer.cards.card import REMINDER
from explorer.citations.names import numbers_in
from explorer.document.numbers import NumberKind, RuleNumber
from explorer.document.references import find_references
from explorer.document.terms import Glossary, Name
from explorer.document.tree import slugify
from explorer.library.derivation import EditionTexts
from explorer.library.glossaries import KEYWORDS
from symbols.data_files import read_data
from symbols.plain_text import plain_text

MOST: Final = 4
"""Maximum rules of a ruling."""

_DATA: Final = read_data("ruling_words.toml", "explorer")
_OTHER: Final = frozenset(_DATA["other"])
_FORMS: Final[Mapping[str, Sequence[str]]] = _DATA["forms"]
_EVERYDAY: Final = _OTHER.union(_DATA["everyday"])
_TERMS: Final[Mapping[str, str]] = _DATA["terms"]
_QUOTED: Final = {row["number"]: (plain_text(row["quoted"]),) for row in _DATA["rule"]}
_TABLE: Final = read_data("keywords.toml")


def _pattern(row: Mapping[str, Sequence[str]]) -> re.Pattern[str]:
    text = "|".join(row["rulings"]).replace("’", "'")
    for kind in ("alternative", "additional"):
        text = text.replace(kind.upper(), "|".join(_TABLE[kind]).lower())
    return re.compile(text)


_RULE_PATTERNS: Final = [(row["number"], _pattern(row)) for row in _DATA["rule"]]
_EXAMPLE: Final = re.compile(r"(?<=\s)(?:For (?:example|instance)|In this example)\b[^.]*(?:\.|$)")
_SUCH_AS: Final = re.compile(r"\b(?:such as|like|including)\b[^.;]*")
_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+")
# Characters that a glossary entry and its keyword's rule share: “monstrous” belongs to “Monstrosity”.
_STEM: Final = 4


@dataclass(frozen=True, slots=True)
class RuleMatch:
    """Rule that a ruling is about; `first` if the ruling's first sentence is."""

    number: str
    first: bool


class RuleMatcher:
    """Matches rulings and cards with the rules of one edition."""

    def __init__(self, texts: EditionTexts) -> None:
        self._texts = texts

    def of_ruling(self, text: str, card_rules: Collection[str] = ()) -> Sequence[RuleMatch]:
        """Rules that a ruling is about, those of its first sentence first.

        They are recognized by the rules' own words, then by keywords, then by terms. Numbers in it are ignored, since
        they depend on its date. `card_rules` are those of the keywords on its card.
        """
        words = _SUCH_AS.sub(" ", _EXAMPLE.sub(" ", REMINDER.sub(" ", text)))
        opening = _SENTENCE.split(words, maxsplit=1)[0]
        found: dict[str, bool] = {}
        for number, at in self._by_words_of_rules(words):
            found[number] = at < len(opening)
        named = [(use.slug, use.start) for use in self._words.uses(words)]
        for number, at in sorted(named, key=lambda one: not one[0].startswith(KEYWORDS)):
            if at >= len(opening) and number.startswith(KEYWORDS) and number not in card_rules:
                continue
            found[number] = found.get(number, False) or at < len(opening)
        above = {str(RuleNumber.parse(number).parent) for number in found}
        sections = {number.partition(".")[0] for number in found if "." in number}
        matches = [RuleMatch(number, first) for number, first in found.items() if number not in above | sections]
        return sorted(matches, key=lambda one: not one.first)[:MOST]

    def of_card(self, text: str) -> frozenset[str]:
        """Rules of the keywords in a card's text, outside of reminder text."""
        return frozenset(use.slug for use in self._keyword_words.uses(REMINDER.sub(" ", text)))

    def _by_words_of_rules(self, words: str) -> Iterator[tuple[str, int]]:
        plain = plain_text(words)
        for name, pattern in _RULE_PATTERNS:
            number = self._numbers.get(name)
            found = pattern.search(plain) if number else None
            if number and found:
                yield number, found.start()

    @cached_property
    def _numbers(self) -> Mapping[str, str]:
        """Number of each rule that is recognized by its own words."""
        rules = (
            (number, "\n".join(each.text for each in paragraphs if each.kind != "example"))
            for _, number, paragraphs in self._texts.rules
        )
        return numbers_in(rules, _QUOTED)

    @cached_property
    def _entries(self) -> Sequence[tuple[str, str, Sequence[str]]]:
        out = []
        for _, name, paragraphs in self._texts.terms:
            text = "\n".join(paragraph.text for paragraph in paragraphs)
            numbers = dict.fromkeys(one.target for one in find_references(text) if one.kind != "glossary")
            out.append((name, text, list(numbers)))
        return out

    @cached_property
    def _headings(self) -> Mapping[str, str]:
        return {
            number: paragraphs[0].text.lower()
            for _, number, paragraphs in self._texts.rules
            if number.startswith(KEYWORDS) and RuleNumber.parse(number).kind is NumberKind.RULE and paragraphs
        }

    def _keywords(self, everyday: frozenset[str]) -> Iterator[Name]:
        for name, text, numbers in self._entries:
            slug = slugify(name)
            own = [number for number in numbers if slug[:_STEM] in self._headings.get(number, "")]
            if own and slug not in everyday:
                yield from (Name.of(own[0], form, text) for form in _FORMS.get(slug, (name,)))

    @cached_property
    def _keyword_words(self) -> Glossary:
        return Glossary(self._keywords(_OTHER), frozenset())

    @cached_property
    def _words(self) -> Glossary:
        terms = []
        for name, text, numbers in self._entries:
            meant = _TERMS.get(slugify(name))
            number = meant if meant in numbers else numbers[0] if meant == "" and len(numbers) == 1 else ""
            if number:
                terms.append(Name.of(number, name, text))
        return Glossary([*self._keywords(_EVERYDAY), *terms], frozenset())
