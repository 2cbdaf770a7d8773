"""Deciding what X is: rule 107.3, subrule by subrule, exceptions first.

The order in which the subrules are asked matters: a defined X is never chosen (107.3c before
107.3b and 107.3a), and what is said about a gained ability (107.3j), an activation cost (107.3k)
and a permanent's own spell (107.3m) comes before the one number that an object has (107.3i).
"""

from collections.abc import Callable, Mapping
from typing import Final

from symbols.engine.x.answer import Answer
from symbols.engine.x.inquiry import Inquiry
from symbols.engine.x.remembering import delayed, enters, static, triggered
from symbols.engine.x.settling import copied, defined_elsewhere, everywhere, from_its_object, text_only, usual_moment
from symbols.engine.x.situation import Situation
from symbols.engine.x.words import Chooser, Definition, Letter, Method, Place, Subject, When, Zone

__all__ = ["what_is_x"]

_OWN_ACTIVATION: Final = frozenset(
    {
        Place.ACTIVATION_COST,
        Place.LOYALTY_COST,
        Place.ADDITIONAL_COST,
        Place.ALTERNATIVE_COST,
    }
)


def what_is_x(situation: Situation) -> Answer:
    """Return what X is, who decides that and when, and which rules say so (107.3).

    Args:
        situation: the question.

    Raises:
        SituationError: a number was announced that X cannot be in this situation.
    """
    inquiry = Inquiry(situation)
    if situation.letter is Letter.Y:
        inquiry.adds("107.3p", "Y follows every rule that X follows.")
    elif situation.letter is Letter.Z:
        inquiry.adds("107.3p", "The rules speak of X and Y; a Z, on un-cards, is taken like Y.")
    if situation.refers:
        _reference(inquiry)
    elif situation.gained:
        _gained(inquiry)
    else:
        _DECIDERS[situation.subject](inquiry)
    return inquiry.answer()


def _reference(inquiry: Inquiry) -> None:
    if inquiry.situation.gained:
        inquiry.passes(
            "107.3j",
            "The ability is gained, but its own words say which {x} is meant: another object's.",
        )
    inquiry.same(
        "107.3e",
        "The text speaks of the {x} in another object's cost, so {x} in this text is the number "
        "chosen or defined for that object.",
        "the other object's {x}",
        inquiry.situation.other_value,
    )


def _gained(inquiry: Inquiry) -> None:
    situation = inquiry.situation
    if situation.is_defined:
        inquiry.defined(
            "107.3j",
            "The ability is gained and defines {x} itself; no other {x} on the object matters.",
            When.ALWAYS,
        )
        inquiry.by_choice(usual_moment(situation))
        inquiry.passes("107.3i", "A gained ability is an exception to one number per object.")
    elif situation.subject is Subject.ACTIVATED and situation.spots & _OWN_ACTIVATION:
        inquiry.adds(
            "107.3j",
            "The ability is gained, so it takes no number from the object that gained it; until "
            "it is activated its {x} is 0.",
        )
        if situation.method is Method.COPIED:
            copied(inquiry)
        else:
            _activation(inquiry)
    else:
        inquiry.zero(
            "107.3j",
            "The ability is gained and does not define {x} itself, so {x} in it is 0, whatever "
            "{x} is elsewhere on the object.",
        )
        inquiry.passes("107.3i", "A gained ability is an exception to one number per object.")


def _defined_on_stack(inquiry: Inquiry) -> None:
    situation = inquiry.situation
    if situation.definition is Definition.CHOICE:
        _defined_by_choice(inquiry)
    else:
        inquiry.defined(
            "107.3c",
            "The text says what {x} is, so nobody gets to choose it; the number can still change "
            "until the object leaves the stack.",
            When.ON_STACK,
        )
    everywhere(inquiry)


