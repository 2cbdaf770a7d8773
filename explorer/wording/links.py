"""References and glossary terms in a text, as links."""

import re
from collections.abc import Mapping

from explorer.document.dates import long_date
from explorer.document.references import FoundReference
from explorer.library.glossaries import uses_in
from explorer.library.links import NO_GLOSSARY, LinkFacts, references_in
from explorer.web import addresses
from symbols.rendering import Layer

# “rule 601, “Casting Spells””: the title after a number.
TITLE = re.compile(r",\s[“\"][^”\"]*[”\"]")


class Resolver:
    """Makes links as seen from one edition.

    A pinned page links within its edition. Where that is an excerpt without the target, the link leads to the newest
    text that has the number, and says so.

    Args:
        rules: rules to link instead of glossary entries, by slug, as cards do.
    """

    def __init__(self, facts: LinkFacts, rules: Mapping[str, str] | None = None) -> None:
        self.facts = facts
        self.rules = rules or {}
        self.edition = facts.edition.date

    def address(self, number: str) -> str:
        """Empty if the number leads nowhere."""
        found = self.facts.destinations.get(number)
        if found is None:
            return ""
        # An unpinned address leads to the newest text, which may be of another edition.
        pin = not found.newest or (found.edition == self.edition and self.facts.pinned)
        return addresses.rule(number, found.edition if pin else None)

    def term(self, slug: str) -> str:
        """Address of a glossary entry, or of the rule that replaces it."""
        if slug in self.rules:
            return addresses.rule(self.rules[slug])
        return addresses.term(slug, self.edition if self.facts.pinned or not self.facts.newest else None)

    def layers(self, text: str, linked: set[str] | None) -> list[Layer]:
        """References, and glossary terms that aren't in `linked` yet; None links no terms.

        Terms within a reference or its title aren't linked by themselves.
        """
        found = references_in(text)
        layers = [layer for reference in found for layer in self._layers(reference)]
        if linked is None:
            return layers
        taken = [(reference.start, _end_of_title(text, reference.end)) for reference in found]
        for use in uses_in(text, self.facts.glossary):
            if use.slug not in linked and not any(start < use.end and use.start < end for start, end in taken):
                linked.add(use.slug)
                layers.append(Layer(use.start, use.end, "link", href=self.term(use.slug)))
        return layers

    def _layers(self, found: FoundReference) -> list[Layer]:
        """Several where one name stands for several entries."""
        if found.kind != "glossary":
            return [self._number(found)]
        if self.facts.glossary is NO_GLOSSARY:
            return []
        slug = self.facts.glossary.find(found.target)
        if slug is None and any(self.facts.glossary.find(part.target) for part in found.parts):
            return [layer for part in found.parts for layer in self._layers(part)]
        if slug is None:
            note = "no such entry in this edition" if self.facts.edition.complete else "not loaded"
            return [Layer(found.start, found.end, "missing", note=note)]
        return [Layer(found.start, found.end, "link", href=self.term(slug))]

    def _number(self, found: FoundReference) -> Layer:
        destination = self.facts.destinations.get(found.target)
        if destination is None:
            note = f"no such {found.kind} in this edition" if self.facts.edition.has_all_rules else "not loaded"
            return Layer(found.start, found.end, "missing", note=note)
        note = ""
        if destination.edition != self.edition:
            note = f"Leads to the text of {long_date(destination.edition)}: this edition is an excerpt"
        return Layer(found.start, found.end, "link", href=self.address(found.target), note=note)


def _end_of_title(text: str, place: int) -> int:
    title = TITLE.match(text, place)
    return title.end() if title else place
