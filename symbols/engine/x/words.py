"""Words in which a situation and its answer are described.

Every member's value is fixed for good: it stands in permanent addresses. Its label is what a reader sees.
"""

from enum import StrEnum
from typing import Self


class Word(StrEnum):
    """Word with a label."""

    label: str

    def __new__(cls, value: str, label: str = "") -> Self:
        """Keep the label beside the value."""
        made = str.__new__(cls, value)
        made._value_ = value
        made.label = label
        return made


class VariableLetter(Word):
    """Letter that stands for a number (107.3, 107.3p)."""

    X = "X", "X"
    Y = "Y", "Y"
    Z = "Z", "Z"


class Subject(Word):
    """Subject that the letter is on."""

    SPELL = "spell", "a spell"
    ACTIVATED = "activated-ability", "an activated ability"
    TRIGGERED = "triggered-ability", "a triggered ability"
    ENTERS = "enters-ability", "an enters-the-battlefield ability"
    """An enters-the-battlefield triggered ability or replacement effect (107.3m)."""
    DELAYED = "delayed-trigger", "a delayed triggered ability"
    STATIC = "static-ability", "a static ability"
    PERMANENT = "permanent", "a permanent"
    CARD = "card", "a card"
    """A card that is neither a spell nor a permanent."""
    SPECIAL_ACTION = "special-action", "a special action"
    PAYMENT = "mana-cost-payment", "an effect that has a mana cost paid"
    """An effect that tells a player to pay an object's mana cost (107.3h)."""


class Zone(Word):
    """Zone that the object is in; for an ability, the zone of its source (400.1)."""

    STACK = "stack", "on the stack"
    BATTLEFIELD = "battlefield", "on the battlefield"
    HAND = "hand", "in a hand"
    LIBRARY = "library", "in a library"
    GRAVEYARD = "graveyard", "in a graveyard"
    EXILE = "exile", "in exile"
    COMMAND = "command", "in the command zone"


class Place(Word):
    """Place of the letter on the object."""

    MANA_COST = "mana-cost", "a mana cost"
    """On an ability: the mana cost of the object that has the ability."""
    ALTERNATIVE_COST = "alternative-cost", "an alternative cost"
    ADDITIONAL_COST = "additional-cost", "an additional cost"
    """One that is being paid; an optional cost that is declined does not count."""
    ACTIVATION_COST = "activation-cost", "an activation cost"
    LOYALTY_COST = "loyalty-cost", "a loyalty cost"
    """A loyalty symbol such as [-X], which is an activation cost too (107.7)."""
    SPECIAL_COST = "special-action-cost", "the cost of a special action"
    TEXT = "text", "its text"


class LetterDefinition(Word):
    """Whether the object's own text says what the letter is."""

    NONE = "no", "its text does not say"
    TEXT = "by-text", "its text says"
    CHOICE = "by-later-choice", "its text says, by a choice to be made later"
    """By a choice that its controller would make later on (601.2b)."""


class Method(Word):
    """Method by which the spell is cast or the ability activated."""

    NORMAL = "normal", "for its cost"
    FREE = "without-paying", "without paying its mana cost"
    ALTERNATIVE_WITH = "alternative-with", "for an alternative cost with the letter in it"
    ALTERNATIVE_WITHOUT = "alternative-without", "for an alternative cost without the letter"
    REDUCED = "reduced", "for its cost, reduced"
    """For its cost, only made cheaper by effects, be it to nothing."""
    COPIED = "copied", "as a copy"
    """Not cast or activated at all, but put onto the stack as a copy (707.10)."""


class Origin(Word):
    """Origin that an ability's number may have."""

    UNSTATED = "unstated", "not said"
    CHOSEN = "chosen", "a number was chosen for what it came from"
    """The spell that became the object, or what created the delayed trigger, had a number chosen."""
    NOT_CHOSEN = "not-chosen", "no number was chosen for what it came from"
    TURNED_UP = "turned-face-up", "a number was chosen to turn it face up"
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

    NOBODY = "nobody", "nobody"
    CONTROLLER = "controller", "its controller"
    ACTOR = "player-taking-action", "the player taking the action"


class When(Word):
    """When the number is decided."""

    CASTING = "while-casting", "as the spell is cast"
    ACTIVATING = "while-activating", "as the ability is activated"
    PAYING = "before-paying", "immediately before paying the cost"
    STACKED_OR_RESOLVING = "stacked-or-resolving", "as it is put onto the stack or as it resolves"
    COPYING = "as-copied", "as the copy is put onto the stack"
    ON_STACK = "while-on-stack", "as long as it is on the stack"
    """The number may change as long as it is there."""
    ALWAYS = "always", "at all times"
    TAKEN_OVER = "taken-over", "together with the number it is taken from"


class StepOutcome(StrEnum):
    """Outcome of a rule on the way to an answer."""

    NOT_APPLICABLE = "passes"
    """The rule was considered and is not about this situation."""
    ADDS = "adds"
    """The rule applies, and another one decides."""
    DECIDES = "decides"
