"""Derived rows: where each edition has the named rules."""

from collections.abc import Iterator, Sequence

from explorer.citations.names import numbers_in
from explorer.library.derivation import Derivation, EditionTexts, insert
from explorer.models import CitedRule, Edition, Wording


class CitedRules(Derivation):
    """They are deleted with the edition's rules."""

    name = "cited rules"

    def add(self, edition: Edition, texts: EditionTexts, wordings: Sequence[Wording]) -> None:
        insert(CitedRule, ("cited", "rule_id"), _rows(texts))

    def rebuild(self) -> None:
        CitedRule.objects.all().delete()
        for edition in Edition.objects.defer("front", "back").order_by("pk"):
            self.add(edition, EditionTexts(edition.pk), ())


def _rows(texts: EditionTexts) -> Iterator[tuple[str, int]]:
    ids = {number: pk for pk, number, _ in texts.rules}
    # An example may repeat the words of another rule.
    without_examples = (
        (number, "\n".join(each.text for each in paragraphs if each.kind != "example"))
        for _, number, paragraphs in texts.rules
    )
    for name, number in numbers_in(without_examples).items():
        yield name, ids[number]
