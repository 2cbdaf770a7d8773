"""Tokenize text into index keys: one key with its offsets per word, number and symbol.

All language processing is here, so that every database gets the same keys: stems of words, whole rule numbers, codes of
symbols. A key consists of lower-case letters, digits and `_`. Irregular forms and players' jargon are in
`explorer/data/search_words.toml`.
"""

import re
import threading
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

import snowballstemmer

from explorer.document.decode import without_marks
from symbols.catalog.definitions import UnknownSymbolError, by_spelling
from symbols.catalog.text import find_symbols, may_have_symbols
from symbols.data_files import read_data

_WORDS = read_data("search_words.toml", "explorer")

#: Players' words -> the rules' words.
JARGON: dict[str, str] = _WORDS["jargon"]

#: Irregular form -> word.
FORMS: dict[str, str] = {
    form: word for word, *forms in (line.split() for line in _WORDS["forms"].splitlines() if line) for form in forms
}


def word_of(form: str) -> str:
    """The base form of a lower-case irregular form; others are returned unchanged."""
    return FORMS.get(form.removesuffix("'s").removesuffix("'"), form)


# Inflectional endings only; “poisonous” isn't a form of “poison”.
_ENDING = re.compile(r"(?<=..)(?:e|es|ed|ing|(?<!s)s)?(?:'s?)?$")
_DOUBLED = re.compile(r"(?<=\w)([bdgmnprt])\1$")


@lru_cache(maxsize=8192)
def inflected(form: str) -> str:
    """What all inflections of a word share: the same for “equip” and “equipped”, but not for “equipment”."""
    bare = _ENDING.sub("", word_of(form), 1)
    return _DOUBLED.sub(r"\1", bare.removesuffix("i").removesuffix("y"))


def initials_of(words: frozenset[str]) -> frozenset[str]:
    """First letters of irregular forms that begin differently from their word: `go`, `went`."""
    return frozenset(form[0] for form, word in FORMS.items() if word in words and form[0] != word[0])


# The rules have curly quotes since 2015, straight ones before. One character each, to preserve offsets.
_QUOTES = (("’", "'"), ("‘", "'"), ("ʼ", "'"), ("“", '"'), ("”", '"'), ("„", '"'))
# “Non-Wall” is one word, as “nonland” is.
_TOKEN = re.compile(r"(?P<number>(?<![\w.])[1-9]\d\d\.\d{1,3}[a-z]?(?!\w))|(?:non-(?=[^\W\d_]))?[^\W_]+(?:'[^\W_]+)*")
_BRACED = re.compile(r"\{[^{}\s]{1,24}\}")
_UNSAFE = re.compile(r"[^a-z0-9]")
_LIGATURES = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ß": "ss", "ð": "d", "þ": "th", "ł": "l"})
# Longer ones are no words of rules; index rows must be bounded.
_MAX_WORD = 60


class Token(NamedTuple):
    """A word, a rule number or a symbol in a text; `word` is for typo correction, and empty for numbers and symbols."""

    start: int
    end: int
    key: str
    word: str = ""


def folded(text: str) -> str:
    """Lower case with straight quotes; the length stays the same."""
    low = text.lower()
    if len(low) != len(text):
        # A few capitals become two letters; offsets matter more.
        low = "".join(letter.lower() if len(letter.lower()) == 1 else letter for letter in text)
    for quote, plain in _QUOTES:
        low = low.replace(quote, plain)
    return low


def trimmed(text: str) -> str:
    """A query with single spaces and without punctuation at its end."""
    return " ".join(text.split()).rstrip("?!. ")


def tokens(text: str) -> list[Token]:
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
    """The words and numbers that begin with one of `initials`; others may be missing.

    Much faster than `tokens`. Symbols are omitted.
    """
    plain = folded(text)
    out: list[Token] = []
    for start in _starts(initials).finditer(plain):
        out += _words(plain, start.start(), len(plain), most=1)
    return out


# No word begins within another, after its apostrophe, after “non-”, or within a rule number.
_NO_START = r"(?<![^\W_])(?<![^\W_]')(?<!(?<![^\W_])non-)(?!(?<=(?<![\w.])(?<!\w')[1-9]\d\d\.)\d{1,3}[a-z]?(?!\w))"


@lru_cache(maxsize=256)
def _starts(initials: str) -> re.Pattern[str]:
    """A regex for the beginnings of words with some initials; accented letters always match."""
    return re.compile(rf"{_NO_START}(?:[{initials}]|[^\W_\x00-\x7f])")


def keys(text: str) -> list[str]:
    return [token.key for token in tokens(text)]


@lru_cache(maxsize=8192)
def title_keys(title: str) -> tuple[str, ...]:
    """`keys`, cached: there are only a few hundred titles."""
    return tuple(keys(title))


def number_key(number: str) -> str:
    """The key of a rule number; prefixes of numbers have prefixes of their keys."""
    return number.lower().replace(".", "_").replace("-", "__")


def symbol_key(code: str) -> str:
    """The key of a symbol; the `_` distinguishes it from words and numbers."""
    return "_" + _UNSAFE.sub(lambda match: f"_{ord(match[0]):x}_", code.lower())


@lru_cache(maxsize=32768)
def word_key(word: str) -> str:
    """The stem of a lower-case word, the same for “dies” and “dying”, and for “pay” and “paid”."""
    bare = word_of(_ascii(word[:_MAX_WORD]))
    if not bare.isascii():
        return _UNSAFE.sub(lambda match: f"_{ord(match[0]):x}_", bare)[: _MAX_WORD * 2]
    stem: str = _STEMMER.stem(bare)
    return _UNSAFE.sub("", stem) or _UNSAFE.sub("", bare)


def _words(plain: str, start: int, end: int, most: int | None = None) -> Iterator[Token]:
    for match in islice(_TOKEN.finditer(plain, start, end), most):
        found = match[0]
        if match["number"]:
            yield Token(match.start(), match.end(), number_key(found))
        elif key := word_key(found := found.replace("-", "")):
            yield Token(match.start(), match.end(), key, found[:_MAX_WORD])


def _symbols(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield the symbols of a text, also in nonstandard letter case or order."""
    at = 0
    for span in find_symbols(text):
        yield from _nonstandard_symbols(text, at, span.start)
        yield span.start, span.end, span.code
        at = span.end
    yield from _nonstandard_symbols(text, at, len(text))


def _nonstandard_symbols(text: str, start: int, end: int) -> Iterator[tuple[int, int, str]]:
    for match in _BRACED.finditer(text, start, end):
        try:
            yield match.start(), match.end(), by_spelling(match[0]).code
        except UnknownSymbolError:
            continue


@lru_cache(maxsize=4096)
def _ascii(word: str) -> str:
    """Remove accents: Dandân is found as dandan."""
    if word.isascii():
        return word
    return without_marks(word.translate(_LIGATURES)).lower()


class _Stemmer(threading.local):
    """A stemmer per thread, since it has state."""

    def __init__(self) -> None:
        self.stem = snowballstemmer.stemmer("english").stemWord


_STEMMER = _Stemmer()
