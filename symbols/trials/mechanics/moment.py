"""Sorcery timing: priority, one's own main phase, an empty stack (307.5)."""

from typing import Final, Literal, get_args

from symbols.engine import BadRequest, Condition
from symbols.engine.abilities import Timing

Moment = Literal["main", "stack", "phase", "turn", "priority"]
"""When a player wants to act.

`main` is their own main phase, with priority and an empty stack. The others differ from that in one way: `stack`,
something is on the stack; `phase`, another phase of their turn; `turn`, another player's turn; `priority`, another
player has priority.
"""

MOMENTS: Final[tuple[Moment, ...]] = get_args(Moment)

_WHY: Final[dict[Moment, str]] = {
    "main": "You have priority in your main phase, with an empty stack.",
    "stack": "The stack has to be empty.",
    "phase": "It has to be a main phase.",
    "turn": "It has to be your own main phase.",
    "priority": "You need priority.",
}


def as_sorcery(moment: str) -> Condition:
    """Whether something can be done that can be done only as a sorcery (307.5).

    Raises:
        BadRequest: there is no such moment.
    """
    if moment not in MOMENTS:
        raise BadRequest("bad_moment", f"There is no moment {moment!r}; there are {', '.join(MOMENTS)}.")
    return Condition(moment == "main", _WHY[moment], ("307.5",))


def timing_at(moment: str, *, activated: int = 0, instant_speed: bool = False) -> Timing:
    """Return the timing of a loyalty ability at a moment (606.3); for the other arguments, see `Timing`.

    Raises:
        BadRequest: there is no such moment, or a count is impossible.
    """
    as_sorcery(moment)
    return Timing(
        has_priority=moment != "priority",
        own_main_phase=moment not in ("phase", "turn"),
        stack_empty=moment != "stack",
        activated=activated,
        instant_speed=instant_speed,
    )
