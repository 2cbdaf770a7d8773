"""What effects apply to: “other Goblins you control”, “enchanted creature”, “target creature”, “this”."""

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from operator import eq, ge, le
from typing import Final, Literal

from symbols.data_files import read_data
from symbols.trials.layers.values import SELF, Values
from symbols.trials.layers.words import COLORS, is_subtype, singular, supertype_named, type_named

Whose = Literal["", "you", "opponent", "chosen", "me", "them"]
"""Who controls something, as seen by an effect's controller; `me` is the user, `them` the opponent."""


class One(Enum):
    """A subject that is one object."""

    SELF = auto()
    ATTACHED = auto()


@dataclass(frozen=True, slots=True)
class Target:
    """What a spell or ability targets.

    Attributes:
        wanted: what it may target; None if that isn't known.
        said: the same in words.
        another: whether it's another one than the target before.
        many: whether there may be several.
    """

    wanted: "Filter | None" = None
    said: str = ""
    another: bool = False
    many: bool = False


@dataclass(frozen=True, slots=True)
class Counters:
    """Counters of a kind on an effect's source, or on what that is attached to, unless it's the source's `own`."""

    kind: str
    own: bool = False


@dataclass(frozen=True, slots=True)
class Attachments:
    """Auras and Equipment attached to an effect's source, or to what that is attached to."""

    wanted: "Filter"


@dataclass(frozen=True, slots=True)
class Devotion:
    """Mana symbols of any of these colors in the mana costs of permanents that an effect's controller has (700.5)."""

    colors: frozenset[str]


@dataclass(frozen=True, slots=True)
class Named:
    """An object of the board by its name or number."""

    name: str


@dataclass(frozen=True, slots=True)
class Filter:
    """All objects that fit one of the alternatives.

    Attributes:
        alternatives: for each, words that all have to fit, such as `non-Goblin`, `white`, `creatures`.
        whose: who controls them, as seen by the controller of the effect.
        other: whether the effect's source is left out.
        having: an ability that they have; `-` before one that they don't.
        compared: such as `("power", operator.le, 2)`.
    """

    alternatives: tuple[tuple[str, ...], ...]
    whose: Whose = ""
    other: bool = False
    having: str = ""
    named: str = ""
    counter: str = ""
    compared: tuple[str, Callable[[int, int], bool], int] | None = None

    def fits(self, values: Values, *, is_source: bool = False, controller: str) -> bool:
        if (self.other and is_source) or not any(
            all(fits_word(word, values) for word in words) for words in self.alternatives
        ):
            return False
        seen_by = "you" if self.whose in {"me", "them"} else controller
        if self.whose and (values.controller == seen_by) is not (self.whose in {"you", "me"}):
            return False
        return self._fits_rest(values)

    @property
    def reads_size(self) -> bool:
        return self.compared is not None and self.compared[0] != "mana value"

    @property
    def states(self) -> frozenset[str]:
        """The states that it asks for, which only a player can tell."""
        words = {word.lower() for words in self.alternatives for word in words}
        return STATES & {"attacking" if word == "unblocked" else word for word in words}

    def _has_counters(self, values: Values) -> bool:
        if self.counter in {_ANY, _NONE}:
            return bool(values.counters) is (self.counter == _ANY)
        return self.counter in values.counters_on

    def _fits_rest(self, values: Values) -> bool:
        if self.having == "no abilities":
            return not values.abilities
        if self.having and values.has_ability(self.having.removeprefix("-")) is self.having.startswith("-"):
            return False
        if self.named and values.name != self.named:
            return False
        if self.counter and not self._has_counters(values):
            return False
        if self.compared is None:
            return True
        what, compare, number = self.compared
        sizes = {"power": values.power, "toughness": values.toughness, "mana value": values.mana_value}
        return compare(sizes[what] or 0, number)


Subject = One | Named | Target | Filter
Counted = Filter | Counters | Attachments | Devotion
_ANY: Final = "any"
_NONE: Final = "none"


def fits_word(word: str, values: Values) -> bool:
    return _test_of(word)(values)


