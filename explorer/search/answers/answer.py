"""The one answer above the results, of whatever kind."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from html import unescape
from typing import TYPE_CHECKING

from django.utils.html import strip_tags
from django.utils.safestring import SafeString

from explorer.casting.shown import ShownWalk
from explorer.costcheck import ShownCheck
from explorer.tryit.block import TrialBlock
from symbols.catalog.symbol import Definition
from symbols.sentences import join_words

if TYPE_CHECKING:
    from explorer.search.answers.on_cards import OnCards

_CHANGED = re.compile(r"<(del|ins)\b[^>]*>(.*?)</\1>", re.DOTALL)
_SIGNS = {"del": "-", "ins": "+"}


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
class Answer:
    """The answer to a query.

    Attributes:
        short: the answer in a few words of ours, if any.
        quoted: number, URL and text of another rule: to which the glossary entry refers, or that answers together with
            the first.
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
    walk: ShownWalk | None = None
    tried: TrialBlock | None = None
    on_cards: "OnCards | None" = None
    links: Sequence[tuple[str, str]] = ()
    repeats: Collection[str] = ()
    share: Shared | None = None
    key: str = ""

    @property
    def verdict(self) -> str:
        """`yes`, `no` or `maybe`, of a check or a walk; empty if neither says."""
        return (self.check and self.check.verdict.answer) or (self.walk and self.walk.verdict) or ""

    @property
    def spoken(self) -> str:
        """Text for screen readers."""
        if self.tried and self.tried.outcome:
            return self.tried.spoken
        if self.walk:
            return self.walk.said
        if self.check and self.check.payment:
            return self.check.spoken
        if self.on_cards and self.on_cards.ruling:
            return f"{self.label}. {without_tags(self.on_cards.ruling.best)}"
        if self.on_cards:
            return f"{self.label}: {join_words([card.name for card in self.on_cards.cards])}."
        heading = f": {without_tags(self.heading)}" if self.heading else ""
        return f"{self.label}{heading}. {self.note}".strip()

    @property
    def own(self) -> str:
        """What Pipwise computed, as text; empty where it only quotes."""
        if self.tried and self.tried.outcome:
            return without_tags(f"{self.tried.outcome.note} {self.tried.outcome.sentence}").strip()
        if self.walk:
            return self.walk.in_words
        return self.check.in_words if self.check else ""

    @property
    def quotation(self) -> str:
        """The rulings or rules that it quotes, without markup."""
        if self.on_cards:
            return self.on_cards.ruling.quotation if self.on_cards.ruling else ""
        also = [f"{self.quoted[0]}: {self.quoted[2]}"] if self.quoted else []
        return " ".join(map(without_tags, [*self.paragraphs, *also]))

    @property
    def text(self) -> str:
        """The answer for programs, without what it is quoted from; empty if cards alone are shown."""
        if self.on_cards:
            return self.quotation
        if self.own:
            return self.own
        heading = without_tags(self.heading)
        lead = f"{heading}." if heading and heading.casefold() not in self.quotation.casefold() else ""
        return " ".join(filter(None, [lead, self.note, self.quotation]))

    @property
    def origin(self) -> str:
        """What is quoted; empty for our words."""
        ruling = self.on_cards.ruling if self.on_cards else None
        return ruling.source if ruling else self.source

    @property
    def address(self) -> str:
        return self.share.address if self.share else next((address for _, address in self.links), "")


def without_tags(html: str) -> str:
    """HTML as text: what changed is in brackets, `[-old][+new]`."""
    return unescape(strip_tags(_CHANGED.sub(lambda found: f"[{_SIGNS[found[1]]}{found[2]}]", html)))
