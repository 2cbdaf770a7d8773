"""What counts of a card with several faces where it is: its characteristics, mana value and color identity."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from symbols.engine import Cost, TwoParts
from symbols.engine.costs import COLOR_NAMES, COLORS, Amount, Color
from symbols.sentences import join_words
from symbols.trials import mana_costs, object_colors
from symbols.trials.card_parts.card import DATA, Face, is_prototype
from symbols.trials.loading import load_trial
from symbols.trials.object_colors import in_order
from symbols.trials.outcome import Step
from symbols.trials.printed import REMINDER
from symbols.trials.trial import Reading

_MANA_COST: Final = load_trial("mana-cost", mana_costs.mana_cost)
_COLORS: Final = load_trial("colors", object_colors.colors)
_ENGINE_LAYOUTS: Final = {"double": "transform", "modal": "modal", "split": "split", "room": "room"}
_NO_COST: Final = Cost.of(())
_ELSEWHERE_ONLY: Final = frozenset({"505.5", "505.6", "708.2", "708.5", "709.4b", "712.8a"})
_PLAYED_ONLY: Final = frozenset({"709.3b", "709.5d", "712.8f"})
_SECOND_ONLY: Final = frozenset({"712.8f", "715.3b", "718.3b", "720.3b"})
_FIRST_ONLY: Final = frozenset({"715.4", "718.4", "720.4"})
"""Rules that say nothing of the other places, faces or halves."""
_GIVING_VALUE: Final = (
    *("202.3d", "708.2", "505.5", "709.3b", "709.4b", "715.3b", "720.3b", "718.3b", "712.8f", "712.8a"),
    *("715.4", "720.4", "718.4"),
)
_PLACES_OF_SECOND: Final = {
    **dict.fromkeys(("double", "modal", "prototype", "room"), ("stack", "battlefield")),
    **dict.fromkeys(("split", "adventure", "omen"), ("stack",)),
    **dict.fromkeys(("flip", "meld"), ("battlefield",)),
}
"""By layout: where the second face or half may be what counts."""

_OF_MELDED: Final = "A melded permanent has the mana value of both front faces together."
_FACE_DOWN: Final = Face(line="Creature", power="2", toughness="2")
_DEFINING: Final = "604.3"
_MANA: Final = re.compile(r"\{([WUBRGCSPH2/]+)\}")


@dataclass(frozen=True, slots=True)
class Case:
    """A card where it is. `up` is the face or half that's up, cast or unlocked: `first`, `second` or `both`."""

    faces: Sequence[Face]
    layout: str
    where: str
    up: str
    x: int | None
    face_down: bool = False

    @property
    def lacks_x(self) -> bool:
        """Whether its mana value depends on a number that wasn’t given (202.3e)."""
        cost = self.face.cost
        return self.x is None and self.where == "stack" and bool(cost and cost.variables)

    @property
    def is_second(self) -> bool:
        """Whether what counts is the second face or half."""
        return self.up == "second" and len(self.faces) > 1 and self.where in _PLACES_OF_SECOND.get(self.layout, ())

    @property
    def is_melded(self) -> bool:
        return self.layout == "meld" and self.where == "battlefield" and self.up == "both" and len(self.faces) > 1

    @property
    def is_combined(self) -> bool:
        """Whether both halves count together (709.4)."""
        if self.layout not in {"split", "room"} or len(self.faces) < 2:
            return False
        return self.up == "both" or self.where == "elsewhere" or (self.layout == "split" and self.where != "stack")

    @property
    def face(self) -> Face:
        """The characteristics that count."""
        if self.face_down:
            return _FACE_DOWN
        first, *others = self.faces
        if self.is_melded:
            return others[1] if len(others) > 1 else Face()
        if self.is_combined:
            second = others[0]
            name = " // ".join(filter(None, (first.name, second.name)))
            text = "\n".join(filter(None, (first.text, second.text)))
            return replace(first, name=name, cost=_combined(first, second), text=text)
        if not self.is_second:
            return first
        second = others[0]
        if self.layout == "flip":
            return replace(second, cost=first.cost, indicator=first.indicator)
        if self.layout == "prototype":
            return replace(first, cost=second.cost, power=second.power, toughness=second.toughness)
        return second


