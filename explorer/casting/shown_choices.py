"""Choices of a walk with their controls: links, a stepper, or fields."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from explorer.casting.form import is_placeholder
from explorer.casting.request import CastRequest
from explorer.casting.steps import Answer, Choice
from explorer.casting.walk import Walk
from explorer.costcheck.check import REPEATED
from explorer.costcheck.shown_card import ShownAnswer
from explorer.costcheck.shown_questions import Stepper
from explorer.web import addresses
from symbols.rendering import spoken
from symbols.sentences import capital, counted

_MOST_TABS: Final = 8
_MOST: Final = 60
_MOST_FIELDS: Final = 12
_LONG: Final = 24
_PLACE: Final = re.compile(r"(\{[^{}]+\}), (\w+)")
_DIVIDED: Final = "How do you divide "
_NUMBERS: Final = frozenset({"x", "y", "z"})


@dataclass(frozen=True, slots=True)
class ShownField:
    id: str
    label: str
    value: str = ""
    is_number: bool = False


@dataclass(frozen=True, slots=True)
class ShownChoice:
    """A choice with its controls.

    Attributes:
        text: empty if the step's title says it.
        called: accessible name.
        tabs: values of a number that isn't chosen yet.
        places: number of targets to name, if the text gives it.
        skip: address that chooses them without names.
        is_list: whether the answers are long, such as modes.
        is_line: whether each field has a line and a label of its own.
        typed: value of a number that can also be typed; None for other choices.
    """

    key: str
    text: str
    called: str
    note: str = ""
    answers: Sequence[ShownAnswer] = ()
    tabs: Sequence[ShownAnswer] = ()
    stepper: Stepper | None = None
    fields: Sequence[ShownField] = ()
    places: int = 0
    skip: str = ""
    several: bool = False
    is_list: bool = False
    is_open: bool = False
    is_line: bool = False
    typed: str | None = None

    @property
    def css_class(self) -> str:
        kinds = {
            "list": self.is_list,
            "lines": self.is_line,
            "now": self.is_open,
            "bare": not self.text and not self.is_line,
        }
        return " ".join(["choice", *(name for name, applies in kinds.items() if applies)])


def show_answer(one: Answer, request: CastRequest) -> ShownAnswer:
    return ShownAnswer(one.text, addresses.cast(request.changed(one.changes)), one.chosen)


def show_choices(choices: Sequence[Choice], walk: Walk, shares: Sequence[str]) -> list[ShownChoice]:
    """Each key once: a question about a payment can repeat a keyword's.

    Args:
        shares: of the targets, perhaps incomplete.
    """
    found: dict[tuple[str, str], ShownChoice] = {}
    for choice in choices:
        # The pool has a field above.
        if choice.key == "pool" or not (choice.answers or choice.kind in ("number", "text")):
            continue
        key = (choice.key, choice.text if choice.key not in REPEATED else choice.text + choice.note)
        if key in found:
            found[key] = replace(found[key], is_open=found[key].is_open or choice.is_open)
        elif choice.key == "targets":
            found[key] = _targets(choice, walk)
        elif choice.key != "division":
            found[key] = _choice(choice, walk)
        elif walk.request.targets != 1:
            found[key] = _division(choice, walk, shares)
    shown = list(found.values())
    if len(shown) == 1 and (shown[0].key in _NUMBERS or (shown[0].key == "modes" and not shown[0].several)):
        # The title of the step names it.
        shown = [replace(shown[0], text="")]
    return shown


def _choice(choice: Choice, walk: Walk) -> ShownChoice:
    number = _number(choice)
    is_number = choice.kind == "number"
    tabs = _tabs(choice, walk) if choice.key in _NUMBERS and is_number and number is None else ()
    text, note = choice.text, choice.note
    if is_keyword_of(text, note):
        text, note = note, ""
    if match := _PLACE.fullmatch(text):
        text = f"{capital(match[2])} {match[1]}"
    is_list = choice.key == "modes" or any(len(one.text) > _LONG for one in choice.answers)
    return ShownChoice(
        choice.key,
        text,
        spoken(text),
        note,
        [show_answer(one, walk.request) for one in choice.answers],
        tabs,
        _stepper(choice, number, walk.request) if is_number and not tabs else None,
        [ShownField(f"choice-{choice.key}", choice.text, choice.value)] if choice.kind == "text" else (),
        several=choice.kind == "several",
        is_list=is_list,
        is_open=choice.is_open,
        typed=(str(number) if number is not None else "") if is_number and choice.pattern == "#" else None,
    )


def _targets(choice: Choice, walk: Walk) -> ShownChoice:
    """A stepper with fields; only fields, labeled with their kinds, if the text gives the number."""
    request = walk.request
    places = choice.least if choice.least == choice.most else 0
    number = _number(choice)
    if not 0 < places <= _MOST_FIELDS:
        count = min(request.targets or 0, _MOST_FIELDS)
        fields = [
            ShownField(f"target-{place}", f"Target {place}", name)
            for place, name in enumerate(_names(request, count), 1)
        ]
        stepper = _stepper(choice, number, request)
        return ShownChoice(
            "targets", "How many", "How many targets", choice.note, (), (), stepper, fields, is_open=choice.is_open
        )
    kinds = _kinds(walk, places) or [capital(choice.note) if choice.note else "Target"] * places
    fields = [
        ShownField(f"target-{place}", kind, name)
        for place, (kind, name) in enumerate(zip(kinds, _names(request, places), strict=True), 1)
    ]
    skip = addresses.cast(request.changed({"targets": str(places)})) if request.targets != places else ""
    return ShownChoice(
        "targets",
        "",
        counted(places, "target"),
        fields=fields,
        places=places,
        skip=skip,
        is_open=choice.is_open,
        is_line=True,
    )


def _kinds(walk: Walk, places: int) -> list[str]:
    """`Creature`, `Player`, if the text gives the number of each; else nothing."""
    request, spell = walk.request, walk.spell
    modes = [number - 1 for number in request.modes or ()]
    if request.modes is None and spell.modal and len(spell.modal.modes) == spell.modal.least:
        modes = [*range(spell.modal.least)]
    groups = spell.targets(modes)
    kinds = ["Any target" if group.is_any else capital(group.what) for group in groups for _ in range(group.least)]
    return kinds if len(kinds) == places else []


def _names(request: CastRequest, count: int) -> list[str]:
    names = ["" if is_placeholder(name) else name for name in request.names]
    return [*names, *[""] * count][:count]


def _division(choice: Choice, walk: Walk, shares: Sequence[str]) -> ShownChoice:
    """A field for each target's share; one for all if there are none yet, or too many."""
    request = walk.request
    count = request.targets or 0
    if not 0 < count <= _MOST_FIELDS:
        field = ShownField("choice-division", choice.text, choice.value)
        return ShownChoice("division", "Shares", choice.text, "Such as 2, 1", fields=[field], is_open=choice.is_open)
    given = shares if request.division is None else map(str, request.division)
    padded = [*given, *[""] * count][:count]
    named = [name or f"Target {place}" for place, name in enumerate(_names(request, count), 1)]
    fields = [
        ShownField(f"share-{place}", name, share, is_number=True)
        for place, (name, share) in enumerate(zip(named, padded, strict=True), 1)
    ]
    return ShownChoice("division", "", choice.text, fields=fields, is_open=choice.is_open, is_line=True)


