"""What state-based actions find on a board: one function for each action."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from symbols.sentences import capital, counted
from symbols.trials.board.attachments import fault_of, kind_of_attachment
from symbols.trials.board.checking import Action, Check, called, names_of, verb_of
from symbols.trials.board.choices import Choice, TypedChoices
from symbols.trials.board.effects import can_lose, keeps_at_zero
from symbols.trials.board.enchanting import Fault
from symbols.trials.board.era import TEAMS_THEN
from symbols.trials.board.state import GameObject, Player
from symbols.trials.board.uniqueness import legends, roles, walkers, worlds
from symbols.trials.games import LOSING_COMMANDER_DAMAGE, LOSING_POISON, LOSING_TEAM_POISON

PLUS, MINUS = "+1/+1", "-1/-1"
_SECTORS: Final = ("alpha", "beta", "gamma")


def find_all(check: Check) -> list[Action]:
    return [found for key, find in _FINDERS.items() if key in check.era.present for found in find(check)]


# Players


def _players(check: Check, *, teams: bool) -> Iterator[Player]:
    return (one for one in check.state.in_turn_order if one.is_team is teams and can_lose(check, one))


def _life(check: Check) -> Iterator[Action]:
    return _without_life(check, "life", teams=False)


def _team_life(check: Check) -> Iterator[Action]:
    return _without_life(check, "team_life" if "team_life" in check.era.present else TEAMS_THEN, teams=True)


def _without_life(check: Check, action: str, *, teams: bool) -> Iterator[Action]:
    for one in _players(check, teams=teams):
        if one.life <= 0 and not keeps_at_zero(check, one):
            yield check.found(action, one.key, "loses", life=one.life, **names_of(one.key))


def _library(check: Check) -> Iterator[Action]:
    for one in _players_and_teams(check):
        if one.drew_from_empty:
            yield _lost(check, "library", one)


def _players_and_teams(check: Check) -> Iterator[Player]:
    yield from _players(check, teams=False)
    yield from _players(check, teams=True)


def _lost(check: Check, action: str, one: Player, poison: int = 0) -> Action:
    """A team loses because one of its players does."""
    form = "why_apart" if poison and one.is_team else "why"
    found = check.found(action, one.key, "loses", form, poison=poison, **names_of(one.key))
    return replace(found, also=("team",)) if one.is_team else found


def _poison(check: Check) -> Iterator[Action]:
    for one in _players_and_teams(check):
        # Of 19 counters on a team of two, one player has ten.
        is_shared = one.is_team and one.poison < 2 * LOSING_POISON - 1
        poison = one.own_poison if is_shared else one.poison
        if poison >= LOSING_POISON and not (one.is_team and check.era.poisons_teams):
            yield _lost(check, "poison", one, poison=poison)


def _team_poison(check: Check) -> Iterator[Action]:
    for one in _players(check, teams=True):
        if one.poison >= LOSING_TEAM_POISON:
            yield check.found("team_poison", one.key, "loses", poison=one.poison, **names_of(one.key))


def _commander_damage(check: Check) -> Iterator[Action]:
    for one in _players_and_teams(check):
        for commander, damage in one.commander_damage.items():
            if damage >= LOSING_COMMANDER_DAMAGE:
                whom = called(one.key)
                yield check.found("commander_damage", one.key, "loses", commander=commander, whom=whom, damage=damage)
                break


def _speed(check: Check) -> Iterator[Action]:
    for player in check.state.in_turn_order:
        having = (one for one in check.state.permanents if one.controller == player.key)
        starts = next((one for one in having if check.values[one.key].has_ability("start your engines!")), None)
        if starts and not player.speed:
            control = verb_of(player.key, "control", "controls")
            yield check.found("speed", player.key, "speed", name=starts.label, control=control, **names_of(player.key))


# What is in the wrong place


def _place(obj: GameObject) -> str:
    zone = {"command": "command zone"}.get(obj.zone, obj.zone)
    return zone if zone == "exile" else f"the {zone}"


def _tokens(check: Check) -> Iterator[Action]:
    for one in check.state.objects.values():
        if one.is_token and one.zone not in {"battlefield", "gone"}:
            yield check.found("token", one.key, "ceases", zone=_place(one))
        elif one.is_token and one.zone == "battlefield" and one.is_phased_out and check.era.phased_tokens:
            yield check.found("token", one.key, "ceases", "why_phased")


def _copies(check: Check) -> Iterator[Action]:
    for one in check.state.objects.values():
        is_spell = one.kind == "spell copy" and one.zone not in {"stack", "gone"}
        is_card = one.kind == "card copy" and one.zone not in {"stack", "battlefield", "gone"}
        if is_spell or (is_card and check.era.card_copies):
            yield check.found("copy", one.key, "ceases", zone=_place(one), of=one.kind.removesuffix(" copy"))


# Creatures, planeswalkers and battles


def _toughness(check: Check) -> Iterator[Action]:
    for one in check.creatures:
        toughness = check.values[one.key].toughness
        if toughness is not None and toughness <= 0:
            yield _by_toughness(check, "toughness", one, "graveyard")


def _destructible(check: Check) -> Iterator[tuple[GameObject, int]]:
    for one in check.creatures:
        toughness = check.values[one.key].toughness
        if toughness is not None and toughness > 0 and not check.values[one.key].has_ability("indestructible"):
            yield one, toughness


def _damage(check: Check) -> Iterator[Action]:
    for one, toughness in _destructible(check):
        if 0 < one.damage >= toughness:
            yield _by_toughness(check, "damage", one, "destroyed")


def _by_toughness(check: Check, action: str, obj: GameObject, does: str) -> Action:
    """With the last toughness that was different, if it changed."""
    toughness = check.values[obj.key].toughness
    before = [values[obj.key].toughness if obj.key in values else toughness for values in check.earlier]
    number, was = next(
        ((number, one) for number, one in reversed([*enumerate(before, 1)]) if one != toughness), (0, None)
    )
    form = "why" if was is None else "why_now"
    return check.found(action, obj.key, does, form, damage=obj.damage, toughness=toughness, round=number, was=was)


def _deathtouch(check: Check) -> Iterator[Action]:
    for one, _ in _destructible(check):
        if one.deathtouched:
            yield check.found("deathtouch", one.key, "destroyed")


def _loyalty(check: Check) -> Iterator[Action]:
    for one in check.with_type("Planeswalker"):
        if one.counters.get("loyalty", 1) <= 0:
            yield check.found("loyalty", one.key, "graveyard")


def _defense(check: Check) -> Iterator[Action]:
    for one in check.with_type("Battle"):
        if one.counters.get("defense", 1) <= 0 and not one.is_pending:
            yield check.found("defense", one.key, "graveyard")


def _protector(check: Check) -> Iterator[Action]:
    for one in check.with_type("Battle"):
        if one.protector == "" and not one.is_attacked:
            yield from _protects(check, "protector", one)


def _siege(check: Check) -> Iterator[Action]:
    for one in check.with_type("Battle"):
        if one.protector == one.controller and check.values[one.key].has_subtype("Siege"):
            yield from _protects(check, "siege", one)


def _protects(check: Check, action: str, obj: GameObject) -> Iterator[Action]:
    """A new protector, whom the controller chooses: of a Siege, an opponent."""
    players = check.state.opponents(obj.controller)
    if not players:
        yield check.found(action, obj.key, "graveyard", **names_of(obj.controller))
        return
    options = [(f"protector {obj.key} {one.key}", capital(called(one.key))) for one in players]
    choice = check.typed.choice(f"protector {obj.key}", "Who protects it?", obj.controller, options)
    found = check.found(action, obj.key, "protector", **names_of(obj.controller))
    chosen = players[[line for line, _ in options].index(choice.taken)]
    yield replace(found, choice=choice if len(options) > 1 else None, to=chosen.key)


# Attachments


def _attachments(check: Check, *kinds: str) -> Iterator[tuple[GameObject, Fault]]:
    """Illegal attachments that aren't creatures themselves."""
    for one in check.state.permanents:
        values = check.values[one.key]
        is_creature = values.is_creature and check.era.attached_creatures and one.attached
        if kind_of_attachment(values) in kinds and not is_creature:
            fault = fault_of(one, check.state, check.values)
            if fault.reason:
                yield one, fault


