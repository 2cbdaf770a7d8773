"""Weights and thresholds of search: what each part of a score is worth, how a name fits, what is sure enough.

`manage.py search QUERY --explain` prints the parts of each score. How far a typo may be from what was meant is in
`symbols.similar`.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from explorer.models import Passage


class Part(NamedTuple):
    """A part of a score: `Part("in title", 30.0, 0.5)` is worth 15 points; `fit` is from 0 to 1."""

    name: str
    weight: float
    fit: float = 1.0

    @property
    def points(self) -> float:
        return self.weight * self.fit


def total(parts: Iterable[Part]) -> float:
    return sum(part.points for part in parts)


# ---------- a passage's own words (`rank/ranking.py`) ----------

CURRENT = 5.0
"""The newest edition has the text."""
KINDS: Mapping[int, float] = {
    Passage.Kind.TERM: 2.0,
    Passage.Kind.CHAPTER: 1.0,
    Passage.Kind.SECTION: 1.5,
    Passage.Kind.RULE: 1.0,
    Passage.Kind.SUBRULE: 0.0,
}
"""What kind of passage it is; this decides between passages that match equally."""
SAME_NUMBER, UNDER_NUMBER, NUMBER_BEGINS, NUMBER_CITED = 200.0, 150.0, 100.0, 1.0
"""For the query 702.1: 702.1 itself, 702.1a, 702.19, and a text that cites one of them."""
TEXT = 10.0
"""The text has the words, weighted by rarity."""
LONG_TEXT, ONE_MENTION = 400.0, 0.5
"""A word counts `n / (n + ONE_MENTION + characters of keys / LONG_TEXT)` for `n` mentions: less in a long text."""
HEADING_ABOVE = 0.1
"""Share of a word's points if it is only in the headings above."""
IN_TITLE = 30.0
"""The title has words of the query; cubed, so that most of them have to be there."""
SAME_TITLE, SAME_TITLE_IN_OTHER_FORMS = 40.0, 25.0
"""The title has all words of the query and no others."""
TITLE_AT_LEAST = 0.4
"""Minimum fit of a title, even if it is mostly about something else."""
DEFINING = 15.0
"""The rule defines a symbol of the query."""
PHRASE, NEIGHBORS = 9.0, 3.0
"""All words are adjacent, as in the query; some pairs are."""
QUOTED, SOME_QUOTED = 400.0, 0.8
"""The text has all phrases in quotation marks, which puts it before those without; it has some of them."""
DEFINITION, OPENING = 12.0, 4.0
"""The text begins with the whole query in order; it has the words early."""
OPENING_LETTERS = 24
"""Characters of keys within which a word is early."""
POINTED_AT = 24.0
"""The glossary entry named by the query refers to the rule."""

MOST_COMMON, DOCUMENTS = 0.5, 20_000
"""Rarity (IDF) of a word that nearly every rule has, and the number of texts that it is computed from."""

# ---------- the index, names, and BM25 (`rank/known.py`, `rank/ranking.py`) ----------

INDEXED = 100.0
"""An entry of the index that fits the query has the rule."""
INDEXED_ALONE = 45.0
"""Bonus for the first rule of an entry whose name is the query."""
INDEXED_SHARES = (1.0, 0.85, 0.75, 0.65)
"""Shares of the first, second, … rule of an entry; `INDEXED_OVER` is that of the first one's parent."""
INDEXED_OVER = 0.87
NAMED, SAME_TERM = 30.0, 32.0
"""The query has the title of the rule; it is the name of the glossary entry."""
SAME_TERM_FIT = 0.97
"""Minimum fit of that name."""
BM25 = 120.0
"""The passage has words of a question, in its text or its names."""

K1 = 1.2
"""BM25's term frequency saturation."""
B = 0.6
"""BM25's length normalization."""
AVERAGE_LENGTH = 60.0
"""BM25's average document length, in words."""
PAIR = 0.4
"""Weight of two adjacent words, relative to a word that is as rare."""
TITLE_COUNTS, ABOVE_COUNTS = 4.0, (2.0, 1.0)
"""Term frequency of a word in the title, and in the headings above, the nearest first."""
INDEX_NAME_COUNTS, LATER_INDEX_NAME_COUNTS, MOST_INDEX_NAMES = 1.0, 0.5, 3
"""Likewise in names of index entries, for their first rule and for later ones, and the maximum number of times."""
EXPLAINED_COUNTS, MOST_EXPLAINED = 0.5, 4
"""Likewise in our plain words for it."""

