"""Supertypes, card types and subtypes by the lists of an edition, and type lines made of them (205)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from symbols.sentences import a_or_an, join_words
from symbols.similar import CLOSE, similar
from symbols.trials.outcome import Step
from symbols.trials.trial import Reading

SUBTYPES: Final = {
    "205.3g": ("artifact type", ("artifact",)),
    "205.3h": ("enchantment type", ("enchantment",)),
    "205.3i": ("land type", ("land",)),
    "205.3j": ("planeswalker type", ("planeswalker",)),
    "205.3k": ("spell type", ("instant", "sorcery")),
    "205.3m": ("creature type", ("creature", "kindred", "tribal")),
    "205.3n": ("planar type", ("plane",)),
    "205.3p": ("dungeon type", ("dungeon",)),
    "205.3q": ("battle type", ("battle",)),
}
"""By the stable name of the rule with the list: what such a subtype is called, and the card types that have it."""

_BASIC_LANDS: Final = "305.6"
LOCAL_ENCHANTMENTS: Final = "212.2b"
_LOCAL_WITHOUT_SUBTYPE: Final = "212.4c"
_WORLD_ENCHANTMENTS: Final = "214.8k"
_UNPRINTED: Final = "212.2c"
_WITHOUT: Final = "212.2d"
_KINDS: Final = {**SUBTYPES, _BASIC_LANDS: SUBTYPES["205.3i"], LOCAL_ENCHANTMENTS: SUBTYPES["205.3h"]}
_WHOLE: Final = re.compile(r"(legendary )?(enchant [a-z ]+)", re.IGNORECASE)
"""A whole type line, `Enchant Creature`, where an edition has such lines."""

DASH: Final = re.compile(r"\s*(?:[—–]|--|\s-\s)\s*")
_LIST: Final = re.compile(
    r"(?:\b(?:The|That|One) (?:\w+ ){0,2}?(?:types|supertypes|type)(?: at this time)? (?:are|is)"
    r"|as follows:|card types:)"
    r"\s+(.+?)(?:\.(?:\s|$)|$)",
    re.DOTALL,
)
_BETWEEN: Final = re.compile(r",\s*(?:(?:and|or)\s+)?|\s+and\s+")
_QUOTED: Final = re.compile(r"supertype [\"“]([\w-]+)[\"”]")
_PLURALS: Final = {"sorcery": "sorceries"}


@dataclass(frozen=True, slots=True)
class Subtype:
    """Subtype, with the stable name of the rule that lists it."""

    name: str
    rule: str

    @property
    def kind(self) -> str:
        return _KINDS[self.rule][0]

    def fits(self, types: Sequence[str]) -> bool:
        """Whether an object of these card types can have it (205.3d)."""
        return not set(_KINDS[self.rule][1]).isdisjoint(types)


def listed(words: str) -> list[str]:
    """`The spell types are Arcane and Trap.` -> Arcane, Trap."""
    # “One creature type is two words long: Time Lord” is a list of its own.
    words = re.sub(r"\s*\([^)]*\)", "", words).replace("is two words long:", "is")
    words = words.replace("All other creature types are one word long:", "The types are")
    found = (_BETWEEN.split(match[1].strip()) for match in _LIST.finditer(words))
    return [item for items in found for item in items if item]


class Lists:
    """What an edition lists as supertypes, card types and subtypes."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading

    @cached_property
    def supertypes(self) -> list[str]:
        """Until 2007 the rules listed none, but said what some of them do."""
        each = (self._reading.words(rule) for rule in ("205.4c", "205.4d", "205.4f", "205.4g"))
        return listed(self._reading.words("205.4a")) or _QUOTED.findall(" ".join(each)) or ["basic", "legendary"]

    @cached_property
    def types(self) -> list[str]:
        return listed(self._reading.words("205.2a"))

    def whole(self, text: str) -> "TypeLine | None":
        """Read a line without a card type that means an enchantment, if the edition has any: `Enchant Creature`."""
        match = _WHOLE.fullmatch(text)
        if match is None:
            return None
        supertypes, says = ["legendary"] if match[1] else [], match[2].lower()
        world = says == "enchant world"
        if not world and self._rules(LOCAL_ENCHANTMENTS):
            return TypeLine(supertypes, ["enchantment"], [Subtype(says, LOCAL_ENCHANTMENTS)])
        rule = _WORLD_ENCHANTMENTS if world else _LOCAL_WITHOUT_SUBTYPE
        if not self._rules(rule):
            return None
        why = f"“{says.title()}” makes it a {'global' if world else 'local'} enchantment. That’s not a subtype."
        return TypeLine(supertypes, ["enchantment"], whole=says, note=Step(rule, why))

    def _rules(self, name: str) -> bool:
        """Whether the edition has a rule that later ones lack. Without an edition, it’s the newest."""
        return self._reading.edition is not None and bool(self._reading.find(name))

    def none_for(self, types: Sequence[str]) -> Step | None:
        """Say that cards of these types have no subtypes on their type lines, as with instants until 2004."""
        if self._reading.edition is None:
            return None
        without = self._reading.words(_WITHOUT).casefold()
        if types and all(one.removesuffix("y") in without for one in types):
            plurals = join_words([_PLURALS.get(one, f"{one}s") for one in types])
            return Step(_WITHOUT, f"In these rules, {plurals} have no subtypes.")
        if types == ["land"] and self._rules(_UNPRINTED):
            return Step(_UNPRINTED, "In these rules, a land’s subtype is its name, and isn’t on its type line.")
        if types == ["enchantment"] and self._rules(LOCAL_ENCHANTMENTS):
            why = "In these rules, only a whole type line such as “Enchant Creature” is an enchantment’s subtype."
            return Step(LOCAL_ENCHANTMENTS, why)
        return None

    @cached_property
    def correlates(self) -> bool:
        """Whether the edition says that a subtype goes with its card type; the first ones didn't."""
        return bool(self._reading.find("205.3c"))

    @cached_property
    def subtypes(self) -> Sequence[Subtype]:
        """The first editions listed none but the basic land types."""
        found = [Subtype(name, rule) for rule in SUBTYPES for name in listed(self._reading.words(rule))]
        if any(one.rule == "205.3i" for one in found):
            return found
        return [*found, *(Subtype(name, _BASIC_LANDS) for name in listed(self._reading.words(_BASIC_LANDS)))]

    @cached_property
    def _named(self) -> Mapping[str, Sequence[Subtype]]:
        """Subtypes by their names, in lower case; no name is on two lists today."""
        named: dict[str, list[Subtype]] = {}
        for subtype in self.subtypes:
            named.setdefault(_plain(subtype.name), []).append(subtype)
        return named

    def missing(self, types: Sequence[str]) -> str:
        """Return the stable name of a list that the edition lacks, as the first ones did; empty if it has all.

        What’s after the dash of an artifact creature is a creature type, and of an artifact land a land type.
        """
        lacking = [rule for rule in _rules_for(types) if not self.has(rule)]
        return min(lacking, key=lambda rule: rule not in {"205.3m", "205.3i"}, default="")

    def has(self, rule: str) -> bool:
        """Whether the edition has the list of a rule, or counts it as no list at all, as with `enchant creature`."""
        return rule == LOCAL_ENCHANTMENTS or any(subtype.rule == rule for subtype in self.subtypes)

    def subtype(self, name: str, types: Sequence[str] = ()) -> Subtype | None:
        """Return a subtype, rather one that fits the card types."""
        found = self._named.get(_plain(name), ())
        return next((one for one in found if one.fits(types)), next(iter(found), None))

    def split(
        self, words: Sequence[str], types: Sequence[str], *, longest: int = 2
    ) -> Iterator[tuple[str, Subtype | None]]:
        """Yield the words with the subtypes that they name, of up to `longest` words; None for what names none."""
        start = 0
        while start < len(words):
            sizes = range(min(longest, len(words) - start), 0, -1)
            phrases = [" ".join(words[start : start + size]) for size in sizes]
            name = next((phrase for phrase in phrases if self.subtype(phrase)), words[start])
            yield name, self.subtype(name, types)
            start += len(name.split())