@lru_cache(maxsize=1024)
def _test_of(word: str) -> Callable[[Values], bool]:
    if match := _NON.fullmatch(word):
        fits = _test_of(match[1])
        return lambda values: not fits(values)
    lower = word.lower()
    if lower in STATES:
        return lambda values: lower in values.states
    if test := _TESTS.get(lower):
        return test
    if lower in COLORS:
        color = COLORS[lower]
        return lambda values: color in values.colors
    if kind := type_named(word):
        return lambda values: kind in values.types
    if supertype := supertype_named(word):
        return lambda values: supertype in values.supertypes
    forms = (word, singular(word))
    return lambda values: values.has_subtype(*forms)


_TESTS: Final[dict[str, Callable[[Values], bool]]] = {
    "untapped": lambda values: "tapped" not in values.states,
    "unblocked": lambda values: "attacking" in values.states and "blocked" not in values.states,
    "permanent": lambda _: True,
    "permanents": lambda _: True,
    "token": lambda values: values.is_token,
    "tokens": lambda values: values.is_token,
    "face-down": lambda values: values.is_face_down,
    "colorless": lambda values: not values.colors,
    "multicolored": lambda values: len(values.colors) > 1,
    "monocolored": lambda values: len(values.colors) == 1,
}
STATES: Final = frozenset({"attacking", "blocking", "blocked", "tapped"})
"""States of an object, if a line says so; “unblocked” and “untapped” follow."""
_ADJECTIVES: Final = frozenset({*COLORS, *_TESTS, *STATES})
_NON: Final = re.compile(r"non-?(\w.*)", re.IGNORECASE)
_NEVER: Final = frozenset(
    {"you", "players", "player", "spells", "cards", "opponents", "they", "damage", "targets", "there"}
)
_NOUNS: Final = frozenset({"permanent", "permanents", "token", "tokens"})
_ALL: Final = re.compile(r"^(?:all|each|every)\s+", re.IGNORECASE)
_OTHER: Final = re.compile(r"^(?:(?:all|each|every)\s+)?(?:an)?other\s+", re.IGNORECASE)
_WHOSE: Final[dict[str, Whose]] = read_data("layers.toml")["whose"]
_WITHOUT: Final = re.compile(r" (?:with|that have) no abilities$")
_NAMED: Final = re.compile(r" named (.+)$")
_COMPARED: Final = re.compile(
    r" with (power|toughness|mana value|converted mana cost) (\d+)(?: or (less|greater|more))?$"
)
_NO_COUNTERS: Final = re.compile(r" (?:with|that have) no counters on (?:it|them)$")
_COUNTER: Final = re.compile(r" with(?: an?| one or more)?(?: ([+-]\d+/[+-]\d+|[a-z]+))? counters? on (?:it|them)$")
_HAVING: Final = re.compile(r" (with|without) ((?:first |double )?[a-z]+)$")
_THIS: Final = re.compile(r"(?:this(?: [\w-]+)?|itself|it|~)", re.IGNORECASE)
_TARGET: Final = re.compile(
    r"(?P<many>(?:up to|any number of|each of)?\s*(?:one or |one, |two, |or )*(?:(?!an?other\b|other\b)\w+)?\s)?"
    r"(?P<another>another |other )?"
    r"\btarget (?P<what>.+?)(?: each)?"
    r"|(?:that|those|the chosen|the target(?:ed)?) \w+.*|(?P<them>each of them|they each|both)",
    re.IGNORECASE,
)
_MENTIONED: Final = re.compile(
    r"(?:up to \w+ |any number of |\b(?:two|three|X) )?\btarget "
    r"(?:[\w,-]+ )*?[\w-]+?(?: (?:you|an opponent|you don't) controls?)?"
    r"(?=,? (?:gets?|has|loses?|becomes?|gains?|is|from|until|and|to|by|in|for|each|where|whose)\b|[.,]|'s|$)"
)
# Whether a target is in one of these states isn't checked.
_STATES: Final = re.compile(
    r"\b(?:attacking|blocking|blocked|unblocked|tapped|untapped|enchanted|equipped|modified)(?:,? (?:or|and) )?\s*"
)
_ATTACHED: Final = re.compile(r"(?:enchanted|equipped|fortified) [\w -]+", re.IGNORECASE)
_CHOSEN_PLAYER: Final = re.compile(
    r"(?:all |each )?[\w, -]+ (?:target|enchanted|that|the chosen|defending|the active) player controls", re.IGNORECASE
)


