"""A document or section in an edition, and URLs from there."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from explorer.library.loaded import Library
from explorer.policy.kinds import Kind
from explorer.policy.loaded import PolicyEditionInfo, policy_editions
from explorer.policy.reading.tree import Section
from explorer.policy.references import RULES
from explorer.web import addresses

# Documents on one page, since nobody cites their sections by number.
ONE_PAGE = frozenset({"jar"})


@dataclass(frozen=True, slots=True)
class PolicyPlace:
    """A document or one of its sections in an edition; `pinned` if the URL names it."""

    library: Library
    edition: PolicyEditionInfo
    pinned: bool
    section: Section | None = None

    @property
    def kind(self) -> Kind:
        return self.edition.kind

    @property
    def editions(self) -> Sequence[PolicyEditionInfo]:
        """Newest first."""
        return policy_editions(self.library)[self.edition.document]

    def address(self, number: str = "", *, edition: PolicyEditionInfo | None = None) -> str:
        of = edition or self.edition
        pin = of.date if self.pinned and of == self.edition else None
        return address_of(of.document, number, pin)


def address_of(document: str, number: str = "", edition: date | None = None) -> str:
    """URL of a document, section or rule; an anchor in documents on one page."""
    if document == RULES:
        return addresses.rule(number)
    if number and document in ONE_PAGE:
        return f"{addresses.policy(document, edition=edition)}#{number}"
    return addresses.policy(document, number, edition)