@dataclass(frozen=True, slots=True)
class TypeLine:
    supertypes: Sequence[str] = ()
    types: Sequence[str] = ()
    subtypes: Sequence[Subtype] = ()
    problems: Sequence[Step] = field(default=(), compare=False)
    whole: str = ""
    note: Step | None = None

    def __str__(self) -> str:
        """As printed: `Legendary Enchantment Creature — God`."""
        local = next((one.name for one in self.subtypes if one.rule == LOCAL_ENCHANTMENTS), self.whole)
        if local:
            return " ".join(word.capitalize() for word in [*self.supertypes, *local.split()])
        before = " ".join(word.capitalize() for word in [*self.supertypes, *self.types])
        return f"{before} — {' '.join(one.name for one in self.subtypes)}" if self.subtypes else before

    @property
    def by_kind(self) -> Mapping[str, Sequence[str]]:
        """Names of subtypes by what they are called: `{"creature type": ["Human", "Wizard"]}`."""
        kinds: dict[str, list[str]] = {}
        for subtype in self.subtypes:
            kinds.setdefault(subtype.kind, []).append(subtype.name)
        return kinds


def read_type_line(text: str, lists: Lists, *, as_printed: bool = True) -> TypeLine:
    """Parse a type line. What's wrong with it is in its `problems`, in their order.

    Args:
        as_printed: whether subtypes that the edition has, but prints on no type line, are wrong.
    """
    if whole := lists.whole(text):
        return whole
    before, *after = DASH.split(text, maxsplit=1) if DASH.search(text) else _without_dash(text, lists)
    supertypes: list[str] = []
    types: list[str] = []
    problems: list[Step] = []
    for word in before.split():
        if name := match(word, lists.types):
            types.append(name)
        elif name := match(word, lists.supertypes):
            supertypes.append(name)
            if types:
                problems.append(Step("205.4a", f"“{word}” is a supertype. Supertypes come before card types."))
        else:
            problems.append(_unknown_before_dash(word, lists))
    if not types and not problems:
        problems.append(Step("205.1", "There’s no card type. Every card has one or more."))
    words = " ".join(after).replace(",", " ").split() if types else []
    subtypes, wrong = _after_dash(words, types, lists, as_printed=as_printed)
    return TypeLine(supertypes, types, subtypes, [*problems, *wrong])


