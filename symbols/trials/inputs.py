"""Controls of a trial, and parsing of their values."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeVar

from symbols.engine import Cost, EngineError, read_cost
from symbols.engine.costs import Loyalty
from symbols.similar import similar
from symbols.yes_no import NO, YES

MOST_DIGITS: Final = 7
"""Of a number, as in costs."""
LONGEST: Final = 300
"""Most characters of a text; `LONGEST_LINES`, of several lines."""
LONGEST_LINES: Final = 4000

T = TypeVar("T")
ControlKind = Literal["number", "text", "lines", "cost", "choice", "several", "yes"]

_INTEGER = re.compile(r"([+-]?)([0-9]+|[0-9]{1,3}(?:,[0-9]{3})+)", re.ASCII)
_FRACTION = re.compile(r"[+-]?[0-9]*([.,/][0-9]+|[½¼¾⅓⅔])", re.ASCII)
_MINUS: Final = str.maketrans({"−": "-", "–": "-", "\u2011": "-", "\u2010": "-", "+": "+"})
_MISSING: Final[Mapping[ControlKind, str]] = {
    "number": "type a whole number",
    "text": "type something",
    "lines": "type something",
    "cost": "type a cost, such as {2}{W}",
    "choice": "choose one",
    "several": "choose one or more",
    "yes": "say yes or no",
}


class TrialError(EngineError):
    """The value of a control is invalid; `field` is the control's key."""

    def __init__(self, message: str, *, field: str, suggestion: str | None = None) -> None:
        super().__init__("bad_control", message, suggestion=suggestion)
        self.field = field


@dataclass(frozen=True, slots=True)
class Choice:
    value: str
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Control:
    """Form control of a trial.

    Attributes:
        key: query parameter, in lower case.
        kind: `number` is a whole number; `text` a line of text; `lines` several; `cost` symbols; `choice` one of
            `choices`; `several` any of them, separated by commas; `yes` a checkbox.
        default: what leaving it out means; None if it has to be given.
        example: what the form shows before anything is given, if not the default. No answer ever takes it for given.
        optional: whether it may be empty, even if it has a default.
    """

    key: str
    label: str
    kind: ControlKind = "number"
    default: str | None = None
    example: str = ""
    choices: tuple[Choice, ...] = ()
    hint: str = ""
    min: int | None = None
    max: int | None = None
    optional: bool = False

    @property
    def initial(self) -> str:
        return self.example or self.default or ""

    @property
    def missing(self) -> str:
        """What to do about an empty one."""
        first = self.example.partition("\n")[0]
        return f"type a line, such as “{first}”" if self.kind == "lines" and first else _MISSING[self.kind]

    def read(self, values: Sequence[str]) -> str:
        """The one value of a query for the control: of a checkbox the last, as forms submit `no` first."""
        if self.kind in {"lines", "several"}:
            return ("\n" if self.kind == "lines" else ",").join(filter(None, values))
        if self.kind != "yes" and len(set(values)) > 1:
            raise TrialError(f"{self.label}: give one value, not {len(values)}.", field=self.key)
        usual = self.default if self.kind == "choice" else None
        return (values[-1] if values else "") or usual or ""


class MissingValueError(TrialError):
    """A control that has to be given was left out."""

    def __init__(self, control: Control) -> None:
        super().__init__(f"{control.label}: {control.missing}.", field=control.key)
        self.control = control


