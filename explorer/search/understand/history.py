"""Read questions about history: “what changed in 702”, “since when is there hexproof”, “was 107.4f ever different”."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from explorer.search.understand.rule_numbers import Span, read_date, read_number
from explorer.search.words.splitting import trimmed
from symbols.data_files import read_data

_DATA = read_data("history_questions.toml", "explorer")
_PART = re.compile("|".join(_DATA["parts"]))


def _compiled(pattern: str) -> re.Pattern[str]:
    while _PART.search(pattern):
        pattern = _PART.sub(lambda part: _DATA["parts"][part[0]], pattern)
    return re.compile(pattern)


_SHAPES = [(kind, _compiled(pattern)) for kind, patterns in _DATA["patterns"].items() for pattern in patterns]
# Every pattern has one of these, so that other queries cost nothing.
_MARKS = re.compile(
    r"\b(?:chang|what|which|when|since|how|ever|once|always|still|differen|did|was|were|old|previous|former|last|earlier|original|first)"
)
_LONGEST = 120
GONE_RULES: Sequence[Mapping[str, Any]] = _DATA["gone"]["rules"]
"""`names` of what is gone, with the `rule` of an `edition` that had it."""
IDLE: str = _DATA["gone"]["idle"]
_ALL = frozenset(
    {"anything", "rules", "newest rules", "latest rules", "comprehensive rules", "newest edition", "latest edition"}
)


@dataclass(frozen=True, slots=True)
class HistoryQuestion:
    """A question about history.

    Attributes:
        kind: the key of its patterns in the data file.
        topic: the number of a section or a rule, or words that must name something; empty for all changes.
        since: the time from which on; None for the newest.
        during: the time in which; None for the newest.
    """

    kind: str
    topic: str = ""
    since: Span | None = None
    during: Span | None = None

    @property
    def is_about_changes(self) -> bool:
        return self.kind in {"new", "changed", "ever", "always"}

    def verdict(self, *, is_changed: bool) -> str:
        """“Yes. ” or “No. ”, if the question asks for it."""
        if self.kind not in {"ever", "always", "still"}:
            return ""
        return "Yes. " if is_changed == (self.kind == "ever") else "No. "


def read_history(typed: str) -> HistoryQuestion | None:
    """None for other texts."""
    text = trimmed(typed.lower().replace("’", "'"))
    for kind, shape in _SHAPES if len(text) <= _LONGEST and _MARKS.search(text) else ():
        if match := shape.fullmatch(text):
            return _question(kind, {name: words for name, words in match.groupdict().items() if words})
    return None


def _question(kind: str, said: Mapping[str, str]) -> HistoryQuestion | None:
    topic = said.get("number") or said.get("topic", "")
    since, during = (read_date(said[name]) if name in said else None for name in ("since", "during"))
    if ("since" in said and since is None) or ("during" in said and during is None):
        return None
    # “107.4f in 2024” has the time with the number.
    number = read_number(topic) if topic else None
    if number and number.number.section and not (number.span and (since or during)):
        return HistoryQuestion(kind, str(number.number), since, during or number.span)
    if not since and not during and (during := read_date(topic)):
        return HistoryQuestion(kind, during=during)
    return HistoryQuestion(kind, "" if topic in _ALL else topic, since, during)
