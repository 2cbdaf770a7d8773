"""A brief as its template shows it: each part by the functions of its own page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import chain

from explorer.card_pages.page import card_as_text
from explorer.cards.shown_rulings import ruling_title
from explorer.casting.request import CastRequest
from explorer.casting.shown import ShownWalk
from explorer.costcheck import CheckForm, ShownCheck
from explorer.document.dates import long_date
from explorer.lineages.provisions import is_term, plain_name
from explorer.policy.finding import find_policy
from explorer.policy.parts import quotation, quoted
from explorer.policy.place import address_of
from explorer.rules.glossary.page import show_entry
from explorer.sharing.brief.content import Brief
from explorer.sharing.brief.facts import BriefFacts
from explorer.sharing.brief.subjects import (
    LABELS,
    CardWanted,
    PageWanted,
    PartError,
    SectionWanted,
    Subject,
    TextWanted,
)
from explorer.tryit import TrialBlock, TrialRequest, make_block
from explorer.web import addresses
from explorer.web.errors import NotFound, shorten
from explorer.wording.wordings import Resolver, ShownParagraph, show_rule, summary_of, what_became, without_italics
from explorer.x import XQuestion, page
from symbols.engine import EngineError
from symbols.sentences import join_words

_LONGEST_TITLE = 80
_MOST_NAMED = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownBriefPart:
    """Part of a brief: a text, an answer, or a page that is only linked.

    Attributes:
        address: permalink.
        kind: "Rule", "Cost", …
        since: what became of a text of the edition of `day`, with the link `newest`; else empty.
        document: name of the tournament document that a text is of; empty for the rules.
        x: context of the X explorer's templates, for an answer to `question`.
    """

    address: str
    kind: str
    title: str
    words: str = ""
    note: str = ""
    day: date | None = None
    since: str = ""
    newest: str = ""
    paragraphs: Sequence[ShownParagraph] = ()
    check: ShownCheck | None = None
    walk: ShownWalk | None = None
    x: Mapping[str, object] | None = None
    question: XQuestion | None = None
    tried: TrialBlock | None = None
    symbol: str = ""
    document: str = ""
    problem: str = ""


@dataclass(frozen=True, slots=True)
class ShownBrief:
    """A brief; `brief` has permalinks as its parts' addresses."""

    brief: Brief
    parts: Sequence[ShownBriefPart]

    @property
    def title(self) -> str:
        """First line of the note, else the titles of the first parts."""
        named = [part.title for part in self.parts if not part.problem]
        if (more := len(named) - _MOST_NAMED) > 0:
            named[_MOST_NAMED:] = [f"{more} more"]
        words = self.brief.note.partition("\n")[0] or join_words(named) or "Brief"
        return words if len(words) <= _LONGEST_TITLE else f"{words[: _LONGEST_TITLE - 1].rsplit(' ', 1)[0]}…"

    @property
    def heading(self) -> str:
        """First line of the note, if it is short enough for a heading; else empty."""
        return self.title if self.brief.note.partition("\n")[0] == self.title else ""

    @property
    def note(self) -> str:
        """The note without `heading`."""
        return self.brief.note.removeprefix(self.heading).strip()

    @property
    def description(self) -> str:
        shown = ((f"{part.title}: {part.words}", part.note) for part in self.parts if not part.problem)
        said = chain([self.note], *shown)
        return summary_of(" ".join(said)) if self.parts or self.note else ""

    @property
    def address(self) -> str:
        return self.brief.address()

    @property
    def has_notes(self) -> bool:
        return bool(self.brief.note) or any(part.note for part in self.brief.parts)

    @property
    def is_empty(self) -> bool:
        return not self.parts and not self.brief.note

    @property
    def is_unreadable(self) -> bool:
        return bool(self.parts) and not self.brief.note and all(part.problem for part in self.parts)


def show_brief(facts: BriefFacts) -> ShownBrief:
    shown = [_part(place, facts) for place in range(len(facts.subjects))]
    beyond = [part.address for part in facts.brief.parts[len(shown) :]]
    return ShownBrief(facts.brief.at([*(part.address for part in shown), *beyond]), shown)


def _part(place: int, facts: BriefFacts) -> ShownBriefPart:
    own, subject = facts.brief.parts[place], facts.subjects[place]
    try:
        return replace(_shown(place, subject, facts), note=own.note)
    except (PartError, EngineError) as error:
        message = error.message_for(LABELS) if isinstance(error, EngineError) else str(error)
        title = f"Part {place + 1}"
        return ShownBriefPart(address=own.address, kind="Not shown", title=title, note=own.note, problem=message)


def _shown(place: int, subject: Subject | PartError, facts: BriefFacts) -> ShownBriefPart:
    match subject:
        case PartError():
            raise subject
        case TextWanted(key=key) if is_term(key):
            return _term(subject, facts)
        case TextWanted():
            return _rule(subject, facts)
        case CardWanted():
            return _card(subject, facts)
        case SectionWanted():
            return _section(subject)
        case CheckForm() | CastRequest():
            return _checked(facts.checks[place], facts)
        case XQuestion():
            return _x(subject, facts)
        case TrialRequest():
            return _trial(subject, f"part-{place + 1}", facts)
        case PageWanted():
            kind = "Symbol" if subject.code else "Page"
            return ShownBriefPart(
                address=subject.address, kind=kind, title=subject.title, words=subject.words, symbol=subject.code
            )


