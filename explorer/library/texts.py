"""The texts of an edition as stored."""

from functools import cached_property
from typing import Any

from django.db.models import QuerySet

from explorer.document.tree import Paragraph, from_json
from explorer.models import Rule, Term

StoredText = tuple[int, str, tuple[Paragraph, ...]]
"""Primary key, number or name, and paragraphs."""


class EditionTexts:
    """The texts of an edition, given by primary key; rules and glossary are queried lazily, once each."""

    def __init__(self, edition: int) -> None:
        self.edition = edition

    @cached_property
    def rules(self) -> list[StoredText]:
        """Rules in document order, without bare headings."""
        return _read(Rule.objects.filter(edition_id=self.edition, wording__isnull=False), "number")

    @cached_property
    def terms(self) -> list[StoredText]:
        return _read(Term.objects.filter(edition_id=self.edition), "name")

    @property
    def by_name(self) -> tuple[dict[str, str], dict[str, str]]:
        """Texts of the rules by number and of the glossary by term, a line per paragraph."""
        return _lines(self.rules), _lines(self.terms)


def _read(rows: QuerySet[Any], name: str) -> list[StoredText]:
    found = rows.order_by("position").values_list("pk", name, "wording__paragraphs")
    return [(pk, called, from_json(paragraphs)) for pk, called, paragraphs in found]


def _lines(texts: list[StoredText]) -> dict[str, str]:
    return {name: "\n".join(paragraph.text for paragraph in paragraphs) for _, name, paragraphs in texts}
