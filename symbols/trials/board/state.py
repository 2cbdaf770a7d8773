"""Players and objects, as they are between two checks of state-based actions."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from symbols.trials.layers.operations import Copy
from symbols.trials.layers.values import Values

Zone = Literal["battlefield", "graveyard", "exile", "hand", "library", "stack", "command", "ante", "gone"]

YOU: Final = "you"
OPPONENT: Final = "opponent"
YOUR_TEAM: Final = "your team"
THEIR_TEAM: Final = "their team"
MAX_SPEED: Final = 4
_TEAMS: Final = {YOU: YOUR_TEAM, OPPONENT: THEIR_TEAM}


def player_key(named: str) -> str:
    """`Opponent b` -> `opponent B`."""
    kind, _, which = named.partition(" ")
    return f"{kind.lower()} {which.upper()}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A player, or a team.

    Attributes:
        drew_from_empty: since the last check.
        commander_damage: by commander.
        instead: what replaces losing the game, such as a permanent's name; empty for nothing.
        cant_lose: why not; empty if the player can.
        mana: unspent mana.
        is_active: whether it is this player’s turn.
        counts_life: whether the life total is said.
        own_poison: of a team: counters that one of its players has.
        counts_any_damage: whether it isn't said that a commander's damage was combat damage.
    """

    key: str
    text: str = ""
    life: int = 20
    counts_life: bool = False
    poison: int = 0
    drew_from_empty: bool = False
    commander_damage: Mapping[str, int] = field(default_factory=dict)
    speed: int = 0
    instead: str = ""
    cant_lose: str = ""
    mana: int = 0
    is_team: bool = False
    is_active: bool = False
    is_listed: bool = True
    is_gone: bool = False
    own_poison: int = 0
    counts_any_damage: bool = False

    def includes(self, key: str) -> bool:
        """Whether it's the player of a key, or that player's team."""
        return self.key in {key, _TEAMS.get(key)}


@dataclass(frozen=True, slots=True)
class Exceptions:
    """What a copy has besides what it copies, or instead (707.9).

    Attributes:
        copier: what it's without copying.
        uncounted: sentences that aren't read, or that need what only players know.
    """

    parts: tuple[Copy, ...]
    copier: Values
    uncounted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GameObject:
    """A permanent, or another object.

    Attributes:
        key: its line, and which of several on it: `2`, `3.1`.
        label: what sentences call it.
        values: its characteristics without effects and counters.
        attached: the key of what it's attached to, an object or a player; empty for nothing.
        enchants: what an Aura can enchant, such as `creature`, `Forest or Plains`, `player`; empty for anything.
        is_tapped: None if that isn't said.
        deathtouched: whether a source with deathtouch dealt it damage since the last check.
        damaged_by: keys of what dealt it damage since the last check.
        source: what dealt it damage, in the words of its line.
        shields: regeneration shields.
        is_lethal: whether the damage is as much as its toughness, whatever that is.
        chapters: its final chapter number; None if unknown, 0 without chapter abilities.
        is_pending: whether an ability of it has triggered and hasn't left the stack.
        is_settled: whether it's said that none of them is on the stack.
        protector: of a battle: the key of a player; empty for none, None if that isn't said.
        max_counters: the most counters of a kind that it can have.
        kind: of what isn't a card: `spell copy`, `card copy`, `dungeon`, `scheme`, `phenomenon`; else empty.
        unread: words of its line that say nothing known.
        has_unknown_text: whether it's known by a name alone, which Pipwise has no card of.
        is_sized: whether its line says power and toughness.
        has_size_of_life: whether its power and toughness are its controller's life total.
        uncounted: its sentences that need what only players know, such as a number.
        moved: whether it came to its zone since the last check.
        is_bestowed: whether bestow makes it an Aura (702.103b); `values` are without that.
        is_simultaneous: whether it came at the same time as the one before it.
        is_copying: whether it's a copy of what its name says, of which nothing else is said.
        exceptions: of a copy, what it has otherwise; None for nothing.
        alias: what else its line calls it, such as the card that copies another.
        triggers: what triggered as it was dealt damage, a key of the table `waiting`; empty for nothing.
    """

    key: str
    line: int
    values: Values
    text: str = ""
    label: str = ""
    owner: str = YOU
    zone: Zone = "battlefield"
    damage: int = 0
    deathtouched: bool = False
    damaged_by: tuple[str, ...] = ()
    source: str = ""
    counters: Mapping[str, int] = field(default_factory=dict)
    shields: int = 0
    cant_regenerate: bool = False
    is_lethal: bool = False
    attached: str = ""
    enchants: str = ""
    is_tapped: bool | None = None
    chapters: int | None = None
    is_pending: bool = False
    is_settled: bool = False
    protector: str | None = None
    max_counters: Mapping[str, int] = field(default_factory=dict)
    sector: str = ""
    kind: str = ""
    is_commander: bool = False
    is_phased_out: bool = False
    is_attacked: bool = False
    is_done: bool = False
    unread: tuple[str, ...] = ()
    is_sized: bool = False
    has_size_of_life: bool = False
    uncounted: tuple[str, ...] = ()
    has_unknown_text: bool = False
    moved: bool = True
    is_bestowed: bool = False
    is_simultaneous: bool = False
    is_copying: bool = False
    exceptions: Exceptions | None = None
    alias: str = ""
    triggers: str = ""

    @property
    def is_token(self) -> bool:
        return self.values.is_token

    @property
    def controller(self) -> str:
        return self.values.controller

    @property
    def is_permanent(self) -> bool:
        return self.zone == "battlefield" and not self.is_phased_out

    @property
    def permanent_values(self) -> Values:
        """Its values without effects and counters; if bestowed, those of the Aura."""
        if not self.is_bestowed:
            return self.values
        types = tuple(one for one in self.values.types if one != "Creature")
        return replace(self.values, types=types, subtypes=("Aura",))

    @property
    def triggers_last(self) -> bool:
        """Whether its final chapter or its defeat has triggered and may be on the stack."""
        is_over = bool(self.chapters) and self.count("lore") >= (self.chapters or 0)
        is_defeated = self.values.has_subtype("Siege") and self.counters.get("defense") == 0
        return not self.is_settled and (is_defeated or (self.values.has_subtype("Saga") and is_over))

    def count(self, kind: str) -> int:
        return self.counters.get(kind, 0)

    def with_counters(self, kind: str, count: int) -> "GameObject":
        return replace(self, counters={**self.counters, kind: count})


@dataclass(frozen=True, slots=True)
class State:
    """`active` is the player whose turn it is."""

    players: Mapping[str, Player]
    objects: Mapping[str, GameObject]
    active: str = YOU

    @property
    def permanents(self) -> Iterator[GameObject]:
        return (one for one in self.objects.values() if one.is_permanent)

    @property
    def remaining(self) -> list[Player]:
        return [one for one in self.players.values() if not one.is_gone]

    @property
    def in_turn_order(self) -> list[Player]:
        """Players who remain, the active player first (101.4)."""
        keys = list(self.players)
        start = keys.index(self.active) if self.active in keys else 0
        return [one for key in (*keys[start:], *keys[:start]) if not (one := self.players[key]).is_gone]

    def turn_of(self, key: str) -> int:
        """A player's place in turn order; 0 for who has left."""
        return next((place for place, one in enumerate(self.in_turn_order) if one.key == key), 0)

    def opponents(self, key: str) -> list[Player]:
        return [one for one in self.in_turn_order if one.key != key]

    def with_object(self, obj: GameObject) -> "State":
        return replace(self, objects={**self.objects, obj.key: obj})
