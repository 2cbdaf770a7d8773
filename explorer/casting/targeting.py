"""Targets, and effects divided among them (601.2c, 601.2d)."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from explorer.cards.targets import Division, TargetGroup
from explorer.casting.spell import Spell
from explorer.casting.steps import Choice, Draft
from symbols.sentences import capital, join_words


class Range(NamedTuple):
    """Numbers of targets; `most` is None without a limit."""

    least: int
    most: int | None


def targets_allowed(groups: Sequence[TargetGroup], numbers: Mapping[str, int | None]) -> Range:
    """How many targets a spell can have; any number if that depends on the game.

    Args:
        numbers: known variables of groups: X, and how often it was kicked.
    """
    least, most = 0, 0
    unlimited = False
    for group in groups:
        if (number := numbers.get(group.variable)) is not None:
            least, most = least + (0 if group.is_up_to else number), most + number
            continue
        least += group.least
        if group.most is None:
            unlimited = True
        else:
            most += group.most
    return Range(least, None if unlimited else most)


def choose_targets(spell: Spell, groups: Sequence[TargetGroup], numbers: Mapping[str, int | None]) -> Draft:
    """601.2c."""
    draft = Draft("601.2c")
    request = spell.request
    if not spell.has_text and request.targets is None:
        draft.say("A cost doesn’t say whether the spell has targets.", "601.2c")
        return draft
    if not groups and spell.has_text:
        if any(text.untargeted_with.lower() in spell.paid for text in spell.texts if text.untargeted_with):
            draft.say("With overload it has no targets: “target” becomes “each”.", "702.96b")
        draft.say("It has no targets.", "601.2c")
        if request.targets:
            draft.refuse(f"{spell.called} has no targets to choose.", "601.2c")
        return draft
    allowed = targets_allowed(groups, numbers) if spell.has_text else Range(0, None)
    what = join_words(list(dict.fromkeys(group.what for group in groups)), "and") or "target"
    number = "" if request.targets is None else str(request.targets)
    is_fixed = allowed.least == allowed.most
    draft.title = "Choose a target" if is_fixed and allowed.least == 1 else ""
    draft.choices.append(
        Choice(
            "targets",
            "How many targets?",
            "number",
            number,
            note=capital(what),
            least=allowed.least,
            most=allowed.most,
            is_open=request.targets is None and allowed.most != 0,
        )
    )
    if request.targets is not None:
        _check_targets(draft, spell, groups, allowed)
    if len(groups) > 1:
        draft.say("You can choose the same target once for each time it says “target.”", "115.3")
    if "awaken" in spell.paid:
        draft.say("With awaken, a land you control is a target, too.", "702.113b")
    if "bestow" in spell.paid:
        draft.say("With bestow it’s an Aura spell with enchant creature, so it has a target.", "702.103b")
    if any("opponent's choice" in group.what for group in groups):
        draft.say("An opponent chooses some of them.", "602.3" if spell.is_ability else "601.6")
    if any(group.is_any for group in groups):
        draft.say("“Any target” is a creature, player, planeswalker, or battle.", "115.4")
    return draft


def _check_targets(draft: Draft, spell: Spell, groups: Sequence[TargetGroup], allowed: Range) -> None:
    request = spell.request
    count = request.targets or 0
    if count < allowed.least:
        need = _targets(allowed.least) if allowed.least == allowed.most else f"at least {_targets(allowed.least)}"
        draft.refuse(f"{spell.called} needs {need}. You chose {count}.", "601.2c")
    elif allowed.most is not None and count > allowed.most:
        most = _targets(allowed.most) + ("" if allowed.least == allowed.most else " at most")
        draft.refuse(f"{spell.called} can have {most}. You chose {count}.", "601.2c")
    if len(groups) == 1 or any(group.is_another for group in groups):
        seen: set[str] = set()
        for name in request.names:
            if name.casefold() in seen:
                word = "“another target”" if len(groups) > 1 else "the same word “target”"
                draft.refuse(f"{name} can’t be chosen twice for {word}.", "601.2c")
            seen.add(name.casefold())


def _targets(count: int) -> str:
    return "1 target" if count == 1 else "no targets" if not count else f"{count} targets"


def divide(spell: Spell, divisions: Sequence[Division], x: int | None) -> Draft:
    """601.2d."""
    draft = Draft("601.2d")
    if not divisions:
        draft.say("Nothing to divide.", "601.2d")
        if spell.request.division:
            draft.refuse("There is nothing to divide.", "601.2d")
        return draft
    one, shares, targets = divisions[0], spell.request.division, spell.request.targets
    amount = int(one.amount) if one.amount.isdigit() else x if one.amount == "X" else None
    draft.title = f"Divide the {one.what}"
    value = ", ".join(map(str, shares or ()))
    what = f"{amount} {one.what}" if amount is not None else f"the {one.what}"
    # One target gets all of it, and none leave nothing to divide.
    is_open = shares is None and (targets is None or targets > 1)
    draft.choices.append(
        Choice("division", f"How do you divide {what}?", "text", value, note=one.text, is_open=is_open)
    )
    if shares is None:
        if targets is not None and amount is not None and targets > amount:
            problem = f"{capital(what)} can’t be divided among {targets} targets: each must get at least 1."
            draft.refuse(problem, "601.2d")
        return draft
    if 0 in shares:
        draft.refuse("Each target must get at least 1.", "601.2d")
    elif targets is not None and len(shares) != targets:
        draft.refuse(f"{_targets(targets).capitalize()} need one share each. You gave {len(shares)}.", "601.2d")
    elif amount is not None and sum(shares) != amount:
        draft.refuse(f"The shares add up to {sum(shares)}, not {amount}.", "601.2d")
    return draft
