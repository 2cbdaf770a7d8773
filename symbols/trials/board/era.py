"""Which state-based actions the rules of an edition have, and in which form."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Literal

from symbols.data_files import read_data
from symbols.trials.inputs import Inputs
from symbols.trials.layers.systems import System, system_of
from symbols.trials.trial import Reading

Form = Literal["choose", "all", "oldest"]

TEAMS_THEN: Final = "team_life_then"
"""How teams lost before a state-based action of the list said so."""
_COMMANDER_DIES: Final = "commander"


@cache
def data() -> Mapping[str, Any]:
    return read_data("trials/board.toml")


@cache
def actions() -> Mapping[str, Mapping[str, Any]]:
    return {record["key"]: record for record in data()["action"]}


def record_of(key: str) -> Mapping[str, Any]:
    """The record of a state-based action, or of what else happens."""
    return actions().get(key) or data()["events"][key]


def rule_of(key: str) -> str:
    return str(record_of(key)["rule"])


@dataclass(frozen=True, slots=True)
class Era:
    """An edition's list.

    Attributes:
        present: keys of the actions that it has.
        legends: what the legend rule does.
        is_each_players: whether legends and planeswalkers of other players don't matter.
        phased_tokens: whether tokens cease to exist as they phase out.
        attached_creatures: whether a creature can't stay attached to anything.
        card_copies: whether copies of cards cease to exist, too.
        equips_players: whether Equipment attached to a player becomes unattached.
        attaches_to_players: whether what else is attached to a player does.
        any_saga: whether a Saga without chapter abilities is sacrificed, too.
        burns: whether unspent mana burns.
        deathtouch_triggers: whether deathtouch is a triggered ability.
    """

    present: frozenset[str]
    legends: Form
    walkers: Form
    phased_tokens: bool
    attached_creatures: bool
    card_copies: bool
    equips_players: bool
    attaches_to_players: bool
    any_saga: bool
    burns: bool
    deathtouch_triggers: bool
    system: System

    @property
    def poisons_teams(self) -> bool:
        """Whether poison counters are a team's, not each player's."""
        return "team_poison" in self.present

    @property
    def is_each_players(self) -> bool:
        return self.legends == "choose"

    @property
    def replaces_commander(self) -> bool:
        """Whether a commander that would go to a graveyard may go to the command zone instead."""
        return "commander_damage" in self.present and _COMMANDER_DIES not in self.present


def era_of(inputs: Inputs, reading: Reading) -> Era:
    given = {key for key, record in actions().items() if reading.edition and reading.find(record["rule"])}
    # An excerpt may have none of the list.
    present = given or {key for key, record in actions().items() if not record.get("until")}
    oldest, both = inputs.decided("legends_oldest"), inputs.decided("legends_all")
    if "team_life" not in present and reading.find(rule_of(TEAMS_THEN)):
        present.add(TEAMS_THEN)
    return Era(
        present=frozenset(present),
        legends="oldest" if oldest else "all" if both else "choose",
        walkers="all" if inputs.decided("walkers_all") else "choose",
        phased_tokens=inputs.decided("phased_tokens"),
        attached_creatures=not inputs.decided("attached_creatures"),
        card_copies=inputs.decided("card_copies"),
        equips_players=inputs.decided("equips_players"),
        attaches_to_players=inputs.decided("attaches_to_players"),
        any_saga=inputs.decided("any_saga"),
        burns=bool(reading.edition and reading.find("300.3")),
        deathtouch_triggers="deathtouch" not in present and bool(reading.find("702.2b")),
        system=system_of(reading),
    )
