"""The one box: on the front page while people type, and the page of results."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.views.decorators.vary import vary_on_headers

from explorer import addresses, presenting
from explorer.asking import Asked, understand
from explorer.document.numbers import RuleNumber
from explorer.http import HtmxRequest
from explorer.library import lookups, queries
from explorer.search import Hit, Query, Results, search
from symbols import showing
from symbols.rendering import Layer, render_text

LIVE_HITS = 6
PAGE_HITS = 50
SNIPPET = 360
# What is longer than this is no question; the engine has its own, wider limit for costs.
MOST_TYPED = 2_000
TRIES = ("{X}{R}", "{2/W}{2/U}", "{G/W/P}", "{1}{W/U}{W/U}", "{S}{S}", "{X}{X}{2/W}{G/W/P}")


@dataclass(frozen=True, slots=True)
class ShownHit:
    """One search result ready for a page."""

    label: str
    where: str
    address: str
    html: SafeString


@dataclass(frozen=True, slots=True)
class Door:
    """A way into the site."""

    title: str
    words: str
    address: str


@vary_on_headers("HX-Request")
def home(request: HtmxRequest) -> HttpResponse:
    """Show the front page; while somebody types there, only the answer."""
    typed = request.GET.get("q", "")
    asked = _understand(typed)
    context = {"typed": typed, **_live(typed, asked)}
    if request.htmx:
        return showing.partial(request, "home.html", context, addresses.home(typed))
    context |= {"doors": _doors(), "here": "home"}
    return render(request, "home.html", context, status=422 if "problem" in context else 200)


def results(request: HttpRequest) -> HttpResponse:
    """Lead to the rule or the cost that was typed, or show what was found for the words."""
    typed = request.GET.get("q", "")
    if (day := _edition_named(typed)) is not None:
        return HttpResponseRedirect(addresses.contents(day))
    asked = _understand(typed)
    if asked.kind == "rule" and asked.number is not None:
        return HttpResponseRedirect(addresses.rule(str(asked.number)))
    if asked.kind == "cost":
        return HttpResponseRedirect(addresses.check(typed.strip()))
    found = search(Query.read(typed), limit=PAGE_HITS) if asked.kind == "words" else Results((), 0)
    context: dict[str, object] = {
        "typed": typed,
        "hits": _shown(found.hits),
        "count": _count(found.total),
        "more": found.total > len(found.hits),
        "held": "" if found.hits else _held(),
        "advice": "No rule and no glossary entry has all of these words. Fewer words, or a part of one, find more.",
    }
    if asked.error is not None:
        context["problem"] = showing.problem({"cost": typed}, asked.error)
    if asked.cost is not None:
        context["as_cost"] = {"canonical": asked.cost.canonical, "address": addresses.check(typed.strip())}
    return render(request, "search/results.html", context)


def _edition_named(typed: str) -> date | None:
    """Return the date of an edition in the library, when that is what was typed."""
    try:
        edition = queries.edition_of(date.fromisoformat(typed.strip()))
    except ValueError:
        return None
    return edition.date if edition else None


def _understand(typed: str) -> Asked:
    if len(typed) > MOST_TYPED:
        return Asked("cost", error=showing.too_long(typed))
    return understand(typed)


def _live(typed: str, asked: Asked) -> dict[str, object]:
    """Return what the front page shows under the box."""
    if asked.kind == "cost":
        if asked.error is not None:
            return {"problem": showing.problem({"cost": typed}, asked.error, address="home")}
        answer = showing.answer({"cost": typed})
        return {"answer": answer, "said": answer.said, "check_address": addresses.check(typed.strip())}
    if asked.kind == "rule" and asked.number is not None:
        hits = _rule_hits(asked.number)
        return {"hits": hits} if hits else {"nothing": f"No edition in this library has {asked.number}."}
    if asked.kind == "words":
        found = search(Query.read(typed), limit=LIVE_HITS)
        hits = _shown(found.hits)
        nothing = f"Nothing in this library has “{typed.strip()}”."
        return {"hits": hits, "said": _count(found.total)} if hits else {"nothing": nothing, "said": nothing}
    return {"tries": [{"cost": cost, "address": addresses.check(cost)} for cost in TRIES]}


def _rule_hits(number: RuleNumber) -> list[ShownHit]:
    """Return a rule as the one result for its number."""
    edition = queries.newest_with(str(number))
    rule = queries.rule_in(edition, str(number)) if edition else None
    if rule is None:
        return []
    return _shown([Hit(rule.number, "", rule.heading, rule.edition.date, rule.text, (), 0.0)])


def _shown(hits: Sequence[Hit]) -> list[ShownHit]:
    """Return search results ready for a page, with two questions to the library for all of them."""
    numbers = lookups.editions_holding({hit.number for hit in hits if hit.number})
    terms = lookups.newest_of_terms({hit.slug for hit in hits if hit.slug})
    return [_show(hit, numbers[hit.number][-1] if hit.number else terms[hit.slug]) for hit in hits]


def _show(hit: Hit, newest: date) -> ShownHit:
    text, marks = _snippet(hit)
    layers = [Layer(start, end, "mark") for start, end in marks]
    day = f"as of {presenting.long_date(hit.edition)}"
    pin = hit.edition if newest != hit.edition else None
    return ShownHit(
        label=f"{hit.number} {hit.heading}".strip() if hit.number else hit.heading,
        where=day if hit.number else f"Glossary, {day}",
        address=addresses.rule(hit.number, pin) if hit.number else addresses.term(hit.slug, pin),
        html=render_text(text, hit.edition, layers),
    )


def _snippet(hit: Hit) -> tuple[str, Sequence[tuple[int, int]]]:
    """Return the part of the text around the first place that was found, cut between words."""
    text = hit.paragraph
    if len(text) <= SNIPPET:
        return text, hit.marks
    first = hit.marks[0][0] if hit.marks else 0
    start = max(0, min(first - SNIPPET // 3, len(text) - SNIPPET))
    start = text.rfind(" ", 0, start) + 1 if start else 0
    end = text.rfind(" ", start, start + SNIPPET)
    end = end if end > first else len(text)
    lead = "… " if start else ""
    shift = len(lead) - start
    marks = [(a + shift, b + shift) for a, b in hit.marks if start <= a and b <= end]
    return lead + text[start:end] + (" …" if end < len(text) else ""), marks


def _count(total: int) -> str:
    if not total:
        return "Nothing found"
    return f"{total:,} {'place' if total == 1 else 'places'}"


def _held() -> str:
    editions = queries.editions()
    if not editions:
        return "nothing yet"
    named = [f"{lookups.extent(edition)} as of {presenting.long_date(edition.date)}" for edition in editions[-5:]]
    return "; ".join(named)


def _doors() -> list[Door]:
    current = queries.current_edition()
    read = f"Newest text: {presenting.long_date(current.date)}" if current else "Nothing is loaded yet"
    return [
        Door(
            "Read the rules",
            f"The rules with their examples, symbols drawn and references linked. {read}.",
            addresses.contents(),
        ),
        Door("Check a cost", "What a cost means, how to announce it, and which rule says so.", addresses.check()),
        Door("Know the symbols", "Every symbol drawn, named and explained.", addresses.symbols()),
        Door("Look up a word", "The glossary of the rules.", addresses.glossary()),
    ]
