"""Which spells or abilities some printed words mean, and whether something is one of them.

`Red creature spells and green creature spells your opponents cast from graveyards`
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from explorer.cards.spell_qualifiers import Played, Qualifier, Whose, has_keyword, read_qualifiers
from symbols.engine import all_of, any_of
from symbols.engine.sources import is_kind

_TYPES = (
    "artifact|battle|creature|enchantment|instant|kindred|land|planeswalker|sorcery|tribal|permanent|commander|token"
)
_COLORS = "white|blue|black|red|green"
_ADJECTIVE = re.compile(
    rf"(?:non)?(?:{_COLORS}|colorless|colored|multicolored|monocolored|legendary|snow|basic|historic)|kicked|face-down"
    rf"|modified|non(?:{_TYPES})|[Nn]on-[A-Z][\w-]+"
)
_TYPE = re.compile(_TYPES)
# Subtypes that aren't of creatures, so that changelings don't have them (702.73).
_OTHER_SUBTYPES = re.compile(
    "adventure|arcane|aura|background|cartouche|case|class|clue|contraption|curse|equipment|food|fortification|lesson"
    "|omen|room|rune|saga|shard|shrine|siege|trap|treasure|vehicle"
)
_PLURALS = {"elves": "elf", "dwarves": "dwarf", "wolves": "wolf", "sorceries": "sorcery", "equipment": "equipment"}
# Other words for what type lines say, as alternatives.
_EQUIVALENTS: Mapping[str, Sequence[Sequence[str]]] = {
    "permanent": (("noninstant", "nonsorcery"),),
    "historic": (("artifact",), ("legendary",), ("saga",)),
    "colored": (("noncolorless",),),
    "tribal": (("kindred",),),
}
# Before a spell that the text has mentioned already.
_BACK_REFERENCE = re.compile("that|those|these|this|the|its|their|~")
_OR = re.compile(r",? (?:or|and|and/or) (?:(?:an?|other) )?|, ")
_HEAD = re.compile(
    r"(?P<ordinal>(?:the )?(?:first|second|third|next) |)(?:each |an? |any |all |one |another |other )?"
    r"(?P<first>(?:[\w'/-]+,? ){0,9}?)spells?\b(?P<more>(?:,? (?:and|or) (?:an? |the )?(?:[\w'-]+ ){1,4}?spells?\b)*)"
    r"(?P<rest>.*)",
    re.IGNORECASE,
)
_ABILITIES = re.compile(
    r"(?!(?:this|that) )(?:all |each |an? |the )?(?P<its>(?:enchanted|equipped) \w+'s |planeswalkers' |its |their )?"
    r"(?:(?:activated )?abilit(?:y|ies)|(?P<keyword>(?!activated)[a-z-]+(?: up)?) (?:abilit(?:y|ies)|costs?))\b"
    r"(?: of (?P<kinds>(?:[\w'-]+,? ){0,6}?[\w'-]+)(?= you control\b| your opp| with | that |$| unless | in | during )"
    r"|)(?P<rest>.*)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class SpellKind:
    """What some words mean.

    Attributes:
        kinds: one of them has to fit with all its words; none for everything.
    """

    kinds: Sequence[Sequence[str]]
    qualifiers: Sequence[Qualifier]
    whose: Whose = ""
    is_ability: bool = False

    @property
    def is_land(self) -> bool:
        """Lands are played, not cast (305.1)."""
        return bool(self.kinds) and all("land" in kind for kind in self.kinds) and not self.is_ability

    @property
    def is_everything(self) -> bool:
        return not (self.kinds or self.qualifiers or self.is_ability)

    def fits(self, played: Played) -> bool | None:
        if played.is_ability is not self.is_ability:
            return False
        return all_of([self._is_kind(played), *(one.fits(played) for one in self.qualifiers)])

    def unknowns(self, played: Played) -> Sequence[str]:
        """Words that only the player can judge; none if another one doesn't fit anyway."""
        if self.fits(played) is not None:
            return ()
        kind = [" or ".join(map(" ".join, self.kinds))] if self._is_kind(played) is None else []
        return (*kind, *(one.words for one in self.qualifiers if one.fits(played) is None))

    def _is_kind(self, played: Played) -> bool | None:
        return any_of(all_of(_is(word, played) for word in kind) for kind in self.kinds) if self.kinds else True


