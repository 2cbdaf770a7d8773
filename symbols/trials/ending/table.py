"""Players at a table, and what is said of them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from symbols.trials.inputs import TrialError


def table_error(message: str) -> TrialError:
    return TrialError(f"Players: {message}", field="players")


@dataclass(frozen=True, slots=True)
class Player:
    """A player, with what lines say of them: keys of `says` in the data file, with a number or without.

    The number of `commander` is the most damage from one commander.
    """

    name: str
    team: str = ""
    said: frozenset[str] = frozenset()
    numbers: Mapping[str, int] = field(default_factory=dict)

    def has(self, *keys: str) -> bool:
        return not self.said.isdisjoint(keys)

    @property
    def is_described(self) -> bool:
        """Whether anything is said of them but their name."""
        return bool(self.said or self.numbers)

    @property
    def life(self) -> int | None:
        return self.numbers.get("life")

    @property
    def library(self) -> int | None:
        return self.numbers.get("library")

    @property
    def lacks_cards(self) -> bool:
        return self.has("empty_library") or self.library == 0

    @property
    def draws_too_many(self) -> bool:
        """Whether there are fewer cards than have to be drawn."""
        has_to_draw = self.numbers.get("drawing", int(self.has("has_to_draw")))
        library = 0 if self.has("empty_library") else self.library
        return self.has("draws_nothing") or (library is not None and has_to_draw > library)

    @property
    def poison(self) -> int:
        return self.numbers.get("poison", 0)

    @property
    def commander(self) -> int:
        return self.numbers.get("commander", 0)


@dataclass(frozen=True, slots=True)
class Table:
    """Players in the order in which they sit, and what lines say of the game."""

    players: Sequence[Player]
    game: str = "single"
    range: int | None = None
    said: frozenset[str] = frozenset()
    unread: Sequence[tuple[str, TrialError]] = ()
    """Clauses about its players that aren't read, with what to say if nothing is decided without them."""

    @property
    def is_teams(self) -> bool:
        return self.game != "single"

    @property
    def is_two_headed(self) -> bool:
        return self.game == "two-headed"

    def team_of(self, player: Player) -> Sequence[Player]:
        return [one for one in self.players if one.team == player.team]

    def heads_of(self, player: Player) -> Sequence[Player]:
        """Who wins or loses with a player: in Two-Headed Giant, the team."""
        return self.team_of(player) if self.is_two_headed else [player]


def emperors(table: Table) -> Mapping[str, str]:
    """By team, the name of its emperor: the one who is said to be, else who sits in the middle."""
    teams: dict[str, list[Player]] = {}
    for player in table.players:
        teams.setdefault(player.team, []).append(player)
    return {
        team: next((one.name for one in members if one.has("emperor")), members[len(members) // 2].name)
        for team, members in teams.items()
    }


def seats(table: Table) -> Iterator[Player]:
    """Players who haven't left, in their order around the table."""
    return (player for player in table.players if not player.has("left"))
