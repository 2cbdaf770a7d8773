"""Abilities whose number may come from elsewhere: from a spell, from what created them, from turning face up."""

from typing import Final

from symbols.engine.x.inquiry import Inquiry
from symbols.engine.x.settling import defined_elsewhere, from_its_object, text_only
from symbols.engine.x.words import Origin, Place, When

_OF_ITS_SPELL: Final = frozenset({Place.MANA_COST, Place.ALTERNATIVE_COST, Place.ADDITIONAL_COST})


def triggered(inquiry: Inquiry) -> None:
    """Answer for a triggered ability (107.3f, 107.3i, 702.37f)."""
    situation = inquiry.situation
    if situation.is_defined:
        defined_elsewhere(inquiry, When.ON_STACK)
    elif situation.origin is Origin.TURNED_UP:
        inquiry.adds("107.3d", "{x} was chosen right before the cost to turn it up was paid.")
        inquiry.same(
            "702.37f",
            "An ability of a permanent that was turned face up for a cost with {x} uses the "
            "number chosen for that cost; 702.168e says the same of disguise.",
            "the {x} chosen to turn it face up",
            situation.origin_value,
        )
    elif situation.spots & _OF_ITS_SPELL:
        from_its_object(inquiry)
    else:
        text_only(inquiry)


def enters(inquiry: Inquiry) -> None:
    """Answer for an ability about entering the battlefield (107.3m)."""
    situation = inquiry.situation
    if situation.is_defined:
        defined_elsewhere(inquiry, When.ALWAYS)
    elif situation.origin is Origin.CHOSEN:
        inquiry.same(
            "107.3m",
            "The ability is about entering the battlefield, and the spell that became this "
            "permanent had {x} chosen for a cost, so {x} here is that number.",
            "the {x} of the spell that became the permanent",
            situation.origin_value,
        )
        inquiry.adds("107.3g", "The {x} in the permanent's own mana cost is 0 nevertheless.")
        inquiry.passes("107.3i", "This is an exception to one number per object.")
    elif situation.origin is Origin.UNSTATED:
        _enters_somehow(inquiry)
    else:
        inquiry.passes("107.3m", "No spell with a number chosen for {x} became this permanent.")
        if situation.spots & _OF_ITS_SPELL:
            from_its_object(inquiry)
        else:
            text_only(inquiry)


def _enters_somehow(inquiry: Inquiry) -> None:
    """Nothing was said of the spell that became the permanent, if one did."""
    why = (
        "It depends on how the permanent came to be. If a spell became it and {x} was chosen for one of that "
        "spell's costs, {x} here is that number."
    )
    taken = "the {x} of the spell that became the permanent, if one was chosen for its costs"
    if inquiry.situation.spots & _OF_ITS_SPELL:
        inquiry.depends("107.3m", why, f"{taken}, and 0 otherwise", "origin")
        if Place.MANA_COST in inquiry.situation.spots:
            inquiry.adds("107.3g", "Otherwise it is 0, like any {x} in the mana cost of an object not on the stack.")
        else:
            inquiry.adds("107.2", "Otherwise nothing determines {x}, so 0 is used.")
        inquiry.adds("107.3i", "Every other {x} on the permanent is 0 in either case; 107.3m is the exception.")
    else:
        inquiry.depends("107.3m", why, f"{taken}, and otherwise a number that its controller chooses", "origin")
        inquiry.adds("107.3f", "Otherwise its controller chooses it when the text calls for it.")


def delayed(inquiry: Inquiry) -> None:
    """Answer for a delayed triggered ability (107.3n)."""
    situation = inquiry.situation
    if situation.is_defined:
        inquiry.passes("107.3n", "The triggered ability's own text defines {x}.")
        defined_elsewhere(inquiry, When.ON_STACK)
    elif situation.origin is Origin.CHOSEN:
        inquiry.same(
            "107.3n",
            "What created the delayed trigger had {x} chosen for a cost, and the trigger's text "
            "does not define {x}, so it is that number.",
            "the {x} of the spell or ability that created it",
            situation.origin_value,
        )
    elif situation.origin is Origin.UNSTATED:
        # A number announced settles nothing here: it may have been announced for what created the trigger.
        _created_somehow(inquiry)
    else:
        inquiry.passes("107.3n", "What created the trigger had no number chosen for {x}.")
        text_only(inquiry)


def _created_somehow(inquiry: Inquiry) -> None:
    """Nothing was said of what created the delayed trigger."""
    inquiry.depends(
        "107.3n",
        "It depends on what created the trigger. If {x} was chosen for a cost of that spell or ability, {x} here "
        "is that number.",
        "the {x} of the spell or ability that created it, if one was chosen for its costs, and otherwise a number "
        "that its controller chooses",
        "origin",
    )
    inquiry.adds("107.3f", "Otherwise its controller chooses it when the text calls for it.")


def static(inquiry: Inquiry) -> None:
    """Answer for a static ability."""
    situation = inquiry.situation
    if situation.is_defined:
        defined_elsewhere(inquiry, When.ALWAYS)
    elif situation.spots & _OF_ITS_SPELL:
        from_its_object(inquiry)
    else:
        inquiry.passes("107.3f", "A static ability neither goes on the stack nor resolves.")
        inquiry.zero("107.2", "Nothing determines {x}, so 0 is used.")
