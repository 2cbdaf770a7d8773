"""Cited rule in the edition being read, beside its newest wording: both with the difference, and which one counts."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from explorer.citations import Citations, FoundRule
from explorer.document.dates import long_date
from explorer.wording.differences import ShownDifference, show_difference


@dataclass(frozen=True, slots=True)
class OtherWording:
    """Newest wording of a rule that the edition being read words differently.

    Attributes:
        number: its number in the newest edition that has it.
        edition: that edition's effective date.
        address: its page there.
        follows: the effective date of the edition whose wording an answer follows.
        paragraphs: how the wording that is read became this one, as HTML.
    """

    number: str
    edition: date
    address: str
    follows: date
    paragraphs: Sequence[ShownDifference]


def other_wording(name: str, citations: Citations) -> OtherWording | None:
    """Return the newest wording of a rule; None where the edition being read lacks the rule or says it alike.

    Args:
        name: its stable name, which has been read.
        citations: the named rules as seen from the edition.
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
    """Name where an answer of Pipwise is from: the rule that decided it, with its edition."""
    return f"Pipwise, by {deciding.number} in the {long_date(deciding.date)} rules" if deciding else "Pipwise"
