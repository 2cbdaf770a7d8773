"""A card from lines as they are printed, or from its name where cards are loaded.

Delver of Secrets {U}           name and mana cost
Creature — Human Wizard         type line
1/1
//                              another face or half
Insectile Aberration
Color indicator: blue
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from symbols.data_files import read_data
from symbols.engine import Cost, EngineError, read_cost
from symbols.engine.costs import COLORS, Color
from symbols.trials.inputs import Inputs, TrialError
from symbols.trials.object_colors import in_order, read_colors
from symbols.trials.printed import REMINDER, PrintedCard
from symbols.trials.trial import Reading

MOST_FACES: Final = 3

DATA: Final = read_data("trials/card-parts.toml")
_ABILITY_WORDS: Final = read_data("layers.toml")["words"]
_KEYWORDS: Final = frozenset([*_ABILITY_WORDS["keywords"], *_ABILITY_WORDS["keywords_with"]])
_SENTENCE: Final = re.compile(r"[.:{}—()\d\"”*•]")
_WORDS: Final = DATA["words"]
_TYPES, _SUPERTYPES, _LAND_COLORS = _WORDS["types"], _WORDS["supertypes"], _WORDS["lands"]
_SPLIT: Final = re.compile(r"\s*(?://+|-{3,})\s*")
_COST: Final = re.compile(
    r"(?P<name>[^:]*?)\s*(?P<cost>(?:\{[^{}]*\})+)"
    r"|(?P<named>[^:]+?)\s+(?P<short>[XYZ]*\d+[WUBRGCS]+|[XYZ]+[WUBRGCS]+|[WUBRGCS]{2,})"
    r"|(?P<alone>[XYZ]*\d*[WUBRGCS]*)"
)
"""`Fireball {X}{R}`, `Fireball XR`, or the cost alone."""

_FACE_DOWN: Final = re.compile(r"^(?:it[’']s |it is )?face[- ]down[\s,:]*|[\s,(]*face[- ]down\)?$", re.IGNORECASE)
_SIZE: Final = re.compile(r"(?P<power>[-+−\d*.xXyY²½]+)\s*/\s*(?P<toughness>[-+−\d*.xXyY²½]+)")
_LABELED: Final = re.compile(
    r"(?P<label>color indicator|loyalty|defense|hand(?: modifier)?|life(?: modifier)?)\s*:?\s*(?P<value>\S.*)",
    re.IGNORECASE,
)
_COLOR_WORDS: Final = r"(?:(?:white|blue|black|red|green|and|[wubrg])[\s,]*)+"
_INDICATOR: Final = re.compile(rf"(?P<colors>{_COLOR_WORDS}) color indicator", re.IGNORECASE)
_PROTOTYPE: Final = re.compile(
    rf"^Prototype:?\s+(?P<cost>(?:\{{[^{{}}]*\}})+)\s*(?:[—–-]+|:)?\s*{_SIZE.pattern}", re.IGNORECASE | re.MULTILINE
)
"""`Prototype {2}{W} — 1/1`: the second set of mana cost, power and toughness (718.1)."""

_LOCAL: Final = re.compile(r"Enchant (?:[A-Z]\w+ ?)+")
"""Type line of a local enchantment until 2005: `Enchant Creature`."""
_DASH: Final = re.compile(r"\s+(?:[—–-]|--)\s+")
_NUMBERED: Final = {"planeswalker": "loyalty", "battle": "defense"}
_DEVOID: Final = re.compile(r"^devoid\b", re.IGNORECASE | re.MULTILINE)
_IS_COLORED: Final = re.compile(
    rf"^(?P<subject>[^.,:{{}}]+) is (?P<colors>colorless|all colors|{_COLOR_WORDS})\.", re.IGNORECASE | re.MULTILINE
)


@dataclass(frozen=True, slots=True)
class Face:
    """A face or half. What it lacks is empty; `numbers` are its loyalty, defense, hand and life modifier."""

    name: str = ""
    cost: Cost | None = None
    indicator: tuple[Color, ...] = ()
    line: str = ""
    text: str = ""
    power: str = ""
    toughness: str = ""
    numbers: Mapping[str, str] = field(default_factory=dict)
    melded: int | None = None
    """Mana value of a melded permanent: it has no mana cost itself."""

    @property
    def types(self) -> list[str]:
        if _LOCAL.fullmatch(self.line):
            return ["enchantment"]
        return [word for word in self._before_dash if word in _TYPES]

    @property
    def supertypes(self) -> list[str]:
        return [word for word in self._before_dash if word in _SUPERTYPES]

    @property
    def subtypes(self) -> list[str]:
        if _LOCAL.fullmatch(self.line):
            return [self.line]
        return " ".join(_DASH.split(self.line)[1:]).split()

    @property
    def _before_dash(self) -> list[str]:
        return _DASH.split(self.line)[0].casefold().split()

    @property
    def mana_cost(self) -> str:
        return self.cost.canonical if self.cost else ""

    @property
    def is_devoid(self) -> bool:
        return bool(_DEVOID.search(self.text))

    @property
    def defined(self) -> tuple[Color, ...] | None:
        """Colors that its own ability defines: `Crimson Kobolds is red.`; None without such an ability."""
        if self.is_devoid:
            return ()
        found = _IS_COLORED.finditer(REMINDER.sub("", self.text))
        says = next((one["colors"].casefold() for one in found if self._is_called(one["subject"])), None)
        if says is None:
            return None
        return COLORS if says == "all colors" else () if says == "colorless" else _colors(says)

    def _is_called(self, subject: str) -> bool:
        """Whether its text calls it that. Without a name, anything that may be one."""
        if subject.casefold().startswith("this "):
            return True
        return self.name.startswith(subject) if self.name else subject.istitle()

    @property
    def number_kind(self) -> str:
        """What a number alone is: the loyalty of a planeswalker, the defense of a battle."""
        return next((label for kind, label in _NUMBERED.items() if kind in self.types), "")

    @property
    def land_colors(self) -> tuple[Color, ...]:
        """Colors that its basic land types make (305.6)."""
        return in_order({_LAND_COLORS[one] for one in self.subtypes if one in _LAND_COLORS})


class ReadCard(NamedTuple):
    faces: Sequence[Face]
    layout: str = ""
    """Where the loaded card gives it."""

    face_down: bool = False


def read_card(inputs: Inputs, reading: Reading) -> ReadCard:
    typed = [line.strip() for line in inputs.text("card").splitlines() if line.strip()]
    lines = [line for line in typed if not _FACE_DOWN.fullmatch(line)]
    lines[:1] = [_FACE_DOWN.sub("", line) for line in lines[:1]]
    face_down = inputs.choice("up") == "down" or lines != typed
    if not lines:
        return ReadCard([Face()], face_down=True)
    return _read_lines(lines, reading)._replace(face_down=face_down)


def _read_lines(lines: list[str], reading: Reading) -> ReadCard:
    if len(lines) == 1 and (card := reading.card(lines[0])):
        return ReadCard(_with_prototype([_printed(one) for one in card.faces or (card,)]), card.layout)
    if len(lines) == 1 and "//" in lines[0]:
        lines = re.sub(r"\s*//+\s*", "\n//\n", lines[0]).split("\n")
    faces: list[list[str]] = [[]]
    for line in lines:
        if _SPLIT.fullmatch(line):
            faces.append([])
        else:
            faces[-1].append(line)
    if len(faces) > MOST_FACES:
        raise TrialError(f"Card: type {MOST_FACES} faces or fewer.", field="card")
    read = _with_prototype([_face(one) for one in faces])
    if not any(face.cost or face.line or face.power or face.numbers or face.indicator for face in read):
        near = reading.near_card(lines[0])
        hint = f" Did you mean {near}?" if near else ""
        message = f"“{lines[0][:60]}”.{hint} Type its parts, a line each, such as {{2}}{{U}}."
        raise TrialError(f"Card: Pipwise doesn’t have {message}", field="card", suggestion=near or None)
    return ReadCard(read)


def unread_lines(faces: Sequence[Face]) -> list[str]:
    """Lines of rules text that are neither a sentence nor a cost nor keywords."""
    typed = [line for face in faces for line in face.text.splitlines()]
    lines = [line for line in typed if line.isdecimal() or not _SENTENCE.search(line)]
    return [line for line in lines if not any(re.search(rf"\b{word}\b", line.casefold()) for word in _KEYWORDS)]


def is_prototype(faces: Sequence[Face]) -> bool:
    return bool(_PROTOTYPE.search(faces[0].text))


def _with_prototype(faces: Sequence[Face]) -> Sequence[Face]:
    """With what a prototype’s keyword ability prints, as a face of its own (718.2)."""
    printed = _PROTOTYPE.search(faces[0].text)
    if printed is None or len(faces) > 1:
        return faces
    second = Face(cost=_cost(printed["cost"]), power=printed["power"], toughness=printed["toughness"])
    return [faces[0], second]


def _face(lines: Sequence[str]) -> Face:
    face, text = Face(), list[str]()
    for line in lines:
        cost, size, labeled = _COST.fullmatch(line), _SIZE.fullmatch(line), _LABELED.fullmatch(line)
        name = cost and (cost["name"] or cost["named"])
        if cost and face.cost is None and not (face.line or text) and not (face.name and name):
            face = replace(face, cost=_cost(cost["cost"] or cost["short"] or cost["alone"]), name=name or face.name)
        elif size:
            face = replace(face, power=size["power"], toughness=size["toughness"])
        elif labeled and labeled["label"].casefold() == "color indicator":
            face = replace(face, indicator=_colors(labeled["value"]))
        elif indicator := _INDICATOR.fullmatch(line):
            face = replace(face, indicator=_colors(indicator["colors"]))
        elif labeled and re.fullmatch(r"[+−-]?[\d*xX]+", labeled["value"]):
            label = labeled["label"].casefold().removesuffix(" modifier")
            face = replace(face, numbers={**face.numbers, label: labeled["value"]})
        elif line.isdecimal() and (label := face.number_kind):
            face = replace(face, numbers={**face.numbers, label: line})
        elif not face.line and is_type_line(line):
            face = replace(face, line=line)
        elif not (face.name or face.cost or face.line or text):
            face = replace(face, name=line)
        else:
            text.append(line)
    return _vanguard(replace(face, text="\n".join(text)))


def _vanguard(face: Face) -> Face:
    """`+1/+3` on a vanguard card is its hand and life modifier (211, 212), not a size."""
    if "vanguard" not in face.types or not face.power:
        return face
    numbers = {"hand": face.power, "life": face.toughness, **face.numbers}
    return replace(face, power="", toughness="", numbers=numbers)


def _cost(text: str) -> Cost:
    try:
        cost = read_cost(text)
    except EngineError as error:
        raise TrialError(f"Card: {error.message}", field="card") from None
    if not cost.may_be_mana_cost:
        raise TrialError(f"Card: “{text[:60]}” isn’t a mana cost (202.1).", field="card")
    return cost


def _colors(text: str) -> tuple[Color, ...]:
    try:
        return read_colors(text)
    except EngineError as error:
        raise TrialError(f"Card: {error.message}", field="card") from None


def is_type_line(line: str) -> bool:
    if _LOCAL.fullmatch(line):
        return True
    words = _DASH.split(line)[0].casefold().split()
    return any(word in _TYPES for word in words) and all(word in _TYPES or word in _SUPERTYPES for word in words)


def _printed(card: PrintedCard) -> Face:
    face = Face(
        name=card.name,
        cost=_cost(card.mana_cost) if card.mana_cost else None,
        line=card.type_line,
        text=card.text,
        power=card.power,
        toughness=card.toughness,
        numbers={key: value for key, value in (("loyalty", card.loyalty), ("defense", card.defense)) if value},
        melded=card.melded,
    )
    if face.defined is not None:
        return face
    of_cost = face.cost.colors if face.cost else ()
    return replace(face, indicator=in_order([color for color in card.colors if color not in of_cost]))
