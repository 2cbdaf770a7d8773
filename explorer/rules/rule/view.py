"""View of a section, rule or subrule: the newest text, or pinned to an edition."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import lru_cache

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import render

from explorer.cards.reading import cards_meeting
from explorer.cards.shown_rulings import show_cards_met
from explorer.citations import FoundRule, NamedRules, citations_in, named_rules
from explorer.document.numbers import NumberKind, RuleNumber
from explorer.library.history.counts import section_counts, section_steps
from explorer.library.loaded import Library
from explorer.library.place import RulePlace, find_number
from explorer.library.queries import EditionInfo
from explorer.not_found.path_arguments import date_or_404, handle_not_found, number_or_404
from explorer.policy.page import sections_about
from explorer.policy.references import RULES
from explorer.rules.contents.view import contents_at
from explorer.rules.rule.page import show_rule_page
from explorer.rules.rule.query import RulePage, rule_page
from explorer.symbols_by_edition.query import missing_symbols
from explorer.tryit.under_rules import with_trials
from explorer.web import addresses
from explorer.wording.changes import SectionNews, ShownSectionChanges, show_news, show_section_changes
from explorer.wording.life import FormerRule, ShownLife, cited_instead, former_rules, show_life_on_page
from explorer.wording.wordings import Resolver, labels_edition, without_italics


@handle_not_found
def rule(request: HttpRequest, number: str, edition: str | None = None) -> HttpResponse:
    """A section, a rule, or a subrule within its rule; a chapter shows its contents."""
    wanted = number_or_404(number)
    day = date_or_404(edition) if edition else None
    if str(wanted) != number:
        return HttpResponsePermanentRedirect(addresses.rule(str(wanted), day))
    place = find_number(wanted, day)
    if wanted.kind is NumberKind.CHAPTER:
        return contents_at(request, place)
    canonical = request.build_absolute_uri(addresses.rule(number, place.pin))
    return render(request, "rules/rule.html", {"here": "rules", "canonical": canonical, **_context(place)})


def short(request: HttpRequest, number: str) -> HttpResponse:  # noqa: ARG001 - Django's signature
    """Redirect "107-4f" to the rule's page, which may be a 404."""
    return HttpResponsePermanentRedirect(addresses.rule(str(RuleNumber.parse(number.replace("-", ".")))))


def _context(place: RulePlace) -> dict[str, object]:
    page, lacking = rule_page(place, labels_edition()), _lacking(place.edition, place.library)
    met = cards_meeting(str(place.number), place.library) if _is_newest_text(place) else None
    named = named_rules(place.edition.date, place.library)
    cited = _cited_now(page, named) if page.life and page.life.removal else ()
    life = show_life_on_page(page.life, place, has_many=page.has_many) if page.life else None
    shown = show_rule_page(page, lacking, life)
    having = place.library.among(place.wordings)
    changes, news = _changes(page)
    former = former_rules(str(place.number), page.lives, having, place.library, page.life)
    rules = with_trials(shown.rules, place, named, lacking)
    return {
        "page": replace(shown, rules=rules),
        "life": life,
        "changes": changes,
        "news": news,
        "formerly": [*cited_instead(cited, place.library), *former],
        "update": _update_address(place, life, former),
        "newest": shown.as_of.newest_address if life and shown.as_of else None,
        "tries": not all(rule.is_plain for rule in rules),
        "policy": sections_about(RULES, str(place.number), place.library) if place.is_newest else (),
        "met": show_cards_met(met, Resolver(page.links)) if met else None,
    }


def _update_address(place: RulePlace, life: ShownLife | None, former: Sequence[FormerRule]) -> str:
    """Where to update texts that cite the number for a rule that hasn't got it now; empty if there's none."""
    if place.is_newest:
        return addresses.citations(former[0].last) if former else ""
    changed = life is not None and life.since and life.newest != addresses.rule(str(place.number))
    return addresses.citations(place.edition.date) if changed else ""


def _changes(page: RulePage) -> tuple[ShownSectionChanges | None, SectionNews | None]:
    """How much changed in a section through the years, and what the last edition changed that changed anything."""
    place = page.place
    if page.life is None or place.number.kind is not NumberKind.SECTION:
        return None, None
    counts, then = section_counts(page.life, place.library), place.edition.date
    pair = next((pair for pair in counts.changed if pair[1] <= then), None)
    news = None
    if pair:
        titles = {rule.number: without_italics(rule.heading) for rule in [*page.rules, *page.shown]}
        news = show_news(section_steps(page.life, *pair, place.library), titles, pair[1], then)
    return show_section_changes(counts, page.life, place.library, then), news


def _is_newest_text(place: RulePlace) -> bool:
    """Whether the page is unpinned and in the newest complete edition, the one that cards link to."""
    return not place.pinned and place.edition == place.library.newest_complete


def _cited_now(page: RulePage, named: NamedRules) -> Collection[FoundRule]:
    """Named rules that stood under the page's number, each in the newest edition that has it."""
    newest = citations_in(None, page.place.library).newest
    return list(filter(None, map(newest, named.names_of(str(page.place.number)))))


@lru_cache(maxsize=64)
def _lacking(edition: EditionInfo, library: Library) -> frozenset[str]:  # noqa: ARG001 - depends on the other editions
    return missing_symbols(edition.date)
