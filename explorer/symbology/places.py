"""Where the library has the rules that are cited, whatever their numbers are there."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from explorer import addresses
from explorer.document.dates import long_date
from explorer.library.lookups import editions_holding
from explorer.models import CitedRule


@dataclass(frozen=True, slots=True)
class Found:
    """A cited rule in the newest edition of the library that has it.

    Attributes:
        number: its number there.
        date: that edition's effective date.
        address: its page; pinned where a newer edition has another rule under this number.
    """

    number: str
    date: date
    address: str


def newest_places(cited: Iterable[str]) -> Mapping[str, Found]:
    """Return where rules are, by the numbers that definitions cite; those that no edition has are left out."""
    rows = CitedRule.objects.filter(cited__in=set(cited)).order_by("rule__edition__date")
    places = {
        there: (number, day) for there, number, day in rows.values_list("cited", "rule__number", "rule__edition__date")
    }
    held = editions_holding({number for number, _ in places.values()})
    return {
        there: Found(number, day, addresses.rule(number, None if held[number][-1] == day else day))
        for there, (number, day) in places.items()
    }


def cite(rules: Sequence[str], places: Mapping[str, Found]) -> SafeString:
    """Return cited rules as links in a row; one that the library lacks is no link."""
    return mark_safe(" ".join(_cite(rule, places.get(rule)) for rule in dict.fromkeys(rules)))  # noqa: S308


def _cite(cited: str, found: Found | None) -> SafeString:
    if found is None:
        return format_html('<span class="cite" title="Rule {0} is not in this library">{0}</span>', cited)
    return format_html(
        '<a class="cite" href="{}" title="as of {}" aria-label="rule {}">{}</a>',
        found.address,
        long_date(found.date),
        found.number,
        found.number,
    )