def _combined(first: Face, second: Face) -> Cost | None:
    costs = [face.cost for face in (first, second) if face.cost]
    return Cost.of([symbol for cost in costs for symbol in cost.symbols]) if costs else None


def guessed_layout(faces: Sequence[Face]) -> str:
    """The layout of a card that was typed, if nothing says it."""
    if len(faces) < 2:
        return "single"
    first, second, *rest = faces
    if rest:
        return "meld"
    if is_prototype(faces):
        return "prototype"
    for name in ("adventure", "omen"):
        if name in map(str.casefold, second.subtypes):
            return name
    spells = {"instant", "sorcery"}
    if second.cost is None:
        # A sorcery that becomes a land is cast as one or played as the other.
        return "modal" if spells & {*first.types} and "land" in second.types else "double"
    return "split" if not second.types or (spells & {*first.types} and spells & {*second.types}) else "modal"


@dataclass(frozen=True, slots=True)
class ManaValue:
    """A mana value, or one for each half of a split card, and its steps, the deciding one first."""

    amounts: Sequence[Amount]
    steps: Sequence[Step]


def mana_value(case: Case, reading: Reading) -> ManaValue:
    if case.face_down:
        return ManaValue([0], face_down_first(_of_cost(None, case, reading).steps))
    if case.lacks_x:
        return ManaValue([], [Step("202.3e", "On the stack, X in the mana cost is the number chosen for it.")])
    if case.face.melded is not None:
        return ManaValue([case.face.melded], [Step("202.3c", _OF_MELDED)])
    if case.is_melded:
        both = _combined(*case.faces[:2])
        steps = [Step("202.3c", _OF_MELDED), *_of_cost(both, case, reading).steps]
        return ManaValue([both.mana_value() if both else 0], steps)
    plain = _of_cost(case.face.cost, case, reading)
    if case.layout == "flip" and case.is_second:
        why = "A flip card’s color and mana cost don’t change if it’s flipped."
        return ManaValue(plain.amounts, [Step("710.1c", why), *plain.steps])
    if case.layout in {"flip", "single", "meld"} or len(case.faces) == 1:
        return plain
    return _of_two_costs(case, plain, reading)


def _of_two_costs(case: Case, plain: ManaValue, reading: Reading) -> ManaValue:
    """`plain` is that of the cost that counts."""
    layout = _ENGINE_LAYOUTS.get(case.layout, case.layout)
    first, second = (face.cost or _NO_COST for face in case.faces[:2])
    if layout == "transform" and case.is_second:
        return _of_cost(first, case, reading, face="back")
    is_fused = case.up == "both" and case.layout == "split" and case.where == "stack"
    cast = "both" if is_fused else "2" if case.is_second else "1"
    parts = TwoParts(first, second, layout, cast, reading.edition)  # type: ignore[arg-type] # of `Layout`
    apart = parts.values_of_halves if case.where != "stack" else ()
    steps = [Step(one.rule, one.fact) for one in parts.citations()]
    return ManaValue(apart or plain.amounts, [*_ordered(steps, case, reading), *plain.steps])


def _ordered(steps: Sequence[Step], case: Case, reading: Reading) -> list[Step]:
    """Steps that apply to where the card is, those that give the mana value first."""
    idle = _FIRST_ONLY if case.is_second else _SECOND_ONLY
    idle |= _ELSEWHERE_ONLY if case.where == "stack" else _PLAYED_ONLY if case.where == "elsewhere" else frozenset()

    def place(step: Step) -> int:
        is_first = step.rule in _GIVING_VALUE and (reading.edition is None or reading.find(step.rule))
        return _GIVING_VALUE.index(step.rule) if is_first else len(_GIVING_VALUE)

    return sorted((one for one in steps if one.rule not in idle), key=place)