def _defined_by_choice(inquiry: Inquiry) -> None:
    """Answer where a choice defines the letter: made early for a paid cost (601.2b), and then copied (707.10)."""
    situation = inquiry.situation
    is_early, is_copy = bool(_announced_costs(situation)), situation.method is Method.COPIED
    whose = "made for the original" if is_early and is_copy else "of its controller"
    inquiry.defined(
        "107.3c",
        f"The text says what {{x}} is, by a choice {whose}; besides that choice nobody gets to choose a number.",
        When.TAKEN_OVER if is_early and is_copy else When.ON_STACK,
    )
    if not is_early:
        inquiry.passes("601.2b", "No cost with {x} is paid, so nothing moves the choice to an earlier time.")
        inquiry.by_choice(When.STACKED_OR_RESOLVING)
        if is_copy:
            inquiry.passes("707.10", "A choice made on resolution is not copied: the copy's controller makes it.")
    elif is_copy:
        inquiry.adds(
            "601.2b",
            "What defines {x} is a choice that would come later; for the original it was made already when variables "
            "were announced.",
        )
        inquiry.adds(
            "707.10",
            "A copy is not cast or activated and has every decision made for the original then, this choice among "
            "them. Only choices made on resolution are not copied.",
        )
    else:
        inquiry.adds(
            "601.2b",
            "What defines {x} is a choice that would come later; it is made already now, when variables are announced.",
        )
        inquiry.by_choice(usual_moment(situation))


def _announced_costs(situation: Situation) -> frozenset[Place]:
    """The costs for which a variable is announced; for a copy, for which it was announced for the original."""
    if situation.subject is Subject.ACTIVATED:
        return situation.spots & _OWN_ACTIVATION
    return situation.spots - {Place.TEXT} if situation.method is Method.COPIED else _paid(situation)


def _spell(inquiry: Inquiry) -> None:
    situation = inquiry.situation
    if situation.is_defined:
        _defined_on_stack(inquiry)
        return
    inquiry.passes("107.3c", "The spell's text does not say what {x} is.")
    if situation.method is Method.COPIED:
        copied(inquiry)
    elif situation.spots == {Place.TEXT}:
        text_only(inquiry)
    elif _is_forced_to_zero(inquiry):
        everywhere(inquiry)
    elif _paid(situation):
        inquiry.chosen(
            "107.3a",
            "A cost of the spell has {x} in it and nothing defines {x}, so the controller chooses "
            "a number and announces it while casting.",
            When.CASTING,
            Chooser.CONTROLLER,
        )
        inquiry.adds("601.2b", "The announcement comes with the other choices about costs.")
        everywhere(inquiry)
    else:
        inquiry.passes("601.2b", "A cost that won't be paid has no variable to announce.")
        inquiry.zero("107.2", "Nothing determines {x}, so 0 is used.")


def _is_forced_to_zero(inquiry: Inquiry) -> bool:
    """Ask 107.3b, and settle the matter if it applies."""
    situation = inquiry.situation
    if Place.MANA_COST not in situation.spots:
        inquiry.passes("107.3b", "The spell's mana cost has no {x} in it.")
        return False
    if situation.method in {Method.FREE, Method.ALTERNATIVE_WITHOUT}:
        inquiry.only_zero(
            "107.3b",
            "The mana cost with {x} in it is not paid, nor any alternative cost with {x}, so 0 is "
            "the only number that can be chosen.",
            When.CASTING,
            Chooser.CONTROLLER,
        )
        return True
    reasons = {
        Method.NORMAL: "The mana cost is paid.",
        Method.REDUCED: "A cost that is only reduced, be it to nothing, is still paid.",
        Method.ALTERNATIVE_WITH: "The alternative cost has {x} in it as well.",
    }
    inquiry.passes("107.3b", reasons[situation.method])
    return False


def _paid(situation: Situation) -> frozenset[Place]:
    """The costs with the letter that will be paid as the spell is cast."""
    paid = {Place.ADDITIONAL_COST}
    if situation.method in {Method.NORMAL, Method.REDUCED}:
        paid.add(Place.MANA_COST)
    elif situation.method is Method.ALTERNATIVE_WITH:
        paid |= {Place.MANA_COST, Place.ALTERNATIVE_COST}
    return situation.spots & paid


