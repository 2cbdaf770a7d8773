"""The front page, with live answers while typing; below its search box chapters, examples, latest changes."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import render

from explorer.costcheck import partial, show_check, show_error
from explorer.costcheck.check import check_on_page
from explorer.document.numbers import NumberKind, RuleNumber
from explorer.history.years_page import ShownLatest, show_latest
from explorer.library.history.counts import timeline
from explorer.library.links import spans
from explorer.library.loaded import Library, library
from explorer.library.place import EditionPlace
from explorer.library.queries import EditionInfo, newest_rule, sections_begun
from explorer.policy.page import document_links
from explorer.rules.contents.page import ContentsChapter, show_contents_page
from explorer.rules.contents.query import contents_page
from explorer.search import search, to_half_width
from explorer.search.answers.answer import Answer
from explorer.search.answers.choosing import MOST_TYPED, answer_to, is_mistyped, searched, understood
from explorer.search.answers.dated import answer_then, find_dated_term, results_then
from explorer.search.answers.history import answer_history
from explorer.search.answers.named import as_cost, edition_named, place_named, read_named, show_named
from explorer.search.answers.no_results import suggest
from explorer.search.answers.results import (
    NEWEST,
    ReadResults,
    count,
    find,
    show_results,
    shown,
    shown_rules,
)
from explorer.search.answers.tournament import TournamentAnswer, answer_named, answer_tournament, names_missing_document
from explorer.search.understand.interpretation import Interpretation
from explorer.web import addresses
from explorer.web.downloads import notice_on_excerpts
from explorer.web.http import HtmxRequest, render_error
from explorer.web.page_cache import query_parameters
from symbols.engine import EngineError

LIVE_HITS = 6


@query_parameters(["q"], headers=["HX-Request"])
def home(request: HtmxRequest) -> HttpResponse:
    """Show the front page; for htmx requests, only the answer."""
    typed = to_half_width(request.GET.get("q", ""))
    loaded = library()
    example = "" if typed.strip() else EXAMPLE
    meaning = understood(example or typed)
    context = {"typed": typed, "example": example, **_live(example or typed, meaning, loaded)}
    context["fetch_policy"] = names_missing_document(typed, loaded)
    if example:
        context["said"] = ""
    if request.htmx:
        return partial(request, "home.html", context, addresses.home(typed))
    context |= {
        "front": read_front(loaded, answered=bool(typed)),
        "tournament_documents": document_links(loaded),
        "here": "home",
        "first_start": notice_on_excerpts(loaded),
    }
    context["canonical"] = request.build_absolute_uri(addresses.home(typed))
    if "problem" in context and meaning.error:
        return render_error(request, "home.html", context, meaning.error.as_json())
    return render(request, "home.html", context)


def _live(typed: str, meaning: Interpretation, loaded: Library) -> dict[str, object]:
    if edition_named(typed, loaded):
        return place_named(typed, loaded)
    if section := answer_named(typed, loaded):
        return {"tournament": section, "said": section.spoken}
    if past := answer_history(typed, loaded):
        found = _with_results(typed, past.one, past.read, loaded) if past.read else {"said": past.one.spoken}
        return {"one": past.one, **found}
    if meaning.kind == "cost":
        if meaning.error is not None:
            return _live_unreadable(typed, meaning, meaning.error, loaded)
        begun = sections_begun(typed, loaded.newest)
        answer = show_check(*check_on_page({"cost": typed}, loaded))
        checked = {"answer": answer, "said": answer.said, "check_address": addresses.check(typed.strip())}
        return checked | {"search_address": addresses.search(typed.strip(), words=True), "begun": begun}
    if meaning.kind in {"payment", "cast", "change"} or meaning.span is not None:
        one = answer_to(typed, meaning, None, loaded)
        return {"one": one, "said": one.spoken} if one else _live_words(typed, meaning, loaded)
    if meaning.kind == "rule" and meaning.number is not None:
        return _live_number(meaning.number, loaded) | as_cost(typed, meaning)
    if meaning.kind == "words":
        named = read_named(meaning, None, loaded)
        found = _live_words(typed, meaning, loaded) | place_named(typed, loaded) | as_cost(typed, meaning)
        return found | show_named(typed, named, None, loaded) if named else found
    return {}


def _live_unreadable(typed: str, meaning: Interpretation, error: EngineError, loaded: Library) -> dict[str, object]:
    """Results for symbols with words, or why the cost can't be read."""
    if not is_mistyped(typed, meaning):
        found = _live_words(typed, meaning, loaded)
        if "hits" in found:
            return found
    search_address = addresses.search(typed.strip(), words=True) if len(typed) <= MOST_TYPED else ""
    return {
        "problem": show_error({"cost": typed}, error, address="home"),
        "search_address": search_address,
    }


