"""Glossary terms: which entry a name means, and where texts use its words, as offsets."""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from explorer.document.tree import slugify
from symbols.data_files import read_data


def _words(listed: str) -> frozenset[str]:
    return frozenset(" ".join(words.split()) for words in listed.split(";"))


_WORDS = read_data("glossary_words.toml", "explorer")
STOP_WORDS = _words(_WORDS["everywhere"]) | _words(_WORDS["everyday"])
OTHER_SENSE = _words(_WORDS["other_sense"])

# “An enchantment subtype. Aura spells …”: always capitalized.
_SUBTYPE = re.compile(r"(?:1\. )?An? (?:artifact|battle|creature|enchantment|land|planeswalker) (?:sub)?type\b")
_REMARK = re.compile(r"\s*\([^()]*\)$")
_OBSOLETE = re.compile(r"\(obsolete\)$", re.IGNORECASE)
_TOKEN = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_POSSESSIVE = re.compile(r"['’]s?$")
# At the beginning of a sentence, a capital is no evidence.
_OPENING = re.compile(r"(?:^|[.:!?—–\n(][”\"’')]*\s*)[“\"‘'(_]*$")


@dataclass(frozen=True, slots=True)
class TermUse:
    """A use of the glossary entry `slug` in a text, from offset `start` to `end`."""

    start: int
    end: int
    slug: str


@dataclass(frozen=True, slots=True)
class Name:
    """The name of an entry, and whether the game always capitalizes it (`Aura`, `Equipment`)."""

    slug: str
    name: str
    proper: bool = False

    @classmethod
    def of(cls, slug: str, name: str, meaning: str) -> "Name":
        return cls(slug, name, proper=_SUBTYPE.match(meaning) is not None)


@dataclass(frozen=True, slots=True)
class _Words:
    tokens: tuple[str, ...]
    slug: str
    proper: bool


class Glossary:
    """The names of one edition's glossary, indexed for lookup.

    Args:
        passed_over: stop words, in lower case with hyphens as spaces; a singular includes its plural.
    """

    def __init__(self, names: Iterable[Name], passed_over: Collection[str] = STOP_WORDS) -> None:
        entries = list(names)
        self._slugs = {entry.slug for entry in entries}
        self._aliases: dict[str, str] = {}
        self._by_first: dict[str, list[_Words]] = {}
        for entry in entries:
            for alias in _aliases(entry.name):
                self._aliases.setdefault(slugify(alias), entry.slug)
        for entry in entries:
            if not _OBSOLETE.search(entry.name):
                self._file(entry, passed_over)
        for phrase in OTHER_SENSE:
            tokens = tuple(phrase.split())
            self._by_first.setdefault(tokens[0], []).append(_Words(tokens, "", proper=False))
        for filed in self._by_first.values():
            filed.sort(key=lambda words: -len(words.tokens))

    def find(self, slug: str) -> str | None:
        """The slug of the entry that a name means, if any.

        The name may lack a remark (“(Obsolete)”), be one of several (“Controller” of “Control,
        Controller”), or be a plural.
        """
        if slug in self._slugs:
            return slug
        for name in (slug, *_other_numbers(slug)):
            if name in self._slugs:
                return name
            if name in self._aliases:
                return self._aliases[name]
        return None

    def words_for(self, slug: str) -> tuple[str, ...]:
        """The lower-case phrases that an entry is recognized by in texts; empty if it is a stop word."""
        found = (words.tokens for filed in self._by_first.values() for words in filed if words.slug == slug)
        return tuple(sorted({" ".join(tokens) for tokens in found}))

    def uses(self, text: str) -> Iterator[TermUse]:
        """Yield uses of glossary words, in order; the longest of several at one place."""
        tokens = list(_TOKEN.finditer(text))
        folded = [_fold(token[0]) for token in tokens]
        place = 0
        while place < len(tokens):
            found = self._at(text, tokens, folded, place) if folded[place] in self._by_first else None
            if found is None:
                place += 1
                continue
            last = tokens[place + len(found.tokens) - 1]
            end = last.end() - len(last[0]) + len(_POSSESSIVE.sub("", last[0]))
            if found.slug:
                yield TermUse(tokens[place].start(), end, found.slug)
            place += len(found.tokens)

    def _at(self, text: str, tokens: list[re.Match[str]], folded: list[str], place: int) -> _Words | None:
        for words in self._by_first[folded[place]]:
            stop = place + len(words.tokens)
            if tuple(folded[place:stop]) != words.tokens:
                continue
            run = tokens[place:stop]
            if any(text[one.end() : other.start()] != " " for one, other in pairwise(run)):
                continue
            if _is_spelled_so(text, run, words):
                return words
        return None

    def _file(self, entry: Name, passed_over: Collection[str]) -> None:
        for alias in _aliases(entry.name):
            tokens = tuple(_fold(token) for token in _TOKEN.findall(alias))
            # Single letters and names with placeholders mean something else in texts.
            common = not entry.proper and _spoken(tokens) in passed_over
            if common or len("".join(tokens)) < 2 or "[" in alias or "," in alias:
                continue
            for last in (tokens[-1], *_plurals(tokens[-1])):
                words = _Words((*tokens[:-1], last), entry.slug, entry.proper)
                if not entry.proper and _spoken(words.tokens) in passed_over:
                    continue
                filed = self._by_first.setdefault(words.tokens[0], [])
                if all(other.tokens != words.tokens for other in filed):
                    filed.append(words)