def read_subject(text: str, names: Collection[str] = ()) -> Subject | None:
    """Parse a subject; None if it is none. `names` are those of objects on the board, in lower case."""
    text = text.strip()
    if not text or _THIS.fullmatch(text) or text == SELF:
        return One.SELF
    if text.lower().removeprefix("the ") in names:
        return Named(text)
    if _CHOSEN_PLAYER.fullmatch(text):
        return read_filter(text)
    if match := _TARGET.fullmatch(text):
        return _target(match)
    if _ATTACHED.fullmatch(text):
        return One.ATTACHED
    return read_filter(text)


def target_in(text: str) -> Target | None:
    """The first target that a text names: of “Untap target creature. It gets +1/+1.” the creature."""
    match = _MENTIONED.search(text)
    found = read_subject(match[0].strip()) if match else None
    return found if isinstance(found, Target) else None


def _target(match: re.Match[str]) -> Target:
    said = match["what"] or ""
    plural = bool(match["many"] and match["many"].strip().lower() != "up to one") or bool(match["them"])
    wanted = read_filter(_STATES.sub("", said)) if said else None
    if wanted and wanted.whose == "chosen":
        wanted = None
    return Target(wanted, said, another=bool(match["another"]) or said == "other", many=plural)


def read_filter(text: str) -> Filter | None:
    text = text.strip().replace(" on the battlefield", "").replace("and/or", "or")
    text = re.sub(r"\s(?:and|or) (?:all|each) ", " and ", text)
    # “Goblins you control and Elementals you control”
    text = re.sub(r" you control and ([\w ]+) you control$", r" and \1 you control", text)
    other = bool(_OTHER.match(text))
    text = (_OTHER if other else _ALL).sub("", text)
    having = named = counter = ""
    compared = None
    if match := _NAMED.search(text):
        named, text = match[1], text[: match.start()]
    whose, text = _whose(text)
    if text.endswith((" other than ~", " other than this creature")):
        other, text = True, text.rpartition(" other than ")[0]
    if match := _WITHOUT.search(text):
        having, text = "no abilities", text[: match.start()]
    elif match := _NO_COUNTERS.search(text):
        counter, text = _NONE, text[: match.start()]
    elif match := _COUNTER.search(text):
        counter, text = match[1] or _ANY, text[: match.start()]
    elif match := _COMPARED.search(text):
        what = match[1].replace("converted mana cost", "mana value")
        compare = {"less": le, None: eq}.get(match[3], ge)
        compared, text = (what, compare, int(match[2])), text[: match.start()]
    elif match := _HAVING.search(text):
        having, text = ("-" if match[1] == "without" else "") + match[2], text[: match.start()]
    if not whose:
        whose, text = _whose(text)
    base, _, which = text.partition(" that is ") if " that is " in text else text.partition(" that are ")
    alternatives = _alternatives(base)
    if which:
        alternatives = [(*more, *words) for words in alternatives for more in _alternatives(which)]
    if not alternatives or not all(map(_is_known, alternatives)):
        return None
    return Filter(tuple(alternatives), whose, other, having, named, counter, compared)


def _whose(text: str) -> tuple[Whose, str]:
    for ending, owner in _WHOSE.items():
        if text.endswith(ending) or any(f"{ending} {word} " in text for word in ("with", "without", "that")):
            return owner, text.replace(ending, "", 1)
    return "", text


def _alternatives(text: str) -> list[tuple[str, ...]]:
    """“red or white permanents” -> `[("red", "permanents"), ("white", "permanents")]`."""
    parts = re.split(r",? and |,? or |(?<=s), (?=\w+s\b)", text)
    if len(parts) > 1:
        parts = [one for part in parts for one in part.split(", ")]
    found = [words for part in parts if (words := _words(part))]
    return [words if _is_noun(words[-1]) else (*words, found[-1][-1]) for words in found]


def _is_noun(word: str) -> bool:
    lower = word.lower()
    return lower in _NOUNS or (lower not in _ADJECTIVES and bool(type_named(word) or is_subtype(word)))


def _words(part: str) -> tuple[str, ...]:
    return tuple(filter(None, re.split(r",?\s+", re.sub(r"^an? ", "", _ALL.sub("", part.strip())))))


def _is_known(words: tuple[str, ...]) -> bool:
    """Whether each word can be tested, and the last is a noun."""
    bare = [_NON.sub(r"\1", word) for word in words]
    if bare[-1].lower() in _NEVER:
        return False
    return _is_noun(bare[-1]) and all(
        word.lower() in _ADJECTIVES or type_named(word) or supertype_named(word) or is_subtype(word) for word in bare
    )
