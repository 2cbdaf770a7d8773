"""Kinds of what may happen to a rule or a glossary entry."""

from enum import StrEnum


class ChangeKind(StrEnum):
    """Kinds of what may happen to a provision between two editions."""

    CREATED = "created"
    REMOVED = "removed"
    EDITED = "edited"
    MOVED = "moved"
    MOVED_AND_EDITED = "moved and edited"
    SPLIT = "split"
    MERGED = "merged"
    SAME = "same"


COUNTED_AS = {
    ChangeKind.CREATED: "created",
    ChangeKind.SPLIT: "created",
    ChangeKind.REMOVED: "removed",
    ChangeKind.MERGED: "removed",
    ChangeKind.EDITED: "edited",
    ChangeKind.MOVED_AND_EDITED: "edited",
    ChangeKind.MOVED: "moved",
}
"""Names under which changes are counted: what was split off is new, what was merged into another rule is gone."""

REWORDING = frozenset({ChangeKind.EDITED, ChangeKind.MOVED_AND_EDITED, ChangeKind.SPLIT, ChangeKind.MERGED})
"""What changes the words, or may."""
