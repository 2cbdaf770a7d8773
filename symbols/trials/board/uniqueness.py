"""Permanents of which only one may stay: legends, planeswalkers of one type, worlds, Roles (704.5j, 704.5k, 704.5y)."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from symbols.sentences import capital
from symbols.trials.board.checking import Action, Check, names_of
from symbols.trials.board.effects import has_legend_rule
from symbols.trials.board.state import GameObject


def legends(check: Check) -> Iterator[Action]:
    groups: dict[tuple[str, str], list[GameObject]] = defaultdict(list)
    for one in check.state.permanents:
        values = check.values[one.key]
        # While planeswalkers had their own rule, they weren’t legendary.
        is_walker = "walkers" in check.era.present and "Planeswalker" in values.types and values.subtypes
        if "Legendary" in values.supertypes and not is_walker and has_legend_rule(check, one):
            whose = one.controller if check.era.is_each_players else ""
            groups[values.name.lower() or f"line {one.line}", whose].append(one)
    for group in _in_order(check, groups.values()):
        yield from _all_but_one(check, "legends", group, check.era.legends)


def walkers(check: Check) -> Iterator[Action]:
    groups: dict[tuple[str, str], list[GameObject]] = defaultdict(list)
    for one in check.with_type("Planeswalker"):
        for subtype in check.values[one.key].subtypes:
            groups[subtype, one.controller if check.era.is_each_players else ""].append(one)
    for group in _in_order(check, groups.values()):
        shared = {*check.values[group[0].key].subtypes}.intersection(*(check.values[one.key].subtypes for one in group))
        kind = next(iter(sorted(shared)), "")
        yield from _all_but_one(check, "walkers", group, check.era.walkers, kind)


def _in_order(check: Check, groups: Iterable[list[GameObject]]) -> list[list[GameObject]]:
    """Groups of several, those of the active player first (101.4)."""
    return sorted((one for one in groups if len(one) > 1), key=lambda one: check.state.turn_of(one[0].controller))


def _all_but_one(check: Check, action: str, group: Sequence[GameObject], form: str, kind: str = "") -> Iterator[Action]:
    names = {**names_of(group[0].controller), "type": kind}
    if form != "choose":
        is_tie = form == "oldest" and _is_tie(*group[:2])
        leaving = group[1:] if form == "oldest" and not is_tie else group
        own = "why_tied" if is_tie else "why" if action == "walkers" else f"why_{form}"
        yield from (check.found(action, one.key, "graveyard", own, kept="", **names) for one in leaving)
        return
    options = [(f"keep {one.key}", capital(one.label)) for one in group]
    key = f"{action} {group[0].key}"
    choice = check.typed.choice(key, "Which one stays?", group[0].controller, options)
    kept = group[[line for line, _ in options].index(choice.taken)]
    own = "why" if choice.is_said or action == "walkers" else "why_open"
    for one in group:
        if one is not kept:
            yield replace(check.found(action, one.key, "graveyard", own, kept=kept.label, **names), choice=choice)


def worlds(check: Check) -> Iterator[Action]:
    worlds = [one for one in check.state.permanents if "World" in check.values[one.key].supertypes]
    if len(worlds) > 1 and _is_tie(*worlds[-2:]):
        yield from (check.found("worlds", one.key, "graveyard", "why_tied") for one in worlds)
        return
    yield from _all_but_newest(check, "worlds", worlds)


def _is_tie(one: GameObject, other: GameObject) -> bool:
    """Whether two neighboring permanents entered at the same time."""
    return other.is_simultaneous or (one.is_simultaneous and one.line < other.line)


def roles(check: Check) -> Iterator[Action]:
    groups: dict[tuple[str, str], list[GameObject]] = defaultdict(list)
    for one in check.state.permanents:
        if one.attached and check.values[one.key].has_subtype("Role"):
            groups[one.attached, one.controller].append(one)
    for group in groups.values():
        yield from _all_but_newest(check, "roles", group)


def _all_but_newest(check: Check, action: str, group: Sequence[GameObject]) -> Iterator[Action]:
    return (check.found(action, one.key, "graveyard", kept=group[-1].label) for one in group[:-1])
