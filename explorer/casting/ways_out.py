"""Legal choices in place of impossible ones. Each is tried before it is offered."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final

from explorer.casting.spell import FACE_DOWN_COST, Spell, cost_in
from explorer.casting.steps import Answer, Step
from explorer.costcheck.check import CheckedCost
from symbols.engine import OPTIONS
from symbols.sentences import counted

_MOST: Final = 3
_MOST_TRIED: Final = 8


def ways_out(
    spell: Spell, failed: Step, checked: CheckedCost | None, works: Callable[[Answer], bool]
) -> tuple[Answer, ...]:
    """The first few that work."""
    candidates = islice(_candidates(spell, failed, checked), _MOST_TRIED)
    return tuple(islice(filter(works, candidates), _MOST))


def _candidates(spell: Spell, failed: Step, checked: CheckedCost | None) -> Iterator[Answer]:
    match failed.rule:
        case "601.2a":
            yield from _from_elsewhere(spell, failed)
        case "601.2b":
            yield from _other_cost(spell)
            yield from _from_elsewhere(spell, failed)
            if spell.request.options.get("x") is not None:
                yield Answer("Set X to 0", {"x": "0"})
        case "601.2c":
            yield from _other_targets(failed)
        case "601.2h":
            yield from _other_cost(spell)
            if checked:
                yield from _cheaper(spell, checked)


def _from_elsewhere(spell: Spell, failed: Step) -> Iterator[Answer]:
    if any(choice.key == "allowed" for choice in failed.choices):
        yield Answer("An effect allows it", {"allowed": "yes"})
    if spell.request.zone not in ("", "hand"):
        yield Answer("Cast it from your hand", {"zone": ""})
    elif spell.request.zone:
        yield Answer("Cast it from a zone that works", {"zone": ""})


def _other_targets(failed: Step) -> Iterator[Answer]:
    for choice in failed.choices:
        for count in dict.fromkeys([choice.most, choice.least]):
            if count is not None:
                yield Answer(f"Choose {counted(count, 'target')}", {"targets": str(count), "division": ""})
    if not failed.choices:
        yield Answer("Choose no targets", {"targets": ""})


def _other_cost(spell: Spell) -> Iterator[Answer]:
    options = spell.request.options
    if options.get("announced"):
        yield Answer("Pay the symbols another way", {"announced": ""})
    if options.get("alternative") and options.get("free"):
        yield Answer("Pay the other cost only", {"free": ""})
        yield Answer("Pay nothing instead", {"alternative": ""})
    elif options.get("alternative"):
        yield Answer("Pay its mana cost", {"alternative": ""})


def _cheaper(spell: Spell, checked: CheckedCost) -> Iterator[Answer]:
    """A smaller X, fewer targets, no optional cost, or another cost of the card."""
    options = spell.request.options
    x, greatest = str(options.get("x") or ""), checked.result.max_x
    if greatest is not None and x.isdigit() and greatest < int(x):
        yield Answer(f"Set X to {greatest:,}", {"x": f"{greatest}"})
    targets = spell.request.targets or 0
    by_target = any(OPTIONS[one.key].beyond_first == "target" for one in spell.inputs)
    for count in range(targets - 1, max(0, targets - 3), -1) if by_target else ():
        yield Answer(f"Use {counted(count, 'target')}", {"targets": str(count)})
    for key in ("kicker", "multikicker", "replicate", "additional"):
        if options.get(key):
            yield Answer(f"Don’t pay the {OPTIONS[key].label.lower()}", {key: ""})
    if spell.can_be_face_down and not spell.is_face_down:
        yield Answer("Cast it face down", {"alternative": FACE_DOWN_COST})
    for one in spell.inputs:
        if one.key == "alternative" and one.way == "may" and cost_in(one.value) and not options.get("alternative"):
            yield Answer(f"Cast it for {one.value}", {"alternative": one.value})
