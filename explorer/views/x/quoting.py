"""Rules that an answer cites, quoted from the edition asked for, or else from the newest one that says it."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from explorer.citations import Citations, says
from explorer.document.tree import Paragraph
from explorer.library.links import link_facts
from explorer.library.queries import EditionInfo
from explorer.prose.links import Resolver
from explorer.prose.wordings import ShownParagraph, show_paragraphs
from explorer.views.wordings import OtherWording, other_wording
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


def quotes(rules: Iterable[str], citations: Citations) -> Mapping[str, Quote]:
    """Return the words of rules by their stable names; what no edition says is left out."""
    bodies = {name: _cut(name, body) for name, body in citations.texts(rules).items()}
    found = {name: rule for name in bodies if (rule := citations.get(name))}
    resolvers: dict[EditionInfo, Resolver] = {}
    for edition in {rule.edition for rule in found.values()}:
        texts = [each.text for name, (words, _) in bodies.items() for each in words if found[name].edition == edition]
        pinned = edition.date == citations.day
        resolvers[edition] = Resolver(link_facts(texts, edition, pinned=pinned, loaded=citations.loaded))
    return {
        name: Quote(
            number=rule.number,
            edition=rule.date,
            absence=rule.absence,
            address=rule.address,
            paragraphs=show_paragraphs(bodies[name][0], resolvers[rule.edition]),
            in_part=bodies[name][1],
            other=other_wording(name, citations),
        )
        for name, rule in found.items()
    }


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