def _spoken(tokens: Iterable[str]) -> str:
    return " ".join(tokens).replace("-", " ")


def _aliases(name: str) -> list[str]:
    bare = _REMARK.sub("", name)
    pieces = [piece.strip() for piece in bare.split(",")]
    # “Active Player, Nonactive Player Order” is one name, “Controller, Owner” two.
    several = len(pieces) > 1 and not pieces[-1].endswith((" Order", " Rule"))
    return [bare, *(pieces if several else ())]


@lru_cache(maxsize=16384)
def _fold(token: str) -> str:
    return _POSSESSIVE.sub("", token.lower()).replace("’", "'")


def _is_spelled_so(text: str, run: list[re.Match[str]], words: _Words) -> bool:
    """Whether the capitals show that the words are the glossary's and not part of a name."""
    first = run[0]
    written = text[first.start() : run[-1].end()]
    if words.proper:
        return all(token[0][0].isupper() for token in run) and not _touches_a_name(text, first.start(), run[-1].end())
    if written == written.lower():
        return True
    rest = written[len(first[0]) :]
    # “Phyrexian mana symbols” is capitalized anywhere.
    return rest == rest.lower() and (len(run) > 1 or _OPENING.search(text, 0, first.start()) is not None)


_NAME_BEFORE = re.compile(r"(?<![.:!?] )[A-Z][\w’'-]*,? $")
_NAME_AFTER = re.compile(r",? [A-Z]")


def _touches_a_name(text: str, start: int, end: int) -> bool:
    """Whether neighboring words are capitalized, too: “Aura Graft” is a card."""
    return bool(_NAME_AFTER.match(text, end) or _NAME_BEFORE.search(text, max(0, start - 40), start))


def _plurals(word: str) -> list[str]:
    if word.endswith("s"):
        return [f"{word}es"] if word.endswith("ss") else []
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return [f"{word[:-1]}ies"]
    if word.endswith(("x", "ch", "sh")):
        return [f"{word}es"]
    return [f"{word}s"]


def _other_numbers(slug: str) -> list[str]:
    if slug.endswith("ies"):
        return [f"{slug[:-3]}y", slug[:-1]]
    if slug.endswith("es"):
        return [slug[:-1], slug[:-2]]
    return [slug[:-1], f"{slug}es"] if slug.endswith("s") else _plurals(slug)
