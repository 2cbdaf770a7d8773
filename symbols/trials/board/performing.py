"""Perform what a check found, all at once, with what replaces it; and check again until nothing is found (704.3)."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from symbols.sentences import capital
from symbols.trials.board.checking import Action, Check
from symbols.trials.board.choices import Choice, TypedChoices
from symbols.trials.board.effects import instead_of_losing
from symbols.trials.board.era import Era
from symbols.trials.board.finding import commander_choice, find_all
from symbols.trials.board.replacements import Replacement, always_regenerates, instead_of_graveyard
from symbols.trials.board.sizes import evaluated
from symbols.trials.board.state import GameObject, Player, State, Zone
from symbols.trials.layers.values import Values

MOST_ROUNDS: Final = 40

_MOVES: Final[dict[str, Zone]] = {
    "ceases": "gone",
    "removed": "gone",
    "command": "command",
    "planeswalk": "gone",
    "bottom": "gone",
}
_ELSEWHERE: Final[dict[Zone, str]] = {"exile": "exiled", "library": "library", "hand": "hand"}


@dataclass(frozen=True, slots=True)
class Round:
    """A check that found something, and what became of it; `values` are those of permanents after it."""

    before: Check
    performed: Sequence[Action]
    choices: Sequence[Choice]
    after: State
    values: Mapping[str, Values] = field(default_factory=dict)

    def causes_of(self, key: str) -> list[str]:
        """The permanents whose leaving changes another's values."""
        state = self.before.state
        leaving = [one.key for one in self.performed if one.moves and one.key in self.before.values and one.key != key]
        without = (
            (gone, state.with_object(replace(state.objects[gone], zone="gone"))) for gone in dict.fromkeys(leaving)
        )
        system, before = self.before.era.system, self.before.values[key]
        return [gone for gone, there in without if evaluated(there, system)[key] != before]

    @property
    def is_burn(self) -> bool:
        """Whether it's mana burn at the end of a phase, and no check."""
        return all(one.action == "burn" for one in self.performed)


@dataclass(frozen=True, slots=True)
class Course:
    """All rounds, and how it ended; `last` is the check that found nothing."""

    rounds: Sequence[Round]
    last: Check
    choices: Sequence[Choice]
    winner: str = ""
    is_draw: bool = False
    losers: tuple[str, ...] = ()

    @property
    def first(self) -> Check:
        return self.rounds[0].before if self.rounds else self.last

    @property
    def performed(self) -> list[tuple[Action, State]]:
        """Each action with the state before its round."""
        return [(one, each.before.state) for each in self.rounds for one in each.performed]


def run(state: State, era: Era, typed: TypedChoices) -> Course:
    rounds: list[Round] = []
    losers: list[str] = []
    check = Check(state, evaluated(state, era.system), era, typed)
    asked: list[Choice] = []
    while len(rounds) < MOST_ROUNDS:
        found = find_all(check)
        performed = list(_performed(check, [one for one in found if not _is_left(one)]))
        now = _distinct([one.choice for one in (*found, *performed)])
        asked += now
        performed = performed or list(_burnt(check))
        if not performed:
            break
        after = _after(check.state, performed)
        lost = [one.key for one in performed if one.does == "loses"]
        losers += [key for key in dict.fromkeys(lost) if key not in losers]
        if len(after.remaining) > 1:
            performed += _leaving(check, after, lost)
        after = _without(after, lost)
        values = evaluated(after, era.system)
        rounds.append(Round(check, performed, now, after, values))
        check = Check(after, values, era, typed, [*check.earlier, check.values])
        if losers and len(after.remaining) < 2:
            break
    return Course(rounds, check, _distinct(asked), *_ended(check.state, losers), tuple(losers))


def _distinct(choices: Iterable[Choice | None]) -> list[Choice]:
    return list({one.key: one for one in choices if one}.values())


def _is_left(found: Action) -> bool:
    """Whether a player chooses not to perform it."""
    return found.choice is not None and found.choice.taken.startswith("leave ")


def _ended(state: State, losers: Sequence[str]) -> tuple[str, bool]:
    if not losers:
        return "", False
    left = state.remaining
    return (left[0].key if len(left) == 1 else ""), not left


