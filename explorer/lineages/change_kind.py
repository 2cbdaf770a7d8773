"""What may happen to a provision (a rule or glossary entry) between two editions."""

from enum import StrEnum


class ChangeKind(StrEnum):
    CREATED = "created"
    REMOVED = "removed"
    EDITED = "edited"
    MOVED = "moved"
    MOVED_AND_EDITED = "moved and edited"
    SPLIT = "split"
    MERGED = "merged"
    REFERENCES = "references"
    SAME = "same"


COUNTED_AS = {
    ChangeKind.CREATED: "created",
    ChangeKind.SPLIT: "created",
    ChangeKind.REMOVED: "removed",
    ChangeKind.MERGED: "removed",
    ChangeKind.EDITED: "edited",
    ChangeKind.MOVED_AND_EDITED: "edited",
    ChangeKind.MOVED: "moved",
    ChangeKind.REFERENCES: "references",
}
"""Totals that changes count toward: a rule split off is new, one merged into another is gone."""

UNCHANGED = frozenset({ChangeKind.SAME, ChangeKind.REFERENCES})
"""No change: the same text, at most with new numbers of the rules that it refers to."""

REWORDING = frozenset({ChangeKind.EDITED, ChangeKind.MOVED_AND_EDITED, ChangeKind.SPLIT, ChangeKind.MERGED})
"""Changes that may change the text."""
