"""A check of the board, the actions that it finds, and what sentences call players."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from string import Template

from symbols.sentences import capital
from symbols.trials.board.choices import Choice, TypedChoices
from symbols.trials.board.era import Era, record_of, rule_of
from symbols.trials.board.state import OPPONENT, YOU, GameObject, State, Zone
from symbols.trials.layers.values import Values


@dataclass(frozen=True, slots=True)
class Action:
    """What happens, or is about to, to an object or a player.

    Attributes:
        action: its key in the data file.
        does: a key of the table `does` in the data file.
        to: what a sentence about it needs: counters, a sector, the key of a player, what replaces losing.
        counters: how many stay, by kind.
        also: keys of the table `also` in the data file: rules besides that of the action.
        moves: the zone that it goes to; None if it stays.
    """

    action: str
    key: str
    does: str
    why: str
    choice: Choice | None = None
    to: str = ""
    counters: Mapping[str, int] = field(default_factory=dict)
    also: tuple[str, ...] = ()
    moves: Zone | None = None

    @property
    def rule(self) -> str:
        """The rule's stable name."""
        return rule_of(self.action)


@dataclass(frozen=True, slots=True)
class Check:
    """A check of the board; `values` are what permanents are with all effects, `earlier` those of checks before."""

    state: State
    values: Mapping[str, Values]
    era: Era
    typed: TypedChoices
    earlier: Sequence[Mapping[str, Values]] = ()

    @property
    def creatures(self) -> Iterator[GameObject]:
        return (one for one in self.state.permanents if self.values[one.key].is_creature)

    def with_type(self, kind: str) -> Iterator[GameObject]:
        return (one for one in self.state.permanents if kind in self.values[one.key].types)

    def found(self, action: str, key: str, does: str, form: str = "why", **names: object) -> Action:
        """`form` is the key of the reason in the action's record, `names` what that reason needs."""
        return Action(action, key, does, capital(Template(record_of(action)[form]).substitute(names)))


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
