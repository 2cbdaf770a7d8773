"""Difference between a cited rule in the edition shown and its newest wording."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from explorer.citations import Citations, FoundRule
from explorer.document.dates import long_date
from explorer.wording.differences import ShownDifference, show_difference


@dataclass(frozen=True, slots=True)
class OtherWording:
    """Newest wording of a rule that the edition shown words differently.

    Attributes:
        follows: the date of the edition whose wording an answer follows.
    """

    number: str
    edition: date
    address: str
    follows: date
    paragraphs: Sequence[ShownDifference]


def other_wording(name: str, citations: Citations) -> OtherWording | None:
    """None where the edition shown lacks the rule or words it the same.

    The rule's text must have been loaded (`Citations.read`).
    """
    if citations.loaded.newest is None or citations.day in {None, citations.loaded.newest.date}:
        return None
    read, newest = citations.get(name), citations.newest(name)
    if read is None or newest is None or read.sought or read.wording == newest.wording or read.date >= newest.date:
        return None
    old, new = (
        [paragraph for paragraph in citations.text_of(rule) if paragraph.kind != "example"] for rule in (read, newest)
    )
    found = show_difference(old, new, (read.date, newest.date), folded=True)
    if not any(each.is_changed for each in found):
        return None
    return OtherWording(newest.number, newest.date, newest.address, (read.followed or read).date, found)


def source_of(deciding: FoundRule | None) -> str:
    """“Pipwise, by 118.3 in the June 6, 2025 rules”."""
    return f"Pipwise, by {deciding.number} in the {long_date(deciding.date)} rules" if deciding else "Pipwise"
