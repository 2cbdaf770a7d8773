"""Prefer phrases in exactly the form of the query: “counters” in quotes is not “counter”."""

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import TypeVar

from explorer.search.words.query import Query, QueryPiece
from explorer.search.words.splitting import folded, tokens

_T = TypeVar("_T")


def exact_first(found: Sequence[_T], query: Query, texts_of: Callable[[Sequence[_T]], Iterable[str]]) -> list[_T]:
    """Move results that have the query's phrases in exactly that form to the front.

    Args:
        texts_of: gives the text of each result; only called if the query has a phrase.
    """
    forms = [_pattern(query, piece) for piece in query.pieces if piece.kind == "phrase"]
    if not forms or len(found) < 2:
        return list(found)
    exact: list[_T] = []
    other: list[_T] = []
    for one, text in zip(found, texts_of(found), strict=True):
        plain = folded(text)
        (exact if all(form.search(plain) for form in forms) else other).append(one)
    return exact + other


def _pattern(query: Query, piece: QueryPiece) -> re.Pattern[str]:
    """A regex for a phrase in a folded text, with any punctuation between its words."""
    text = query.typed[piece.start + 1 : piece.end - 1]
    plain = folded(text)
    words = [plain[token.start : token.end] for token in tokens(text)]
    start = r"(?<![^\W_])" if words[0][0].isalnum() else ""
    end = r"(?![^\W_])" if words[-1][-1].isalnum() else ""
    gaps = [r"[\W_]+" if one[-1].isalnum() and two[0].isalnum() else r"[\W_]*" for one, two in pairwise(words)]
    body = "".join(re.escape(word) + gap for word, gap in zip(words, [*gaps, ""], strict=True))
    return re.compile(start + body + end)
