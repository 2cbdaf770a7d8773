"""Wordings made ready to be shown: symbols drawn, references linked, each by its offsets."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from django.utils.safestring import SafeString

from explorer import addresses
from explorer.document.dates import long_date
from explorer.document.numbers import Kind
from explorer.document.references import Reference, find_references
from explorer.document.terms import Glossary
from explorer.document.tree import Paragraph
from explorer.library import lookups, queries
from explorer.library.glossaries import glossary_of, uses_in
from explorer.library.lookups import Lead
from explorer.library.queries import EditionInfo, RuleText
from explorer.symbology.editions import lacking_in
from explorer.symbology.mentions import Mention, mentions
from symbols.rendering import Layer, render_text

EXAMPLE = "Example:"
# “rule 601, “Casting Spells””: the title after a number.
TITLE = re.compile(r",\s[“\"][^”\"]*[”\"]")
NO_GLOSSARY = Glossary(())


@dataclass(frozen=True, slots=True)
class ShownParagraph:
    """One paragraph as HTML; `dated` is the day its source gives for this very text, `words` the text of an example."""

    html: SafeString
    example: bool = False
    dated: date | None = None
    words: str = ""


@dataclass(frozen=True, slots=True)
class ShownRule:
    """A rule or subrule ready for a page, with its bare words; `at` when it is the one that was asked for."""

    number: str
    kind: str
    words: str
    paragraphs: Sequence[ShownParagraph]
    address: str
    pinned: str
    at: bool = False


@lru_cache(maxsize=4096)
def references_in(text: str) -> tuple[Reference, ...]:
    """Return the references in a text; the same few thousand texts are shown over and over."""
    return tuple(find_references(text))


class Resolver:
    """Turns references and words of the glossary into links as seen from one edition.

    A pinned page links within its own edition. Where that edition, being an excerpt, does not
    hold the rule, the link leads to the newest text that bears the number, and says so.
    """

    def __init__(self, edition: EditionInfo, leads: Mapping[str, Lead], *, pinned: bool, current: bool) -> None:
        self.info = edition
        self.edition = edition.date
        self.pinned = pinned
        self.current = current
        self.leads = leads
        self.glossary = glossary_of(edition) if edition.terms else NO_GLOSSARY

    @classmethod
    def for_texts(
        cls, texts: Iterable[str], edition: date | EditionInfo, *, pinned: bool, current: bool | None = None
    ) -> "Resolver":
        """Look up, in few queries, all that the texts of one page refer to.

        Args:
            texts: all of them.
            edition: what they are from.
            pinned: whether links name the edition.
            current: whether it is the newest of the library; None to look.

        Raises:
            LookupError: there is no such edition.
        """
        info = edition if isinstance(edition, EditionInfo) else queries.edition_of(edition)
        if info is None:
            raise LookupError(f"no edition of {edition}")
        if current is None:
            current = queries.current_edition() == info
        wanted = {found.target for text in texts for found in references_in(text) if found.kind != "glossary"}
        return cls(info, lookups.leads(wanted, info, newest=pinned or current), pinned=pinned, current=current)

    def address(self, number: str) -> str:
        """Return where a number leads, or nothing if it leads nowhere."""
        lead = self.leads.get(number)
        if lead is None:
            return ""
        # An address without an edition leads to the newest text; that may be another one.
        pin = lead.edition == self.edition and (self.pinned or not lead.newest)
        return addresses.rule(number, self.edition if pin else None)

    def term(self, slug: str) -> str:
        """Return where an entry of this edition's glossary stands."""
        return addresses.term(slug, self.edition if self.pinned or not self.current else None)

    def layers(self, text: str, linked: set[str] | None) -> list[Layer]:
        """Return what is to be shown in a text: references, and words of the glossary that are not yet `linked`.

        Without `linked`, words are left alone. Words within a reference, and within the title that stands after one,
        are part of it.
        """
        found = references_in(text)
        layers = [layer for reference in found for layer in self._layers(reference)]
        if linked is None:
            return layers
        taken = [(reference.start, _end_of_title(text, reference.end)) for reference in found]
        for use in uses_in(text, self.glossary):
            if use.slug not in linked and not any(start < use.end and use.start < end for start, end in taken):
                linked.add(use.slug)
                layers.append(Layer(use.start, use.end, "link", href=self.term(use.slug)))
        return layers

    def _layers(self, found: Reference) -> list[Layer]:
        """Return the layers that show a reference: several where a name stands for several entries."""
        if found.kind != "glossary":
            return [self._number(found)]
        slug = self.glossary.find(found.target)
        if slug is None and any(self.glossary.find(part.target) for part in found.parts):
            return [layer for part in found.parts for layer in self._layers(part)]
        if slug is None:
            note = "no such entry in this edition" if self.info.complete else "not in this library"
            return [Layer(found.start, found.end, "missing", note=note)]
        return [Layer(found.start, found.end, "link", href=self.term(slug))]

    def _number(self, found: Reference) -> Layer:
        lead = self.leads.get(found.target)
        if lead is None:
            note = f"no such {found.kind} in this edition" if self.info.complete else "not in this library"
            return Layer(found.start, found.end, "missing", note=note)
        note = ""
        if lead.edition != self.edition:
            note = f"Leads to the text of {long_date(lead.edition)}: this edition is an excerpt"
        return Layer(found.start, found.end, "link", href=self.address(found.target), note=note)


