"""The words in which a situation and its answer are described.

Every member's value is fixed for good: it stands in permanent addresses.
"""

from enum import StrEnum

__all__ = [
    "Chooser",
    "Definition",
    "Kind",
    "Letter",
    "Method",
    "Origin",
    "Outcome",
    "Place",
    "Subject",
    "When",
    "Zone",
]


class Letter(StrEnum):
    """The letter that stands for a number (107.3, 107.3p)."""

    X = "X"
    Y = "Y"
    Z = "Z"


class Subject(StrEnum):
    """What the letter is on."""

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


class Zone(StrEnum):
    """Where the object is; for an ability, where its source is (400.1)."""

    STACK = "stack"
    BATTLEFIELD = "battlefield"
    HAND = "hand"
    LIBRARY = "library"
    GRAVEYARD = "graveyard"
    EXILE = "exile"
    COMMAND = "command"


class Place(StrEnum):
    """Where the letter stands on the object."""

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


class Definition(StrEnum):
    """Whether the object's own text says what the letter is."""

    NONE = "no"
    TEXT = "by-text"
    CHOICE = "by-later-choice"
    """By a choice that its controller would make later on (601.2b)."""


class Method(StrEnum):
    """How the spell is cast or the ability activated."""

    NORMAL = "normal"
    FREE = "without-paying"
    """Without paying its mana cost."""
    ALTERNATIVE_WITH = "alternative-with"
    """For an alternative cost that has the letter in it."""
    ALTERNATIVE_WITHOUT = "alternative-without"
    REDUCED = "reduced"
    """For its cost, only made cheaper by effects, be it to nothing."""
    COPIED = "copied"
    """Not cast or activated at all, but put onto the stack as a copy (707.10)."""


class Origin(StrEnum):
    """Where an ability's number may come from."""

    UNSTATED = "unstated"
    CHOSEN = "chosen"
    """The spell that became the object, or what created the delayed trigger, had a number chosen."""
    NOT_CHOSEN = "not-chosen"
    TURNED_UP = "turned-face-up"
    """The number was chosen for a morph or disguise cost (702.37f, 702.168e)."""


class Kind(StrEnum):
    """The shape of an answer."""

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


class Chooser(StrEnum):
    """Who decides the number."""

    NOBODY = "nobody"
    CONTROLLER = "controller"
    ACTOR = "player-taking-action"
    """The player taking the special action."""


class When(StrEnum):
    """When the number is decided."""

    CASTING = "while-casting"
    ACTIVATING = "while-activating"
    PAYING = "before-paying"
    """Immediately before the cost is paid."""
    STACKED_OR_RESOLVING = "stacked-or-resolving"
    COPYING = "as-copied"
    ON_STACK = "while-on-stack"
    """As long as it is on the stack; the number may change."""
    ALWAYS = "always"
    TAKEN_OVER = "taken-over"
    """Together with the number it is taken from."""


class Outcome(StrEnum):
    """What came of a question that was asked on the way to an answer."""

    PASSES = "passes"
    """The rule was considered and is not about this situation."""
    ADDS = "adds"
    """The rule applies, and another one decides."""
    DECIDES = "decides"
