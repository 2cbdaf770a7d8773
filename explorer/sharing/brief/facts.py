"""Queries of a brief, whose number doesn't grow with its parts."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from explorer.cards.card import Card
from explorer.cards.reading import cards_at
from explorer.casting.request import CastRequest
from explorer.casting.shown import ShownWalk, show_walk
from explorer.casting.walk import walk
from explorer.costcheck import CheckForm, ShownCheck, show_check
from explorer.costcheck.check import check_on_page
from explorer.library.glossaries import terms_at
from explorer.library.history.places import Became, fates_at
from explorer.library.links import LinkFacts, facts_from, numbers_named, places_of, relevant_editions
from explorer.library.loaded import Library
from explorer.library.queries import EditionInfo, RuleText, TermText, newest_rules, rules_at
from explorer.lineages.provisions import is_term, plain_name, term_key
from explorer.sharing.brief.content import MOST_EDITIONS, MOST_PARTS, Brief
from explorer.sharing.brief.subjects import CardWanted, PartError, Readings, Subject, TextWanted, subject_of
from explorer.symbols_by_edition.query import edition_symbols
from explorer.tryit import TrialRequest
from explorer.tryit.block import prefetch
from explorer.x import LoadedRules, XQuestion, rules_to_quote
from symbols.engine import EngineError, TooLarge, counting

MOST_STEPS = 100_000
"""Budget of the checker for a brief, in steps. An ordinary check takes some hundreds."""

_TOO_MANY_STEPS = TooLarge("too_many_steps", "The checks above already take a while. Put this one in another brief.")

Wanted = tuple[str, date | None]
"""(rule number or glossary slug, edition date); None for the newest."""


@dataclass(frozen=True, slots=True)
class BriefTexts:
    """Rules and glossary entries of a brief that exist; links by edition, without glossary terms.

    `became` is what became of texts of older editions, by key and date.
    """

    rules: Mapping[Wanted, RuleText]
    terms: Mapping[Wanted, TermText]
    links: Mapping[EditionInfo, LinkFacts]
    became: Mapping[tuple[str, date], Became]


def brief_texts(rules: Collection[Wanted], terms: Collection[Wanted], loaded: Library) -> BriefTexts:
    """At most six queries."""
    found = _rules(rules, loaded)
    entries = _terms(terms, loaded)
    texts: dict[EditionInfo, list[str]] = {}
    shown: list[RuleText | TermText] = [*found.values(), *entries.values()]
    for one in shown:
        texts.setdefault(one.edition, []).extend(paragraph.text for paragraph in one.paragraphs)
    numbers = {edition: numbers_named(own) for edition, own in texts.items()}
    asked = {other for edition in texts for other in relevant_editions(edition, loaded, pinned=True)}
    places = places_of({number for own in numbers.values() for number in own}, asked)
    newest = loaded.newest
    old = [(rule.number, rule.edition.date) for rule in found.values() if rule.edition != newest]
    old += [(term_key(entry.slug), entry.edition.date) for entry in entries.values() if entry.edition != newest]
    return BriefTexts(
        rules=found,
        terms=entries,
        links={
            edition: facts_from(own, places, edition, loaded, pinned=True, with_glossary=False)
            for edition, own in numbers.items()
        },
        became=fates_at(old, newest.date) if newest else {},
    )


def _rules(wanted: Collection[Wanted], loaded: Library) -> dict[Wanted, RuleText]:
    pinned = [(day, number) for number, day in wanted if day and loaded.on(day)]
    newest = {number for number, day in wanted if day is None}
    found: dict[Wanted, RuleText] = {
        (rule.number, rule.edition.date): rule for rule in rules_at(pinned, loaded.editions)
    }
    texts = newest_rules(newest, loaded.undated) if newest else {}
    return found | {(number, None): rule for number, rule in texts.items()}


def _terms(wanted: Collection[Wanted], loaded: Library) -> dict[Wanted, TermText]:
    pinned = {(edition, slug) for slug, day in wanted if day and (edition := loaded.on(day))}
    newest = {(edition, slug) for slug, day in wanted if day is None for edition in loaded.undated}
    found: dict[Wanted, TermText] = {}
    # The newest entry with a slug comes last.
    for entry in terms_at(pinned | newest):
        if (entry.edition, entry.slug) in pinned:
            found[entry.slug, entry.edition.date] = entry
        if (entry.edition, entry.slug) in newest:
            found[entry.slug, None] = entry
    return found


@dataclass(frozen=True, slots=True)
class BriefFacts:
    """What a brief shows.

    Attributes:
        subjects: what each part shows, or why it can't.
        checks: checked costs and walks through casting, or their errors, by index of the part.
        said: rules quoted by answers of the X explorer, by edition.
    """

    brief: Brief
    loaded: Library
    subjects: Sequence[Subject | PartError]
    texts: BriefTexts
    cards: Mapping[str, Card]
    checks: Mapping[int, ShownCheck | ShownWalk | EngineError]
    said: Mapping[EditionInfo | None, LoadedRules]
    readings: Readings


def ask(brief: Brief, loaded: Library) -> BriefFacts:
    """Query everything that a brief shows. Parts beyond `MOST_PARTS` are ignored."""
    readings = Readings(loaded)
    subjects = _limit_editions([_subject(part.address, loaded, readings) for part in brief.parts[:MOST_PARTS]])
    if brief.is_too_long:
        too_long = PartError("The link is too long for this to be checked. Leave out a part or shorten a note.")
        subjects = [too_long if isinstance(one, CheckForm | CastRequest) else one for one in subjects]
    wanted = [one for one in subjects if isinstance(one, TextWanted)]
    questions: dict[EditionInfo | None, list[XQuestion]] = {}
    trials: dict[EditionInfo | None, list[TrialRequest]] = {}
    for one in subjects:
        if isinstance(one, XQuestion):
            questions.setdefault(one.edition, []).append(one)
        if isinstance(one, TrialRequest):
            trials.setdefault(one.edition, []).append(one)
    for named in questions:
        if named:
            # Cached from here on.
            edition_symbols(named)
    for edition, requests in trials.items():
        prefetch(requests, readings.under(edition.iso if edition else ""))
    return BriefFacts(
        brief=brief,
        loaded=loaded,
        subjects=subjects,
        texts=brief_texts(
            [(one.key, one.day) for one in wanted if not is_term(one.key)],
            [(plain_name(one.key), one.day) for one in wanted if is_term(one.key)],
            loaded,
        ),
        cards=cards_at({one.slug for one in subjects if isinstance(one, CardWanted)}),
        checks=_checks(subjects, loaded),
        said={edition: rules_to_quote(asked, loaded) for edition, asked in questions.items()},
        readings=readings,
    )


def _subject(address: str, loaded: Library, readings: Readings) -> Subject | PartError:
    try:
        return subject_of(address, loaded, readings)
    except PartError as error:
        return error


def _limit_editions(subjects: Sequence[Subject | PartError]) -> list[Subject | PartError]:
    """Replace answers from more than `MOST_EDITIONS` by errors, as each edition has to be read in full for them."""
    days: set[str] = set()
    few: list[Subject | PartError] = []
    for one in subjects:
        own = days | ({day} if (day := _edition_of(one)) else set())
        if len(own) > MOST_EDITIONS:
            few.append(PartError(f"Answers in a brief can come from {MOST_EDITIONS} editions. This would be one more."))
        else:
            few.append(one)
            days = own
    return few


def _edition_of(subject: Subject | PartError) -> str:
    """The edition that an answer is requested for; empty for the newest text, and for other subjects."""
    if isinstance(subject, CheckForm | CastRequest):
        return str(subject.options.get("edition") or "").strip()
    edition = subject.edition if isinstance(subject, XQuestion | TrialRequest) else None
    return edition.iso if edition else ""


def _checks(
    subjects: Sequence[Subject | PartError], loaded: Library
) -> dict[int, ShownCheck | ShownWalk | EngineError]:
    """By index of the part. Equal ones are checked once, and none are shown after `MOST_STEPS`."""
    forms = {place: one for place, one in enumerate(subjects) if isinstance(one, CheckForm | CastRequest)}
    shown: dict[str, ShownCheck | ShownWalk | EngineError] = {}
    with counting() as steps:
        for form in forms.values():
            if (key := _key(form)) not in shown and steps.taken <= MOST_STEPS:
                try:
                    shown[key] = _shown(form, loaded)
                except EngineError as error:
                    shown[key] = error
    return {place: shown.get(_key(form), _TOO_MANY_STEPS) for place, form in forms.items()}


def _shown(form: CheckForm | CastRequest, loaded: Library) -> ShownCheck | ShownWalk:
    if isinstance(form, CastRequest):
        return show_walk(walk(form, lambda: loaded), loaded)
    return show_check(*check_on_page(form.given, loaded))


def _key(form: CheckForm | CastRequest) -> str:
    given = form.options if isinstance(form, CastRequest) else form.given
    return repr((type(form).__name__, sorted(given.items())))
