"""Searching the library: one small interface, whatever database lies behind it."""

from explorer.search.finding import Results, search
from explorer.search.hits import Hit
from explorer.search.known import begun_titles, indexed_rules, sections_of
from explorer.search.numbering import book_in
from explorer.search.passages import Scope
from explorer.search.query import Query, narrowed
from explorer.search.vocabulary import alike, is_word, mended
from explorer.search.weights import Part

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
