"""Subjects of a brief's parts: what one of our own addresses refers to. No queries."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.http import QueryDict
from django.http.request import validate_host
from django.urls import Resolver404, ResolverMatch, resolve
from django.utils.text import capfirst

from explorer.casting.form import CastForm
from explorer.casting.request import CastRequest, option_names
from explorer.costcheck import CheckForm
from explorer.costcheck.option_fields import LABELS as LABELS_OF_CHECK
from explorer.document.dates import long_date
from explorer.document.numbers import NumberKind
from explorer.library.loaded import Library
from explorer.lineages.provisions import term_key
from explorer.not_found.path_arguments import SLUG, number_in
from explorer.tryit import TrialRequest
from explorer.tryit.reading import TrialContext
from explorer.web.errors import shorten
from explorer.x import XQuestion
from symbols.catalog.finding import resolve as symbol_meant
from symbols.engine import EngineError
from symbols.trials.catalog import trial_named

KINDS = "rules, glossary entries, tournament sections, symbols, cards, checked costs, spells to cast, X and Try its"
LABELS: Mapping[str, str] = {**option_names(), **LABELS_OF_CHECK}


class PartError(Exception):
    """A part that can't be shown; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class TextWanted:
    """A rule or glossary entry, by its key in the history; without `day`, its newest text."""

    key: str
    day: date | None


@dataclass(frozen=True, slots=True)
class CardWanted:
    """A card by its slug, or one of its rulings by its anchor on the card's page."""

    slug: str
    ruling: str = ""


@dataclass(frozen=True, slots=True)
class SectionWanted:
    """A section of a tournament document; without `day`, of its newest edition."""

    document: str
    number: str
    day: str | None


@dataclass(frozen=True, slots=True)
class PageWanted:
    """A page that is only linked, or a symbol if there is a `code`."""

    title: str
    address: str
    code: str = ""
    words: str = ""


Subject = TextWanted | CardWanted | SectionWanted | CheckForm | CastRequest | XQuestion | TrialRequest | PageWanted


def subject_of(address: str, loaded: Library, readings: "Readings") -> Subject:
    """What an address refers to, with or without our host name."""
    try:
        there = _without_host(address)
        path = there.path if there.path.endswith("/") else f"{there.path}/"
        return _subject(resolve(path), QueryDict(there.query), there.geturl(), loaded, readings)
    except EngineError as error:
        raise PartError(error.message_for(LABELS)) from None
    except (Resolver404, ValueError):
        raise PartError(f"“{shorten(address)}” isn’t a Pipwise page. A brief can have {KINDS}.") from None


def _without_host(address: str) -> SplitResult:
    """The address without scheme and host; another site's is a `ValueError`."""
    there = urlsplit(address)
    names = settings.ALLOWED_HOSTS
    if there.scheme not in {"", "http", "https"} or (there.hostname and not validate_host(there.hostname, names)):
        raise ValueError(address)
    return there._replace(scheme="", netloc="")


class Readings:
    """One `TrialContext` per edition, shared by all Try it forms of a brief."""

    def __init__(self, loaded: Library) -> None:
        self.loaded = loaded
        self._by_date: dict[date | None, TrialContext] = {}

    def under(self, typed: str) -> TrialContext:
        """The reading of an edition by its ISO date; of the newest text, if empty."""
        edition = self.loaded.requested_edition(typed)
        return self._by_date.setdefault(edition.date if edition else None, TrialContext(self.loaded, edition))

    def __iter__(self) -> Iterator[TrialContext]:
        return iter(self._by_date.values())


def _subject(match: ResolverMatch, query: QueryDict, address: str, loaded: Library, readings: Readings) -> Subject:
    match (match.view_name or "").removeprefix("pinned-"):
        case "rule" | "short-rule":
            return _rule(match.kwargs["number"], _day(match, loaded))
        case "term" if SLUG.fullmatch(match.kwargs["slug"]):
            return TextWanted(term_key(match.kwargs["slug"]), _day(match, loaded))
        case "card":
            return CardWanted(match.kwargs["slug"], urlsplit(address).fragment)
        case "policy-section" | "policy" if number := match.kwargs.get("number") or urlsplit(address).fragment:
            return SectionWanted(match.kwargs["document"], number, match.kwargs.get("edition"))
        case "check":
            return _check(query)
        case "cast":
            return _cast(query, loaded)
        case "x":
            return _x(query, loaded)
        case "trial" if trial := trial_named(match.kwargs["slug"]):
            return TrialRequest.read(trial, dict(query.lists()), readings.under(query.get("edition", "")))
        case name:
            return _page(name, match.kwargs, address)


def _check(query: QueryDict) -> CheckForm:
    form = CheckForm.read(query)
    if form.error:
        raise form.error
    if not form.cost.strip() and not form.name:
        raise PartError("This check has no cost. Type one, such as {X}{R}.")
    return form


def _cast(query: QueryDict, loaded: Library) -> CastRequest:
    request = CastForm.read(query, loaded).request
    if request.is_empty:
        raise PartError("There’s nothing to cast here. Type a card or a cost, such as {X}{R}.")
    return request


def _x(query: QueryDict, loaded: Library) -> XQuestion:
    question = XQuestion.read(query, loaded)
    for problem in question.problems.values():
        raise PartError(problem.message)
    return question


def _page(name: str, named: Mapping[str, str], address: str) -> PageWanted:
    if name == "symbol" and (symbol := symbol_meant(named["code"])):
        return PageWanted(capfirst(symbol.name), address, symbol.code, symbol.description)
    if name in {"history", "term-history"}:
        called = named.get("number") or named["slug"].replace("-", " ")
        return PageWanted(f"History of {called}", address)
    if name == "changes-between":
        old, new = (long_date(date.fromisoformat(named[key])) for key in ("old", "new"))
        return PageWanted(f"What changed, {old} to {new}", address)
    raise PartError(f"A brief can’t have “{shorten(address)}”. It can have {KINDS}.")


def _rule(typed: str, day: date | None) -> TextWanted:
    number = number_in(typed)
    if number is None:
        raise PartError(f"“{shorten(typed)}” isn’t a rule number. Type one such as 107.4f.")
    if number.kind in {NumberKind.CHAPTER, NumberKind.SECTION}:
        raise PartError(f"{number} is a whole {number.kind}. Add the rules you need from it.")
    return TextWanted(str(number), day)


def _day(match: ResolverMatch, loaded: Library) -> date | None:
    typed = match.kwargs.get("edition")
    if typed is None:
        return None
    try:
        day = date.fromisoformat(typed)
    except ValueError:
        raise PartError(f"“{shorten(typed)}” isn’t a date. Type one such as 2025-06-06.") from None
    if loaded.on(day) is None:
        raise PartError(f"Pipwise doesn’t have the {long_date(day)} rules.")
    return day
