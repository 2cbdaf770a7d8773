"""Where each edition has the named rules, as rows: found once for each edition, by the words of its own text."""

import hashlib
from collections.abc import Iterable, Sequence
from functools import cached_property
from importlib.resources import files

from django.db.models import Exists, OuterRef

from explorer.citations.names import numbers_in
from explorer.document.tree import from_json
from explorer.models import CitedRule, Edition, Rule, Wording

# What decides the rows: with any of these changed, they are made again.
_SOURCES = (
    "explorer/citations/names.py",
    "explorer/citations/rows.py",
    "explorer/data/cited_rules.toml",
    "symbols/plain_text.py",
)
_BATCH = 2000


class CitedRules:
    """The derivation of `CitedRule`. See `explorer.library.derived.Derivation`."""

    name = "cited rules"

    @cached_property
    def version(self) -> str:
        """A digest of the names, their words, and the code that finds them."""
        digest = hashlib.sha256()
        for source in _SOURCES:
            package, *path = source.split("/")
            digest.update(files(package).joinpath(*path).read_bytes())
        return digest.hexdigest()

    def add(self, wordings: Sequence[Wording]) -> None:
        """Find the named rules in the editions that have not been read."""
        known = CitedRule.objects.filter(rule__edition=OuterRef("pk"))
        for edition in Edition.objects.filter(~Exists(known)).values_list("pk", flat=True):
            CitedRule.objects.bulk_create(_rows(edition), batch_size=_BATCH)

    def forget(self, wording_ids: Sequence[int]) -> None:
        """Do nothing: what was found in an edition goes with its rules."""

    def rebuild(self) -> None:
        """Find the named rules in all editions again."""
        CitedRule.objects.all().delete()
        self.add(())


CITED_RULES = CitedRules()


def _rows(edition: int) -> Iterable[CitedRule]:
    rules = Rule.objects.filter(edition_id=edition, wording__isnull=False).order_by("position")
    ids: dict[str, int] = {}
    texts: list[tuple[str, str]] = []
    for pk, number, body in rules.values_list("pk", "number", "wording__paragraphs"):
        ids[number] = pk
        # An example may repeat the words of another rule.
        texts.append((number, "\n".join(each.text for each in from_json(body) if each.kind != "example")))
    return [CitedRule(cited=name, rule_id=ids[number]) for name, number in numbers_in(texts).items()]
