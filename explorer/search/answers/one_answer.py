"""One answer above the results, of any kind, and the words that it quotes."""

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

# “Flying is an evasion ability.” What follows says what it does.
_ONLY_KIND = re.compile(r"[^.“”]+ is an? [^.“”]*\bability\b[^.“”]*\.(?: \(See rule [^()]*\))?")


@dataclass(frozen=True, slots=True)
class Shared:
    """Part of an answer that is shared.

    Attributes:
        title: what it is about.
        address: where it is.
        edition: the effective date of the edition that is quoted; None for an answer of ours.
        text: the words that are quoted; empty where the page shows just those.
        old: whether the newest rules may have another text there.
        newest: the newest text’s address, empty where that was removed; None where this is unknown.
        source: what an answer of ours is from; else empty.
        pinned: the answer’s address in that edition, empty where the usual one names it; None where it has none.
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
    """Answer to what was typed.

    Attributes:
        label: what kind of answer it is.
        source: where it is from.
        heading: what it is about.
        short: the same in a few words of ours; else empty.
        paragraphs: the words of the rule or the glossary entry.
        quoted: the rule that a glossary entry sends its readers to, its number, address and words; else None.
        note: a sentence beside that; else empty.
        symbol: the symbol that is shown; None for any other answer.
        check: what the checker says; None for any other answer.
        tried: a trial that is answered; None for any other answer.
        links: what leads on: words and address.
        share: what is shared of it; None for nothing.
        repeats: the results that have nothing beside what it shows (see `explorer.search.Hit.name`).
        key: of a rule or a glossary entry, its key in the history; else empty.
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
        """Words of a screen reader for it."""
        if self.tried and self.tried.outcome:
            return self.tried.spoken
        if self.check and self.check.payment:
            return self.check.spoken
        heading = f": {unescape(strip_tags(self.heading))}" if self.heading else ""
        return f"{self.label}{heading}. {self.note}".strip()


def says_something(text: RuleText | Provision) -> bool:
    """Return whether a rule has words; one that is nothing but a title repeats it as its text."""
    return bool(text.paragraphs) and text.paragraphs[0].text != text.heading


def text_of(hit: Hit, term: str = "") -> Provision | None:
    """Return the text under a number, or for a mere heading the first that says what to do, or what the heading is."""
    said = [one for one in hit.provisions if says_something(one)]
    doing = re.compile(rf"To [“]?{re.escape(term)}\b", re.IGNORECASE)
    if term and (found := next((one for one in said if doing.match(one.paragraphs[0].text)), None)):
        return found
    telling = (one for one in said if not _is_aside(one.paragraphs[0].text, hit.heading))
    return next(telling, said[0] if said else None)


def _is_aside(text: str, heading: str) -> bool:
    """Return whether the first words under a heading say only what kind of thing it is, or are about a kin of it."""
    quoted = re.match("“([^”]+)” is", text)
    return _ONLY_KIND.fullmatch(text) is not None or (quoted is not None and quoted[1].lower() != heading.lower())


def wording(text: Provision, links: LinkFacts) -> list[SafeString]:
    """Return the words of a text without its examples, with links; of one without words, its name."""
    resolver = Resolver(links)
    words = [one.text for one in text.paragraphs if one.kind == "text"]
    # What isn’t known to be there may be there all the same.
    layers = [[layer for layer in resolver.layers(one, None) if layer.kind == "link"] for one in words]
    shown = [render_text(one, resolver.edition, found) for one, found in zip(words, layers, strict=True)]
    return shown or [format_html("{}", text.heading or text.key)]


def quotation(paragraphs: Sequence[Paragraph]) -> str:
    """Return all words of a text, a line for each paragraph."""
    return without_italics("\n".join(one.text for one in paragraphs))


def capital(text: str) -> str:
    """Return a text with a capital at its beginning."""
    return text[:1].upper() + text[1:]
