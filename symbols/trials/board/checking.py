"""What a check of the board finds, and how it is said."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from string import Template
from typing import Literal

from symbols.sentences import capital
from symbols.trials.board.choices import Choice, Said
from symbols.trials.board.era import Era, actions, data
from symbols.trials.board.state import OPPONENT, YOU, State, Thing
from symbols.trials.layers.values import Values

Does = Literal[
    "loses", "ceases", "destroyed", "graveyard", "sacrificed", "unattached", "counters", "removed", "sector",
    "protector", "speed", "command", "planeswalk", "bottom", "unbestowed",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Found:
    """An action that is to be performed on an object or a player.

    Attributes:
        action: its key in the data file.
        to: of a sector or a protector: which.
        counters: how many stay, by kind.
        also: keys of the table `also` in the data file: rules besides that of the action.
    """

    action: str
    key: str
    does: Does
    why: str
    choice: Choice | None = None
    to: str = ""
    counters: Mapping[str, int] = field(default_factory=dict)
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Check:
    """A check of the board; `values` are what permanents are with all effects, `earlier` those of checks before."""

    state: State
    values: Mapping[str, Values]
    era: Era
    said: Said
    earlier: Sequence[Mapping[str, Values]] = ()

    @property
    def creatures(self) -> Iterator[Thing]:
        return (one for one in self.state.permanents if self.values[one.key].is_creature)

    def with_type(self, kind: str) -> Iterator[Thing]:
        return (one for one in self.state.permanents if kind in self.values[one.key].types)

    def found(self, action: str, key: str, does: Does, form: str = "why", **names: object) -> Found:
        record = actions().get(action) or data()["events"][action]
        return Found(action, key, does, capital(Template(record[form]).substitute(names)))


def called(player: str) -> str:
    return {YOU: "you", OPPONENT: "your opponent"}.get(player, player)


def verb_of(player: str, you: str, other: str) -> str:
    return you if player == YOU else other


def names_of(player: str) -> dict[str, str]:
    who = called(player)
    return {
        "who": who,
        "Who": capital(who),
        "has": verb_of(player, "have", "has"),
        "choose": verb_of(player, "choose", "chooses"),
    }