def _of_cost(cost: Cost | None, case: Case, reading: Reading, *, face: str = "front") -> ManaValue:
    where = "stack" if case.where == "stack" else "elsewhere"
    typed = {
        "cost": cost.canonical if cost else "",
        "about": "value",
        "where": where,
        "x": str(case.x or 0),
        "face": face,
    }
    found = _MANA_COST.run(typed, reading)
    value = found.facts["mana_value"]
    amount = value if isinstance(value, int) else cost.mana_value() if cost else 0
    return ManaValue([amount], sorted(found.steps, key=lambda step: not step.decides))


def colors(case: Case, reading: Reading) -> tuple[Sequence[str], Sequence[Step]]:
    face, defined = case.face, case.face.defined
    defining = "devoid" if face.is_devoid else "all" if defined == COLORS else "none"
    typed = {"cost": face.mana_cost, "indicator": "".join(face.indicator), "defining": defining, "effect": "none"}
    found = _COLORS.run({**typed, "given": ""}, reading)
    if defined is None or defining != "none":
        steps = face_down_first(found.steps) if case.face_down else found.steps
        return in_order(found.facts["colors"]), steps  # type: ignore[arg-type] # a list of letters
    why = f"A characteristic-defining ability defines its colors: {colors_named(defined)}."
    others = [replace(step, decides=False) for step in found.steps if step.rule.startswith("202.")]
    return defined, [Step(_DEFINING, why, decides=True), *others]


def face_down_first(steps: Iterable[Step]) -> list[Step]:
    """Steps about a face-down object: what it is decides."""
    said = DATA["says"]["face_down"]
    return [Step(said["rule"], said["why"], decides=True), *(replace(step, decides=False) for step in steps)]


def colors_named(letters: Sequence[str]) -> str:
    return join_words([name for color, name in COLOR_NAMES.items() if color in letters]) or "colorless"


@dataclass(frozen=True, slots=True)
class Identity:
    """A color identity (903.4), and the colors that a deck with the card needs (903.5d)."""

    colors: tuple[Color, ...]
    deck: tuple[Color, ...]
    steps: Sequence[Step]


def color_identity(case: Case) -> Identity:
    """The same wherever the card is (903.4)."""
    # The other card of a meld pair is a card of its own.
    faces = [case.faces[0], *case.faces[2:]] if case.layout == "meld" else case.faces
    each = [{*_identity(face)} for face in faces]
    everything = in_order({color for one in each for color in one})
    lands = in_order({color for face in faces for color in face.land_colors})
    return Identity(everything, in_order({*everything, *lands}), list(_identity_steps(case, faces, each, lands)))


def _identity(face: Face) -> Iterator[Color]:
    yield from face.cost.colors if face.cost else ()
    yield from face.indicator
    yield from _colors_in(REMINDER.sub("", face.text))
    yield from face.defined or ()


def _colors_in(text: str) -> tuple[Color, ...]:
    return in_order({letter for symbol in _MANA.findall(text) for letter in symbol})


def _identity_steps(
    case: Case, faces: Sequence[Face], each: Sequence[set[Color]], lands: Sequence[Color]
) -> Iterator[Step]:
    first, *others = each
    added = any(one - first for one in others)
    if others and case.layout in {"double", "modal", "meld"}:
        yield Step("903.4d", "The back face counts, too, wherever the card is.", decides=added)
    elif others and case.layout != "split":
        yield Step("903.4e", "The card’s alternative characteristics count, too.", decides=added)
    reminders = " ".join(one for face in faces for one in REMINDER.findall(face.text))
    if in_reminders := _colors_in(reminders):
        missing = {*in_reminders}.difference(*each)
        yield Step("903.4c", "Mana symbols in reminder text don’t count.", decides=bool(missing) and not added)
    why = "The mana symbols in its mana cost and rules text count. So do its color indicator and"
    yield Step("903.4", f"{why} abilities that define its colors.")
    if lands:
        why = (
            "A basic land type isn’t a mana symbol. But the commander’s identity has to have each color that it makes."
        )
        yield Step("903.5d", why)
