"""Read questions about changes: “what changed in 702”, “what’s new”, “702 since 2024”, “what changed in layers”."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from explorer.search.understand.said_numbers import Span, read_date, read_number

_WHAT = (
    r"(?:what(?:['’]?s|\s+is|\s+has|\s+have)?(?:\s+been)?|(?:what|which)\s+rules(?:\s+have|\s+were|\s+are)?)"
    r"\s+(?:changed|new)"
)
_SINCE = r"(?:\s+since\s+(?P<since>.+))?"
_NUMBER = r"(?:the\s+)?(?:rules?\s+|section\s+)?(?P<number>[1-9]\d\d(?:\.\d{1,3}[a-z]?)?)"
_CHANGED = r"(?:change|changed|edited|reworded|rewritten|updated)"
_TOPIC = r"(?:the\s+)?(?:section\s+)?(?P<topic>.+?)"
# Other words than a number need a question before them: “changes to color” is about the game.
_SHAPES = [
    re.compile(shape)
    for shape in (
        rf"{_WHAT}{_SINCE}",
        rf"{_WHAT}\s+(?:in|with|about)\s+{_TOPIC}{_SINCE}",
        r"(?:all\s+|the\s+)?(?:rules?\s+)?changes\s+since\s+(?P<since>.+)",
        rf"(?:all\s+|the\s+)?(?:(?:last|latest)\s+|rules?\s+)?changes?\s+(?:in|to|of)\s+{_NUMBER}{_SINCE}",
        rf"{_NUMBER}\s+changes{_SINCE}",
        r"(?:the\s+)?(?:rules?\s+|section\s+)?(?P<number>[1-9]\d\d)\s+since\s+(?P<since>.+)",
        rf"(?:when|how)\s+(?:did|was|were|has|have)\s+{_TOPIC}\s+(?:been\s+)?(?:last\s+)?{_CHANGED}{_SINCE}",
        rf"(?P<yes_no>has|have|did|was|were)\s+{_TOPIC}\s+(?:ever\s+)?(?:been\s+)?{_CHANGED}"
        r"(?:\s+since\s+(?P<since>.+)|\s+(?:in|during)\s+(?P<during>.+))?",
    )
]
_ALL = frozenset(
    {"anything", "rules", "newest rules", "latest rules", "comprehensive rules", "newest edition", "latest edition"}
)


@dataclass(frozen=True, slots=True)
class ChangesQuestion:
    """A question about changes.

    Attributes:
        topic: the number of a section or a rule, or words that must name a section; empty for all changes.
        since: the time from which on; None for the newest.
        during: the time in which; None for the newest.
        yes_no: whether it asks if there were any.
    """

    topic: str = ""
    since: Span | None = None
    during: Span | None = None
    yes_no: bool = False


def read_changes(typed: str) -> ChangesQuestion | None:
    """None for other texts."""
    text = " ".join(typed.lower().split()).rstrip("?!. ")
    for shape in _SHAPES:
        if match := shape.fullmatch(text):
            return _question({name: words for name, words in match.groupdict().items() if words})
    return None


def _question(said: Mapping[str, str]) -> ChangesQuestion | None:
    topic = said.get("number") or said.get("topic", "")
    since, during = (read_date(said[name]) if name in said else None for name in ("since", "during"))
    if ("since" in said and since is None) or ("during" in said and during is None):
        return None
    yes_no = "yes_no" in said
    # “107.4f in 2024” has the time with the number.
    number = read_number(topic) if topic else None
    if number and number.number.section and not (number.span and (since or during)):
        return ChangesQuestion(str(number.number), since, during or number.span, yes_no)
    if not since and not during and (during := read_date(topic)):
        return ChangesQuestion(during=during, yes_no=yes_no)
    return ChangesQuestion("" if topic in _ALL else topic, since, during, yes_no)