def _auras(check: Check) -> Iterator[Action]:
    for one, fault in _attachments(check, "Aura"):
        does = "unbestowed" if one.is_bestowed else "graveyard"
        also = ("bestow",) if one.is_bestowed else fault.also
        yield replace(check.found("auras", one.key, does, reason=fault.reason), also=also)


def _equipment(check: Check) -> Iterator[Action]:
    for one, fault in _attachments(check, "Equipment", "Fortification"):
        if one.attached and (check.era.equips_players or one.attached not in check.state.players):
            yield check.found("equipment", one.key, "unattached", reason=fault.reason)


def _attached(check: Check) -> Iterator[Action]:
    for one in check.state.permanents:
        values = check.values[one.key]
        if not one.attached or (one.attached in check.state.players and not check.era.attaches_to_players):
            continue
        if check.era.attached_creatures and (values.is_creature or "Battle" in values.types):
            kind = "creature" if values.is_creature else "battle"
            if not values.has_ability("reconfigure"):
                reason = f"A {kind} can’t be attached to anything."
                found = check.found("attached", one.key, "unattached", reason=reason)
                yield replace(found, also=("creature_aura",)) if values.has_subtype("Aura") else found
        elif not kind_of_attachment(values):
            reason = "It’s no Aura, Equipment or Fortification."
            yield check.found("attached", one.key, "unattached", reason=reason)


