"""Rule text as HTML: symbols drawn, references and terms linked; our explanations in plain words; labels of rules."""

import hashlib
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from textwrap import shorten
from typing import Any

from django.utils.safestring import SafeString

from explorer.citations import says
from explorer.document.dates import long_date
from explorer.document.numbers import NumberKind, RuleNumber
from explorer.document.references import FoundReference
from explorer.document.tree import Paragraph
from explorer.library.glossaries import uses_in
from explorer.library.history.places import Became
from explorer.library.links import NO_GLOSSARY, LinkFacts, references_in
from explorer.library.queries import RuleText
from explorer.lineages.provisions import plain_name
from explorer.web import addresses
from explorer.wording.life import split_into
from explorer.wording.mentions import SymbolMention, mentions
from symbols.data_files import read_data
from symbols.plain_text import plain_text
from symbols.rendering import ITALICS, Layer, render_text

# “rule 601, “Casting Spells””: the title after a number.
TITLE = re.compile(r",\s[“\"][^”\"]*[”\"]")


class Resolver:
    """Makes links as seen from one edition.

    A pinned page links within its edition. Where that is an excerpt without the target, the link leads to the newest
    text that has the number, and says so. `rules` are linked instead of glossary entries, by slug, as cards do.
    """

    def __init__(self, facts: LinkFacts, rules: Mapping[str, str] | None = None) -> None:
        self.facts = facts
        self.rules = rules or {}
        self.edition = facts.edition.date

    def address(self, number: str) -> str:
        """Empty if the number leads nowhere."""
        found = self.facts.destinations.get(number)
        if found is None:
            return ""
        # An unpinned address leads to the newest text, which may be of another edition.
        pin = not found.newest or (found.edition == self.edition and self.facts.pinned)
        return addresses.rule(number, found.edition if pin else None)

    def term(self, slug: str) -> str:
        """Address of a glossary entry, or of the rule that replaces it."""
        if slug in self.rules:
            return addresses.rule(self.rules[slug])
        return addresses.term(slug, self.edition if self.facts.pinned or not self.facts.newest else None)

    def layers(self, text: str, linked: set[str] | None) -> list[Layer]:
        """References, and glossary terms that aren't in `linked` yet; None links no terms.

        Terms within a reference or its title aren't linked by themselves.
        """
        found = references_in(text)
        layers = [layer for reference in found for layer in self._layers(reference)]
        if linked is None:
            return layers
        taken = [(reference.start, _end_of_title(text, reference.end)) for reference in found]
        for use in uses_in(text, self.facts.glossary):
            if use.slug not in linked and not any(start < use.end and use.start < end for start, end in taken):
                linked.add(use.slug)
                layers.append(Layer(use.start, use.end, "link", href=self.term(use.slug)))
        return layers

    def _layers(self, found: FoundReference) -> list[Layer]:
        """Several where one name stands for several entries."""
        if found.kind != "glossary":
            return [self._number(found)]
        if self.facts.glossary is NO_GLOSSARY:
            return []
        slug = self.facts.glossary.find(found.target)
        if slug is None and any(self.facts.glossary.find(part.target) for part in found.parts):
            return [layer for part in found.parts for layer in self._layers(part)]
        if slug is None:
            note = "no such entry in this edition" if self.facts.edition.complete else "not loaded"
            return [Layer(found.start, found.end, "missing", note=note)]
        return [Layer(found.start, found.end, "link", href=self.term(slug))]

    def _number(self, found: FoundReference) -> Layer:
        destination = self.facts.destinations.get(found.target)
        if destination is None:
            note = f"no such {found.kind} in this edition" if self.facts.edition.has_all_rules else "not loaded"
            return Layer(found.start, found.end, "missing", note=note)
        note = ""
        if destination.edition != self.edition:
            note = f"Leads to the text of {long_date(destination.edition)}: this edition is an excerpt"
        return Layer(found.start, found.end, "link", href=self.address(found.target), note=note)


def _end_of_title(text: str, place: int) -> int:
    title = TITLE.match(text, place)
    return title.end() if title else place


def plain_words(number: str, words: str) -> str:
    """Empty where we have none. `words` tell whether this edition has another rule under the number."""
    ours = explanations().get(number, "")
    if not ours:
        return ""
    text, phrases = plain_text(words), _explained_by().get(number)
    is_meant = says(number, text) if phrases is None else any(phrase in text for phrase in phrases)
    return ours if is_meant else ""


@cache
def explanations() -> Mapping[str, str]:
    """By the stable name of the rule. Symbols are in braces."""
    words: Mapping[str, str] = read_data("plain_words.toml", "explorer")["words"]
    return words


@cache
def _explained_by() -> Mapping[str, Sequence[str]]:
    """Phrases of the rules that `says` doesn't recognize well enough for our words, normalized, by stable name."""
    phrases: Mapping[str, Sequence[str]] = read_data("plain_words.toml", "explorer")["phrases"]
    return {name: tuple(map(plain_text, own)) for name, own in phrases.items()}


EXAMPLE = "Example:"
_SUMMARY = 300