def _performed(check: Check, found: Sequence[Action]) -> Iterator[Action]:
    by_object: dict[str, list[Action]] = defaultdict(list)
    for one in found:
        by_object[one.key].append(one)
    leaving = {key for key, these in by_object.items() if any(one.does in {"graveyard", "sacrificed"} for one in these)}
    used: set[str] = set()
    for one in found:
        if one.key in check.state.players:
            yield _of_player(check, one, by_object[one.key])
        elif one.does in {"destroyed", "graveyard", "sacrificed"}:
            yield from _of_object(check, one, by_object[one.key], leaving, used)
        else:
            yield replace(one, moves=_MOVES.get(one.does))


def _of_player(check: Check, found: Action, all_of_it: Sequence[Action]) -> Action:
    player = check.state.players[found.key]
    if found.does == "loses" and (instead := instead_of_losing(check, player)):
        also = ("same",) if len(all_of_it) > 1 else ()
        return replace(found, does="replaced", also=also, to=instead)
    return found


def _of_object(
    check: Check, found: Action, all_of_it: Sequence[Action], leaving: set[str], used: set[str]
) -> Iterator[Action]:
    """What becomes of a permanent that would be destroyed or put into a graveyard."""
    obj = check.state.objects[found.key]
    if found.key in used or (found.does == "destroyed" and found.key in leaving):
        return
    used.add(found.key)
    if found.does != "destroyed":
        gone = _gone(check, found, obj)
        damaged = any(one.action == "damage" for one in all_of_it)
        yield replace(gone, also=(*gone.also, "damaged")) if damaged else gone
        return
    also = ("same",) if len(all_of_it) > 1 else ()
    choice, armor = _saving(check, obj, leaving | used)
    if choice:
        also = (*also, "several")
    if armor:
        yield replace(found, does="saved", also=("saved", *also), choice=choice)
        if not check.values[armor.key].has_ability("indestructible"):
            used.add(armor.key)
            yield _gone(check, replace(found, key=armor.key, why="Its umbra armor protects."), armor)
    elif _regenerates(check, obj):
        yield replace(found, does="regenerated", also=("regenerated", *also), choice=choice)
    else:
        gone = _gone(check, found, obj)
        touched = found.action != "deathtouch" and any(one.action == "deathtouch" for one in all_of_it)
        yield replace(gone, also=(*gone.also, "touched")) if touched else gone


def _regenerates(check: Check, obj: GameObject) -> bool:
    return bool(obj.shields or always_regenerates(check, obj)) and not obj.cant_regenerate


def _saving(check: Check, obj: GameObject, gone: set[str]) -> tuple[Choice | None, GameObject | None]:
    """The Aura with umbra armor that saves it, if one does; its controller chooses among several effects (616.1)."""
    armors = {
        f"armor {one.key}": one
        for one in check.state.permanents
        if one.attached == obj.key
        and one.key not in gone
        and (check.values[one.key].has_ability("umbra armor") or check.values[one.key].has_ability("totem armor"))
    }
    options = [(f"regenerate {obj.key}", "Regeneration")] if _regenerates(check, obj) else []
    options += [(line, capital(one.label)) for line, one in armors.items()]
    if len(options) < 2:
        return None, next(iter(armors.values()), None)
    choice = check.typed.choice(f"saved {obj.key}", "What saves it?", obj.controller, options)
    return choice, armors.get(choice.taken)


def _burnt(check: Check) -> Iterator[Action]:
    """Mana burn at the end of the phase, of players whose life is counted."""
    for one in check.state.in_turn_order if check.era.burns else ():
        if one.mana and one.counts_life:
            yield replace(check.found("burn", one.key, "burns"), to=str(one.mana))


def _leaving(check: Check, state: State, lost: Sequence[str]) -> Iterator[Action]:
    """What belongs to players who lost leaves the game with them, and their control of the rest ends (800.4a)."""
    for one in state.objects.values():
        if one.owner in lost and one.zone != "gone":
            yield check.found("leaves", one.key, "leaves")
        elif one.controller in lost and one.is_permanent:
            yield replace(check.found("returns", one.key, "returns"), to=one.owner)


