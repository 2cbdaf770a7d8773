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
