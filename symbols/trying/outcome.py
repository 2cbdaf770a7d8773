"""What a trial answers, made ready for a page: symbols drawn, rules linked, the deciding clause quoted."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.html import format_html
from django.utils.safestring import SafeString

from explorer import addresses
from symbols.engine.trials import Outcome, Row
from symbols.engine.trials.trial import Elsewhere
from symbols.rendering import name_of, render_text
from symbols.showing.cites import cites
from symbols.text import find_symbols
from symbols.trying.asking import Asking
from symbols.trying.reading import LibraryReading

_PAGES: Mapping[str, Callable[..., str]] = {"x": addresses.x}
"""The pages that an answer may lead to."""


@dataclass(frozen=True, slots=True)
class ShownStep:
    """One step to an answer, with its rule as a link."""

    cite: SafeString
    why: SafeString
    decides: bool


@dataclass(frozen=True, slots=True)
class Clause:
    """A rule quoted: its words, the edition that they are from, and whether the edition read under lacks it."""

    number: str
    paragraphs: Sequence[SafeString]
    edition: date
    address: str
    newer: bool


@dataclass(frozen=True, slots=True)
class ShownOutcome:
    """An answer, ready for a page.

    Attributes:
        sentence: the answer, symbols drawn.
        said: the answer as it is spoken, symbols named.
        steps: the way to it.
        clause: the clause that decided; None where the library does not have it.
        caption: the heading of the table.
        rows: the table.
        more: where the same is answered more at large: the words of a link and its address; None for nowhere.
    """

    sentence: SafeString
    said: str
    steps: Sequence[ShownStep]
    clause: Clause | None
    caption: str
    rows: Sequence[Row]
    more: tuple[str, str] | None = None


def show_outcome(outcome: Outcome, asking: Asking, reading: LibraryReading, *, why: bool = True) -> ShownOutcome:
    """Return an answer ready for a page; without `why`, it tells no steps, since the page has its own."""
    return ShownOutcome(
        sentence=render_text(outcome.sentence),
        said=spoken(outcome.sentence),
        steps=_steps(outcome, asking, reading) if why else (),
        clause=quote(outcome.rule, asking, reading) if why else None,
        caption=outcome.caption,
        rows=outcome.rows,
        more=_more(outcome.elsewhere, asking) if outcome.elsewhere else None,
    )


def _more(elsewhere: Elsewhere, asking: Asking) -> tuple[str, str]:
    edition = {"edition": asking.edition.iso} if asking.edition else {}
    return elsewhere.label, _PAGES[elsewhere.page](**elsewhere.asked, **edition)


def spoken(text: str) -> str:
    """Return a text with the names of symbols in place of their codes, for a voice."""
    out, at = "", 0
    for found in find_symbols(text):
        gap = " " if out and at == found.start else ""
        out += text[at : found.start] + gap + name_of(found.code)
        at = found.end
    return out + text[at:]


def quote(number: str, asking: Asking, reading: LibraryReading) -> Clause | None:
    """Return the words of a rule without its examples, as the edition being read has them."""
    quoted = reading.quoted(number, asking.trial)
    if quoted is None:
        return None
    day = quoted.words.edition
    paragraphs = [render_text(words, day) for words in quoted.words.own]
    return Clause(number, paragraphs, day, _address(number, asking, newer=quoted.newer), quoted.newer)


def _address(number: str, asking: Asking, *, newer: bool) -> str:
    return addresses.rule(number, asking.edition.date if asking.edition and not newer else None)


def _steps(outcome: Outcome, asking: Asking, reading: LibraryReading) -> list[ShownStep]:
    linked = cites(step.rule for step in outcome.steps) if asking.edition is None else {}
    return [
        ShownStep(linked.get(step.rule) or _cite(step.rule, asking, reading), render_text(step.why), step.decides)
        for step in outcome.steps
    ]


def _cite(number: str, asking: Asking, reading: LibraryReading) -> SafeString:
    """Return a rule as a link into the edition being read; to the newest text where that lacks it."""
    quoted = reading.quoted(number, asking.trial)
    if quoted is None:
        return format_html('<span class="cite" title="Rule {0} is not in this library">{0}</span>', number)
    return format_html(
        '<a class="cite" href="{}" title="as of {}" aria-label="rule {}">{}</a>',
        _address(number, asking, newer=quoted.newer),
        quoted.words.edition.isoformat(),
        number,
        number,
    )