def _gone(check: Check, found: Action, obj: GameObject) -> Action:
    """A permanent goes to a graveyard, or to the zone that replaces it."""
    also = list(found.also)
    if obj.count("shield") and found.does == "destroyed":
        also.append("shield")
    choice, instead = _instead(check, obj)
    does, why = found.does, found.why
    moves: Zone = "graveyard"
    if instead:
        does, moves = _ELSEWHERE[instead.zone], instead.zone
        also += ["exiled"] if instead.is_counter else []
        also += ["several_places"] if choice else []
        why = why if instead.is_counter else f"{why} {instead.why}"
    if obj.is_commander and not obj.is_token and _replaces_commander(check, moves):
        commander = commander_choice(check.typed, obj)
        if not commander.taken.startswith("leave "):
            also.append("replaced_commander")
            return replace(found, does="command", why=why, also=tuple(also), choice=commander, moves="command")
    return replace(found, does=does, why=why, also=tuple(also), choice=found.choice or choice, moves=moves)


def _replaces_commander(check: Check, zone: Zone) -> bool:
    """Whether a commander on its way to a zone may go to the command zone instead (903.9b)."""
    return check.era.replaces_commander or (zone in {"hand", "library"} and "commander" in check.era.present)


def _instead(check: Check, obj: GameObject) -> tuple[Choice | None, Replacement | None]:
    """What replaces the graveyard; its controller chooses among effects that put it into different zones (616.1)."""
    found = instead_of_graveyard(check, obj)
    if len({one.zone for one in found}) < 2:
        return None, next(iter(found), None)
    options = {f"instead {obj.key} {one.by}": one for one in found}
    labels = [(line, capital(one.name)) for line, one in options.items()]
    choice = check.typed.choice(f"instead {obj.key}", "Which effect applies?", obj.controller, labels)
    return choice, options[choice.taken]


def _after(state: State, performed: Sequence[Action]) -> State:
    """The state after all of it. Nothing has happened yet since this check."""
    moved: set[str] = set()
    players = {key: replace(one, drew_from_empty=False) for key, one in state.players.items()}
    objects = {key: replace(one, deathtouched=False, damaged_by=(), moved=False) for key, one in state.objects.items()}
    for one in performed:
        if one.key in players:
            players[one.key] = _changed_player(players[one.key], one)
        elif one.moves:
            moved.add(one.key)
            objects[one.key] = _elsewhere(objects[one.key], one.moves)
    for one in performed:
        if one.key in objects and one.key not in moved:
            objects[one.key] = _changed(objects[one.key], one)
    return replace(state, players=players, objects=objects)


def _changed_player(player: Player, one: Action) -> Player:
    match one.does:
        case "speed":
            return replace(player, speed=1)
        case "loses":
            return replace(player, is_gone=True)
        case "burns":
            return replace(player, life=player.life - player.mana, mana=0)
        case "replaced":
            # What happens instead is the user's to add.
            return replace(player, life=max(player.life, 1), poison=0, commander_damage={}, instead="")
    return player


def _elsewhere(obj: GameObject, zone: Zone) -> GameObject:
    """A new object in another zone (400.7)."""
    return replace(
        obj, zone=zone, damage=0, deathtouched=False, damaged_by=(), counters={}, shields=0, attached="", moved=True
    )


def _changed(obj: GameObject, one: Action) -> GameObject:
    match one.does:
        case "regenerated":
            return replace(obj, damage=0, shields=max(obj.shields - 1, 0), is_tapped=True)
        case "saved":
            return replace(obj, damage=0)
        case "unattached":
            return replace(obj, attached="")
        case "unbestowed":
            return replace(obj, attached="", is_bestowed=False)
        case "counters":
            return replace(obj, counters={**obj.counters, **one.counters})
        case "sector":
            return replace(obj, sector=one.to)
        case "protector":
            return replace(obj, protector=one.to)
    return obj


def _without(state: State, lost: Sequence[str]) -> State:
    """Without what belongs to players who lost, and what they controlled with its owner."""
    objects = {
        key: replace(one, zone="gone", attached="")
        if one.owner in lost
        else replace(one, values=replace(one.values, controller=one.owner))
        if one.controller in lost
        else one
        for key, one in state.objects.items()
    }
    return replace(state, objects=objects)