# Counters


def _opposed(check: Check) -> Iterator[Action]:
    for one in check.state.permanents:
        pairs = min(one.count(PLUS), one.count(MINUS))
        if pairs > 0:
            found = check.found("opposed", one.key, "counters", plus=one.count(PLUS), minus=one.count(MINUS))
            left = {PLUS: one.count(PLUS) - pairs, MINUS: one.count(MINUS) - pairs}
            each = f"{counted(pairs, f'{PLUS} counter')} and {counted(pairs, f'{MINUS} counter')}"
            yield replace(found, to=each, counters=left)


def _most(check: Check) -> Iterator[Action]:
    for one in check.state.permanents:
        for kind, most in one.max_counters.items():
            if one.count(kind) > most:
                found = check.found("most", one.key, "counters", most=most, kind=kind)
                gone = counted(one.count(kind) - most, f"{kind} counter")
                yield replace(found, to=gone, counters={kind: most})


# Sagas and what is in the command zone


def _sagas(check: Check) -> Iterator[Action]:
    for one in check.state.permanents:
        if not check.values[one.key].has_subtype("Saga") or one.chapters is None or one.is_pending:
            continue
        if one.chapters and one.count("lore") >= one.chapters:
            yield check.found("saga", one.key, "sacrificed", lore=one.count("lore"), chapters=one.chapters)
        elif not one.chapters and check.era.any_saga:
            yield check.found("saga", one.key, "sacrificed", "why_none")


def _in_command_zone(check: Check, kind: str) -> Iterator[GameObject]:
    """Objects of a kind with no ability on the stack."""
    objects = check.state.objects.values()
    return (one for one in objects if one.kind == kind and one.zone == "command" and not one.is_pending)


def _dungeons(check: Check) -> Iterator[Action]:
    return (check.found("dungeon", one.key, "removed") for one in _in_command_zone(check, "dungeon") if one.is_done)


def _schemes(check: Check) -> Iterator[Action]:
    return (check.found("scheme", one.key, "bottom") for one in _in_command_zone(check, "scheme") if not one.is_done)


def _phenomena(check: Check) -> Iterator[Action]:
    return (check.found("phenomenon", one.key, "planeswalk") for one in _in_command_zone(check, "phenomenon"))


def _sectors(check: Check) -> Iterator[Action]:
    sculptors = {
        one.controller for one in check.state.permanents if check.values[one.key].has_ability("space sculptor")
    }
    waiting = (one for one in check.creatures if sculptors and not one.sector)
    for one in sorted(waiting, key=lambda one: (one.controller in sculptors, check.state.turn_of(one.controller))):
        options = [(f"sector {one.key} {sector}", capital(sector)) for sector in _SECTORS]
        choice = check.typed.choice(f"sector {one.key}", "Which sector?", one.controller, options)
        found = check.found("sectors", one.key, "sector", **names_of(one.controller))
        yield replace(found, choice=choice, to=choice.taken.rpartition(" ")[2])


def commander_choice(typed: TypedChoices, obj: GameObject) -> Choice:
    options = [(f"command {obj.key}", "Command zone"), (f"leave {obj.key}", "Leave it there")]
    return typed.choice(f"commander {obj.key}", "Where does it go?", obj.owner, options)


def _commanders(check: Check) -> Iterator[Action]:
    for one in check.state.objects.values():
        if one.is_commander and one.moved and one.zone in {"graveyard", "exile"}:
            choice = commander_choice(check.typed, one)
            found = check.found("commander", one.key, "command", zone=_place(one), **names_of(one.owner))
            yield replace(found, choice=choice, also=("commander",))


_FINDERS: Final[dict[str, Callable[[Check], Iterator[Action]]]] = {
    "life": _life,
    "library": _library,
    "poison": _poison,
    "token": _tokens,
    "copy": _copies,
    "toughness": _toughness,
    "damage": _damage,
    "deathtouch": _deathtouch,
    "loyalty": _loyalty,
    "walkers": walkers,
    "legends": legends,
    "worlds": worlds,
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
    "roles": roles,
    "speed": _speed,
    "team_life": _team_life,
    TEAMS_THEN: _team_life,
    "team_poison": _team_poison,
    "commander_damage": _commander_damage,
    "commander": _commanders,
    "scheme": _schemes,
    "phenomenon": _phenomena,
}
