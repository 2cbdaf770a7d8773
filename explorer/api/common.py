"""Fields, errors and paging shared by operations."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any, TypeVar

from django.http import HttpRequest

from explorer.api.schemas import Failure
from explorer.library.loaded import Library, library
from explorer.library.queries import EditionInfo, RuleText, TermText, newest_rules
from explorer.lineages.provisions import Provision
from explorer.web import addresses
from explorer.wording.wordings import EXAMPLE

MOST = 100
"""Items on a page."""

BAD_INPUT: Mapping[int, Any] = {422: Failure, 429: Failure}
FAILURES: Mapping[int, Any] = {404: Failure, **BAD_INPUT}

Fields = dict[str, object]
_One = TypeVar("_One")


def day_of(edition: str, loaded: Library | None = None) -> date | None:
    """Date of the requested edition; None if empty.

    Raises:
        BadRequest: it isn't a date, or isn't loaded.
    """
    requested = (loaded or library()).requested_edition(edition) if edition.strip() else None
    return requested.date if requested else None


def rule_fields(request: HttpRequest, loaded: Library, rules: Sequence[RuleText]) -> Callable[[RuleText], Fields]:
    """Function from one of `rules` to the fields of `RuleOut`, with at most one query for all."""
    first, *later = loaded.undated or (None,)
    # An excerpt's wording is the newest if no newer excerpt has the number.
    doubtful = [rule.number for rule in rules if rule.edition in later]
    newest = newest_rules(doubtful, loaded.undated) if doubtful else {}
    return lambda rule: _rule_fields(
        request, rule, is_newest=rule.edition == first or rule.edition == newest.get(rule.number, rule).edition in later
    )


def _rule_fields(request: HttpRequest, rule: RuleText, *, is_newest: bool) -> Fields:
    return {
        "number": rule.number,
        "kind": rule.kind.value,
        "heading": rule.heading,
        "text": words_of(rule),
        "examples": examples_of(rule),
        "edition": rule.edition.date,
        "address": request.build_absolute_uri(addresses.rule(rule.number)),
        "pinned": request.build_absolute_uri(addresses.rule(rule.number, rule.edition.date)),
        "is_newest": is_newest,
    }


def words_of(rule: RuleText | Provision) -> str:
    """Text of a rule without examples, one line per paragraph."""
    return "\n".join(each.text for each in rule.paragraphs if each.kind != "example") or rule.heading


def examples_of(rule: RuleText) -> list[str]:
    """Examples of a rule without the word “Example”."""
    return [each.text.removeprefix(EXAMPLE).lstrip() for each in rule.paragraphs if each.kind == "example"]


def term_fields(request: HttpRequest, term: TermText) -> Fields:
    return {
        "slug": term.slug,
        "name": term.name,
        "text": "\n".join(each.text for each in term.paragraphs),
        "edition": term.edition.date,
        "address": request.build_absolute_uri(addresses.term(term.slug)),
        "pinned": request.build_absolute_uri(addresses.term(term.slug, term.edition.date)),
    }


def edition_fields(request: HttpRequest, edition: EditionInfo) -> Fields:
    return {**edition.as_json(), "address": request.build_absolute_uri(addresses.contents(edition.date))}


def paged(found: Sequence[_One], page: int, shown: Callable[[_One], object]) -> Fields:
    """One page of a list, as `Page`; empty beyond the last."""
    return part_of(len(found), page, [shown(one) for one in found[(page - 1) * MOST : page * MOST]])


def part_of(total: int, page: int, items: Sequence[object]) -> Fields:
    """`Page` of items queried for that page only."""
    return {"items": items, "total": total, "page": page, "pages": -(-total // MOST)}
