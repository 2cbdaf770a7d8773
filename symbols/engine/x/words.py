"""Enumerations for situations and answers.

Values never change, since they are in permanent URLs. Labels are data.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final

from symbols.data_files import read_data
from symbols.engine.errors import BadRequest

SITUATIONS: Final = read_data("x_fields.toml")
DECISIONS: Final = read_data("x_decisions.toml")
_LABELS: Final = {**SITUATIONS["label"], **DECISIONS["label"]}
FORMER_LABELS: Final[Mapping[str, str]] = SITUATIONS["former_label"]
"""Values by former labels, which permanent URLs may still contain."""


class Word(StrEnum):
    @property
    def label(self) -> str:
        return str(_LABELS[type(self).__name__][self.value])


class VariableLetter(Word):
    """Variable (107.3, 107.3p)."""

    X = "X"
    Y = "Y"
    Z = "Z"


class Subject(Word):
    """What the variable is on."""

    SPELL = "spell"
    ACTIVATED = "activated-ability"
    TRIGGERED = "triggered-ability"
    ENTERS = "enters-ability"
    """Enters-the-battlefield triggered ability or replacement effect (107.3m)."""
    DELAYED = "delayed-trigger"
    STATIC = "static-ability"
    PERMANENT = "permanent"
    CARD = "card"
    """Card that is neither a spell nor a permanent."""
    SPECIAL_ACTION = "special-action"
    PAYMENT = "mana-cost-payment"
    """Effect that tells a player to pay an object's mana cost (107.3h)."""


class Zone(Word):
    """Zone of the object, or of an ability's source (400.1)."""

    STACK = "stack"
    BATTLEFIELD = "battlefield"
    HAND = "hand"
    LIBRARY = "library"
    GRAVEYARD = "graveyard"
    EXILE = "exile"
    COMMAND = "command"


class Place(Word):
    """Where the variable is on the object."""

    MANA_COST = "mana-cost"
    """For an ability, the mana cost of the object that has it."""
    ALTERNATIVE_COST = "alternative-cost"
    ADDITIONAL_COST = "additional-cost"
    """One that is paid; a declined optional cost doesn't count."""
    ACTIVATION_COST = "activation-cost"
    LOYALTY_COST = "loyalty-cost"
    """Loyalty symbol such as [-X], which is an activation cost too (107.7)."""
    SPECIAL_COST = "special-action-cost"
    TEXT = "text"


class LetterDefinition(Word):
    """Whether the object's own text defines the variable."""

    NONE = "no"
    TEXT = "by-text"
    CHOICE = "by-later-choice"
    """By a choice that its controller would make later (601.2b)."""


class Method(Word):
    """How the spell is cast or the ability activated."""

    NORMAL = "normal"
    FREE = "without-paying"
    ALTERNATIVE_WITH = "alternative-with"
    ALTERNATIVE_WITHOUT = "alternative-without"
    REDUCED = "reduced"
    """For its cost, reduced by effects, even to nothing."""
    COPIED = "copied"
    """Put onto the stack as a copy, neither cast nor activated (707.10)."""


class Origin(Word):
    """Where an ability's number may come from."""

    UNSTATED = "unstated"
    CHOSEN = "chosen"
    """A number was chosen for the spell that became the object, or for what created the delayed trigger."""
    NOT_CHOSEN = "not-chosen"
    TURNED_UP = "turned-face-up"
    """The number was chosen for a morph or disguise cost (702.37f, 702.168e)."""


class AnswerKind(StrEnum):
    NUMBER = "number"
    CHOSEN = "chosen"
    ONLY = "only"
    """Chosen, but only from certain numbers."""
    SAME = "same"
    """The number of another object."""
    FORMULA = "formula"
    """Defined by the object's text."""
    DEPENDS = "depends"
    """It depends on something the situation doesn't say."""


class Chooser(Word):
    NOBODY = "nobody"
    CONTROLLER = "controller"
    ACTOR = "player-taking-action"


class When(Word):
    CASTING = "while-casting"
    ACTIVATING = "while-activating"
    PAYING = "before-paying"
    STACKED_OR_RESOLVING = "stacked-or-resolving"
    COPYING = "as-copied"
    ON_STACK = "while-on-stack"
    """The number may change while it is there."""
    ALWAYS = "always"
    TAKEN_OVER = "taken-over"


class StepOutcome(StrEnum):
    NOT_APPLICABLE = "passes"
    """The rule doesn't apply to this situation."""
    ADDS = "adds"
    """The rule applies, but another one decides."""
    DECIDES = "decides"


class SituationError(BadRequest):
    """The situation contradicts itself or the rules, or a number is not a legal X.

    `field` is the query parameter to blame, or ""; `others` could be dropped instead.
    """

    def __init__(self, message: str, *, field: str, suggestion: str | None = None, others: Sequence[str] = ()) -> None:
        super().__init__("bad_situation", message, suggestion=suggestion)
        self.field = field
        self.others = others
