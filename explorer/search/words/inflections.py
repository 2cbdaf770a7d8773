"""Irregular forms and players' jargon (`explorer/data/search_words.toml`)."""

import re
from functools import lru_cache

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
