"""Energy and tickets: counters of a player, and costs that are paid with them (107.14, 107.17)."""

from collections.abc import Iterator, Mapping
from typing import Final

from symbols.engine import BadRequest, Cost
from symbols.engine.abilities import ActivationCheck, PartCheck, Player, check_parts
from symbols.engine.costs import Energy, Tickets
from symbols.sentences import join_words
from symbols.trials.asked import Asked
from symbols.trials.judging import Judged, judge
from symbols.trials.mechanics.player_counters import read_counter_cost
from symbols.trials.trial import Control, Outcome, Placement, Reading, Row, Trial
from symbols.trials.typed import typed_in, with_tries

__all__ = ["COUNTERS_PAID"]

_COST: Final = Control(
    key="cost",
    label="Cost",
    kind="cost",
    default="{E}{E}",
    hint="{E}{E}, pay X {E}, {TK}, or {TK5} for a ticket with a 5 in it",
)
_ENERGY: Final = Control(key="energy", label="Energy counters I have", default="3", least=0)
_TICKETS: Final = Control(key="tickets", label="Ticket counters I have", default="3", least=0)
_X: Final = Control(key="x", label="X, if the cost has one", default="0", least=0)
_KINDS: Final = (("energy", Energy, "107.14"), ("ticket", Tickets, "107.17a"))


def _run(said: Mapping[str, str], reading: Reading) -> Outcome:
    asked = Asked(said, COUNTERS_PAID.controls)
    with typed_in(_COST):
        cost = _cost(asked.text("cost"))
    x = asked.number("x")
    had = {"energy": asked.number("energy"), "ticket": asked.number("tickets")}
    player = Player(energy=had["energy"], tickets=had["ticket"])
    found = check_parts(cost.parts, player=player, values={"X": x, "Y": x, "Z": x})
    needed = {name: _needed(cost, kind, x) for name, kind, _ in _KINDS}
    verdict, steps = judge(list(_conditions(found)))
    left = {"energy": found.left.energy, "ticket": found.left.tickets} if found.left else None
    return Outcome(
        sentence=_sentence(needed, had, left),
        steps=steps,
        facts={
            "can": verdict,
            "energy_left": left["energy"] if left else None,
            "tickets_left": left["ticket"] if left else None,
        },
        caption="Counters",
        rows=tuple(_rows(needed, had, left)),
    )


def _cost(text: str) -> Cost:
    if not text:
        raise BadRequest("no_cost", "type a cost, such as {E}{E} or {TK}.")
    return read_counter_cost(text)


def _needed(cost: Cost, kind: type, x: int) -> int:
    return sum(
        (x if part.variable else part.count or 0)
        for part in cost.parts
        if isinstance(part, kind) and isinstance(part, Energy | Tickets)
    )


def _conditions(found: ActivationCheck) -> Iterator[Judged]:
    for part in found.parts:
        yield _about(part)
    if not found.payable:
        yield Judged("118.3", "A cost is paid fully or not at all, so no counter is removed.")


def _about(part: PartCheck) -> Judged:
    if isinstance(part.part, Energy):
        means = "To pay {E}, a player removes one energy counter from themselves."
    elif part.part.text == "{TK}":
        return Judged("107.17", f"{{TK}} is one ticket counter. {part.sentence}", part.payable, chief=True)
    else:
        means = "To pay a ticket cost, a player removes that many ticket counters from themselves."
    return Judged(part.rules[0], f"{means} {part.sentence}", part.payable, chief=True)


def _sentence(needed: Mapping[str, int], had: Mapping[str, int], left: Mapping[str, int | None] | None) -> str:
    asked_for = [name for name, _, _ in _KINDS if needed[name]]
    if not asked_for:
        return "Yes: no counter has to be removed, and that can always be done."
    if left is None:
        name = next(name for name in asked_for if had[name] < needed[name])
        return f"No: it takes {_counters(needed[name], name)}, and you have {had[name]:,}. Nothing is paid."
    paid = join_words([_counters(needed[name], name) for name in asked_for])
    kept = join_words([_counters(left[name] or 0, name) for name in asked_for])
    return f"Yes: remove {paid} from yourself; {kept} would be left."


def _counters(count: int, name: str) -> str:
    return f"{count:,} {name} counter{'' if count == 1 else 's'}"


def _rows(needed: Mapping[str, int], had: Mapping[str, int], left: Mapping[str, int | None] | None) -> Iterator[Row]:
    for name, _, _ in _KINDS:
        symbol = "{E}" if name == "energy" else "{TK}"
        rest = "can’t be paid" if left is None else f"{had[name] - needed[name]:,} left"
        if needed[name]:
            yield Row(f"{symbol} {name}", f"{had[name]:,} − {needed[name]:,}: {rest}", marked=True)
        else:
            yield Row(f"{symbol} {name}", f"{had[name]:,}: not asked for")


_CONTROLS: Final = (_COST, _ENERGY, _TICKETS, _X)
_TRIES: Final = {
    "{E}{E}": {},
    "{E}{E}{E}{E}": {"cost": "{E}{E}{E}{E}"},
    "Pay X {E}, X is 3": {"cost": "Pay X {E}", "x": "3"},
    "{TK}": {"cost": "{TK}"},
    "{TK5}": {"cost": "{TK5}"},
}

COUNTERS_PAID: Final = Trial(
    slug="counters",
    title="Pay with energy or tickets",
    lead="Say what the cost is and which counters you have.",
    controls=_CONTROLS,
    run=_run,
    places=with_tries(
        _CONTROLS,
        _TRIES,
        (
            Placement("107.14", "energy counter"),
            Placement("107.17", "ticket counter", {"cost": "{TK}"}),
            Placement("107.17a", "ticket symbol with a number inside it", {"cost": "{TK5}"}),
        ),
    ),
)
