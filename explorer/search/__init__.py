"""Search the rules and the glossary, with one interface for both databases."""

from explorer.search.index.passages import Scope
from explorer.search.index.vocabulary import corrected_query, is_word, similar_queries
from explorer.search.rank.finding import Results, search
from explorer.search.rank.hits import Hit
from explorer.search.rank.known import book_in, indexed_rules, sections_of, titles_with_prefix
from explorer.search.weights import Part
from explorer.search.words.query import Query, to_half_width
