"""What the picture of each kind of page shows."""

from collections.abc import Callable, Mapping

from django.http import QueryDict
from django.utils.text import capfirst

from explorer.card_pages.missing import no_such_card
from explorer.cards.reading import card_at
from explorer.citations import citations_in
from explorer.costcheck import CheckForm, ShownCheck, ShownKeyword, answer_to
from explorer.document.numbers import NumberKind
from explorer.history.query import changes_page
from explorer.library.loaded import library
from explorer.library.place import find_number
from explorer.not_found.pages import date_or_404, no_such_symbol, number_or_404, term_place
from explorer.rules.contents import contents_page
from explorer.rules.glossary.query import entry_meant
from explorer.rules.rule.query import rule_page
from explorer.sharing.pictures import Picture
from explorer.sharing.pictures.page import (
    card_picture,
    changes_picture,
    chapter_picture,
    rule_picture,
    rules_of,
    term_picture,
)
from explorer.symbols_by_edition.query import missing_symbols
from symbols.catalog.finding import resolve


def picture_of(name: str, arguments: Mapping[str, str], query: QueryDict) -> Picture:
    """Content of a page's picture.

    Args:
        name: one of `PICTURED`.
        query: used by the checker and by symbols.

    Raises:
        NotFound: there is no such page.
        NotInLibrary: likewise, if the library lacks it.
        EngineError: the cost is invalid, or an edition in the query isn't loaded.
    """
    if name == "check":
        return _of_check(query)
    if name == "symbol":
        return _of_symbol(arguments["asked"], query)
    return _PICTURE_OF[name.removeprefix("pinned-")](**arguments)


def of_rule(number: str, edition: str | None = None) -> Picture:
    place = find_number(number_or_404(number), date_or_404(edition) if edition else None)
    if place.number.kind is NumberKind.CHAPTER:
        return chapter_picture(contents_page(place))
    return rule_picture(rule_page(place, place.edition.date))


def _of_term(slug: str, edition: str | None = None) -> Picture:
    return term_picture(entry_meant(term_place(slug, edition)))


def _of_symbol(asked: str, query: QueryDict) -> Picture:
    one = resolve(asked)
    if one is None:
        raise no_such_symbol(asked)
    loaded = library()
    then = loaded.asked(query.get("edition", ""))
    citations = citations_in(then.date if then else None, loaded)
    rule = next(filter(None, map(citations.get, one.rules)), None)
    kind, edition, words = capfirst(one.kind), rules_of(then.date) if then else "", one.description
    if then and one.like in missing_symbols(then.date):
        words = f"Not in the {edition}. {words}"
    elif rule:
        kind, edition = f"{kind} · rule {rule.number}", edition or rules_of(rule.date)
    return Picture(capfirst(one.name), words, kind, edition, drawing=one.code)


def _of_card(slug: str) -> Picture:
    found = card_at(slug)
    if found is None:
        raise no_such_card(slug, library())
    return card_picture(found)


def _of_changes(old: str, new: str) -> Picture:
    return changes_picture(changes_page(date_or_404(old), date_or_404(new)))


def _of_check(query: QueryDict) -> Picture:
    shown = answer_to(CheckForm.read(query), library())
    if shown is None:
        return Picture("Check a cost", "See what it means, how you can pay it, and which rule says so.")
    if isinstance(shown, ShownKeyword):
        return Picture(shown.keyword.name, shown.said, "Check a cost")
    return _of_cost(shown)


def _of_cost(shown: ShownCheck) -> Picture:
    said = f"{shown.verdict_in_words} {shown.summary}".strip()
    edition = rules_of(shown.deciding.date) if shown.deciding else ""
    return Picture(shown.canonical, said, shown.question_above or "Check a cost", edition)


_PICTURE_OF: Mapping[str, Callable[..., Picture]] = {
    "card": _of_card,
    "rule": of_rule,
    "term": _of_term,
    "changes-between": _of_changes,
}

PICTURED = frozenset({*_PICTURE_OF, "pinned-rule", "pinned-term", "symbol", "check"})
"""URL names of pages that have pictures."""
