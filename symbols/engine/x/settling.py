"""The answers that several kinds of situation share."""

from symbols.engine.x.inquiry import Inquiry
from symbols.engine.x.situation import Situation
from symbols.engine.x.words import Chooser, Definition, Place, Subject, When, Zone


def usual_moment(situation: Situation) -> When:
    """Return when the number of such an object or ability is usually decided."""
    if situation.subject is Subject.SPELL:
        return When.CASTING
    if situation.subject is Subject.ACTIVATED:
        return When.ACTIVATING
    if situation.subject is Subject.SPECIAL_ACTION:
        return When.PAYING
    return When.STACKED_OR_RESOLVING


def everywhere(inquiry: Inquiry) -> None:
    """Note that the letter is one number all over the object, where it stands in several places (107.3i)."""
    spots = inquiry.situation.spots - {Place.ACTIVATION_COST, Place.LOYALTY_COST}
    if len(spots) > 1:
        inquiry.adds("107.3i", "Every {x} on the object is the same number at any one time.")


def copied(inquiry: Inquiry) -> None:
    """Answer for a copy (707.10)."""
    inquiry.same(
        "707.10",
        "A copy is not cast or activated; it has every decision made for the original, the value of {x} among them.",
        "the {x} of the original",
        inquiry.situation.origin_value,
    )


def text_only(inquiry: Inquiry) -> None:
    """Answer for a letter that stands in the text alone (107.3f)."""
    inquiry.chosen(
        "107.3f",
        "{x} stands in the text but in no cost, and nothing defines it, so the controller chooses "
        "it when the text calls for it: going onto the stack or resolving.",
        When.STACKED_OR_RESOLVING,
        Chooser.CONTROLLER,
    )


def from_its_object(inquiry: Inquiry) -> None:
    """An ability's letter is the one in a cost of the object that it is on."""
    situation = inquiry.situation
    if situation.where is Zone.STACK:
        inquiry.same(
            "107.3i",
            "The ability is on a spell, and every {x} on one object is the same number: the one "
            "announced for that spell (107.3a).",
            "the {x} of the spell",
            situation.announced,
        )
    elif Place.MANA_COST in situation.spots:
        inquiry.zero(
            "107.3g",
            "The {x} in the mana cost of an object that is not on the stack is 0.",
        )
        inquiry.adds("107.3i", "Every {x} on the object is that same number, so this one is 0 too.")
    else:
        inquiry.zero("107.2", "The number chosen for a cost went with the spell; 0 is used.")


def defined_elsewhere(inquiry: Inquiry, when: When) -> None:
    """Answer by what the text says where nothing is chosen anyway."""
    situation = inquiry.situation
    if situation.definition is Definition.CHOICE:
        why = "Its own text says what {x} is, by a choice; besides that choice, there is no number to choose."
        inquiry.defined("107.3", why, when)
        is_action = situation.subject is Subject.SPECIAL_ACTION
        inquiry.by_choice(usual_moment(situation), Chooser.ACTOR if is_action else Chooser.CONTROLLER)
    else:
        inquiry.defined("107.3", "Its own text says what {x} is; there is nothing to choose.", when)