def _live_words(typed: str, meaning: Interpretation, loaded: Library) -> dict[str, object]:
    """The answer and the first results, or suggestions without any."""
    then = find_dated_term(typed, meaning, loaded)
    typed = then.words if then else meaning.term or typed
    read = find(searched(typed, meaning), NEWEST, loaded)
    ways = suggest(typed, read.found, loaded)
    one, past = answer_then(then, None if meaning.named else answer_to(typed, meaning, read.found, loaded), loaded)
    read = results_then(then, read) or read
    tournament = answer_tournament(typed, loaded, has_rule=one is not None)
    if tournament and tournament.is_first:
        return {"tournament": tournament, **past, **_with_results(typed, tournament, read, loaded)}
    return {"one": one, "no_results": ways, "tournament": tournament, **past, **_with_results(typed, one, read, loaded)}


def _with_results(
    typed: str, one: Answer | TournamentAnswer | None, read: ReadResults, loaded: Library
) -> dict[str, object]:
    """Context with the first results under an answer, if there is one."""
    found = show_results(
        read, typed, loaded, answered=bool(one), shown_above=one.repeats if isinstance(one, Answer) else ()
    )
    said = one.spoken if one else ""
    if not found.total:
        nothing = "" if one else "No results."
        if nothing and not loaded.has_complete:
            nothing = f"Only excerpts are loaded, and none has “{typed.strip()}”."
            nothing += " The full rules do." if read.lacks_answer else ""
        return {"nothing": nothing, "said": said or "No results."}
    return {
        "hits": found.best[:LIVE_HITS],
        "found": found,
        "said": f"{said} {found.said}".strip(),
        "total": count(found.total),
        "more_address": addresses.search(typed.strip()) if found.rest or found.total > LIVE_HITS else "",
    }


def _live_number(number: RuleNumber, loaded: Library) -> dict[str, object]:
    named = str(number)
    if number.kind is not NumberKind.SUBRULE:
        found = search(named, limit=LIVE_HITS, loaded=loaded)
        if found.hits and (number.rule or found.hits[0].number == named):
            hits = shown(found.hits, None, loaded)
            more = addresses.search(named, words=True) if found.total > LIVE_HITS else ""
            total = count(found.total)
            return {"hits": hits, "said": total, "total": total, "more_address": more}
    rule = newest_rule(named, loaded.editions)
    if rule is None:
        return {"nothing": f"No loaded edition has {number}."}
    return {"hits": shown_rules([rule], loaded), "said": count(1)}


CHAPTERS = range(1, 10)
EXAMPLE = "{2/W}{2/W} with WWC"
"""The chip that is answered while nothing is typed."""
_CHIPS = ("704.5j", "how does ward work", EXAMPLE)
_CHIPS_OF_EXCERPTS = ("107.4f", "mana symbol", EXAMPLE)


@dataclass(frozen=True, slots=True)
class FrontChapter:
    """A chapter with its loaded sections, such as “104 and 107”; no address if none is."""

    number: int
    words: str
    sections: str
    address: str


@dataclass(frozen=True, slots=True)
class Front:
    """The front page below its search box.

    Attributes:
        glossary: text and URL, if there is a glossary.
        chips: example queries and their URLs.
        latest: None unless two complete editions are loaded.
    """

    newest: EditionInfo | None
    chapters: Sequence[FrontChapter]
    glossary: tuple[str, str] | None
    chips: Sequence[tuple[str, str]]
    latest: ShownLatest | None = None


def read_front(loaded: Library, *, answered: bool) -> Front:
    """The front page below its search box; two queries at most once changes are cached.

    With `answered`, an answer comes first and the changes are omitted.
    """
    edition = loaded.newest
    if edition is None:
        return Front(None, (), None, ())
    page = show_contents_page(contents_page(EditionPlace(library=loaded, edition=edition, pinned=False)))
    chapters = {int(chapter.number): chapter for chapter in page.chapters}
    chips = _CHIPS if edition.complete else _CHIPS_OF_EXCERPTS
    return Front(
        newest=edition,
        chapters=[_chapter(number, chapters.get(number)) for number in CHAPTERS],
        glossary=(page.glossary_note, page.glossary_address) if page.glossary_address else None,
        chips=[(chip, addresses.home(chip)) for chip in chips],
        latest=show_latest(timeline(loaded)) if edition.complete and not answered else None,
    )


def _chapter(number: int, chapter: ContentsChapter | None) -> FrontChapter:
    if chapter is None or not chapter.entries:
        return FrontChapter(number, HEADINGS[number], "", "")
    sections = spans([RuleNumber.parse(entry.number) for entry in chapter.entries], "–")
    words, address = chapter.words or HEADINGS[number], chapter.address or addresses.contents()
    return FrontChapter(number, words, sections, address)


HEADINGS = {
    1: "Game Concepts",
    2: "Parts of a Card",
    3: "Card Types",
    4: "Zones",
    5: "Turn Structure",
    6: "Spells, Abilities, and Effects",
    7: "Additional Rules",
    8: "Multiplayer Rules",
    9: "Casual Variants",
}
"""Chapter titles since 2009, for chapters that aren't loaded."""