def is_keyword_of(name: str, sentence: str) -> bool:
    """Whether a sentence is only the keyword with its cost: `Dash {1}{R}`."""
    return bool(name) and re.fullmatch(rf"{re.escape(name)}[ —]*(?:\{{[^{{}}]*\}})+\.?", sentence) is not None


def divided(choices: Sequence[Choice]) -> str:
    """What is divided, such as `4 damage`; empty if nothing is."""
    return next((one.text.removeprefix(_DIVIDED).rstrip("?") for one in choices if one.key == "division"), "")


def _number(choice: Choice) -> int | None:
    """The number within a value such as `{1} 3 targets`."""
    pattern = re.escape(choice.pattern).replace(re.escape("#"), "([0-9]{1,7})")
    match = re.fullmatch(pattern, choice.value)
    if match is None and choice.value.isdigit():
        return int(choice.value)
    return int(match[1]) if match else None


def _tabs(choice: Choice, walk: Walk) -> list[ShownAnswer]:
    """Values of X from 0, up to the first that can't be paid."""
    checked = walk.checked
    most = checked.result.max_x if checked and choice.key == "x" else None
    last = _MOST_TABS - 1 if most is None else min(most + 1, _MOST_TABS)
    values = [*range(last + 1)] if choice.most is None else [*range(min(last, choice.most) + 1)]
    if most is not None and most > _MOST_TABS:
        values = [*range(_MOST_TABS - 2), most, most + 1]
    return [
        ShownAnswer(
            f"{value:,}",
            addresses.cast(walk.request.changed({choice.key: str(value)})),
            chosen=False,
            payable=None if most is None else value <= most,
        )
        for value in values
    ]


def _stepper(choice: Choice, number: int | None, request: CastRequest) -> Stepper:
    least = choice.least
    most = _MOST if choice.most is None else choice.most
    at = partial(_with_number, choice, request)
    shown = number if number is not None or choice.pattern == "#" or choice.is_open else 0
    if shown is None:
        return Stepper(None, at(0) if not least else "", at(least or (1 if most else 0)))
    return Stepper(
        shown,
        at(shown - 1) if shown > least else "",
        at(shown + 1) if choice.key in _NUMBERS or shown < most else "",
    )


def _with_number(choice: Choice, request: CastRequest, number: int) -> str:
    # A 0 has to be explicit if the choice is open.
    is_none = number == 0 and choice.pattern != "#" and not choice.is_open and choice.key not in ("reduce", "affinity")
    value: object = "" if is_none else choice.pattern.replace("#", str(number))
    if choice.key == "targets":
        value = [str(number), *request.names[:number]] if request.names else str(number)
    return addresses.cast(request.changed({choice.key: value}))
