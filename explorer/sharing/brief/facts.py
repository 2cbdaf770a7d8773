"""Queries of a brief, whose number doesn't grow with its parts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from explorer.cards.card import Card
from explorer.cards.reading import cards_at
from explorer.citations import Citations
from explorer.costcheck import CheckForm
from explorer.costcheck.check import CheckedCost, check_on_page
from explorer.library.loaded import Library
from explorer.library.queries import EditionInfo
from explorer.lineages.provisions import is_term, plain_name
from explorer.sharing.brief.content import MOST_EDITIONS, MOST_PARTS, Brief
from explorer.sharing.brief.query import BriefTexts, brief_texts
from explorer.sharing.brief.subjects import CardWanted, PartError, Readings, Subject, TextWanted, subject_of
from explorer.symbols_by_edition.query import edition_symbols
from explorer.tryit import TrialRequest
from explorer.tryit.block import prefetch
from explorer.x import LoadedRules, XQuestion, rules_to_quote
from symbols.engine import EngineError


@dataclass(frozen=True, slots=True)
class BriefFacts:
    """What a brief shows.

    Attributes:
        subjects: what each part shows, or why it can't.
        checks: checked costs or their errors, by index of the part.
        said: rules quoted by answers of the X explorer, by edition.
    """

    brief: Brief
    loaded: Library
    subjects: Sequence[Subject | PartError]
    texts: BriefTexts
    cards: Mapping[str, Card]
    checks: Mapping[int, tuple[CheckedCost, Citations] | EngineError]
    said: Mapping[EditionInfo | None, LoadedRules]
    readings: Readings


def ask(brief: Brief, loaded: Library) -> BriefFacts:
    """Query everything that a brief shows. Parts beyond `MOST_PARTS` are ignored."""
    readings = Readings(loaded)
    subjects = _limit_editions([_subject(part.address, loaded, readings) for part in brief.parts[:MOST_PARTS]])
    if brief.is_too_long:
        too_long = PartError("The link is too long for this to be checked. Leave out a part or shorten a note.")
        subjects = [too_long if isinstance(one, CheckForm) else one for one in subjects]
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
            few.append(PartError(f"Answers in a brief can be from {MOST_EDITIONS} editions. This is from one more."))
        else:
            few.append(one)
            days = own
    return few


def _edition_of(subject: Subject | PartError) -> str:
    """The edition that an answer is requested for; empty for the newest text, and for other subjects."""
    if isinstance(subject, CheckForm):
        return subject.asked.get("edition", "").strip()
    edition = subject.edition if isinstance(subject, XQuestion | TrialRequest) else None
    return edition.iso if edition else ""


def _checks(
    subjects: Sequence[Subject | PartError], loaded: Library
) -> dict[int, tuple[CheckedCost, Citations] | EngineError]:
    """By index of the part. Equal costs are checked once."""
    known: dict[str, tuple[CheckedCost, Citations] | EngineError] = {}
    found = {}
    for place, one in enumerate(subjects):
        if isinstance(one, CheckForm):
            key = repr(sorted(one.given.items()))
            if key not in known:
                known[key] = _checked(one, loaded)
            found[place] = known[key]
    return found


def _checked(form: CheckForm, loaded: Library) -> tuple[CheckedCost, Citations] | EngineError:
    try:
        return check_on_page(form.given, loaded)
    except EngineError as error:
        return error
