"""Which rules a combat follows: facts for the steps of the data file, and the rule that decides."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from symbols.trials.combat.board import DEFENDER, OVER, PLAYER, Board, Era
from symbols.trials.combat.division import Division
from symbols.trials.combat.ways import Ways


def fault_in(board: Board, division: Division) -> tuple[tuple[str, str], str]:
    """Whose division is unlawful, the first if they are together, and by what: `power`, the order, or trample."""
    alone = [key for key, amounts in division.items() if not Ways(board, {key: amounts}).can_hold()]
    for key in alone:
        if sum(division[key]) != board.creatures[key[1]].power:
            return key, "power"
    step, source = key = next(iter([*alone, *division]))
    if board.era.ordered and Ways(_under(board, replace(board.era, ordered=False)), division).can_hold():
        return key, board.side_of(source)
    recipients = board.recipients(source, step)
    if board.side_of(source) == "blocker":
        return key, "blocker"
    if not {DEFENDER, PLAYER}.intersection(recipients):
        return key, "attacker"
    beyond = dict(zip(recipients, division[key], strict=False)).get(PLAYER)
    return key, "over" if beyond else "trample"


def _under(board: Board, era: Era, orders: Mapping[str, Sequence[str]] | None = None) -> Board:
    return Board([*board.attackers.values()], [*board.blockers.values()], board.defender, era, orders)


def permitting_order(board: Board, division: Division, key: tuple[str, str]) -> Mapping[str, int]:
    """A damage assignment order under which one of the divisions is legal, with its amounts; empty without one."""
    step, source = key
    recipients = board.recipients(source, step)
    amounts = dict(zip(recipients, [*division[key], *[0] * len(recipients)], strict=False))
    creatures = [name for name in recipients if name in board.creatures]
    if not board.era.ordered or len(creatures) < 2:
        return {}

    def place(name: str) -> int:
        """Those with lethal damage come first, then one with less, then those with none."""
        one = board.creatures[name]
        return 0 if amounts[name] >= one.toughness - one.damaged else 2 - bool(amounts[name])

    order = sorted(creatures, key=place)
    under = {name: amounts[name] for name in [*order, *recipients[len(creatures) :]]}
    other = _under(board, board.era, {source: order})
    return under if order != creatures and Ways(other, {key: [*under.values()]}).can_hold() else {}


def facts_of(
    ways: Ways, division: Division, dies: Collection[str], may_die: Collection[str], unlawful: str
) -> Mapping[str, object]:
    """Facts that select the steps; `by` is what decides."""
    era = ways.board.era
    found: dict[str, object] = defaultdict(bool)
    found |= dict.fromkeys(_flags(ways), True) | dict.fromkeys(_ends(ways, {*dies, *may_die}), True)
    lawful = _permitting(ways.board, division) if division else next(filter(found.get, _DECIDING), "power")
    by = unlawful or lawful
    found |= {"ordered": era.ordered, "on_stack": era.on_stack, "deathtouch": era.deathtouch}
    touches = found["touches"] and (found["trample"] or found["over"] or era.ordered)
    return found | {"strikes": len(ways.board.steps) > 1, "lethal_touch": touches, "by": by, by: True}


def _flags(ways: Ways) -> Iterator[str]:
    board = ways.board
    yield board.defender.kind
    for one in board.creatures.values():
        if one.power <= 0 and one.stay != "removed":
            yield "power"
        if one.stay == "sacrificed":
            yield "sacrificed"
        if one.has("double strike"):
            yield "double"
    for step in board.steps:
        healing = [
            board.side_of(name) for name, to in board.pairs(step) if to and board.creatures[name].has("lifelink")
        ]
        if len(healing) > len({*healing}):
            yield "heal_apart"
        for name, recipients in board.pairs(step):
            if ways.can_be_left(name, step):
                yield from (_of_attacker if name in board.attackers else _of_blocker)(ways, name, step)
            for to in recipients:
                if ways.assigned(step, name, to)[1]:
                    yield from _of_edge(board, name, to)


def _of_blocker(ways: Ways, name: str, step: str) -> Iterator[str]:
    present = [to for to in ways.board.recipients(name, step) if ways.can_be_left(to, step)]
    if len(present) > 1:
        yield "blocker"
    if all(ways.can_be_gone(to, step) for to in present):
        yield "blocks_nothing"


def _of_attacker(ways: Ways, name: str, step: str) -> Iterator[str]:
    board = ways.board
    blockers = [to for to in board.blockers_of(name, step) if ways.can_be_left(to, step)]
    can_be_free = all(ways.can_be_gone(to, step) for to in blockers)
    tramples = board.creatures[name].has("trample", OVER)
    if PLAYER in board.recipients(name, step):
        removed = board.defender.is_removed
        if not removed and ways.can_be_left(DEFENDER, step):
            yield "over"
        if removed or ways.can_be_gone(DEFENDER, step):
            yield "over_removed"
    elif tramples and board.defender.kind == "planeswalker":
        yield "tramples_planeswalker"
    if not board.is_blocked(name, step):
        yield "unblocked" if board.recipients(name, step) else "attacks_nothing"
        return
    if blockers:
        yield "trample" if tramples else "attacker"
    if len(blockers) > 1:
        yield "several"
    if can_be_free:
        yield "trample_none_left" if tramples else "none_left"


def _of_edge(board: Board, source: str, to: str) -> Iterator[str]:
    one, target = board.creatures[source], board.creatures.get(to)
    if one.has("lifelink"):
        yield "heals"
    if target is None:
        if to == PLAYER or board.defender.kind == "player":
            yield from ["poisons"] * one.has("infect") + ["toxic"] * bool(one.toxic)
        return
    yield from ["touches"] * one.has("deathtouch")
    if target.is_protected_from(one):
        yield "protected"
        return
    yield from ["infects"] * one.has("infect") + ["withers"] * one.has("wither")
    yield from ["shielded"] * bool(target.prevent) + ["indestructible"] * target.has("indestructible")


def _ends(ways: Ways, dying: Collection[str]) -> Iterator[str]:
    """How creatures may die."""
    if DEFENDER in dying:
        yield "planeswalker_dies"
    for name in dying:
        if one := ways.board.creatures.get(name):
            if ways.can_take(name, one.toughness, "withered"):
                yield "dies_shrunk"
            if one.has("indestructible"):
                continue
            if ways.can_take(name, 1, "deathtouch"):
                yield "dies_touched"
            is_marked = one.damaged or ways.can_take(name, 1, "marked")
            if is_marked and ways.can_take(name, one.toughness - one.damaged):
                yield "dies_marked"


def _permitting(board: Board, division: Division) -> str:
    """What permits the first division."""
    step, source = next(iter(division))
    recipients = board.recipients(source, step)
    is_exempt = board.era.ordered and board.era.deathtouch == "free" and board.creatures[source].has("deathtouch")
    if is_exempt and len(recipients) > 1 and DEFENDER not in recipients:
        return "free"
    if source in board.blockers:
        return "blocker"
    is_blocked = board.is_blocked(source, step)
    if PLAYER in recipients:
        return "over_removed" if board.defender.is_removed else "over"
    if is_blocked and DEFENDER in recipients:
        return "trample" if board.blockers_of(source, step) else "trample_none_left"
    return "attacker" if is_blocked else "unblocked"


_DECIDING = (
    *("over", "over_removed", "trample", "trample_none_left", "unblocked"),
    *("attacks_nothing", "none_left", "attacker"),
)
"""First that by which damage gets through, then why none does."""
