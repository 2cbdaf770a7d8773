"""Rules that an answer cites, quoted from the edition asked for, or else from the newest one that says it."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from explorer.citations import Citations, FoundRule, says
from explorer.document.tree import Paragraph
from explorer.library.links import links_of
from explorer.library.queries import EditionInfo
from explorer.wording.links import Resolver
from explorer.wording.other_wording import OtherWording, other_wording
from explorer.wording.wordings import ShownParagraph, show_paragraphs
from symbols.plain_text import plain_text

LONGEST = 700
"""A longer paragraph is quoted in part."""

_SENTENCE = re.compile(r"(?<=[.!?])[”’)]*\s+(?=[A-Z“(])")


@dataclass(frozen=True, slots=True)
class Quote:
    """Rule's words.

    Attributes:
        number: its number in that edition.
        edition: the edition's effective date.
        absence: what is said of the edition that was asked for, where the rule was not found in it.
        address: the rule's page.
        paragraphs: its words, ready for a page; its examples are left out.
        in_part: whether more of it is left out.
        other: its newest wording, where that differs from the one in the edition being read.
    """

    number: str
    edition: date
    absence: str
    address: str
    paragraphs: Sequence[ShownParagraph]
    in_part: bool
    other: OtherWording | None


@dataclass(frozen=True, slots=True)
class ReadRules:
    """Rules to be quoted, read from the library.

    Attributes:
        citations: the named rules as seen from the edition being read; those to be quoted have been read.
        words: the paragraphs to be quoted, and whether more is left out, by rule.
        resolvers: the links of each edition quoted.
    """

    citations: Citations
    words: Mapping[FoundRule, tuple[Sequence[Paragraph], bool]]
    resolvers: Mapping[EditionInfo, Resolver]

    def quotes(self) -> Mapping[str, Quote]:
        """Return the rules as quotes, by their stable names."""
        return {
            rule.name: Quote(
                number=rule.number,
                edition=rule.date,
                absence=rule.absence,
                address=rule.address,
                paragraphs=show_paragraphs(body, self.resolvers[rule.edition]),
                in_part=in_part,
                other=other_wording(rule.name, self.citations),
            )
            for rule, (body, in_part) in self.words.items()
        }


def read_rules(names: Iterable[str], citations: Citations) -> ReadRules:
    """Read the words of rules by their stable names, and what their links lead to; what no edition says is left out."""
    wanted = dict.fromkeys(names)
    citations.read(wanted)
    words = {rule: _cut(rule.name, citations.text_of(rule)) for name in wanted if (rule := citations.get(name))}
    texts: dict[EditionInfo, list[str]] = {}
    for rule, (body, _) in words.items():
        texts.setdefault(rule.edition, []).extend(each.text for each in body)
    facts = links_of(texts, citations.loaded, pinned=citations.day)
    return ReadRules(citations, words, {edition: Resolver(found) for edition, found in facts.items()})


def _cut(rule: str, paragraphs: Sequence[Paragraph]) -> tuple[Sequence[Paragraph], bool]:
    """Return the paragraphs without examples; of a long one, the sentences around what is meant."""
    body = [paragraph for paragraph in paragraphs if paragraph.kind != "example"]
    if sum(len(paragraph.text) for paragraph in body) <= LONGEST:
        return body, False
    source = next((paragraph for paragraph in body if says(rule, plain_text(paragraph.text))), body[0])
    sentences = _SENTENCE.split(source.text)
    at = next((place for place, sentence in enumerate(sentences) if says(rule, plain_text(sentence))), 0)
    meant = sentences[at : at + 2]
    words = f"{'… ' if at else ''}{' '.join(meant)} …"
    return [Paragraph(source.kind, words)], True
