"""Trial: costs paid with a player's energy or ticket counters (107.14, 107.17)."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from symbols.engine import BadRequest, Cost, read_cost
from symbols.engine.abilities import ActivationCheck, PartCheck, Player, check_parts
from symbols.engine.costs import Energy, Tickets
from symbols.sentences import counted, join_words
from symbols.trials.inputs import Inputs
from symbols.trials.outcome import Outcome, Row
from symbols.trials.requirements import Requirement, judge
from symbols.trials.trial import Reading

_NUMBERED: Final = re.compile(r"\{\s*TK\s*([0-9]+)\s*\}", re.ASCII | re.IGNORECASE)
_KINDS: Final = (("energy", Energy, "107.14"), ("ticket", Tickets, "107.17a"))


def counters(inputs: Inputs, reading: Reading) -> Outcome:
    cost = inputs.parse("cost", _cost)
    x = inputs.variable("x", [cost])
    had = {"energy": _had(inputs, "energy", cost, Energy), "ticket": _had(inputs, "tickets", cost, Tickets)}
    player = Player(energy=had["energy"] or 0, tickets=had["ticket"] or 0)
    result = check_parts(cost.parts, player=player, values=dict.fromkeys("XYZ", x))
    needed = {name: _needed(cost, kind, x) for name, kind, _ in _KINDS}
    verdict, steps = judge(_requirements(result))
    left = {"energy": result.left.energy, "ticket": result.left.tickets} if result.left else None
    return Outcome(
        sentence=_sentence(needed, had, left),
        steps=steps,
        facts={
            "can": verdict,
            "energy_left": left["energy"] if left and had["energy"] is not None else None,
            "tickets_left": left["ticket"] if left and had["ticket"] is not None else None,
        },
        caption="Counters",
        rows=tuple(_rows(needed, had, left)),
    )


def _cost(text: str) -> Cost:
    """Parse a cost of counters only: `{E}{E}`, `{TK}`, `Pay X {E}`, `{TK5}` (five tickets, 107.17a)."""
    if not text:
        raise BadRequest("no_cost", "type a cost, such as {E}{E} or {TK}.")
    cost = read_cost(_NUMBERED.sub(r", Pay \1 {TK},", text).replace(",,", ",").strip(" ,"))
    if cost.symbols or not cost.parts or not all(isinstance(part, Energy | Tickets) for part in cost.parts):
        raise BadRequest("not_counters", "Type only energy and tickets here, such as {E}{E}, {TK} or {TK5}.")
    return cost


def _had(inputs: Inputs, key: str, cost: Cost, kind: type) -> int | None:
    """How many counters the player has; None if that isn’t said, and the cost needs none."""
    return inputs.number(key) if any(isinstance(part, kind) for part in cost.parts) else inputs.number_or_none(key)


def _needed(cost: Cost, kind: type, x: int) -> int:
    return sum(
        (x if part.variable else part.count or 0)
        for part in cost.parts
        if isinstance(part, kind) and isinstance(part, Energy | Tickets)
    )


def _requirements(result: ActivationCheck) -> Iterator[Requirement]:
    for part in result.parts:
        yield _requirement(part)
    if not result.payable:
        yield Requirement("118.3", "You pay a cost fully or not at all, so no counter is removed.")


def _requirement(part: PartCheck) -> Requirement:
    if isinstance(part.part, Energy):
        means = "To pay {E}, a player removes one energy counter from themselves."
    elif part.part.text == "{TK}":
        return Requirement(
            "107.17", f"{{TK}} is one ticket counter. {part.sentence}", part.payable, default_deciding=True
        )
    else:
        means = "To pay a ticket cost, a player removes that many ticket counters from themselves."
    return Requirement(part.rules[0], f"{means} {part.sentence}", part.payable, default_deciding=True)


def _sentence(needed: Mapping[str, int], had: Mapping[str, int | None], left: Mapping[str, int | None] | None) -> str:
    used = [name for name, _, _ in _KINDS if needed[name]]
    if not used:
        return "Yes: you don’t need to remove any counters."
    if left is None:
        name, have = next((name, have) for name in used if (have := had[name] or 0) < needed[name])
        return f"No: you need {_counters(needed[name], name)}; you have {have:,}. Nothing is paid."
    paid = join_words([_counters(needed[name], name) for name in used])
    remaining = join_words([_counters(left[name] or 0, name) for name in used])
    return f"Yes: remove {paid} from yourself; you’d have {remaining} left."


def _counters(count: int, name: str) -> str:
    return counted(count, f"{name} counter")


def _rows(
    needed: Mapping[str, int], had: Mapping[str, int | None], left: Mapping[str, int | None] | None
) -> Iterator[Row]:
    for name, _, _ in _KINDS:
        symbol, have = "{E}" if name == "energy" else "{TK}", had[name]
        if have is None:
            continue
        rest = "can’t be paid" if left is None else f"{have - needed[name]:,} left"
        if needed[name]:
            yield Row(f"{symbol} {name}", f"{have:,} − {needed[name]:,}: {rest}", marked=True)
        else:
            yield Row(f"{symbol} {name}", f"{have:,}: not needed")
