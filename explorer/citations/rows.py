"""Derived rows of where each edition has the named rules, found by the words of its own text."""

from collections.abc import Iterator, Sequence

from explorer.citations.names import numbers_in
from explorer.document.tree import from_json
from explorer.library.derived import Derivation
from explorer.models import CitedRule, Edition, Rule, Wording


class CitedRules(Derivation):
    """Places of the named rules in each edition. They go with the edition's rules."""

    name = "cited rules"

    def add(self, edition: Edition, wordings: Sequence[Wording]) -> None:
        """Find the named rules in a new edition."""
        CitedRule.objects.bulk_create(_rows(edition))

    def rebuild(self) -> None:
        """Find the named rules in every edition again."""
        CitedRule.objects.all().delete()
        for edition in Edition.objects.defer("front", "back").order_by("pk"):
            self.add(edition, ())


def _rows(edition: Edition) -> Iterator[CitedRule]:
    rules = Rule.objects.filter(edition_id=edition.pk, wording__isnull=False).order_by("position")
    ids: dict[str, int] = {}
    texts: list[tuple[str, str]] = []
    for pk, number, body in rules.values_list("pk", "number", "wording__paragraphs"):
        ids[number] = pk
        # An example may repeat the words of another rule.
        texts.append((number, "\n".join(each.text for each in from_json(body) if each.kind != "example")))
    for name, number in numbers_in(texts).items():
        yield CitedRule(cited=name, rule_id=ids[number])
