"""The one answer above the results, of any kind, and the text that it quotes."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from html import unescape

from django.utils.html import format_html, strip_tags
from django.utils.safestring import SafeString

from explorer.costcheck import ShownCheck
from explorer.document.tree import Paragraph
from explorer.library.links import LinkFacts
from explorer.library.queries import RuleText
from explorer.lineages.provisions import Provision
from explorer.search import Hit
from explorer.tryit.block import TrialBlock
from explorer.wording.links import Resolver
from explorer.wording.wordings import without_italics
from symbols.catalog.symbol import Definition
from symbols.rendering import render_text

# “Flying is an evasion ability.” Only the next rule says what it does.
_ONLY_KIND = re.compile(r"[^.“”]+ is an? [^.“”]*\bability\b[^.“”]*\.(?: \(See rule [^()]*\))?")


@dataclass(frozen=True, slots=True)
class Shared:
    """The part of an answer that can be shared.

    Attributes:
        edition: effective date of the edition quoted; None for our own answers.
        text: the quotation; empty if it is the text on the page.
        old: the newest rules may have another text.
        newest: URL of the newest text, empty if it was removed, None if unknown.
        source: what our own answer is based on; else empty.
        pinned: URL of the answer in that edition, empty if `address` is pinned already, None if there is none.
    """

    title: str
    address: str
    edition: date | None = None
    text: str = ""
    old: bool = False
    newest: str | None = None
    source: str = ""
    pinned: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OneAnswer:
    """The answer to a query.

    Attributes:
        short: the answer in a few words of ours, if any.
        quoted: number, URL and text of the rule that a glossary entry refers to.
        repeats: names of results that add nothing to it (see `explorer.search.Hit.name`).
        key: of a rule or glossary entry, its key in the history.
    """

    label: str
    source: str = ""
    heading: SafeString | str = ""
    short: str = ""
    paragraphs: Sequence[SafeString] = ()
    quoted: tuple[str, str, SafeString] | None = None
    note: str = ""
    symbol: Definition | None = None
    check: ShownCheck | None = None
    tried: TrialBlock | None = None
    links: Sequence[tuple[str, str]] = ()
    repeats: Collection[str] = ()
    share: Shared | None = None
    key: str = ""

    @property
    def spoken(self) -> str:
        """Text for screen readers."""
        if self.tried and self.tried.outcome:
            return self.tried.spoken
        if self.check and self.check.payment:
            return self.check.spoken
        heading = f": {unescape(strip_tags(self.heading))}" if self.heading else ""
        return f"{self.label}{heading}. {self.note}".strip()


def says_something(text: RuleText | Provision) -> bool:
    return bool(text.paragraphs) and text.paragraphs[0].text != text.heading


def text_of(hit: Hit, term: str = "") -> Provision | None:
    """The text of a hit; for a mere heading, the first rule below it that says what to do, or what it is."""
    said = [one for one in hit.provisions if says_something(one)]
    doing = re.compile(rf"To [“]?{re.escape(term)}\b", re.IGNORECASE)
    if term and (found := next((one for one in said if doing.match(one.paragraphs[0].text)), None)):
        return found
    telling = (one for one in said if not _is_aside(one.paragraphs[0].text, hit.heading))
    return next(telling, said[0] if said else None)


def _is_aside(text: str, heading: str) -> bool:
    """Whether the first text under a heading gives only its category, or is about a related term."""
    quoted = re.match("“([^”]+)” is", text)
    return _ONLY_KIND.fullmatch(text) is not None or (quoted is not None and quoted[1].lower() != heading.lower())


def wording(text: Provision, links: LinkFacts) -> list[SafeString]:
    """A text without its examples, with links; the heading if there is no text."""
    resolver = Resolver(links)
    words = [one.text for one in text.paragraphs if one.kind == "text"]
    # Only links: references without a known target may still have one.
    layers = [[layer for layer in resolver.layers(one, None) if layer.kind == "link"] for one in words]
    shown = [render_text(one, resolver.edition, found) for one, found in zip(words, layers, strict=True)]
    return shown or [format_html("{}", text.heading or text.key)]


def quotation(paragraphs: Sequence[Paragraph]) -> str:
    return without_italics("\n".join(one.text for one in paragraphs))


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]