@dataclass(frozen=True, slots=True)
class TrialSlot:
    """Where a Try it form is swapped in under a rule; `address` is its page, for browsers without scripts.

    Attributes:
        offered: whether a link opens it; otherwise it stays empty until an example is run.
        is_page: whether it is only a link to its page.
    """

    prefix: str
    title: str
    address: str = ""
    offered: bool = False
    is_page: bool = False


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
        words: plain text, if it is an example or contains one (“for example”), as rules of 2003 do.
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
        has_runs = any(paragraph.runs or paragraph.reasons for paragraph in self.paragraphs)
        return not has_runs and all(slot.is_page for slot in self.slots)


def show_paragraphs(
    body: Sequence[Paragraph],
    resolver: Resolver,
    dates: Sequence[date | None] = (),
    linked: set[str] | None = None,
    marked: str = "",
) -> list[ShownParagraph]:
    """Render paragraphs.

    Args:
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
    """Render one rule; `linked` and `marked` as in `show_paragraphs`, `became` for rules of an old edition."""
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
    """What became of an old text, and a link: ("Later reworded, now 107.4", "/rules/107.4/").

    Empty if nothing did, or if that is unknown (`became` is None).
    """
    if became is None or (became.keys, became.reworded, became.split) == ((key,), False, False):
        return "", ""
    history = addresses.history(key, day)
    if not became.keys:
        return "Later removed", history
    now = became.keys[0]
    address = addresses.provision(now)
    if became.split:
        return split_into(map(plain_name, became.keys)), address if len(became.keys) == 1 else history
    named = plain_name(now)
    return f"Later reworded{f', now {named}' if now != key else ''}" if became.reworded else f"Now {named}", address


def symbols_named(rules: Sequence[RuleText], lacking: Collection[str]) -> list[SymbolMention]:
    """The symbols or kinds that rules of one edition are about, in order, without those that it is `lacking` yet."""
    if not rules:
        return []
    text = "\n".join(paragraph.text for rule in rules for paragraph in rule.paragraphs)
    return mentions(text, rules[0].edition.date, lambda: lacking)


def without_italics(text: str) -> str:
    """“the _Oracle_ text” -> “the Oracle text”."""
    return ITALICS.sub(r"\1", text)


def summary_of(text: str) -> str:
    """The first words, as plain text, for link previews."""
    return shorten(without_italics(text), _SUMMARY, placeholder="…")


# Enough to tell nearly all rules apart, and few enough to survive most rewordings.
_OPENING_WORDS = 8
_LONGEST_SUBJECT = 34
# The first verb ends the subject of a sentence.
_VERBS = re.compile(
    r"(?<=\w)(?:,)? (?:is|are|was|were|has|have|had|can|can’t|may|must|will|won’t|do|does|don’t|doesn’t|means?"
    r"|represents?|refers?|uses?|allows?|lets?|gets?|becomes?|causes?|consists?|begins?|ends?)\b.*",
    re.DOTALL | re.IGNORECASE,
)


def short_label(rule: RuleText) -> str:
    return rule.heading or own_label(rule) or subject(rule.text)


def own_label(rule: RuleText) -> str:
    """Our label for a rule without a heading; else empty."""
    if rule.heading:
        return ""
    return _label_by_opening(rule.parsed, rule.text) or _labels_by_number().get(rule.later, "")


def opening_digest(text: str) -> str:
    """Digest of a rule's first words, to recognize it in editions that number it differently."""
    words = re.findall(r"[a-z]+", text.casefold())[:_OPENING_WORDS]
    return hashlib.blake2s(" ".join(words).encode(), digest_size=4).hexdigest()


def subject(text: str) -> str:
    """“The loyalty of a planeswalker card is …” -> “The loyalty of a planeswalker card”."""
    beginning = _VERBS.sub("", ITALICS.sub(r"\1", text).partition("\n")[0])
    return (
        beginning.rstrip(",;:.—")
        if len(beginning) <= _LONGEST_SUBJECT
        else shorten(beginning, _LONGEST_SUBJECT, placeholder="…")
    )


def _label_by_opening(number: RuleNumber, text: str) -> str:
    """Where several rules begin with the same words, the one with this number, or in this section."""
    found = _labels().get(opening_digest(text), {})
    if len(found) == 1:
        return next(iter(found.values()))
    near = [label for own, label in found.items() if RuleNumber.parse(own).section == number.section]
    return found.get(str(number), near[0] if len(near) == 1 else "")


@cache
def _labels() -> Mapping[str, Mapping[str, str]]:
    """By digest of the opening words, then by number."""
    labels: dict[str, dict[str, str]] = {}
    for number, (label, digest) in _data()["labels"].items():
        labels.setdefault(digest, {})[number] = label
    return labels


@cache
def _labels_by_number() -> Mapping[str, str]:
    return {number: label for number, (label, _) in _data()["labels"].items()}


def labels_edition() -> date:
    day: date = _data()["edition"]
    return day


@cache
def _data() -> Mapping[str, Any]:
    return read_data("rule_labels.toml", "explorer")
