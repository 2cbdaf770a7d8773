"""Words in which a situation and its answer are described.

Every member's value is fixed for good: it stands in permanent addresses. What a reader sees for it is data.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from symbols.data_files import read_data

SITUATIONS: Final = read_data("x_fields.toml")
DECISIONS: Final = read_data("x_decisions.toml")
_LABELS: Final = {**SITUATIONS["label"], **DECISIONS["label"]}
FORMER_LABELS: Final[Mapping[str, str]] = SITUATIONS["former_label"]
"""Values by labels of other days, which permanent addresses may still have."""


class Word(StrEnum):
    """Word with a label."""

    @property
    def label(self) -> str:
        """Words that a reader sees."""
        return str(_LABELS[type(self).__name__][self.value])


class VariableLetter(Word):
    """Letter that stands for a number (107.3, 107.3p)."""

    X = "X"
    Y = "Y"
    Z = "Z"


class Subject(Word):
    """Subject that the letter is on."""

    SPELL = "spell"
    ACTIVATED = "activated-ability"
    TRIGGERED = "triggered-ability"
    ENTERS = "enters-ability"
    """An enters-the-battlefield triggered ability or replacement effect (107.3m)."""
    DELAYED = "delayed-trigger"
    STATIC = "static-ability"
    PERMANENT = "permanent"
    CARD = "card"
    """A card that is neither a spell nor a permanent."""
    SPECIAL_ACTION = "special-action"
    PAYMENT = "mana-cost-payment"
    """An effect that tells a player to pay an object's mana cost (107.3h)."""


class Zone(Word):
    """Zone that the object is in; for an ability, the zone of its source (400.1)."""

    STACK = "stack"
    BATTLEFIELD = "battlefield"
    HAND = "hand"
    LIBRARY = "library"
    GRAVEYARD = "graveyard"
    EXILE = "exile"
    COMMAND = "command"


class Place(Word):
    """Place of the letter on the object."""

    MANA_COST = "mana-cost"
    """On an ability: the mana cost of the object that has the ability."""
    ALTERNATIVE_COST = "alternative-cost"
    ADDITIONAL_COST = "additional-cost"
    """One that is being paid; an optional cost that is declined does not count."""
    ACTIVATION_COST = "activation-cost"
    LOYALTY_COST = "loyalty-cost"
    """A loyalty symbol such as [-X], which is an activation cost too (107.7)."""
    SPECIAL_COST = "special-action-cost"
    TEXT = "text"


class LetterDefinition(Word):
    """Whether the object's own text says what the letter is."""

    NONE = "no"
    TEXT = "by-text"
    CHOICE = "by-later-choice"
    """By a choice that its controller would make later on (601.2b)."""


class Method(Word):
    """Method by which the spell is cast or the ability activated."""

    NORMAL = "normal"
    FREE = "without-paying"
    ALTERNATIVE_WITH = "alternative-with"
    ALTERNATIVE_WITHOUT = "alternative-without"
    REDUCED = "reduced"
    """For its cost, only made cheaper by effects, be it to nothing."""
    COPIED = "copied"
    """Not cast or activated at all, but put onto the stack as a copy (707.10)."""


class Origin(Word):
    """Origin that an ability's number may have."""

    UNSTATED = "unstated"
    CHOSEN = "chosen"
    """The spell that became the object, or what created the delayed trigger, had a number chosen."""
    NOT_CHOSEN = "not-chosen"
    TURNED_UP = "turned-face-up"
    """The number was chosen for a morph or disguise cost (702.37f, 702.168e)."""


class AnswerKind(StrEnum):
    """Shape of an answer."""

    NUMBER = "number"
    CHOSEN = "chosen"
    ONLY = "only"
    """Chosen, but from a given set of numbers."""
    SAME = "same"
    """The number that another object has."""
    FORMULA = "formula"
    """Whatever the object's text makes it."""
    DEPENDS = "depends"
    """One thing or another, by something that the situation does not say."""


class Chooser(Word):
    """Who decides the number."""

    NOBODY = "nobody"
    CONTROLLER = "controller"
    ACTOR = "player-taking-action"


class When(Word):
    """When the number is decided."""

    CASTING = "while-casting"
    ACTIVATING = "while-activating"
    PAYING = "before-paying"
    STACKED_OR_RESOLVING = "stacked-or-resolving"
    COPYING = "as-copied"
    ON_STACK = "while-on-stack"
    """The number may change as long as it is there."""
    ALWAYS = "always"
    TAKEN_OVER = "taken-over"


class StepOutcome(StrEnum):
    """Outcome of a rule on the way to an answer."""

    NOT_APPLICABLE = "passes"
    """The rule was considered and is not about this situation."""
    ADDS = "adds"
    """The rule applies, and another one decides."""
    DECIDES = "decides"
