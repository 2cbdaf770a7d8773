"""What effects apply to: “other Goblins you control”, “enchanted creature”, “target creature”, “this”."""

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, Literal

from symbols.trials.layers.values import SELF, Values
from symbols.trials.layers.words import COLORS, is_subtype, singular, supertype_named, type_named

Whose = Literal["", "you", "opponent", "chosen"]


class One(Enum):
    """A subject that is one object, or some that a spell chose."""

    SELF = auto()
    TARGET = auto()
    ATTACHED = auto()


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
        compared: such as `("power", "<=", 2)`.
    """

    alternatives: tuple[tuple[str, ...], ...]
    whose: Whose = ""
    other: bool = False
    having: str = ""
    named: str = ""
    counter: str = ""
    compared: tuple[str, str, int] | None = None

    def fits(self, values: Values, *, is_source: bool, controller: str) -> bool:
        if (self.other and is_source) or not any(
            all(_fits(word, values) for word in words) for words in self.alternatives
        ):
            return False
        if self.whose in {"you", "opponent"} and (values.controller == controller) is not (self.whose == "you"):
            return False
        return self._fits_rest(values)

    def _fits_rest(self, values: Values) -> bool:
        if self.having == "no abilities":
            return not values.abilities
        if self.having and values.has_ability(self.having.removeprefix("-")) is self.having.startswith("-"):
            return False
        if self.named and values.name != self.named:
            return False
        if self.counter and self.counter not in values.counters:
            return False
        return self.compared is None or _compare(values, *self.compared)


Subject = One | Named | Filter


def _compare(values: Values, what: str, sign: str, number: int) -> bool:
    value = {"power": values.power, "toughness": values.toughness, "mana value": values.mana_value}[what] or 0
    return {"<=": value <= number, ">=": value >= number, "=": value == number}[sign]


def _fits(word: str, values: Values) -> bool:
    if match := _NON.fullmatch(word):
        return not _fits(match[1], values)
    lower = word.lower()
    if test := _TESTS.get(lower):
        return test(values)
    if lower in COLORS:
        return COLORS[lower] in values.colors
    if kind := type_named(word):
        return kind in values.types
    if kind := supertype_named(word):
        return kind in values.supertypes
    return values.has_subtype(word, singular(word))


_TESTS: Final[dict[str, Callable[[Values], bool]]] = {
    "permanent": lambda _: True,
    "permanents": lambda _: True,
    "token": lambda values: values.is_token,
    "tokens": lambda values: values.is_token,
    "face-down": lambda values: values.is_face_down,
    "colorless": lambda values: not values.colors,
    "multicolored": lambda values: len(values.colors) > 1,
    "monocolored": lambda values: len(values.colors) == 1,
}
_NON: Final = re.compile(r"non-?(\w.*)", re.IGNORECASE)
_NEVER: Final = frozenset(
    {"you", "players", "player", "spells", "cards", "opponents", "they", "damage", "targets", "there"}
)
_NOUNS: Final = frozenset({"permanent", "permanents", "token", "tokens"})
_ALL: Final = re.compile(r"^(?:all|each|every)\s+", re.IGNORECASE)
_OTHER: Final = re.compile(r"^(?:all other|each other|other|another)\s+", re.IGNORECASE)
_WHOSE: Final[tuple[tuple[str, Whose], ...]] = (
    (" you control", "you"),
    (" your opponents control", "opponent"),
    (" opponents control", "opponent"),
    (" an opponent controls", "opponent"),
    (" you don't control", "opponent"),
    (" target player controls", "chosen"),
    (" target opponent controls", "opponent"),
)
_WITHOUT: Final = re.compile(r" (?:with|that have) no abilities$")
_NAMED: Final = re.compile(r" named (.+)$")
_COMPARED: Final = re.compile(
    r" with (power|toughness|mana value|converted mana cost) (\d+)(?: or (less|greater|more))?$"
)
_COUNTER: Final = re.compile(r" with (?:an?|one or more) ([+-]\d+/[+-]\d+|[a-z]+) counters? on (?:it|them)$")
_HAVING: Final = re.compile(r" (with|without) ((?:first |double )?[a-z]+)$")
_THIS: Final = re.compile(r"(?:this(?: [\w-]+)?|itself|it|~)", re.IGNORECASE)
_TARGET: Final = re.compile(
    r"(?:up to \w+ )?(?:another |other )?target\b.*|(?:that|those|the chosen) \w+.*", re.IGNORECASE
)
_ATTACHED: Final = re.compile(r"(?:enchanted|equipped|fortified) [\w -]+", re.IGNORECASE)
_CHOSEN_PLAYER: Final = re.compile(r"(?:all |each )?[\w -]+ target player controls", re.IGNORECASE)


def read_subject(text: str, names: Collection[str] = ()) -> Subject | None:
    """Parse a subject; None if it is none. `names` are those of objects on the board, in lower case."""
    text = text.strip()
    if not text or _THIS.fullmatch(text) or text == SELF:
        return One.SELF
    if text.lower() in names:
        return Named(text)
    if _CHOSEN_PLAYER.fullmatch(text):
        return read_filter(text)
    if _TARGET.fullmatch(text):
        return One.TARGET
    if _ATTACHED.fullmatch(text):
        return One.ATTACHED
    return read_filter(text)


def read_filter(text: str) -> Filter | None:
    text = text.strip().replace(" on the battlefield", "")
    text = re.sub(r"\s(?:and|or) (?:all|each) ", " and ", text)
    whose: Whose = ""
    other = bool(_OTHER.match(text))
    text = _OTHER.sub("", _ALL.sub("", text)) if not other else _OTHER.sub("", text)
    having = named = counter = ""
    compared = None
    if match := _NAMED.search(text):
        named, text = match[1], text[: match.start()]
    for ending, owner in _WHOSE:
        if text.endswith(ending) or f"{ending} with" in text:
            whose, text = owner, text.replace(ending, "", 1)
            break
    if text.endswith((" other than ~", " other than this creature")):
        other, text = True, text.rpartition(" other than ")[0]
    if match := _WITHOUT.search(text):
        having, text = "no abilities", text[: match.start()]
    elif match := _COUNTER.search(text):
        counter, text = match[1], text[: match.start()]
    elif match := _COMPARED.search(text):
        sign = {"less": "<=", None: "="}.get(match[3], ">=")
        what = match[1].replace("converted mana cost", "mana value")
        compared, text = (what, sign, int(match[2])), text[: match.start()]
    elif match := _HAVING.search(text):
        having, text = ("-" if match[1] == "without" else "") + match[2], text[: match.start()]
    for ending, owner in _WHOSE:
        if text.endswith(ending):
            whose, text = owner, text.removesuffix(ending)
    alternatives = [words for part in re.split(r",? and |,? or |, (?=\w+s\b)|, and ", text) if (words := _words(part))]
    if not alternatives or not all(map(_is_known, alternatives)):
        return None
    return Filter(tuple(alternatives), whose, other, having, named, counter, compared)


def _words(part: str) -> tuple[str, ...]:
    return tuple(filter(None, re.split(r",?\s+", _ALL.sub("", part.strip()))))


def _is_known(words: tuple[str, ...]) -> bool:
    """Whether the words can be told of objects, the last of them a noun."""
    bare = [_NON.sub(r"\1", word) for word in words]
    if bare[-1].lower() in _NEVER:
        return False
    is_noun = bare[-1].lower() in _NOUNS or type_named(bare[-1]) or is_subtype(bare[-1])
    known = (
        word.lower() in _TESTS
        or word.lower() in COLORS
        or type_named(word)
        or supertype_named(word)
        or is_subtype(word)
        for word in bare
    )
    return bool(is_noun) and all(known)
