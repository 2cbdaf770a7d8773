"""Wordings made ready to be shown: symbols drawn, references linked, each by its offsets."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache

from django.utils.safestring import SafeString

from explorer import addresses
from explorer.document.references import Reference, find_references
from explorer.library import queries
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
    """A rule or subrule ready for a page."""

    number: str
    kind: str
    heading: str
    paragraphs: Sequence[ShownParagraph]
    address: str
    pinned: str
    citation: str
    plain: str
    at: bool = False
    symbols: Sequence[str] = field(default=())


@lru_cache(maxsize=4096)
def references_in(text: str) -> tuple[Reference, ...]:
    """Return the references in a text; the same few thousand texts are shown over and over."""
    return tuple(find_references(text))


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
        return cls(edition, pinned=pinned, held=queries.editions_holding(wanted))

    def layer(self, found: Reference) -> Layer:
        """Return the layer that shows a reference."""
        dates = self.held.get(found.target, ())
        if self.edition in dates:
            # An address without an edition leads to the newest text; that may be another one.
            newest = dates[-1] == self.edition
            pin = self.edition if self.pinned or not newest else None
            return Layer(found.start, found.end, "link", href=addresses.rule(found.target, pin))
        if dates:
            note = f"As of {dates[-1].isoformat()}: the edition you are reading is an excerpt"
            return Layer(found.start, found.end, "link", href=addresses.rule(found.target), note=note)
        note = f"{found.target} is not in this library"
        return Layer(found.start, found.end, "missing", note=note)


def paragraphs(
    wording: Sequence[Mapping[str, str]],
    edition: date,
    resolver: Resolver,
    dates: Sequence[str | None] | None = None,
) -> list[ShownParagraph]:
    """Return the paragraphs of a wording as HTML."""
    shown: list[ShownParagraph] = []
    for place, paragraph in enumerate(wording):
        text, example = paragraph["text"], paragraph["kind"] == "example"
        if example and text.startswith(EXAMPLE):
            # The page sets this word itself.
            text = text.removeprefix(EXAMPLE).lstrip()
        layers = [resolver.layer(found) for found in references_in(text)]
        stamp = dates[place] if dates else None
        shown.append(
            ShownParagraph(
                html=render_text(text, edition, layers),
                example=example,
                dated=date.fromisoformat(stamp) if stamp else None,
            )
        )
    return shown


def symbols_named(wordings: Iterable[Sequence[Mapping[str, str]]], edition: date) -> list[str]:
    """Return the codes of the symbols that wordings name, each once, in order."""
    codes = (
        found.code
        for wording in wordings
        for paragraph in wording
        for found in find_symbols(paragraph["text"], edition)
    )
    return list(dict.fromkeys(codes))


def opening_words(wording: Sequence[Mapping[str, str]], limit: int = 60) -> str:
    """Return the first words of a wording, for lists."""
    text = wording[0]["text"] if wording else ""
    if len(text) <= limit:
        return text
    return text[:limit].rsplit(" ", 1)[0].rstrip(",;:.—") + "…"
