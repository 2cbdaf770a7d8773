"""Words that search is told of (`explorer/data/search_words.toml`): irregular forms, and what players say."""

import re
from functools import lru_cache

from symbols.data_files import read_data

_WORDS = read_data("search_words.toml", "explorer")

#: What players say, in the words of the rules.
JARGON: dict[str, str] = _WORDS["jargon"]

#: Each such form, and the word that it is a form of.
FORMS: dict[str, str] = {
    form: word for word, *forms in (line.split() for line in _WORDS["forms"].splitlines() if line) for form in forms
}


def word_of(form: str) -> str:
    """Return the word that a form in small letters is of, where the stemmer would not find it; else the form itself."""
    return FORMS.get(form.removesuffix("'s").removesuffix("'"), form)


# What is added to a word for its forms; “poisonous” is another word than “poison”.
_ENDING = re.compile(r"(?<=..)(?:e|es|ed|ing|(?<!s)s)?(?:'s?)?$")
_DOUBLED = re.compile(r"(?<=\w)([bdgmnprt])\1$")


@lru_cache(maxsize=8192)
def inflected(form: str) -> str:
    """Return what all forms of one word have alike: of “equip” and “equipped”, but not of “equipment”."""
    bare = _ENDING.sub("", word_of(form), 1)
    return _DOUBLED.sub(r"\1", bare.removesuffix("i").removesuffix("y"))


def initials_of(words: frozenset[str]) -> frozenset[str]:
    """Return the first letters of the forms of some words that begin otherwise than the word does: `go`, `went`."""
    return frozenset(form[0] for form, word in FORMS.items() if word in words and form[0] != word[0])