class Inputs:
    """Values of a trial's controls, as texts by key, and whether each `Decision` applies under the edition.

    Every method raises `TrialError` with the control's key if its value is invalid.
    """

    def __init__(
        self, values: Mapping[str, str], controls: Sequence[Control], decisions: Mapping[str, bool] | None = None
    ) -> None:
        self.values = values
        self._decisions = decisions or {}
        self._controls = {control.key: control for control in controls}

    def error(self, key: str, message: str, suggestion: str | None = None) -> TrialError:
        return TrialError(f"{self._controls[key].label}: {message}", field=key, suggestion=suggestion)

    def decided(self, key: str) -> bool:
        return self._decisions[key]

    def text(self, key: str) -> str:
        """Return a control's text, whitespace normalized except in lines. An empty one is an error unless it may be."""
        control = self._controls[key]
        text = self.values.get(key, control.default or "")
        text = text.replace("\r\n", "\n").strip() if control.kind == "lines" else " ".join(text.split())
        if not text and control.kind in {"choice", "yes"}:
            text = control.default or ""
        if not text and not control.optional and not (control.kind == "yes" and control.default == ""):
            raise self.error(key, f"{control.missing}.")
        longest = LONGEST_LINES if control.kind == "lines" else LONGEST
        if len(text) > longest:
            raise self.error(key, f"that’s {len(text):,} characters. Use {longest:,} or fewer.")
        return text

    def parse(self, key: str, parser: Callable[[str], T]) -> T:
        """Parse a control's text; the parser's errors become errors of the control."""
        with self.attributing_errors_to(key):
            return parser(self.text(key))

    def choice(self, key: str) -> str:
        control, text = self._controls[key], self.text(key).lower()
        values = {choice.value.lower(): choice.value for choice in control.choices}
        if text in values or not text:
            return values.get(text, "")
        near = similar(text, values)
        words = ", ".join(choice.value for choice in control.choices)
        message = f"“{_short(text)}” isn’t a choice. Use one of: {words}."
        raise self.error(key, message, values[near[0]] if near else None)

    def several(self, key: str) -> list[str]:
        control = self._controls[key]
        one = replace(control, kind="choice")
        words = filter(None, map(str.strip, self.text(key).split(",")))
        return [Inputs({key: word}, [one]).choice(key) for word in words]

    def yes(self, key: str) -> bool:
        text = self.text(key).lower()
        if text in YES:
            return True
        if text in NO:
            return False
        raise self.error(key, f"type yes or no, not “{_short(text)}”.")

    def number(self, key: str) -> int:
        """Return a whole number, the only kind that the game uses (107.1)."""
        found = self.number_or_none(key)
        if found is None:
            raise self.error(key, "type a whole number.")
        return found

    def number_or_none(self, key: str) -> int | None:
        control, text = self._controls[key], self.text(key).translate(_MINUS).replace(" ", "")
        if not text:
            return None
        match = _INTEGER.fullmatch(text)
        if match is None:
            why = "the game has no fractions (107.1)" if _FRACTION.fullmatch(text) else "it must be a whole number"
            raise self.error(key, f"“{_short(text)}” can’t be used here; {why}.")
        digits = match[2].replace(",", "")
        if len(digits.lstrip("0")) > MOST_DIGITS:
            raise self.error(key, f"a number has at most {MOST_DIGITS} digits here.")
        value = int(match[1] + digits)
        if control.min is not None and value < control.min:
            raise self.error(key, f"{value} is too small; the minimum is {control.min}.")
        if control.max is not None and value > control.max:
            raise self.error(key, f"{value} is too large; the maximum is {control.max}.")
        return value

    def variable(self, key: str, costs: Iterable[Cost | Loyalty]) -> int:
        """Return the number chosen for X; 0 if no cost has a variable."""
        has_variable = any(cost.variable if isinstance(cost, Loyalty) else cost.variables for cost in costs)
        return self.number(key) if has_variable else 0

    def cost_or_none(self, key: str) -> Cost | None:
        """Return a cost; None if the control is empty. Errors suggest the whole text, corrected."""
        text = self.text(key)
        if not text:
            return None
        try:
            return read_cost(text)
        except EngineError as error:
            raise self.error(key, error.message, error.mended(text) or None) from None

    def mana_cost_or_none(self, key: str) -> Cost | None:
        """Return a cost of mana symbols only (202.1); None if the control is empty."""
        cost = self.cost_or_none(key)
        if cost is not None and not cost.may_be_mana_cost:
            raise self.error(key, "a mana cost is mana symbols and nothing else (202.1).")
        return cost

    def activation_cost(self, key: str, *, missing: str, loyalty: str) -> Cost:
        """Return a cost; `missing` and `loyalty` are the errors for an empty control and for a loyalty symbol."""
        cost = self.cost_or_none(key)
        if cost is None:
            raise self.error(key, missing)
        if any(isinstance(part, Loyalty) for part in cost.parts):
            raise self.error(key, loyalty)
        for symbol in cost.symbols:
            if symbol.outside_rules:
                raise self.error(key, f"{symbol} is from un-cards only; the game’s numbers are integers (107.1).")
        return cost

    @contextmanager
    def attributing_errors_to(self, key: str) -> Iterator[None]:
        """Turn engine errors in the block into a `TrialError` of this control."""
        try:
            yield
        except TrialError:
            raise
        except EngineError as error:
            raise self.error(key, error.message) from None

    def check(self) -> None:
        """Parse every control, so that invalid values don't pass unnoticed because the outcome doesn't need them."""
        for key, control in self._controls.items():
            match control.kind:
                case "number" if self.text(key):
                    self.number(key)
                case "choice":
                    self.choice(key)
                case "several":
                    self.several(key)
                case "yes":
                    self.yes(key)
                case _:
                    self.text(key)


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:39]}…"
