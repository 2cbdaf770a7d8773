"""Wordings made ready to be shown: symbols drawn, references linked, each by its offsets."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from django.utils.safestring import SafeString

from explorer import addresses
from explorer.document.references import Reference, find_references
from explorer.document.tree import Paragraph
from explorer.library.lookups import editions_holding
from explorer.library.queries import RuleText
from symbols.rendering import Layer, render_text
from symbols.text import find_symbols

EXAMPLE = "Example:"


@dataclass(frozen=True, slots=True)
class ShownParagraph:
    """One paragraph as HTML; `dated` is the day its source gives for this very text."""

    html: SafeString
    example: bool = False
    dated: date | None = None


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


def long_date(day: date) -> str:
    """Write a date as the rules do: June 6, 2025."""
    return f"{day:%B} {day.day}, {day.year}"


class Resolver:
    """Turns a reference into a link as seen from one edition.

    A pinned page links within its own edition. Where that edition, being an excerpt, does not
    hold the rule, the link leads to the newest text that bears the number, and says so.
    """

    def __init__(self, edition: date, *, pinned: bool, held: Mapping[str, Sequence[date]]) -> None:
        self.edition = edition
        self.pinned = pinned
        self.held = held

    @classmethod
    def for_texts(cls, texts: Iterable[str], edition: date, *, pinned: bool) -> "Resolver":
        """Look up, in one query, all that the texts of one page refer to."""
        wanted = {found.target for text in texts for found in references_in(text)}
        return cls(edition, pinned=pinned, held=editions_holding(wanted))

    def address(self, number: str) -> str:
        """Return where a number leads, or nothing if the library does not have it."""
        dates = self.held.get(number, ())
        if self.edition in dates:
            # An address without an edition leads to the newest text; that may be another one.
            pin = self.pinned or dates[-1] != self.edition
            return addresses.rule(number, self.edition if pin else None)
        return addresses.rule(number) if dates else ""

    def layer(self, found: Reference) -> Layer:
        """Return the layer that shows a reference."""
        dates = self.held.get(found.target, ())
        if not dates:
            note = f"Rule {found.target} is not in this library"
            return Layer(found.start, found.end, "missing", note=note)
        note = ""
        if self.edition not in dates:
            note = f"Leads to the text of {long_date(dates[-1])}: this edition is an excerpt"
        return Layer(found.start, found.end, "link", href=self.address(found.target), note=note)


def show_paragraphs(
    body: Sequence[Paragraph], resolver: Resolver, dates: Sequence[date | None] = ()
) -> list[ShownParagraph]:
    """Return the paragraphs of a wording as HTML."""
    shown: list[ShownParagraph] = []
    for place, paragraph in enumerate(body):
        text, example = paragraph.text, paragraph.kind == "example"
        if example and text.startswith(EXAMPLE):
            # The page sets this word itself.
            text = text.removeprefix(EXAMPLE).lstrip()
        layers = [resolver.layer(found) for found in references_in(text)]
        html = render_text(text, resolver.edition, layers)
        shown.append(ShownParagraph(html, example, dates[place] if dates else None))
    return shown


def show_rule(rule: RuleText, resolver: Resolver, *, at: bool = False) -> ShownRule:
    """Return one rule ready for a page."""
    day = rule.edition.date
    return ShownRule(
        number=rule.number,
        kind=rule.kind,
        words=rule.text,
        paragraphs=show_paragraphs(rule.paragraphs, resolver, rule.dates),
        address=addresses.rule(rule.number, day if resolver.pinned else None),
        pinned=addresses.rule(rule.number, day),
        at=at,
    )


def symbols_named(rules: Iterable[RuleText]) -> list[str]:
    """Return the codes of the symbols that rules name, each once, in order."""
    codes = (
        found.code
        for rule in rules
        for paragraph in rule.paragraphs
        for found in find_symbols(paragraph.text, rule.edition.date)
    )
    return list(dict.fromkeys(codes))


def opening_words(rule: RuleText, limit: int = 60) -> str:
    """Return a rule's heading, or else its first words, for lists."""
    if rule.heading:
        return rule.heading
    text = rule.paragraphs[0].text if rule.paragraphs else ""
    if len(text) <= limit:
        return text
    return text[:limit].rsplit(" ", 1)[0].rstrip(",;:.—(") + "…"
