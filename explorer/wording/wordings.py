"""Wordings made ready to be shown: symbols drawn, references linked, each by its offsets."""

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
    """Place for a trial under a rule.

    Attributes:
        prefix: what the ids of its elements begin with.
        title: the trial's heading.
        address: where the trial is tried without scripts.
        offered: whether a link to it stands there until it is opened; else it waits for an example to be run.
    """

    prefix: str
    title: str
    address: str = ""
    offered: bool = False


@dataclass(frozen=True, slots=True)
class ExampleRun:
    """Official example that can be run: the address that runs it, the slot that shows the answer, and its part."""

    address: str
    prefix: str
    title: str
    part: str


@dataclass(frozen=True, slots=True)
class ShownParagraph:
    """One paragraph as HTML.

    Attributes:
        html: the paragraph.
        example: whether it is an example.
        dated: the day that its source gives for this very text.
        words: the text of an example, or of a rule that gives one in passing, as those of 2003 do.
        runs: the ways to run that example.
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
    """Rule or subrule ready for a page.

    Attributes:
        number: its number.
        kind: what that names.
        paragraphs: its text.
        plain: the same in plain words of ours; empty where there are none.
        address: its page.
        pinned: its page, pinned to the edition.
        at: whether it is the one that was asked for.
        since: of an old text, what became of it, in a few words; else empty.
        newest: the newest text or, of what is gone, its history.
        slots: the places for trials; the first is open for the rule that was asked for.
        about_numbers: whether the page about numbers has one of them.
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
    """Return the paragraphs of a wording as HTML.

    Args:
        body: the paragraphs.
        resolver: makes the links.
        dates: one for each paragraph, where the source has them.
        linked: the glossary's words that were linked before, to which those of this text are added; None to link none.
            Examples tell stories of cards, whose names are such words too, so nothing is linked there.
        marked: words to mark wherever they are.
    """
    shown: list[ShownParagraph] = []
    for place, paragraph in enumerate(body):
        text, example = paragraph.text, paragraph.kind == "example"
        if example and text.startswith(EXAMPLE):
            # The page sets this word itself.
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
    """Return rules ready for a page, in order; `at` is the number that was asked for, `became` as for `show_rule`.

    A word of the glossary is linked once in each rule with its subrules.
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
    """Return one rule ready for a page; `linked` and `marked` as for `show_paragraphs`.

    `became` has what became of the rules of an old edition in the newest.
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
    """Return what became of an old text in a few words, and where to read on; nothing for what is as it was.

    Args:
        key: its key in the history.
        day: the effective date of the edition that it is from.
        became: its fate; None where that is unknown.
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
    """Return the symbols that rules of one edition are about, or the kinds of them, each once, in order.

    Args:
        rules: the rules.
        lacking: the symbols that the edition does not have (`explorer.symbols_by_edition.editions.lacking_in`).
    """
    if not rules:
        return []
    text = "\n".join(paragraph.text for rule in rules for paragraph in rule.paragraphs)
    return mentions(text, rules[0].edition.date, lambda: lacking)


def without_italics(text: str) -> str:
    """Return a text for where nothing can be set in italics: without the underscores that ask for them."""
    return ITALICS.sub(r"\1", text)


def summary_of(text: str) -> str:
    """Return the first words of a text, without markup, for those who preview it."""
    return textwrap.shorten(without_italics(text), _SUMMARY, placeholder="…")
