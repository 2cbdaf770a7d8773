"""Search for symbols by what people type: an address in their own notation, some words, something nearly right."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice

from symbols.catalog.definitions import Definition, UnknownSymbolError, all_definitions, by_slug, by_spelling
from symbols.similar import similar

#: More than this is no code, and need not be compared with any.
LONGEST = 60

_MINUS = str.maketrans("−–", "--")
_THOUSANDS = re.compile(r"\{?\d{1,3}(?:,\d{3})+\}?")
_PARTS = re.compile(r"\d+|[a-z½∞]")
_WORDS = re.compile(r"[\w½∞]+")
_PIECES = re.compile(r"[^\W_]+")
#: Words of a source that name something, other than those that begin its sentences.
_IN_CAPITALS = re.compile(r"(?<![.] )(?<!^)\b[A-Z]\w+(?: of(?= \w))?")
_NOISE = frozenset({"symbol", "symbols", "icon", "icons", "the", "a", "an", "of", "for"})
_SHORTEST_PLURAL = 3
_LAST_WORD = re.compile(r" (?:symbol|icon|mana|counter)$")
_ONE = re.compile(r"^one (?=\w)")
_COLOR_PARTS = re.compile(r"[wubrg]{2,}")
_NOT_PLAIN = re.compile(r"[^a-z0-9]+")


def resolve(asked: str) -> Definition | None:
    """Return the symbol that an address asks for, however it is written there; None when there is none.

    Beside every spelling these work: the address in any letter case (`u-w`), halves that touch (`2w`), the name
    (`white-or-blue-mana`), a loyalty cost without its brackets (`+1`).
    """
    text = asked.strip().translate(_MINUS)
    if not text or len(text) > LONGEST:
        return None
    for find, way in _ways(text):
        try:
            return find(way)
        except UnknownSymbolError:
            continue
    return None


def _ways(text: str) -> Iterator[tuple[Callable[[str], Definition], str]]:
    yield by_slug, text
    yield by_spelling, text
    if _THOUSANDS.fullmatch(text):
        yield by_spelling, text.replace(",", "")
    folded = text.casefold()
    if slug := _folded_slugs().get(folded):
        yield by_slug, slug
    yield by_spelling, folded
    yield by_spelling, text.replace("-", "/")
    yield by_spelling, f"[{text}]"
    yield by_spelling, f"{{{text}}}"
    bare = folded.strip("{}()|")
    parts = _PARTS.findall(bare)
    if "".join(parts) == bare:
        yield by_spelling, "/".join(parts)
    head, _, tail = text.rpartition("-")
    yield by_slug, f"{head.lower()}-{tail.upper()}"
    yield by_slug, text.upper()
    if slug := _named().get(_plain(text)):
        yield by_slug, slug


@cache
def _folded_slugs() -> dict[str, str]:
    return {one.slug.casefold(): one.slug for one in all_definitions()}


@cache
def _named() -> dict[str, str]:
    """Return addresses by name, and by how it is said; a word that two symbols share names neither."""
    out: dict[str, str] = {}
    twice: set[str] = set()
    for one in all_definitions():
        ways = {one.name, one.say, _LAST_WORD.sub("", one.name), _ONE.sub("", one.say), *one.called}
        for words in {_plain(way) for way in ways}:
            twice |= {words} & out.keys()
            out[words] = one.slug
    return {words: slug for words, slug in out.items() if words not in twice}


def _plain(text: str) -> str:
    return _NOT_PLAIN.sub("-", text.casefold()).strip("-")


def nearest(asked: str, limit: int = 8) -> list[Definition]:
    """Return the symbols whose code or name looks most like some text, the most alike first."""
    ways = similar(asked.strip()[:LONGEST], _shapes(), None, at_least=0)
    # Of equals, the first of the gallery.
    symbols = {one.code: one for way in ways for one in _shapes()[way]}
    return list(islice(symbols.values(), limit))


@cache
def _shapes() -> Mapping[str, Sequence[Definition]]:
    """Return the symbols by what each may be taken for: code, also turned, address, name, kind, how it is said."""
    out: dict[str, list[Definition]] = defaultdict(list)
    for one in all_definitions():
        written = (one.code, *_turned(one), one.slug, one.code.replace("/", ""))
        for way in dict.fromkeys(map(str.casefold, (*written, one.name, one.say, one.kind))):
            out[way].append(one)
    return out


def _turned(one: Definition) -> list[str]:
    """Return the ways to write a hybrid's code that are an address but for their order: `u-w`."""
    return [way.strip("{}").replace("/", "-") for way in one.spellings if "/" in way and way.startswith("{")]


def search(words: str) -> list[Definition]:
    """Return the symbols of the galleries that fit every one of some words; all of them for no words.

    Beside them, the symbol that the words are another way to write: `ug`, and `37`, which no gallery lists.

    A word fits a symbol when it is one of its spellings, one of its rules or one part of its code (`w` fits `{W/U}`),
    or when a spelling, a word of its code, its name, its kind, its description or of the set that it came with begins
    with it; `w` also fits all that is white. A word after "not" must not fit, and the words for which cards have a
    symbol count too (`not tournament`). Words such as "symbol", which most symbols fit, count only where there are no
    others.
    """
    wanted = words.casefold().translate(_MINUS).replace(",", " ").replace("colour", "color").split()
    telling = [word for word in wanted if word not in _NOISE] or wanted
    # "not tournament": what fits the first word, but not the one after "not".
    parted = [*zip(["", *telling], telling, strict=False)]
    asks = [(word, before == "not") for before, word in parted if word != "not"] or [(word, False) for word in telling]
    found = [one for one in all_definitions() if all(_fits(one.code, word) != excluded for word, excluded in asks)]
    meant = resolve(words) or resolve("-".join(words.split()))
    return found if meant is None or meant in found else sorted([*found, meant], key=lambda one: one.order)


def _fits(code: str, word: str) -> bool:
    exact, pieces = _haystacks()[code]
    if word in exact or (len(word) > 1 and any(piece.startswith(word) for piece in pieces)):
        return True
    if len(word) > _SHORTEST_PLURAL and word.endswith("s"):
        return _fits(code, word[:-1])
    parts = word.split("-")
    return len(parts) > 1 and all(len(part) > 1 and _fits(code, part) for part in parts)


@cache
def _haystacks() -> dict[str, tuple[frozenset[str], tuple[str, ...]]]:
    """Return what words are looked for in: whole spellings and parts, and what may begin with them."""
    out: dict[str, tuple[frozenset[str], tuple[str, ...]]] = {}
    for one in all_definitions():
        colors = one.code.removeprefix("CI_") if one.code.startswith("CI_") else one.colors
        exact = {way.casefold() for way in (*one.spellings, *one.code.split("/"), *one.rules, *colors)}
        sets = " ".join(_IN_CAPITALS.findall(one.source))
        texts = f"{one.name} {one.say} {one.kind} {one.description} {sets} {one.cards}".casefold()
        texts += " ".join(("", *one.named, *one.called)).casefold()
        # Colors run together are no word: `ug` asks for mana of two colors.
        parts = [part for part in _PIECES.findall(one.code.casefold()) if not _COLOR_PARTS.fullmatch(part)]
        begin = [one.code.casefold(), *(way.casefold() for way in one.spellings), *parts, *_WORDS.findall(texts)]
        out[one.code] = (frozenset(exact), tuple(dict.fromkeys(begin)))
    return out
