"""Read questions about changes: “what changed in 702”, “what’s new”, “702 since 2024”, “what changed in layers”."""

import re
from dataclasses import dataclass

from explorer.search.understand.said_numbers import Span, read_date

_WHAT = (
    r"(?:what(?:['’]?s|\s+is|\s+has|\s+have)?(?:\s+been)?|(?:what|which)\s+rules(?:\s+have|\s+were|\s+are)?)"
    r"\s+(?:changed|new)"
)
_SECTION = r"(?:the\s+)?(?:rules?\s+|section\s+)?(?P<section>[1-9]\d\d)"
# Other words than a number need a question before them: “changes to color” is about the game.
_SHAPES = [
    re.compile(shape)
    for shape in (
        rf"{_WHAT}(?:\s+since\s+(?P<since>.+))?",
        rf"{_WHAT}\s+(?:in|with|about)\s+(?:the\s+)?(?:section\s+)?(?P<topic>.+?)(?:\s+since\s+(?P<since>.+))?",
        r"(?:all\s+|the\s+)?(?:rules?\s+)?changes\s+since\s+(?P<since>.+)",
        rf"(?:all\s+|the\s+)?(?:rules?\s+)?changes\s+(?:in|to|of)\s+{_SECTION}(?:\s+since\s+(?P<since>.+))?",
        rf"{_SECTION}\s+(?:changes(?:\s+since\s+(?P<since>.+))?|since\s+(?P<alone>.+))",
    )
]
_ALL = frozenset({"rules", "newest rules", "latest rules", "comprehensive rules", "newest edition", "latest edition"})
_NUMBER = re.compile(r"(?:rules?\s+)?([1-9]\d\d)")


@dataclass(frozen=True, slots=True)
class ChangesQuestion:
    """A question about changes.

    Attributes:
        topic: a section’s number, or words that must name one; empty for all changes.
        since: the time from which on; None for the newest.
        during: the time in which; None for the newest.
    """

    topic: str = ""
    since: Span | None = None
    during: Span | None = None


def read_changes(typed: str) -> ChangesQuestion | None:
    """None for other texts."""
    text = " ".join(typed.lower().split()).rstrip("?!. ")
    for shape in _SHAPES:
        if match := shape.fullmatch(text):
            said = {name: words for name, words in match.groupdict().items() if words}
            return _question(said.get("section") or said.get("topic", ""), said.get("since") or said.get("alone", ""))
    return None


def _question(topic: str, since: str) -> ChangesQuestion | None:
    span = read_date(since) if since else None
    if since and span is None:
        return None
    if number := _NUMBER.fullmatch(topic):
        return ChangesQuestion(number[1], span)
    if not since and (during := read_date(topic)):
        return ChangesQuestion(during=during)
    return ChangesQuestion("" if topic in _ALL else topic, span)
