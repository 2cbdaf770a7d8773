"""Rule text as HTML: symbols drawn, references linked."""

import re
import textwrap
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.safestring import SafeString

from explorer.document.numbers import NumberKind
from explorer.document.tree import Paragraph
from explorer.library.history.places import Became
from explorer.library.queries import RuleText
from explorer.lineages.provisions import plain_name
from explorer.web import addresses
from explorer.wording.life import split_into
from explorer.wording.links import Resolver
from explorer.wording.mentions import SymbolMention, mentions
from explorer.wording.plain_words import plain_words
from symbols.rendering import ITALICS, Layer, render_text

EXAMPLE = "Example:"
_SUMMARY = 300


@dataclass(frozen=True, slots=True)
class TrialSlot:
    """Where a Try it form is swapped in under a rule.

    Attributes:
        address: its page, for browsers without scripts.
        offered: whether a link opens it; otherwise it stays empty until an example is run.
    """

    prefix: str
    title: str
    address: str = ""
    offered: bool = False


@dataclass(frozen=True, slots=True)
class ExampleRun:
    """Link that runs an official example: its address, and the slot (`prefix`) that shows the result."""

    address: str
    prefix: str
    title: str
    part: str


@dataclass(frozen=True, slots=True)
class ShownParagraph:
    """One paragraph as HTML.

    Attributes:
        dated: the date that the source gives for this paragraph.
        words: plain text, if it is an example or contains one ("for example"), as rules of 2003 do.
        reasons: why it, or a part of it, can't be run.
    """

    html: SafeString
    example: bool = False
    dated: date | None = None
    words: str = ""
    runs: Sequence[ExampleRun] = ()
    reasons: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class ShownRule:
    """Rule or subrule as HTML.

    Attributes:
        plain: our plain-words explanation; empty where there is none.
        pinned: its page, pinned to the edition.
        since: what became of it since, in an old edition; else empty.
        newest: the newest text; for a removed rule, its history.
        slots: for Try it forms; the first is open for the requested rule.
        about_numbers: whether the page about numbers has one of the forms.
    """

    number: str
    kind: str
    paragraphs: Sequence[ShownParagraph]
    plain: str
    address: str
    pinned: str
    at: bool = False
    since: str = ""
    newest: str = ""
    slots: Sequence[TrialSlot] = ()
    about_numbers: bool = False

    @property
    def is_plain(self) -> bool:
        """Whether there is nothing to try."""
        return not self.slots and not any(paragraph.runs or paragraph.reasons for paragraph in self.paragraphs)


def show_paragraphs(
    body: Sequence[Paragraph],
    resolver: Resolver,
    dates: Sequence[date | None] = (),
    linked: set[str] | None = None,
    marked: str = "",
) -> list[ShownParagraph]:
    """Render paragraphs.

    Args:
        dates: one for each paragraph, where the source has them.
        linked: slugs of glossary terms already linked; those linked here are added. None links none. Examples never
            link terms, since card names in them contain such words.
        marked: text to highlight.
    """
    shown: list[ShownParagraph] = []
    for place, paragraph in enumerate(body):
        text, example = paragraph.text, paragraph.kind == "example"
        if example and text.startswith(EXAMPLE):
            # The template adds this word.
            text = text.removeprefix(EXAMPLE).lstrip()
        layers = resolver.layers(text, None if example else linked)
        if marked:
            found = re.finditer(re.escape(marked), text, re.IGNORECASE)
            layers += [Layer(place.start(), place.end(), "mark") for place in found]
        html = render_text(text, resolver.edition, layers)
        words = text if example or "for example" in text.casefold() else ""
        shown.append(ShownParagraph(html, example, dates[place] if dates else None, words))
    return shown


def show_rules(
    rules: Iterable[RuleText], resolver: Resolver, at: str = "", became: Mapping[str, Became] | None = None
) -> list[ShownRule]:
    """Render rules in order; `at` is the requested number, `became` as in `show_rule`.

    A glossary term is linked once per rule, its subrules included.
    """
    shown: list[ShownRule] = []
    linked: set[str] = set()
    for rule in rules:
        if rule.kind is not NumberKind.SUBRULE:
            linked = set()
        shown.append(show_rule(rule, resolver, at=rule.number == at, linked=linked, became=became))
    return shown


def show_rule(
    rule: RuleText,
    resolver: Resolver,
    *,
    at: bool = False,
    linked: set[str] | None = None,
    marked: str = "",
    became: Mapping[str, Became] | None = None,
) -> ShownRule:
    """Render one rule; `linked` and `marked` as in `show_paragraphs`.

    `became` is for rules of an old edition.
    """
    day = rule.edition.date
    since, newest = what_became(rule.number, day, (became or {}).get(rule.number))
    return ShownRule(
        number=rule.number,
        kind=rule.kind,
        paragraphs=show_paragraphs(rule.paragraphs, resolver, rule.dates, None if rule.is_title else linked, marked),
        plain=plain_words(rule.number, rule.text),
        address=addresses.rule(rule.number, day if resolver.facts.pinned else None),
        pinned=addresses.rule(rule.number, day),
        at=at,
        since=since,
        newest=newest,
    )


def what_became(key: str, day: date, became: Became | None) -> tuple[str, str]:
    """What became of an old text, and a link: ("Reworded since, now 107.4", "/rules/107.4/"). Empty if nothing did.

    `became` is None where that is unknown.
    """
    if became is None or became == ((key,), False, False):
        return "", ""
    history = addresses.history(key, day)
    if not became.keys:
        return "Removed since", history
    now = became.keys[0]
    address = addresses.provision(now)
    if became.split:
        return split_into(map(plain_name, became.keys)), address if len(became.keys) == 1 else history
    named = plain_name(now)
    return f"Reworded since{f', now {named}' if now != key else ''}" if became.reworded else f"Now {named}", address


def symbols_named(rules: Sequence[RuleText], lacking: Collection[str]) -> list[SymbolMention]:
    """The symbols that rules of one edition are about, or the kinds of them, each once, in order.

    `lacking` are the symbols that the edition doesn't have yet.
    """
    if not rules:
        return []
    text = "\n".join(paragraph.text for rule in rules for paragraph in rule.paragraphs)
    return mentions(text, rules[0].edition.date, lambda: lacking)


def without_italics(text: str) -> str:
    """“the _Oracle_ text” -> “the Oracle text”."""
    return ITALICS.sub(r"\1", text)


def summary_of(text: str) -> str:
    """The first words, as plain text, for link previews."""
    return textwrap.shorten(without_italics(text), _SUMMARY, placeholder="…")