def _is(word: str, played: Played) -> bool | None:
    if word == "kicked":
        return played.is_kicked
    if word == "commander":
        # Only in the command zone it is sure to be one.
        return True if played.zone == "command" else None
    if not played.type_line:
        return None
    line = played.type_line.lower()
    if word == "creature" and line.startswith("summon"):
        return True
    is_subtype = not _ADJECTIVE.fullmatch(word) and not _TYPE.fullmatch(word) and not _OTHER_SUBTYPES.fullmatch(word)
    if is_subtype and is_kind((word,), line) is False and re.search("creature|kindred|tribal", line):
        return played.text is not None and has_keyword("changeling", played.text)
    return any_of(is_kind(each, line) for each in _EQUIVALENTS.get(word, ((word,),)))


@lru_cache(maxsize=2048)
def kind_of(words: str, *, typed: bool = False) -> SpellKind | None:
    """What some words mean; None if that isn't understood.

    Args:
        words: `creature spells you cast`; empty for all spells.
        typed: whether somebody typed them, so that subtypes may be in lower case.
    """
    words = " ".join(words.split()).rstrip(".")
    if not words:
        return SpellKind((), ())
    if (head := _HEAD.fullmatch(words)) is not None:
        groups = [head["first"], *re.split(r"\bspells?\b", head["more"])[:-1]]
        kinds = _kinds([re.sub(r"^,? (?:and|or) (?:an? |the )?", "", group) for group in groups], typed=typed)
        rest = read_qualifiers(head["rest"])
        if kinds is None or rest is None:
            return None
        ordinal = head["ordinal"].strip().lower().removeprefix("the ")
        counted = [Qualifier(words[:1].lower() + words[1:])] if ordinal else []
        return SpellKind(kinds, (*rest[0], *counted), rest[1])
    if (head := _ABILITIES.fullmatch(words)) is not None:
        return _of_abilities(head, typed=typed)
    return None


def _of_abilities(head: re.Match[str], *, typed: bool) -> SpellKind | None:
    kinds: Sequence[Sequence[str]] | None = ()
    found: list[Qualifier] = []
    if of := head["kinds"]:
        if re.match(r"(?:enchanted|equipped|that|target|the|those) ", of):
            found.append(Qualifier(f"of {of}"))
        elif of.lower() not in ("sources", "permanents", "cards"):
            kinds = _kinds([" ".join(map(_singular, of.split(" ")))], typed=typed)
            if kinds is None:
                kinds, found = (), [Qualifier(f"of {of}")]
    if (its := head["its"]) and its != "planeswalkers' ":
        found.append(Qualifier(its.strip().removesuffix("'s")))
    if keyword := (head["keyword"] or "").lower():
        found.append(Qualifier(keyword, lambda played: played.keyword == keyword if played.keyword else None))
    rest = read_qualifiers(head["rest"])
    if kinds is None or rest is None:
        return None
    return SpellKind(kinds, (*found, *rest[0]), rest[1], is_ability=True)


def _singular(word: str) -> str:
    bare = word.rstrip(",")
    return _PLURALS.get(bare.lower(), bare.removesuffix("s")) + word[len(bare) :]


def _kinds(groups: Sequence[str], *, typed: bool) -> Sequence[Sequence[str]] | None:
    """Alternatives, each with all of its words; None if a word can't be in a type line."""
    found: list[Sequence[str]] = []
    for place, group in enumerate(groups):
        words = group.strip()
        if not words:
            continue
        if words.endswith(","):
            return None
        items = [item.split() for item in _OR.split(words) if item]
        if not items or _BACK_REFERENCE.fullmatch(items[0][0].lower()):
            return None
        if typed:
            if any(re.search(r"[^\w'-]|\d", word) for item in items for word in item):
                return None
        else:
            # The first word of a sentence has a capital letter anyway.
            known = [word for item in items for word in item][1 if place == 0 else 0 :]
            if not all(word[:1].isupper() or _ADJECTIVE.fullmatch(word) or _TYPE.fullmatch(word) for word in known):
                return None
        found += _alternatives([[word.lower() for word in item] for item in items], words)
    return tuple(tuple(one) for one in found)


def _alternatives(items: Sequence[Sequence[str]], words: str) -> Iterator[Sequence[str]]:
    """`red instant or sorcery` -> red instant, red sorcery; but `artifact or red creature` stays."""
    if len(items) > 1 and all(word.startswith("non") for item in items for word in item[:1]) and " or " not in words:
        yield [word for item in items for word in item]
        return
    first = next((at for at, item in enumerate(items) if _types_of(item)), None)
    if first is None or any(len(_types_of(item)) < len(item) for item in items[first + 1 :]):
        yield from items
        return
    adjectives = [*items[:first], [word for word in items[first] if word not in _types_of(items[first])]]
    for adjective in adjectives if all(adjectives) else [[]]:
        for item in items[first:]:
            yield [*adjective, *_types_of(item)]


def _types_of(item: Sequence[str]) -> Sequence[str]:
    return [word for word in item if not _ADJECTIVE.fullmatch(word)]
