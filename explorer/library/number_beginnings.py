"""Beginnings of numbers: `70` begins the sections 700 to 709."""

import re

from explorer.library import queries
from explorer.models import Rule

# One or two digits; three are a section.
BEGINNING = re.compile(r"\s*([1-9]\d?)\s*")


def sections_begun(typed: str) -> str:
    """Return the sections of the newest text whose numbers begin with one or two digits, as “Sections 700–709”.

    Nothing for any other text, and where there is no such section.
    """
    found = BEGINNING.fullmatch(typed) if typed.isascii() else None
    edition = queries.current_edition() if found else None
    if found is None or edition is None:
        return ""
    rules = Rule.objects.filter(edition_id=edition.id, kind=Rule.Kind.SECTION, number__startswith=found[1])
    numbers = sorted(rules.values_list("number", flat=True))
    if len(numbers) < 2:
        return f"Section {numbers[0]}" if numbers else ""
    return f"Sections {numbers[0]}–{numbers[-1]}"
