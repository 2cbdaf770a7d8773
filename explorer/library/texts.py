"""Text of one edition as it is stored."""

from functools import cached_property
from typing import Any

from django.db.models import QuerySet

from explorer.document.tree import Paragraph, from_json
from explorer.models import Rule, Term

StoredText = tuple[int, str, tuple[Paragraph, ...]]
"""Row, number or name, and paragraphs."""


class EditionTexts:
    """Texts of an edition in the library; the rules and the glossary are each read once, when they are asked for.

    Args:
        edition: its row.
    """

    def __init__(self, edition: int) -> None:
        self.edition = edition

    @cached_property
    def rules(self) -> list[StoredText]:
        """Rules in the order of the document, without mere headings."""
        return _read(Rule.objects.filter(edition_id=self.edition, wording__isnull=False), "number")

    @cached_property
    def terms(self) -> list[StoredText]:
        """Entries of the glossary in its order."""
        return _read(Term.objects.filter(edition_id=self.edition), "name")

    @property
    def by_name(self) -> tuple[dict[str, str], dict[str, str]]:
        """Texts of the rules by number and of the glossary by term, a line for each paragraph."""
        return _lines(self.rules), _lines(self.terms)


def _read(rows: QuerySet[Any], name: str) -> list[StoredText]:
    found = rows.order_by("position").values_list("pk", name, "wording__paragraphs")
    return [(pk, called, from_json(paragraphs)) for pk, called, paragraphs in found]


def _lines(texts: list[StoredText]) -> dict[str, str]:
    return {name: "\n".join(paragraph.text for paragraph in paragraphs) for _, name, paragraphs in texts}
