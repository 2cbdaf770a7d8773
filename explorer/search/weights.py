"""Weights of search: what each part of a score is worth, and what makes a name fit.

`manage.py search QUERY --explain` prints the parts of each score by the names below.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from explorer.models import Passage


class Part(NamedTuple):
    """Part of a score: `Part("in title", 30.0, 0.5)` is worth 15 points.

    Attributes:
        name: what fits.
        weight: the points of a perfect fit.
        fit: from 0 to 1.
    """

    name: str
    weight: float
    fit: float = 1.0

    @property
    def points(self) -> float:
        """What it adds to the score."""
        return self.weight * self.fit


def total(parts: Iterable[Part]) -> float:
    """Return the points of some parts together."""
    return sum(part.points for part in parts)


# ---------- a passage's own words (`ranking.py`) ----------

CURRENT = 5.0
"""The newest edition has the text."""
KINDS: Mapping[int, float] = {
    Passage.Kind.TERM: 2.0,
    Passage.Kind.CHAPTER: 1.0,
    Passage.Kind.SECTION: 1.5,
    Passage.Kind.RULE: 1.0,
    Passage.Kind.SUBRULE: 0.0,
}
SAME_NUMBER, UNDER_NUMBER, NUMBER_BEGINS, NUMBER_CITED = 200.0, 150.0, 100.0, 1.0
"""For the query 702.1: 702.1 itself, 702.1a, 702.19, and a text that cites one of them."""
TEXT = 10.0
LONG_TEXT = 400.0
"""Letters of keys: in a text this long, two mentions are worth what one is in a short one."""
HEADING_ABOVE = 0.1
"""What a word counts in the text that only headings above can have, where 1 is a word that the text has."""
IN_TITLE = 30.0
SAME_TITLE, SAME_TITLE_IN_OTHER_FORMS = 40.0, 25.0
TITLE_AT_LEAST = 0.4
"""How well a title fits that is nearly all about something else."""
DEFINING = 15.0
"""The rule that defines a word of the query, as the list of phrases knows it."""
PHRASE, NEIGHBORS = 9.0, 3.0
"""The words stand together as typed; some pairs of them do."""
DEFINITION, OPENING = 12.0, 4.0
"""The text begins with all that was typed in that order; it has the words soon."""
OPENING_LETTERS = 24
POINTED_AT = 24.0
"""A glossary entry with the query's name sends its readers to the rule."""

# ---------- the index, names, and BM25 (`guide.py`, `bm25.py`) ----------

INDEXED = 100.0
INDEXED_ALONE = 45.0
"""More for the first rule of an entry whose very name was typed."""
INDEXED_SHARES = (1.0, 0.85, 0.75, 0.65)
"""What the first, second, … rule of an entry gets, and what the rule over the first one gets."""
INDEXED_OVER = 0.87
NAMED, SAME_TERM = 30.0, 25.0
BM25 = 120.0

K1 = 1.2
"""BM25's: how soon one more mention adds little."""
B = 0.6
"""BM25's: how much the length of a text counts."""
AVERAGE_LENGTH = 60.0
"""BM25's: words of a usual text."""
TITLE_COUNTS, ABOVE_COUNTS = 4.0, (2.0, 1.0)
"""How often a word of the title counts as said, and one of the headings above, the nearest first."""
INDEX_NAME_COUNTS, LATER_INDEX_NAME_COUNTS, MOST_INDEX_NAMES = 1.0, 0.5, 3
"""Likewise one in an entry of the index, for its first rule and for the others, at most so many times."""

# ---------- how well a name fits (`phrases.py`) ----------

FILLER, FAINT = 0.02, 0.3
"""What “how” and “rule” tell beside what another word does."""
LEAST_FIT = 0.35
MISSING_EVERYWHERE = 0.6
"""What is lost where no name of a thing has anything that was typed."""
NEIGHBORS_SHARE = 0.05
OTHER_FORM, OTHER_WORDS = 0.01, 0.05
"""What a name loses for words in other forms, and for other words of the same meaning."""