def _without_dash(text: str, lists: Lists) -> list[str]:
    """Tell subtypes that were typed behind the card types without a dash: `creature human wizard`."""
    words = text.split()
    start = max((place for place, word in enumerate(words, start=1) if match(word, lists.types)), default=len(words))
    rest = words[start:]
    is_known = rest and all(subtype for _, subtype in lists.split(rest, []))
    return [" ".join(words[:start]), " ".join(rest)] if is_known else [text]


def _after_dash(
    words: Sequence[str], types: Sequence[str], lists: Lists, *, as_printed: bool
) -> tuple[list[Subtype], list[Step]]:
    """Return the subtypes, and what’s wrong with the words that are none."""
    if words and as_printed and (none := lists.none_for(types)):
        return [], [none]
    subtypes, problems = list[Subtype](), list[Step]()
    # All words after the dash of a plane are one subtype (205.3b).
    for name, subtype in lists.split(words, types, longest=len(words) if "plane" in types else 2):
        if subtype and subtype.fits(types):
            subtypes.append(subtype)
        elif subtype and lists.correlates:
            having = join_words([one for one in SUBTYPES[subtype.rule][1] if one in lists.types], "or")
            problems.append(Step("205.3c", f"“{name}” is {a_or_an(subtype.kind)}, which only {having} cards have."))
        elif rule := lists.missing(types):
            subtypes.append(Subtype(name, rule))
        else:
            problems.append(unlisted(name, types, lists))
    return subtypes, problems


def _unknown_before_dash(word: str, lists: Lists) -> Step:
    if subtype := lists.subtype(word):
        return Step("205.3b", f"“{word}” is {a_or_an(subtype.kind)}. Subtypes come after a long dash.")
    near = _did_you_mean(word, [*lists.types, *lists.supertypes])
    return Step("205.2a", f"“{word}” is neither a card type nor a supertype.{near}")


def unlisted(name: str, types: Sequence[str], lists: Lists) -> Step:
    """Say that a name is on none of the lists for the card types; of all lists, if they have none."""
    rules = _rules_for(types)
    near = _did_you_mean(name, [one.name for one in lists.subtypes if one.rule in rules or not rules])
    kinds = join_words([SUBTYPES[rule][0].removesuffix(" type") for rule in rules], "or")
    on = f"{kinds} types" if kinds else "subtypes"
    return Step(next(iter(rules), "205.3b"), f"“{name}” isn’t on the list of {on}.{near}")


def _rules_for(types: Sequence[str]) -> list[str]:
    """Stable names of the rules with the lists for card types."""
    return [rule for rule, (_, having) in SUBTYPES.items() if set(having) & set(types)]


def match(word: str, names: Sequence[str]) -> str:
    """Return the name that a word is, ignoring case; empty for none."""
    return next((name for name in names if _plain(name) == _plain(word)), "")


def _plain(name: str) -> str:
    return name.replace("'", "’").casefold()


def _did_you_mean(typed: str, names: Sequence[str]) -> str:
    # A wrong first letter is rare: Enchant is an enchantment, but Summon no dungeon.
    same_initial = [name for name in names if name[:1].casefold() == typed[:1].casefold()]
    near = similar(typed, same_initial) or similar(typed, names, at_least=CLOSE)
    return f" Did you mean {near[0]}?" if near else ""
