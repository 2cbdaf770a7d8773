"""Search for symbols by user input: a URL in any notation, words, or a near miss."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice

from symbols.catalog.definitions import Definition, UnknownSymbolError, all_definitions, by_slug, by_spelling
from symbols.similar import similar

#: Longest input, in characters, that is compared with codes and names.
LONGEST = 60
# A symbol has up to seven codes and names.
_WAYS_OF_EACH = 7

_MINUS = str.maketrans("−–", "--")
_THOUSANDS = re.compile(r"\{?\d{1,3}(?:,\d{3})+\}?")
_PARTS = re.compile(r"\d+|[a-z½∞]")
_WORDS = re.compile(r"[\w½∞]+")
_PIECES = re.compile(r"[^\W_]+")
#: Proper names in `Definition.source`: capitalized words that don't begin a sentence.
_IN_CAPITALS = re.compile(r"(?<![.] )(?<!^)\b[A-Z]\w+(?: of(?= \w))?")
_NOISE = frozenset({"symbol", "symbols", "icon", "icons", "the", "a", "an", "of", "for"})
_SHORTEST_PLURAL = 3
_LAST_WORD = re.compile(r" (?:symbol|icon|mana|counter)$")
_ONE = re.compile(r"^one (?=\w)")
_COLOR_PARTS = re.compile(r"[wubrg]{2,}")
_NOT_PLAIN = re.compile(r"[^a-z0-9]+")


def resolve(query: str) -> Definition | None:
    """Return the symbol that a URL or other notation refers to; None if there is none.

    Besides every spelling, these work: the slug in any case (`u-w`), halves without a slash (`2w`), the name
    (`white-or-blue-mana`), a loyalty cost without brackets (`+1`).
    """
    text = query.strip().translate(_MINUS)
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
    """Slugs by name and by spoken form, leaving out those that two symbols share."""
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


def nearest(query: str, limit: int = 8) -> list[Definition]:
    """Return the symbols whose code or name is most similar, best first."""
    ways = similar(query.strip()[:LONGEST], _shapes(), _WAYS_OF_EACH * limit, at_least=0)
    # Ties keep the gallery's order.
    symbols = {one.code: one for way in ways for one in _shapes()[way]}
    return list(islice(symbols.values(), limit))


@cache
def _shapes() -> Mapping[str, Sequence[Definition]]:
    """Symbols by every string to compare input with: code, with halves swapped too, slug, name, kind, spoken form."""
    out: dict[str, list[Definition]] = defaultdict(list)
    for one in all_definitions():
        written = (one.code, *_hybrid_slugs(one), one.slug, one.code.replace("/", ""))
        for way in dict.fromkeys(map(str.casefold, (*written, one.name, one.say, one.kind))):
            out[way].append(one)
    return out


def _hybrid_slugs(one: Definition) -> list[str]:
    """Slug-like spellings of a hybrid, with its halves in any order: `W-U`, `U-W`."""
    return [way.strip("{}").replace("/", "-") for way in one.spellings if "/" in way and way.startswith("{")]


def search(words: str) -> list[Definition]:
    """Return the symbols of the gallery that match every word; all of them for an empty query.

    The symbol that the query as a whole refers to is included too, even if the gallery doesn't list it: `ug`, `37`.

    A word matches a symbol if it equals a spelling, a rule number, a part of its code or one of its colors (`w` matches
    `{W/U}`), or if a spelling or a word of its code, name, kind, description, set or `cards` begins with it. A word
    after "not" must not match (`not tournament`). Noise words such as "symbol" count only if there are no others.
    """
    wanted = words.casefold().translate(_MINUS).replace(",", " ").replace("colour", "color").split()
    significant = [word for word in wanted if word not in _NOISE] or wanted
    # Each word with the one before it, to see a "not".
    pairs = [*zip(["", *significant], significant, strict=False)]
    terms = [(word, before == "not") for before, word in pairs if word != "not"] or [
        (word, False) for word in significant
    ]
    found = [one for one in all_definitions() if all(_matches(one.code, word) != excluded for word, excluded in terms)]
    meant = resolve(words) or resolve("-".join(words.split()))
    return found if meant is None or meant in found else sorted([*found, meant], key=lambda one: one.order)


def _matches(code: str, word: str) -> bool:
    exact, pieces = _index()[code]
    if word in exact or (len(word) > 1 and any(piece.startswith(word) for piece in pieces)):
        return True
    if len(word) > _SHORTEST_PLURAL and word.endswith("s"):
        return _matches(code, word[:-1])
    parts = word.split("-")
    return len(parts) > 1 and all(len(part) > 1 and _matches(code, part) for part in parts)


@cache
def _index() -> dict[str, tuple[frozenset[str], tuple[str, ...]]]:
    """By code, the strings that a query word must equal, and those that it need only begin."""
    out: dict[str, tuple[frozenset[str], tuple[str, ...]]] = {}
    for one in all_definitions():
        colors = one.code.removeprefix("CI_") if one.code.startswith("CI_") else one.colors
        exact = {way.casefold() for way in (*one.spellings, *one.code.split("/"), *one.rules, *colors)}
        sets = " ".join(_IN_CAPITALS.findall(one.source))
        texts = f"{one.name} {one.say} {one.kind} {one.description} {sets} {one.cards}".casefold()
        texts += " ".join(("", *one.named, *one.called)).casefold()
        # Adjacent color letters aren't a word: `ug` means mana of two colors.
        parts = [part for part in _PIECES.findall(one.code.casefold()) if not _COLOR_PARTS.fullmatch(part)]
        begin = [one.code.casefold(), *(way.casefold() for way in one.spellings), *parts, *_WORDS.findall(texts)]
        out[one.code] = (frozenset(exact), tuple(dict.fromkeys(begin)))
    return out
