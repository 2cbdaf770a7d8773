"""Places of cited rules in the library, whatever their numbers are there."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from explorer import addresses
from explorer.document.dates import long_date
from explorer.models import CitedRule


@dataclass(frozen=True, slots=True)
class RulePlace:
    """Cited rule in the newest edition of the library that has it.

    Attributes:
        number: its number there.
        date: that edition's effective date.
        address: its page; pinned where a newer edition has another rule under this number.
    """

    number: str
    date: date
    address: str


def newest_places(cited: Iterable[str]) -> Mapping[str, tuple[date, str]]:
    """Return date and number of rules in the newest editions that have them, by the numbers that definitions cite.

    Those that no edition has are left out.
    """
    rows = CitedRule.objects.filter(cited__in=set(cited)).order_by("rule__edition__date")
    return {
        there: (day, number) for there, number, day in rows.values_list("cited", "rule__number", "rule__edition__date")
    }


def linked(places: Mapping[str, tuple[date, str]], held: Mapping[str, Sequence[date]]) -> Mapping[str, RulePlace]:
    """Return places with their addresses.

    Args:
        places: see `newest_places`.
        held: the editions that have each number, oldest first.
    """
    return {
        cited: RulePlace(number, day, addresses.rule(number, None if held[number][-1] == day else day))
        for cited, (day, number) in places.items()
    }


def cite(rules: Sequence[str], places: Mapping[str, RulePlace]) -> SafeString:
    """Return cited rules as links in a row; one that the library lacks is no link."""
    return mark_safe(" ".join(_cite(rule, places.get(rule)) for rule in dict.fromkeys(rules)))  # noqa: S308


def _cite(cited: str, found: RulePlace | None) -> SafeString:
    if found is None:
        return format_html('<span class="cite" title="Rule {0} is not in this library">{0}</span>', cited)
    return format_html(
        '<a class="cite" href="{}" title="as of {}" aria-label="rule {}">{}</a>',
        found.address,
        long_date(found.date),
        found.number,
        found.number,
    )