def _rule(wanted: TextWanted, facts: BriefFacts) -> ShownBriefPart:
    rule = facts.texts.rules.get((wanted.key, wanted.day))
    if rule is None:
        raise PartError(_missing(wanted, wanted.key))
    fate = facts.texts.became.get((rule.number, rule.edition.date))
    shown = show_rule(
        rule, Resolver(facts.texts.links[rule.edition]), became={rule.number: fate} if fate is not None else None
    )
    return ShownBriefPart(
        address=shown.pinned,
        kind="Rule",
        title=rule.number,
        words=summary_of(rule.text),
        day=rule.edition.date,
        since=shown.since,
        newest=shown.newest,
        paragraphs=shown.paragraphs,
    )


def _term(wanted: TextWanted, facts: BriefFacts) -> ShownBriefPart:
    slug = plain_name(wanted.key)
    entry = facts.texts.terms.get((slug, wanted.day))
    if entry is None:
        raise PartError(_missing(wanted, f"glossary entry “{slug.replace('-', ' ')}”"))
    day = entry.edition.date
    shown = show_entry(entry, facts.texts.links[entry.edition], day)
    since, newest = what_became(wanted.key, day, facts.texts.became.get((wanted.key, day)))
    return ShownBriefPart(
        address=shown.address,
        kind="Glossary",
        title=without_italics(entry.name),
        words=summary_of("\n".join(one.text for one in entry.paragraphs)),
        day=day,
        since=since,
        newest=newest,
        paragraphs=shown.paragraphs,
    )


def _card(wanted: CardWanted, facts: BriefFacts) -> ShownBriefPart:
    card = facts.cards.get(wanted.slug)
    if card is None:
        raise PartError(f"Pipwise has no card called “{shorten(wanted.slug.replace('-', ' '))}”.")
    if not wanted.ruling:
        address = addresses.card(wanted.slug)
        return ShownBriefPart(address=address, kind="Card", title=card.name, words=card_as_text(card))
    for ruling in card.rulings:
        if ruling.key == wanted.ruling:
            address, title = addresses.card(wanted.slug, ruling.key), ruling_title(card.name, ruling.date)
            return ShownBriefPart(address=address, kind="Ruling", title=title, words=ruling.text)
    raise PartError(f"{card.name} doesn’t have this ruling. Its page lists the ones it has.")


def _section(wanted: SectionWanted) -> ShownBriefPart:
    try:
        place = find_policy(wanted.document, wanted.day, wanted.number)
    except NotFound as error:
        raise PartError(error.page.message) from None
    kind, section, day = place.kind, place.section, place.edition.date
    assert section is not None, "a number was requested"  # noqa: S101
    return ShownBriefPart(
        address=address_of(kind.key, section.number, day),
        kind=kind.title,
        title=f"{kind.cited(section.number)} {kind.name_of(section.title)}".strip(),
        words=summary_of(quotation(section)),
        day=day,
        document=kind.name,
        paragraphs=[ShownParagraph(html, example) for html, example in quoted(place)],
    )


def _missing(wanted: TextWanted, name: str) -> str:
    rules = f"The {long_date(wanted.day)} rules" if wanted.day else "The newest rules"
    return f"{rules} have no {name}, or Pipwise doesn’t have it."


def _checked(shown: ShownCheck | ShownWalk | EngineError, facts: BriefFacts) -> ShownBriefPart:
    if isinstance(shown, EngineError):
        raise shown
    if isinstance(shown, ShownWalk):
        newest = facts.loaded.newest
        pinned = addresses.keeping(shown.address, newest.date if newest else None)
        kind = "Activate" if shown.walk.spell.is_ability else "Cast"
        return ShownBriefPart(
            address=pinned or shown.address, kind=kind, title=shown.question, words=shown.said, walk=shown
        )
    return ShownBriefPart(
        address=shown.pinned or shown.address, kind="Cost", title=shown.question, words=shown.said, check=shown
    )


def _x(question: XQuestion, facts: BriefFacts) -> ShownBriefPart:
    shown = page(question, facts.loaded, facts.said[question.edition])
    return ShownBriefPart(
        address=str(shown["pinned"] or shown["lasting"]),
        kind="X",
        title=str(shown["question"]),
        words=str(shown["headline"]),
        x=shown,
        question=question,
    )


def _trial(request: TrialRequest, prefix: str, facts: BriefFacts) -> ShownBriefPart:
    reading = facts.readings.under(request.edition.iso if request.edition else "")
    block = make_block(request, reading, prefix=prefix)
    if block.problem:
        raise PartError(block.problem.message)
    address = block.pinned or request.address
    return ShownBriefPart(address=address, kind="Try it", title=block.question, words=block.spoken, tried=block)
