"""What state-based actions find on a board: one function for each action."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from string import Template
from typing import Final, Literal

from symbols.sentences import capital, counted
from symbols.trials.board.attachments import fault_of, kind_of_attachment
from symbols.trials.board.choices import Choice, Said
from symbols.trials.board.era import Era, actions
from symbols.trials.board.state import OPPONENT, YOU, Player, State, Thing
from symbols.trials.layers.values import Values

Does = Literal[
    "loses", "ceases", "destroyed", "graveyard", "sacrificed", "unattached", "counters", "removed", "sector",
    "protector", "speed", "command", "planeswalk", "bottom",
]  # fmt: skip

PLUS, MINUS = "+1/+1", "-1/-1"
_SECTORS: Final = ("alpha", "beta", "gamma")


@dataclass(frozen=True, slots=True)
class Found:
    """An action that is to be performed on an object or a player.

    Attributes:
        action: its key in the data file.
        to: of a sector or a protector: which.
        counters: how many stay, by kind.
    """

    action: str
    key: str
    does: Does
    why: str
    choice: Choice | None = None
    to: str = ""
    counters: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Check:
    """A check of the board; `values` are what permanents are with all effects."""

    state: State
    values: Mapping[str, Values]
    era: Era
    said: Said

    @property
    def creatures(self) -> Iterator[Thing]:
        return (one for one in self.state.permanents if self.values[one.key].is_creature)

    def with_type(self, kind: str) -> Iterator[Thing]:
        return (one for one in self.state.permanents if kind in self.values[one.key].types)

    def found(self, action: str, key: str, does: Does, form: str = "why", **names: object) -> Found:
        record = actions()[action]
        return Found(action, key, does, capital(Template(record[form]).substitute(names)))


def called(player: str) -> str:
    return {YOU: "you", OPPONENT: "your opponent"}.get(player, player)


def _verb(player: str, you: str, other: str) -> str:
    return you if player == YOU else other


def _names(player: str) -> dict[str, str]:
    who = called(player)
    return {
        "who": who,
        "Who": capital(who),
        "has": _verb(player, "have", "has"),
        "choose": _verb(player, "choose", "chooses"),
    }


def find_all(check: Check) -> list[Found]:
    """Everything that applies, in the order of the list."""
    return [found for key, find in _FINDERS.items() if key in check.era.present for found in find(check)]


# Players


def _players(check: Check, *, teams: bool) -> Iterator[Player]:
    return (one for one in check.state.in_turn_order if one.is_team is teams and not one.cant_lose)


def _life(check: Check) -> Iterator[Found]:
    for one in _players(check, teams=False):
        if one.life <= 0:
            yield check.found("life", one.key, "loses", life=one.life, **_names(one.key))


def _library(check: Check) -> Iterator[Found]:
    for one in _players(check, teams=False):
        if one.drew_from_empty:
            yield check.found("library", one.key, "loses", **_names(one.key))


def _poison(check: Check) -> Iterator[Found]:
    for one in _players(check, teams=False):
        if one.poison >= 10:
            yield check.found("poison", one.key, "loses", poison=one.poison, **_names(one.key))


def _team_life(check: Check) -> Iterator[Found]:
    for one in _players(check, teams=True):
        if one.life <= 0:
            yield check.found("team_life", one.key, "loses", life=one.life, **_names(one.key))


def _team_poison(check: Check) -> Iterator[Found]:
    for one in _players(check, teams=True):
        if one.poison >= 15:
            yield check.found("team_poison", one.key, "loses", poison=one.poison, **_names(one.key))


def _commander_damage(check: Check) -> Iterator[Found]:
    for one in _players(check, teams=False):
        for commander, damage in one.commander_damage.items():
            if damage >= 21:
                whom = called(one.key)
                yield check.found("commander_damage", one.key, "loses", commander=commander, whom=whom, damage=damage)
                break


def _speed(check: Check) -> Iterator[Found]:
    for player in check.state.in_turn_order:
        having = (one for one in check.state.permanents if one.controller == player.key)
        starts = next((one for one in having if check.values[one.key].has_ability("start your engines!")), None)
        if starts and not player.speed:
            control = _verb(player.key, "control", "controls")
            yield check.found("speed", player.key, "speed", name=starts.label, control=control, **_names(player.key))


# What is in the wrong place


def _place(thing: Thing) -> str:
    zone = {"command": "command zone"}.get(thing.zone, thing.zone)
    return zone if zone == "exile" else f"the {zone}"


def _tokens(check: Check) -> Iterator[Found]:
    for one in check.state.things.values():
        if one.is_token and one.zone not in {"battlefield", "gone"}:
            yield check.found("token", one.key, "ceases", zone=_place(one))
        elif one.is_token and one.zone == "battlefield" and one.is_phased_out and check.era.phased_tokens:
            yield check.found("token", one.key, "ceases", "why_phased")


def _copies(check: Check) -> Iterator[Found]:
    for one in check.state.things.values():
        is_spell = one.kind == "spell copy" and one.zone not in {"stack", "gone"}
        if is_spell or (one.kind == "card copy" and one.zone not in {"stack", "battlefield", "gone"}):
            yield check.found("copy", one.key, "ceases", zone=_place(one), of=one.kind.removesuffix(" copy"))


# Creatures, planeswalkers and battles


def _toughness(check: Check) -> Iterator[Found]:
    for one in check.creatures:
        toughness = check.values[one.key].toughness
        if toughness is not None and toughness <= 0:
            yield check.found("toughness", one.key, "graveyard", toughness=toughness)


def _destructible(check: Check) -> Iterator[tuple[Thing, int]]:
    for one in check.creatures:
        toughness = check.values[one.key].toughness
        if toughness is not None and toughness > 0 and not check.values[one.key].has_ability("indestructible"):
            yield one, toughness


def _damage(check: Check) -> Iterator[Found]:
    for one, toughness in _destructible(check):
        if 0 < one.damage >= toughness:
            yield check.found("damage", one.key, "destroyed", damage=one.damage, toughness=toughness)


def _deathtouch(check: Check) -> Iterator[Found]:
    for one, _ in _destructible(check):
        if one.touched:
            yield check.found("deathtouch", one.key, "destroyed")


def _loyalty(check: Check) -> Iterator[Found]:
    for one in check.with_type("Planeswalker"):
        if one.counters.get("loyalty", 1) <= 0:
            yield check.found("loyalty", one.key, "graveyard")


def _defense(check: Check) -> Iterator[Found]:
    for one in check.with_type("Battle"):
        if one.counters.get("defense", 1) <= 0 and not one.is_pending:
            yield check.found("defense", one.key, "graveyard")


def _protector(check: Check) -> Iterator[Found]:
    for one in check.with_type("Battle"):
        if one.protector == "" and not one.is_attacked:
            yield from _protects(check, "protector", one)


def _siege(check: Check) -> Iterator[Found]:
    for one in check.with_type("Battle"):
        if one.protector == one.controller and check.values[one.key].has_subtype("Siege"):
            yield from _protects(check, "siege", one)


def _protects(check: Check, action: str, thing: Thing) -> Iterator[Found]:
    """A new protector, whom the controller chooses: of a Siege, an opponent."""
    players = check.state.opponents(thing.controller)
    if not players:
        yield check.found(action, thing.key, "graveyard", **_names(thing.controller))
        return
    options = [(f"protector {thing.key} {one.key}", capital(called(one.key))) for one in players]
    choice = check.said.choice(f"protector {thing.key}", "Who protects it?", thing.controller, options)
    found = check.found(action, thing.key, "protector", **_names(thing.controller))
    to = next(one.key for one, (line, _) in zip(players, options, strict=True) if line == choice.taken)
    yield Found(found.action, thing.key, "protector", found.why, choice if len(options) > 1 else None, to=to)


# Legends, worlds, planeswalkers of one type


def _legends(check: Check) -> Iterator[Found]:
    groups: dict[tuple[str, str], list[Thing]] = defaultdict(list)
    for one in check.state.permanents:
        values = check.values[one.key]
        if "Legendary" in values.supertypes:
            whose = one.controller if check.era.is_each_players else ""
            groups[values.name.lower() or f"line {one.line}", whose].append(one)
    for group in _in_order(check, groups.values()):
        yield from _all_but_one(check, "legends", group, check.era.legends)


def _walkers(check: Check) -> Iterator[Found]:
    groups: dict[tuple[str, str], list[Thing]] = defaultdict(list)
    for one in check.with_type("Planeswalker"):
        for subtype in check.values[one.key].subtypes:
            groups[subtype, one.controller if check.era.is_each_players else ""].append(one)
    for group in _in_order(check, groups.values()):
        shared = {*check.values[group[0].key].subtypes}.intersection(*(check.values[one.key].subtypes for one in group))
        kind = next(iter(sorted(shared)), "")
        yield from _all_but_one(check, "walkers", group, check.era.walkers, kind)


def _in_order(check: Check, groups: Iterable[list[Thing]]) -> list[list[Thing]]:
    """Groups of several, those of the active player first (101.4)."""
    order = [player.key for player in check.state.in_turn_order]
    many = [group for group in groups if len(group) > 1]
    return sorted(many, key=lambda group: order.index(group[0].controller) if group[0].controller in order else 0)


def _all_but_one(check: Check, action: str, group: Sequence[Thing], form: str, kind: str = "") -> Iterator[Found]:
    names = {**_names(group[0].controller), "type": kind}
    if action == "walkers" or form != "choose":
        own = "why" if action == "walkers" else f"why_{form}"
    if form != "choose":
        leaving = group[1:] if form == "oldest" else group
        yield from (check.found(action, one.key, "graveyard", own, kept="", **names) for one in leaving)
        return
    options = [(f"keep {one.key}", capital(one.label)) for one in group]
    key = f"{action} {group[0].key}"
    choice = check.said.choice(key, "Which one stays?", group[0].controller, options)
    kept = next(one for one, (line, _) in zip(group, options, strict=True) if line == choice.taken)
    own = "why" if choice.is_said or action == "walkers" else "why_open"
    for one in group:
        if one is not kept:
            found = check.found(action, one.key, "graveyard", own, kept=kept.label, **names)
            yield Found(found.action, one.key, "graveyard", found.why, choice)


def _worlds(check: Check) -> Iterator[Found]:
    worlds = [one for one in check.state.permanents if "World" in check.values[one.key].supertypes]
    for one in worlds[:-1]:
        yield check.found("worlds", one.key, "graveyard", kept=worlds[-1].label)


# Attachments


def _attachments(check: Check, *kinds: str) -> Iterator[tuple[Thing, str]]:
    """Those of the kinds that aren't creatures, each with why it can't stay so; empty if it can."""
    for one in check.state.permanents:
        values = check.values[one.key]
        is_creature = values.is_creature and check.era.attached_creatures and one.attached
        if kind_of_attachment(values) in kinds and not is_creature:
            yield one, fault_of(one, check.state, check.values)


def _auras(check: Check) -> Iterator[Found]:
    for one, reason in _attachments(check, "Aura"):
        if reason:
            yield check.found("auras", one.key, "graveyard", reason=reason)


def _equipment(check: Check) -> Iterator[Found]:
    for one, reason in _attachments(check, "Equipment", "Fortification"):
        if reason and one.attached:
            yield check.found("equipment", one.key, "unattached", reason=reason)


def _attached(check: Check) -> Iterator[Found]:
    for one in check.state.permanents:
        values = check.values[one.key]
        if not one.attached:
            continue
        if check.era.attached_creatures and (values.is_creature or "Battle" in values.types):
            kind = "creature" if values.is_creature else "battle"
            if not values.has_ability("reconfigure"):
                yield check.found("attached", one.key, "unattached", reason=f"A {kind} can’t be attached to anything.")
        elif not kind_of_attachment(values):
            reason = "It’s no Aura, Equipment or Fortification."
            yield check.found("attached", one.key, "unattached", reason=reason)


def _roles(check: Check) -> Iterator[Found]:
    groups: dict[tuple[str, str], list[Thing]] = defaultdict(list)
    for one in check.state.permanents:
        if one.attached and check.values[one.key].has_subtype("Role"):
            groups[one.attached, one.controller].append(one)
    for group in groups.values():
        for one in group[:-1]:
            yield check.found("roles", one.key, "graveyard", kept=group[-1].label)


# Counters


def _opposed(check: Check) -> Iterator[Found]:
    for one in check.state.permanents:
        pairs = min(one.count(PLUS), one.count(MINUS))
        if pairs > 0:
            found = check.found("opposed", one.key, "counters", plus=one.count(PLUS), minus=one.count(MINUS))
            left = {PLUS: one.count(PLUS) - pairs, MINUS: one.count(MINUS) - pairs}
            each = f"{counted(pairs, f'{PLUS} counter')} and {counted(pairs, f'{MINUS} counter')}"
            yield Found(found.action, one.key, "counters", found.why, to=each, counters=left)


def _most(check: Check) -> Iterator[Found]:
    for one in check.state.permanents:
        for kind, most in one.most.items():
            if one.count(kind) > most:
                found = check.found("most", one.key, "counters", most=most, kind=kind)
                gone = counted(one.count(kind) - most, f"{kind} counter")
                yield Found(found.action, one.key, "counters", found.why, to=gone, counters={kind: most})


# Sagas and what is in the command zone


def _sagas(check: Check) -> Iterator[Found]:
    for one in check.state.permanents:
        if not check.values[one.key].has_subtype("Saga") or one.chapters is None or one.is_pending:
            continue
        if one.chapters and one.count("lore") >= one.chapters:
            yield check.found("saga", one.key, "sacrificed", lore=one.count("lore"), chapters=one.chapters)
        elif not one.chapters and check.era.any_saga:
            yield check.found("saga", one.key, "sacrificed", "why_none")


def _dungeons(check: Check) -> Iterator[Found]:
    for one in check.state.things.values():
        if one.kind == "dungeon" and one.zone == "command" and one.is_done and not one.is_pending:
            yield check.found("dungeon", one.key, "removed")


def _schemes(check: Check) -> Iterator[Found]:
    for one in check.state.things.values():
        if one.kind == "scheme" and one.zone == "command" and not one.is_done and not one.is_pending:
            yield check.found("scheme", one.key, "bottom")


def _phenomena(check: Check) -> Iterator[Found]:
    for one in check.state.things.values():
        if one.kind == "phenomenon" and one.zone == "command" and not one.is_pending:
            yield check.found("phenomenon", one.key, "planeswalk")


def _sectors(check: Check) -> Iterator[Found]:
    sculptors = {
        one.controller for one in check.state.permanents if check.values[one.key].has_ability("space sculptor")
    }
    order = [player.key for player in check.state.in_turn_order]
    waiting = sorted(
        (one for one in check.creatures if not one.sector),
        key=lambda one: (one.controller in sculptors, order.index(one.controller) if one.controller in order else 0),
    )
    for one in waiting if sculptors else ():
        options = [(f"sector {one.key} {sector}", capital(sector)) for sector in _SECTORS]
        choice = check.said.choice(f"sector {one.key}", "Which sector?", one.controller, options)
        found = check.found("sectors", one.key, "sector", **_names(one.controller))
        yield Found(found.action, one.key, "sector", found.why, choice, to=choice.taken.rpartition(" ")[2])


def commander_choice(said: Said, thing: Thing) -> Choice:
    options = [(f"command {thing.key}", "Command zone"), (f"leave {thing.key}", "Leave it there")]
    return said.choice(f"commander {thing.key}", "Where does it go?", thing.owner, options)


def _commanders(check: Check) -> Iterator[Found]:
    for one in check.state.things.values():
        if one.is_commander and one.moved and one.zone in {"graveyard", "exile"}:
            choice = commander_choice(check.said, one)
            found = check.found("commander", one.key, "command", zone=_place(one), **_names(one.owner))
            yield Found(found.action, one.key, "command", found.why, choice)


_FINDERS: Final[dict[str, Callable[[Check], Iterator[Found]]]] = {
    "life": _life,
    "library": _library,
    "poison": _poison,
    "token": _tokens,
    "copy": _copies,
    "toughness": _toughness,
    "damage": _damage,
    "deathtouch": _deathtouch,
    "loyalty": _loyalty,
    "walkers": _walkers,
    "legends": _legends,
    "worlds": _worlds,
    "auras": _auras,
    "equipment": _equipment,
    "attached": _attached,
    "opposed": _opposed,
    "most": _most,
    "saga": _sagas,
    "dungeon": _dungeons,
    "sectors": _sectors,
    "defense": _defense,
    "protector": _protector,
    "siege": _siege,
    "roles": _roles,
    "speed": _speed,
    "team_life": _team_life,
    "team_poison": _team_poison,
    "commander_damage": _commander_damage,
    "commander": _commanders,
    "scheme": _schemes,
    "phenomenon": _phenomena,
}
