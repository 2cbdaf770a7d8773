"""From text to what the index holds: one key for each word, number and symbol, with its place.

Everything that knows about language stands here, once, so that every database is given the same keys and has nothing
to decide: words by their stems, rule numbers whole, symbols by their codes. A key is made of small letters, digits
and `_`.
"""

import re
import threading
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

import snowballstemmer

from explorer.document.decode import without_marks
from explorer.search.words.inflections import word_of
from symbols.catalog.definitions import UnknownSymbolError, by_spelling
from symbols.catalog.text import find_symbols, may_have_symbols

# The rules are set with curly quotes since 2015, with straight ones before. Each of these is one letter for one.
_QUOTES = (("’", "'"), ("‘", "'"), ("ʼ", "'"), ("“", '"'), ("”", '"'), ("„", '"'))
# “Non-Wall” is one word, as “nonland” is.
_TOKEN = re.compile(r"(?P<number>(?<![\w.])[1-9]\d\d\.\d{1,3}[a-z]?(?!\w))|(?:non-(?=[^\W\d_]))?[^\W_]+(?:'[^\W_]+)*")
_BRACED = re.compile(r"\{[^{}\s]{1,24}\}")
_UNSAFE = re.compile(r"[^a-z0-9]")
_LIGATURES = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ß": "ss", "ð": "d", "þ": "th", "ł": "l"})
# Longer ones are no words of any rule; an index row must not grow without bound.
_LONGEST_WORD = 60


class Token(NamedTuple):
    """Word, a rule number or a symbol in a text.

    Attributes:
        start: offset of its first letter.
        end: offset after its last one.
        key: what the index has for it.
        word: the word as it is compared when somebody mistypes it; empty for numbers and symbols.
    """

    start: int
    end: int
    key: str
    word: str = ""


def folded(text: str) -> str:
    """Return a text with small letters and straight quotes, of the same length."""
    low = text.lower()
    if len(low) != len(text):
        # A few capitals become two letters; offsets matter more than they do.
        low = "".join(letter.lower() if len(letter.lower()) == 1 else letter for letter in text)
    for quote, plain in _QUOTES:
        low = low.replace(quote, plain)
    return low


def tokens(text: str) -> list[Token]:
    """Return the words, numbers and symbols of a text, in order."""
    plain = folded(text)
    if not may_have_symbols(text):
        return list(_words(plain, 0, len(plain)))
    out: list[Token] = []
    at = 0
    for start, end, code in _symbols(text):
        out += _words(plain, at, start)
        out.append(Token(start, end, symbol_key(code)))
        at = end
    out += _words(plain, at, len(plain))
    return out


def tokens_from(text: str, initials: str) -> list[Token]:
    """Return the words and numbers of a text that begin with one of some letters and digits; any others may be missing.

    This is much faster than reading all of it. Symbols are not looked for.
    """
    plain = folded(text)
    out: list[Token] = []
    for start in _starts(initials).finditer(plain):
        out += _words(plain, start.start(), len(plain), most=1)
    return out


# Within a word, after an apostrophe in it, after “non-”, within a rule number: no word begins there.
_NO_START = r"(?<![^\W_])(?<![^\W_]')(?<!(?<![^\W_])non-)(?!(?<=(?<![\w.])(?<!\w')[1-9]\d\d\.)\d{1,3}[a-z]?(?!\w))"


@lru_cache(maxsize=256)
def _starts(initials: str) -> re.Pattern[str]:
    """Return what finds a word with one of some initials; a letter with an accent may stand for any without."""
    return re.compile(rf"{_NO_START}(?:[{initials}]|[^\W_\x00-\x7f])")


def keys(text: str) -> list[str]:
    """Return the keys of a text, in order."""
    return [token.key for token in tokens(text)]


@lru_cache(maxsize=8192)
def title_keys(title: str) -> tuple[str, ...]:
    """Return the keys of a title; there are a few hundred of them, compared over and over."""
    return tuple(keys(title))


def number_key(number: str) -> str:
    """Return the key of a rule number; the keys of the numbers that begin with it begin so too."""
    return number.lower().replace(".", "_").replace("-", "__")


def symbol_key(code: str) -> str:
    """Return the key of a symbol, which no word and no number has."""
    return "_" + _UNSAFE.sub(lambda match: f"_{ord(match[0]):x}_", code.lower())


@lru_cache(maxsize=32768)
def word_key(word: str) -> str:
    """Return the key of a word in small letters: its stem, so that “dies” and “dying”, “pay” and “paid” are one."""
    bare = word_of(_ascii(word[:_LONGEST_WORD]))
    if not bare.isascii():
        return _UNSAFE.sub(lambda match: f"_{ord(match[0]):x}_", bare)[: _LONGEST_WORD * 2]
    stem: str = _STEMMER.stem(bare)
    return _UNSAFE.sub("", stem) or _UNSAFE.sub("", bare)


def _words(plain: str, start: int, end: int, most: int | None = None) -> Iterator[Token]:
    for match in islice(_TOKEN.finditer(plain, start, end), most):
        found = match[0]
        if match["number"]:
            yield Token(match.start(), match.end(), number_key(found))
        elif key := word_key(found := found.replace("-", "")):
            yield Token(match.start(), match.end(), key, found[:_LONGEST_WORD])


def _symbols(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield the symbols of a text, also those in a letter case or an order that only people write."""
    at = 0
    for span in find_symbols(text):
        yield from _loose(text, at, span.start)
        yield span.start, span.end, span.code
        at = span.end
    yield from _loose(text, at, len(text))


def _loose(text: str, start: int, end: int) -> Iterator[tuple[int, int, str]]:
    for match in _BRACED.finditer(text, start, end):
        try:
            yield match.start(), match.end(), by_spelling(match[0]).code
        except UnknownSymbolError:
            continue


@lru_cache(maxsize=4096)
def _ascii(word: str) -> str:
    """Return a word without accents: Dandân is found as dandan."""
    if word.isascii():
        return word
    return without_marks(word.translate(_LIGATURES)).lower()


class _Stemmer(threading.local):
    """Stemmer of each thread: it keeps the word that it is at."""

    def __init__(self) -> None:
        self.stem = snowballstemmer.stemmer("english").stemWord


_STEMMER = _Stemmer()
