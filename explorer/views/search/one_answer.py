"""One answer above the results, of any kind, and the words that it quotes."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from html import unescape

from django.utils.html import format_html, strip_tags
from django.utils.safestring import SafeString

from explorer.document.tree import Paragraph
from explorer.history.provisions import Provision
from explorer.library.queries import RuleText
from explorer.prose.wordings import without_italics
from explorer.views.check import ShownCheck
from explorer.views.trials.block import TrialBlock
from symbols.catalog.symbol import Definition
from symbols.rendering import render_text


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
        quoted: the rule that a glossary entry sends its readers to, its number and its words; else None.
        note: a sentence beside that; else empty.
        symbol: the symbol that is shown; None for any other answer.
        check: what the checker says; None for any other answer.
        tried: a trial that is answered; None for any other answer.
        links: what leads on: words and address.
        share: what is shared of it; None for nothing.
        key: of a rule or a glossary entry, its key in the history; else empty.
    """

    label: str
    source: str = ""
    heading: SafeString | str = ""
    short: str = ""
    paragraphs: Sequence[SafeString] = ()
    quoted: tuple[str, SafeString] | None = None
    note: str = ""
    symbol: Definition | None = None
    check: ShownCheck | None = None
    tried: TrialBlock | None = None
    links: Sequence[tuple[str, str]] = ()
    share: Shared | None = None
    key: str = ""

    @property
    def spoken(self) -> str:
        """Words of a screen reader for it."""
        if self.tried and self.tried.outcome:
            return self.tried.spoken
        if self.check and self.check.payment:
            return "You can pay." if self.check.payment.payable else "You can’t pay."
        heading = f": {unescape(strip_tags(self.heading))}" if self.heading else ""
        return f"{self.label}{heading}. {self.note}".strip()


def says_something(text: RuleText | Provision) -> bool:
    """Return whether a rule has words; one that is nothing but a title repeats it as its text."""
    return bool(text.paragraphs) and text.paragraphs[0].text != text.heading


def wording(number: str, paragraphs: Sequence[Paragraph], edition: date) -> list[SafeString]:
    """Return the words of a rule, without its examples."""
    return [render_text(one.text, edition) for one in paragraphs if one.kind == "text"] or [format_html("{}", number)]


def quotation(paragraphs: Sequence[Paragraph]) -> str:
    """Return all words of a text, a line for each paragraph."""
    return without_italics("\n".join(one.text for one in paragraphs))


def capital(text: str) -> str:
    """Return a text with a capital at its beginning."""
    return text[:1].upper() + text[1:]
