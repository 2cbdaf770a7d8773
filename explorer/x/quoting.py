"""Rules that an answer cites, quoted from the requested edition, or from the newest that has them."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from explorer.citations import Citations, FoundRule, says
from explorer.document.tree import Paragraph
from explorer.library.links import links_of
from explorer.library.queries import EditionInfo
from explorer.wording.differences import OtherWording, other_wording
from explorer.wording.wordings import Resolver, ShownParagraph, show_paragraphs
from symbols.plain_text import plain_text

LONGEST = 700
"""Longer rules are quoted in part."""

_SENTENCE = re.compile(r"(?<=[.!?])[”’)]*\s+(?=[A-Z“(])")


@dataclass(frozen=True, slots=True)
class Quote:
    """A quoted rule without examples, and its newest wording, if that differs from the requested edition's.

    Attributes:
        absence: empty unless the requested edition lacks the rule.
        in_part: whether more than examples is left out.
    """

    number: str
    edition: date
    absence: str
    address: str
    paragraphs: Sequence[ShownParagraph]
    in_part: bool
    other: OtherWording | None


@dataclass(frozen=True, slots=True)
class LoadedRules:
    """Rules loaded for quoting: `words` are their paragraphs, and whether they are only a part."""

    citations: Citations
    words: Mapping[FoundRule, tuple[Sequence[Paragraph], bool]]
    resolvers: Mapping[EditionInfo, Resolver]

    def quotes(self) -> Mapping[str, Quote]:
        """By stable name."""
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


def read_rules(names: Iterable[str], citations: Citations) -> LoadedRules:
    """Load rules by their stable names, and what their links need. Rules that no edition has are skipped."""
    wanted = dict.fromkeys(names)
    citations.read(wanted)
    words = {rule: _cut(rule.name, citations.text_of(rule)) for name in wanted if (rule := citations.get(name))}
    texts: dict[EditionInfo, list[str]] = {}
    for rule, (body, _) in words.items():
        texts.setdefault(rule.edition, []).extend(each.text for each in body)
    facts = links_of(texts, citations.loaded, pinned=citations.day)
    return LoadedRules(citations, words, {edition: Resolver(found) for edition, found in facts.items()})


def _cut(rule: str, paragraphs: Sequence[Paragraph]) -> tuple[Sequence[Paragraph], bool]:
    """Without examples; of a long rule, only the sentences that say what its name stands for."""
    body = [paragraph for paragraph in paragraphs if paragraph.kind != "example"]
    if sum(len(paragraph.text) for paragraph in body) <= LONGEST:
        return body, False
    source = next((paragraph for paragraph in body if says(rule, plain_text(paragraph.text))), body[0])
    sentences = _SENTENCE.split(source.text)
    at = next((place for place, sentence in enumerate(sentences) if says(rule, plain_text(sentence))), 0)
    meant = sentences[at : at + 2]
    words = f"{'… ' if at else ''}{' '.join(meant)} …"
    return [Paragraph(source.kind, words)], True
