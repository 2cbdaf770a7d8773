"""The rules that an answer cites, quoted from the edition asked for, or else from the newest one that says it."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from explorer import addresses
from explorer.document.tree import Paragraph, from_json
from explorer.library import queries
from explorer.library.links import link_facts
from explorer.library.lookups import editions_holding
from explorer.library.queries import EditionInfo
from explorer.models import Rule
from explorer.prose.links import Resolver
from explorer.prose.wordings import ShownParagraph, show_paragraphs
from symbols.engine.x.telling import TELLING, in_plain_letters, says

LONGEST = 700
"""A longer paragraph is quoted in part."""

_Places = Mapping[str, tuple[EditionInfo, str]]
"""For each rule, by the number that answers cite, the edition to quote it from, and its number there."""

_SENTENCE = re.compile(r"(?<=[.!?])[”’)]*\s+(?=[A-Z“(])")


@dataclass(frozen=True, slots=True)
class Quote:
    """A rule's words.

    Attributes:
        number: its number in that edition.
        edition: the edition's effective date.
        is_asked: whether that is the edition that was asked for.
        address: the rule's page.
        paragraphs: its words, ready for a page; its examples are left out.
        in_part: whether more of it is left out.
    """

    number: str
    edition: date
    is_asked: bool
    address: str
    paragraphs: Sequence[ShownParagraph]
    in_part: bool


def quotes(rules: Iterable[str], asked: EditionInfo | None) -> Mapping[str, Quote]:
    """Return the words of rules, by the numbers that answers cite; what no edition says is left out.

    Args:
        rules: numbers that answers cite.
        asked: the edition to quote, where it says the same.
    """
    places = _places(rules, asked)
    bodies = _bodies(places)
    held = editions_holding({number for _, number in places.values()})
    resolvers: dict[int, Resolver] = {}
    found: dict[str, Quote] = {}
    for rule, (body, in_part) in bodies.items():
        edition, number = places[rule]
        pinned = asked is not None and edition.id == asked.id
        if edition.id not in resolvers:
            texts = [each.text for other, (words, _) in bodies.items() for each in words if places[other][0] == edition]
            resolvers[edition.id] = Resolver(link_facts(texts, edition, pinned=pinned))
        is_newest = held[number][-1] == edition.date
        found[rule] = Quote(
            number=number,
            edition=edition.date,
            is_asked=pinned,
            address=addresses.rule(number, edition.date if pinned or not is_newest else None),
            paragraphs=show_paragraphs(body, resolvers[edition.id]),
            in_part=in_part,
        )
    return found


def _bodies(places: _Places) -> Mapping[str, tuple[Sequence[Paragraph], bool]]:
    """Return what is quoted of each rule, and whether that is a part only."""
    rows = Rule.objects.filter(
        number__in={number for _, number in places.values()},
        edition_id__in={edition.id for edition, _ in places.values()},
    )
    stored = {
        (edition, number): body
        for edition, number, body in rows.values_list("edition_id", "number", "wording__paragraphs")
    }
    return {
        rule: _cut(rule, from_json(stored[edition.id, number] or ()))
        for rule, (edition, number) in places.items()
        if stored.get((edition.id, number))
    }


def _places(rules: Iterable[str], asked: EditionInfo | None) -> _Places:
    """Return the edition to quote each rule from, and its number there."""
    newest_first = queries.editions()[::-1]
    order = newest_first if asked is None else [asked, *newest_first]
    wanted = [rule for rule in dict.fromkeys(rules) if rule in TELLING]
    places: dict[str, tuple[EditionInfo, str]] = {}
    for edition in order:
        missing = [rule for rule in wanted if rule not in places]
        if not missing:
            break
        numbers = _numbers(edition.id, edition.sha256)
        places |= {rule: (edition, numbers[rule]) for rule in missing if rule in numbers}
    return {rule: places[rule] for rule in wanted if rule in places}


# Wordings never change: an edition with the same source has the same words.
@lru_cache(maxsize=256)
def _numbers(edition: int, sha256: str) -> Mapping[str, str]:
    """Return which number each rule that answers cite has in an edition, known by its words."""
    del sha256
    rows = Rule.objects.filter(edition_id=edition, wording__isnull=False).order_by("position")
    found: dict[str, str] = {}
    for number, body in rows.values_list("number", "wording__paragraphs"):
        words = in_plain_letters("\n".join(paragraph.text for paragraph in from_json(body or ())))
        for rule in TELLING:
            if (rule not in found or number == rule) and says(rule, words):
                found[rule] = number
    return found


def _cut(rule: str, paragraphs: Sequence[Paragraph]) -> tuple[Sequence[Paragraph], bool]:
    """Return the paragraphs without examples; of a long one, the sentences around what is meant."""
    body = [paragraph for paragraph in paragraphs if paragraph.kind != "example"]
    if sum(len(paragraph.text) for paragraph in body) <= LONGEST:
        return body, False
    telling = next((paragraph for paragraph in body if says(rule, in_plain_letters(paragraph.text))), body[0])
    sentences = _SENTENCE.split(telling.text)
    at = next((place for place, sentence in enumerate(sentences) if says(rule, in_plain_letters(sentence))), 0)
    meant = sentences[at : at + 2]
    words = f"{'… ' if at else ''}{' '.join(meant)} …"
    return [Paragraph(telling.kind, words)], True
