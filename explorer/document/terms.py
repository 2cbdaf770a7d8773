"""Words of a glossary: which entry a name means, and where a text uses the words.

Like references, uses lie beside the text as offsets.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from explorer.document.tree import slugify


def _words(listed: str) -> frozenset[str]:
    return frozenset(" ".join(words.split()) for words in listed.split(";"))


# Words that a reader meets in rule after rule, each in one rule of forty or more. Marked, they would drown the page.
EVERYWHERE = _words(
    """
    ability; activate; active player; artifact; attack; battle; battlefield; block; card; cast;
    characteristics; color; combat damage; comes into play; command; control; controller; copy; cost; counter;
    create; creature; damage; deck; draw; effect; enchantment; enter; enters the battlefield; event; exile;
    face down; face up; graveyard; hand; in play; instant; land; library; mana; object; opponent; owner; pay;
    permanent; phase; phenomenon; plane; planeswalker; play; player; power; priority; resolve; scheme;
    sorcery; source; spell; stack; step; subtype; supertype; target; team; teams; token; toughness; trigger; turn;
    vanguard; variant; zone
    """
)
# Words that the rules also use as everybody does: “in this case”, “not limited to”, “a long dash”.
EVERYDAY = _words(
    """
    any target; any targets; as though; basic; becomes; case; cases; class; command; convert; dash; day; deal;
    deals; door; end; general; if; independent; instead; level; levels; limited; lock; locked; match; matches;
    modified; move; moves; name; names; night; number; numbers; option; options; order; orders; pass; passes;
    placed; plot; prevent; prize; protect; random; reaches; requirement; requirements; restriction;
    restrictions; role; search; searches; shield; shields; skip; text; tie; type; types; unless; you; your
    """
)
PASSED_OVER = EVERYWHERE | EVERYDAY
# Words beside each other in which one of them is not the glossary's: two equal dice are nothing that an action doubled.
OTHER_SENSE = _words("roll doubles; rolled doubles; rolling doubles; rolls doubles")

# “An enchantment subtype. Aura spells …”: what the game always writes with a capital.
_SUBTYPE = re.compile(r"(?:1\. )?An? (?:artifact|battle|creature|enchantment|land|planeswalker) (?:sub)?type\b")
_REMARK = re.compile(r"\s*\([^()]*\)$")
_OBSOLETE = re.compile(r"\(obsolete\)$", re.IGNORECASE)
_TOKEN = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_POSSESSIVE = re.compile(r"['’]s?$")
# Where a sentence begins, a capital letter says nothing.
_OPENING = re.compile(r"(?:^|[.:!?—–\n(][”\"’')]*\s*)[“\"‘'(_]*$")


@dataclass(frozen=True, slots=True)
class TermUse:
    """Place where a text uses a word of the glossary: from letter `start` to letter `end`, the entry `slug`."""

    start: int
    end: int
    slug: str


@dataclass(frozen=True, slots=True)
class Name:
    """Name of an entry, and whether the game writes it with a capital (`Aura`, `Equipment`)."""

    slug: str
    name: str
    proper: bool = False

    @classmethod
    def of(cls, slug: str, name: str, meaning: str) -> "Name":
        """Return a name, with what the first words of its entry tell."""
        return cls(slug, name, proper=_SUBTYPE.match(meaning) is not None)


@dataclass(frozen=True, slots=True)
class _Words:
    tokens: tuple[str, ...]
    slug: str
    proper: bool


class Glossary:
    """Names of one edition's glossary, ready to be looked up.

    Args:
        names: the entries, in printed order.
        passed_over: words in small letters, hyphens as spaces, that are not looked for in texts; a singular stands for
            its plural too.
    """

    def __init__(self, names: Iterable[Name], passed_over: Collection[str] = PASSED_OVER) -> None:
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
        """Return the entry that a name means, or None.

        The name may leave out a remark (“(Obsolete)”), be one of several of an entry (“Controller” of “Control,
        Controller”), or have another number.
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
        """Return the words, in small letters and one of their forms each, by which an entry is found in texts.

        None for an entry that is passed over.
        """
        found = (words.tokens for filed in self._by_first.values() for words in filed if words.slug == slug)
        return tuple(sorted({" ".join(tokens) for tokens in found}))

    def uses(self, text: str) -> Iterator[TermUse]:
        """Yield the places where a text uses a word of the glossary, in order; of two that begin alike the longer.

        Words are found in small letters, at the beginning of a sentence, and with the capitals that they always have.
        """
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
            # A single letter and anything with a blank to fill in stand in texts for something else.
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
    """Return the names that a heading of the glossary gives: the whole, and the pieces between commas."""
    bare = _REMARK.sub("", name)
    pieces = [piece.strip() for piece in bare.split(",")]
    # “Active Player, Nonactive Player Order” is one name, “Controller, Owner” two.
    several = len(pieces) > 1 and not pieces[-1].endswith((" Order", " Rule"))
    return [bare, *(pieces if several else ())]


@lru_cache(maxsize=16384)
def _fold(token: str) -> str:
    return _POSSESSIVE.sub("", token.lower()).replace("’", "'")


def _is_spelled_so(text: str, run: list[re.Match[str]], words: _Words) -> bool:
    """Return whether words in a text are the glossary's and not part of a name."""
    first = run[0]
    written = text[first.start() : run[-1].end()]
    if words.proper:
        return all(token[0][0].isupper() for token in run) and not _touches_a_name(text, first.start(), run[-1].end())
    if written == written.lower():
        return True
    rest = written[len(first[0]) :]
    # “Phyrexian mana symbols” is one of several words that begins with a capital anywhere.
    return rest == rest.lower() and (len(run) > 1 or _OPENING.search(text, 0, first.start()) is not None)


_NAME_BEFORE = re.compile(r"(?<![.:!?] )[A-Z][\w’'-]*,? $")
_NAME_AFTER = re.compile(r",? [A-Z]")


def _touches_a_name(text: str, start: int, end: int) -> bool:
    """Return whether the words next to a place are capitalized too: “Aura Graft” is a card."""
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
    """Return a name in the other number: its plural, or what it may be the plural of."""
    if slug.endswith("ies"):
        return [f"{slug[:-3]}y", slug[:-1]]
    if slug.endswith("es"):
        return [slug[:-1], slug[:-2]]
    return [slug[:-1], f"{slug}es"] if slug.endswith("s") else _plurals(slug)