def _activation(inquiry: Inquiry) -> None:
    inquiry.chosen(
        "107.3a",
        "The cost to activate has {x} in it and nothing defines {x}, so the controller chooses a "
        "number and announces it while activating.",
        When.ACTIVATING,
        Chooser.CONTROLLER,
    )
    inquiry.adds("602.2b", "Activating follows the steps of casting, the announcement included.")
    inquiry.adds(
        "107.3k",
        "The number is for this one activation: it has nothing to do with any other {x} on the "
        "object, nor with the same ability activated again. Rule 107.3i makes way.",
    )
    if Place.LOYALTY_COST in inquiry.situation.spots:
        inquiry.adds("606.6", "There must be that many loyalty counters to remove.")


def _activated(inquiry: Inquiry) -> None:
    situation = inquiry.situation
    if situation.is_defined:
        _defined_on_stack(inquiry)
        return
    inquiry.passes("107.3c", "The ability's text does not say what {x} is.")
    if situation.method is Method.COPIED:
        copied(inquiry)
    elif situation.spots & _OWN_ACTIVATION:
        _activation(inquiry)
    elif Place.MANA_COST in situation.spots:
        from_its_object(inquiry)
    else:
        text_only(inquiry)


def _object(inquiry: Inquiry) -> None:
    """A card or permanent: anything that is not on the stack."""
    situation = inquiry.situation
    if Place.MANA_COST in situation.spots:
        inquiry.zero(
            "107.3g",
            "Anywhere but on the stack, {x} in a mana cost is 0, even where the text defines {x}.",
        )
        inquiry.adds("202.3e", "So it adds nothing to the mana value either.")
        if situation.subject is Subject.PERMANENT:
            inquiry.adds(
                "107.3m",
                "Abilities about it entering may still know the number chosen for its spell.",
            )
        everywhere(inquiry)
    elif situation.is_defined:
        defined_elsewhere(inquiry, When.ALWAYS)
    else:
        _unsettled(inquiry)


def _unsettled(inquiry: Inquiry) -> None:
    """Nothing has determined the letter yet; say what would."""
    spots = inquiry.situation.spots
    if spots & {Place.ACTIVATION_COST, Place.LOYALTY_COST}:
        inquiry.adds("107.3k", "A number is chosen each time the ability is activated, for it only.")
    if spots & {Place.ALTERNATIVE_COST, Place.ADDITIONAL_COST}:
        inquiry.adds("107.3a", "A number is chosen while the card is cast, not before.")
    if Place.SPECIAL_COST in spots:
        inquiry.adds("107.3d", "A number is chosen right before the special action is paid for.")
    if spots == {Place.TEXT}:
        inquiry.passes("107.3f", "It is neither going onto the stack nor resolving.")
    inquiry.zero("107.2", "For now nothing determines {x}, so 0 is used.")


def _special_action(inquiry: Inquiry) -> None:
    if inquiry.situation.is_defined:
        defined_elsewhere(inquiry, When.PAYING)
        return
    inquiry.chosen(
        "107.3d",
        "The cost of a special action has {x} in it; whoever takes the action chooses the number right before paying.",
        When.PAYING,
        Chooser.ACTOR,
    )


def _payment(inquiry: Inquiry) -> None:
    situation = inquiry.situation
    if situation.where is Zone.STACK:
        inquiry.same(
            "107.3h",
            "The mana cost to pay is that of a spell on the stack, so {x} is the number chosen or "
            "determined for that spell.",
            "the {x} of the spell on the stack",
            situation.defined_value if situation.is_defined else situation.announced,
        )
    else:
        inquiry.zero(
            "107.3h",
            "The mana cost to pay is that of an object which is no spell on the stack, so {x} in it is 0.",
        )


_DECIDERS: Final[Mapping[Subject, Callable[[Inquiry], None]]] = {
    Subject.SPELL: _spell,
    Subject.ACTIVATED: _activated,
    Subject.TRIGGERED: triggered,
    Subject.ENTERS: enters,
    Subject.DELAYED: delayed,
    Subject.STATIC: static,
    Subject.PERMANENT: _object,
    Subject.CARD: _object,
    Subject.SPECIAL_ACTION: _special_action,
    Subject.PAYMENT: _payment,
}
