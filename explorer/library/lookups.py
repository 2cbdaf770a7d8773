"""What is asked about many numbers at once."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import date

from explorer.document.numbers import RuleNumber
from explorer.library.queries import EditionInfo
from explorer.models import Rule


def editions_holding(numbers: Collection[str]) -> Mapping[str, Sequence[date]]:
    """Return, for each of the numbers that the library has, the editions that have it, oldest first."""
    held: dict[str, list[date]] = defaultdict(list)
    if numbers:
        rows = Rule.objects.filter(number__in=numbers).order_by("edition__date")
        for number, day in rows.values_list("number", "edition__date"):
            held[number].append(day)
    return held


def section_numbers(edition: EditionInfo | None = None) -> list[RuleNumber]:
    """Return the numbers of the sections that an edition, or the whole library, has."""
    rows = Rule.objects.filter(kind=Rule.Kind.SECTION)
    if edition is not None:
        rows = rows.filter(edition_id=edition.id)
    return [RuleNumber.parse(number) for number in rows.values_list("number", flat=True).distinct()]