# ---------- the cards that a question names (`rank/card_hints.py`) ----------

RULING, RULING_SHARES = 70.0, (1.0, 0.8, 0.7, 0.6)
"""A ruling of one of the cards is about the rule; shares of the first, second, … rule of a ruling."""
NAMES_OTHER_CARD = 0.6
"""Added to how well a ruling fits a question, if it names another card of the question."""
LONG_RULING = 150.0
"""A ruling with this many different words fits half as well as a short one."""
RULING_FITS, RULING_ANSWERS = 0.1, 0.55
"""Minimum fits of a ruling whose words and rules count, and of one that is the answer."""
CARD_WORDS = 100.0
"""The passage has words of the question or of its cards, by BM25."""
CARD_TEXT_WORD = 0.15
"""Weight of a word on the card, relative to the words of the question."""
CARD_KEYWORD = 80.0
"""A card has the keyword ability; divided by the number of specific words in the question, plus one."""
FEW_WORDS = 5
"""A question with fewer words than this gives the words on its cards more weight."""
LIKE_RULING, RULING_POWER = 90.0, 0.5
"""The passage has words of a ruling that fits, by BM25, times this power of how well the ruling fits."""

# ---------- sections of the tournament documents (`answers/tournament.py`) ----------

SECTION_NAMED, SECTION_TEXT = 100.0, 60.0
"""The query is like a name of the section; it has words of its text, by BM25."""
OF_TOURNAMENTS, WITH_PENALTY = 20.0, 15.0
"""The query is about tournaments or their documents; about penalties, and the section has one."""
SECTION_CERTAIN, SECTION_SURE, SECTION_LIKELY, SECTION_MAYBE = 110.0, 80.0, 62.0, 45.0
"""Minimum scores of an answer, of a section whose names have all words of the query, of one worth a look, and of one
with a word that no rule has."""
SECTION_BESIDE = 0.5
"""Minimum score of another section, as a share of the best one's."""

# ---------- how well a name fits (`words/phrases.py`) ----------

FILLER, FAINT = 0.02, 0.3
"""Weight of “how” and of “rule”, relative to a specific word."""
LEAST_FREQUENCY = 2
"""A word in fewer names doesn't count as rarer."""
LEAST_FIT = 0.35
"""Minimum fit of a name, by its shared words alone."""
MISSING_EVERYWHERE = 0.6
"""Maximum penalty for words of the query that no name of a thing has."""
NEIGHBORS_SHARE = 0.05
"""Maximum penalty for words that are adjacent in the name and not in the query."""
OTHER_FORM, OTHER_WORDS = 0.01, 0.05
"""Penalty for words in another form, and for synonyms."""

# ---------- what is sure enough (`rank/`, `answers/`) ----------

SURE, SURE_TITLE = 0.7, 0.5
"""Minimum fits of an index entry, and of a title, that is surely about the query."""
ENOUGH_TEXTS = 3
"""With this many matching texts, answers that are only likely are left out."""
HEADING_MEANT = 0.6
"""From this fit on, an index entry means a heading itself, rather than a subrule."""
UNDER_HEADING = 0.4
"""Minimum score of a subrule that goes before its heading, as a share of the heading's."""
WHOLE_ENTRY, WHOLE_LEAD, LEAD = 0.9, 0.1, 0.2
"""The answer's index entry with all words of the query needs the first as its fit, or the second as its lead over
entries about other rules; one that lacks a word needs the third."""
RIVAL_GAP = 0.1
"""How much less an index entry may fit than the best one, to tell whether excerpts have the answer."""
CORRECTION_TEXTS, SUGGESTION_TEXTS = 50, 3
"""A typo's correction must be in this many texts, or part of a name; a suggestion in fewer."""
FREQUENT_CORRECTION = 0.1
"""Subtracted from a typo's distance for each doubling of a word's frequency."""
