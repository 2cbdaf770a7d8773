"""Search the rules and the glossary, with one interface for both databases."""

from explorer.search.index.numbering import book_in
from explorer.search.index.passages import Scope
from explorer.search.index.vocabulary import alike, is_word, mended
from explorer.search.rank.finding import Results, search
from explorer.search.rank.hits import Hit
from explorer.search.rank.known import begun_titles, indexed_rules, sections_of
from explorer.search.weights import Part
from explorer.search.words.query import Query, narrowed

__all__ = [
    "Hit",
    "Part",
    "Query",
    "Results",
    "Scope",
    "alike",
    "begun_titles",
    "book_in",
    "indexed_rules",
    "is_word",
    "mended",
    "narrowed",
    "search",
    "sections_of",
]
