"""Contents, chapters, sections, rules and subrules: live at the newest text, or pinned to an edition.

One view serves both. Each asks the library once, shapes what it got, and renders that.
"""

from collections.abc import Collection
from datetime import date
from functools import lru_cache

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import render

from explorer.cards.reading import cards_meeting
from explorer.citations import FoundRule, NamedRules, citations_in, named_rules
from explorer.document.numbers import NumberKind, RuleNumber
from explorer.library.loaded import Library
from explorer.library.pages.contents import contents_page
from explorer.library.pages.place import EditionPlace, RulePlace, find_edition, find_number
from explorer.library.pages.rule import RulePage, rule_page
from explorer.library.queries import EditionInfo
from explorer.prose.contents_page import show_contents_page
from explorer.prose.former_rules import cited_instead, former_rules
from explorer.prose.labels import labels_edition
from explorer.prose.life import show_life_on_page
from explorer.prose.links import Resolver
from explorer.prose.rule_page import ShownRulePage, show_rule_page
from explorer.prose.rulings import show_cards_met
from explorer.symbology.editions import lacking_in
from explorer.views import not_found
from explorer.views.not_found import answers_not_found
from explorer.views.rules.trials import with_trials
from explorer.web import addresses


@answers_not_found
def rule(request: HttpRequest, number: str, edition: str | None = None) -> HttpResponse:
    """Show what a number names: a chapter's contents, a section, a rule, or a subrule in its rule."""
    wanted = not_found.number_or_404(number)
    day = not_found.date_or_404(edition) if edition else None
    if str(wanted) != number:
        return HttpResponsePermanentRedirect(addresses.rule(str(wanted), day))
    place = find_number(wanted, day)
    if wanted.kind is NumberKind.CHAPTER:
        return _contents(request, place)
    shown, more = _shape(place)
    return _render(request, "rules/rule.html", shown.address, {"page": shown, **more})


def short(request: HttpRequest, number: str) -> HttpResponse:  # noqa: ARG001 - Django's signature
    """Lead from a number alone to the rule, whether it is there or not."""
    return HttpResponsePermanentRedirect(addresses.rule(str(RuleNumber.parse(number.replace("-", ".")))))


@answers_not_found
def contents(request: HttpRequest, edition: str | None = None) -> HttpResponse:
    """Show the contents of the newest edition, or of one edition."""
    day: date | None = not_found.date_or_404(edition) if edition else None
    return _contents(request, find_edition(day))


def _contents(request: HttpRequest, place: EditionPlace) -> HttpResponse:
    page = show_contents_page(contents_page(place))
    return _render(request, "rules/contents.html", page.address, {"page": page})


def _render(request: HttpRequest, template: str, address: str, context: dict[str, object]) -> HttpResponse:
    canonical = request.build_absolute_uri(address)
    return render(request, template, {"here": "rules", "canonical": canonical, **context})


def _shape(place: RulePlace) -> tuple[ShownRulePage, dict[str, object]]:
    """Return a page of rules, and what is shown with its text: its life, and what had its number before."""
    page, lacking = rule_page(place, labels_edition()), _lacking(place.edition, place.library)
    met = cards_meeting(str(place.number), place.library) if _is_newest_text(place) else None
    named = named_rules(place.edition.date, place.library)
    cited = _cited_now(page, named) if page.life and page.life.removal else ()
    life = show_life_on_page(page.life, place, has_many=page.has_many) if page.life else None
    shown = show_rule_page(page, lacking, life)
    having = place.library.among(place.wordings)
    formerly = [
        *cited_instead(cited, place.library),
        *former_rules(str(place.number), page.lives, having, place.library, page.life),
    ]
    rules = with_trials(shown.rules, place, named, lacking)
    newest = shown.as_of.newest_address if life and shown.as_of else None
    tries = not all(each.is_plain for each in rules)
    cards = show_cards_met(met, Resolver(page.links)) if met else None
    more: dict[str, object] = {
        "rules": rules,
        "life": life,
        "formerly": formerly,
        "newest": newest,
        "tries": tries,
        "met": cards,
    }
    return shown, more


def _is_newest_text(place: RulePlace) -> bool:
    """Return whether a page follows the newest rules, in which cards have their place, and has no text to keep."""
    return not place.pinned and place.edition == place.library.newest_complete


def _cited_now(page: RulePage, named: NamedRules) -> Collection[FoundRule]:
    """Return the named rules that stood under the number of a page, each in the newest edition that has it."""
    newest = citations_in(None, page.place.library).newest
    return list(filter(None, map(newest, named.names_of(str(page.place.number)))))


@lru_cache(maxsize=64)
def _lacking(edition: EditionInfo, library: Library) -> frozenset[str]:  # noqa: ARG001 - other editions tell of this one
    return lacking_in(edition.date)