def _end_of_title(text: str, place: int) -> int:
    title = TITLE.match(text, place)
    return title.end() if title else place


def show_paragraphs(
    body: Sequence[Paragraph],
    resolver: Resolver,
    dates: Sequence[date | None] = (),
    linked: set[str] | None = None,
) -> list[ShownParagraph]:
    """Return the paragraphs of a wording as HTML.

    Args:
        body: the paragraphs.
        resolver: makes the links.
        dates: one for each paragraph, where the source has them.
        linked: the glossary's words that were linked before, to which those of this text are added; None to link none.
            Examples tell stories of cards, whose names are such words too, so nothing is linked there.
    """
    shown: list[ShownParagraph] = []
    for place, paragraph in enumerate(body):
        text, example = paragraph.text, paragraph.kind == "example"
        if example and text.startswith(EXAMPLE):
            # The page sets this word itself.
            text = text.removeprefix(EXAMPLE).lstrip()
        html = render_text(text, resolver.edition, resolver.layers(text, None if example else linked))
        shown.append(ShownParagraph(html, example, dates[place] if dates else None, text if example else ""))
    return shown


def show_rules(rules: Iterable[RuleText], resolver: Resolver, at: str = "") -> list[ShownRule]:
    """Return rules ready for a page, in order; `at` is the number that was asked for.

    A word of the glossary is linked once in each rule with its subrules.
    """
    shown: list[ShownRule] = []
    linked: set[str] = set()
    for rule in rules:
        if rule.kind is not Kind.SUBRULE:
            linked = set()
        shown.append(show_rule(rule, resolver, at=rule.number == at, linked=linked))
    return shown


def show_rule(rule: RuleText, resolver: Resolver, *, at: bool = False, linked: set[str] | None = None) -> ShownRule:
    """Return one rule ready for a page; `linked` as for `show_paragraphs`."""
    day = rule.edition.date
    return ShownRule(
        number=rule.number,
        kind=rule.kind,
        words=rule.text,
        paragraphs=show_paragraphs(rule.paragraphs, resolver, rule.dates, None if rule.is_title else linked),
        address=addresses.rule(rule.number, day if resolver.pinned else None),
        pinned=addresses.rule(rule.number, day),
        at=at,
    )


def symbols_named(rules: Sequence[RuleText]) -> list[Mention]:
    """Return the symbols that rules of one edition are about, or the kinds of them, each once, in order."""
    if not rules:
        return []
    text = "\n".join(paragraph.text for rule in rules for paragraph in rule.paragraphs)
    day = rules[0].edition.date
    return mentions(text, day, lambda: lacking_in(day))


def opening_words(rule: RuleText, limit: int = 60) -> str:
    """Return a rule's heading, or else its first words, for lists."""
    if rule.heading:
        return rule.heading
    text = rule.paragraphs[0].text if rule.paragraphs else ""
    if len(text) <= limit:
        return text
    return text[:limit].rsplit(" ", 1)[0].rstrip(",;:.—(") + "…"
