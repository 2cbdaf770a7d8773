"""Which rules a combat follows: facts for the steps of the data file, and the rule that decides."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from symbols.trials.combat.damage import DEFENDER, FIRST, PLAYER, Damage, Era
from symbols.trials.combat.division import Division

_OVER = "trample over planeswalkers"


def fault_in(damage: Damage, division: Division) -> tuple[str, str]:
    """Whose division is unlawful, the first if they are together, and by what: `power`, the order, or trample."""
    for source, amounts in division.items():
        if sum(amounts) != damage.creatures[source].power:
            return source, "power"
    alone = (source for source, amounts in division.items() if not _can_hold(damage, {source: amounts}, damage.era))
    source = next(alone, next(iter(division)))
    if damage.era.ordered and _can_hold(damage, division, replace(damage.era, ordered=False)):
        return source, source.partition(" ")[0]
    recipients = damage.recipients(source, damage.first_step(source) or FIRST)
    beyond = dict(zip(recipients, division[source], strict=False)).get(PLAYER)
    return source, "over" if beyond else "trample"


def _can_hold(damage: Damage, division: Division, era: Era) -> bool:
    creatures = [*damage.attackers.values()], [*damage.blockers.values()]
    return Damage(*creatures, damage.defender, era, division).formulas.can_hold()


def facts_of(
    damage: Damage, division: Division, dies: Collection[str], may_die: Collection[str], unlawful: str
) -> Mapping[str, object]:
    """Facts that select the steps; `by` is what decides."""
    found: dict[str, object] = dict.fromkeys(_FLAGS, False)
    found |= dict.fromkeys(_flags(damage), True) | dict.fromkeys(_ends(damage, {*dies, *may_die}), True)
    by = unlawful or (_permitting(damage, division) if division else _deciding(found))
    found |= {"ordered": damage.era.ordered, "on_stack": damage.era.on_stack, "deathtouch": damage.era.deathtouch}
    touches = found["touches"] and (found["trample"] or found["over"] or damage.era.ordered)
    return found | {"strikes": len(damage.steps) > 1, "lethal_touch": touches, "by": by, by: True}


_FLAGS = (
    *("power", "attacker", "blocker", "unblocked", "attacks_nothing", "none_left", "blocks_nothing", "several"),
    *("trample", "trample_none_left", "tramples_planeswalker", "over", "over_removed", "double", "sacrificed"),
    *("touches", "poisons", "withers", "infects", "toxic", "heals", "protected", "shielded", "indestructible"),
    *("player", "planeswalker", "battle", "dies_marked", "dies_touched", "dies_shrunk", "planeswalker_dies"),
)


def _flags(damage: Damage) -> Iterator[str]:
    yield damage.defender.kind
    for name, one in damage.creatures.items():
        if one.power <= 0 and one.stay != "removed":
            yield "power"
        if one.stay == "sacrificed":
            yield "sacrificed"
        if one.has("double strike"):
            yield "double"
        for step in damage.steps:
            if damage.assigns(name, step) and damage.can_be_left(name, step):
                yield from (_of_attacker if name in damage.attackers else _of_blocker)(damage, name, step)
    for step, source, to in damage.assigned:
        if damage.formulas.bounds(damage.assigned[step, source, to])[1]:
            yield from _of_edge(damage, source, to)


def _of_blocker(damage: Damage, name: str, step: str) -> Iterator[str]:
    present = [to for to in damage.recipients(name, step) if damage.can_be_left(to, step)]
    if len(present) > 1:
        yield "blocker"
    if all(damage.can_be_gone(to, step) for to in present):
        yield "blocks_nothing"


def _of_attacker(damage: Damage, name: str, step: str) -> Iterator[str]:
    blockers = [to for to in damage.blockers_of(name, step) if damage.can_be_left(to, step)]
    can_be_free = all(damage.can_be_gone(to, step) for to in blockers)
    tramples = damage.creatures[name].has("trample", _OVER)
    if PLAYER in damage.recipients(name, step):
        removed = damage.defender.is_removed
        if not removed and damage.can_be_left(DEFENDER, step):
            yield "over"
        if removed or damage.can_be_gone(DEFENDER, step):
            yield "over_removed"
    elif tramples and damage.defender.kind == "planeswalker":
        yield "tramples_planeswalker"
    if not damage.is_blocked(name, step):
        yield "unblocked" if damage.recipients(name, step) else "attacks_nothing"
        return
    if blockers:
        yield "trample" if tramples else "attacker"
    if len(blockers) > 1:
        yield "several"
    if can_be_free:
        yield "trample_none_left" if tramples else "none_left"


def _of_edge(damage: Damage, source: str, to: str) -> Iterator[str]:
    one, target = damage.creatures[source], damage.creatures.get(to)
    if one.has("lifelink"):
        yield "heals"
    if target is None:
        if to == PLAYER or damage.defender.kind == "player":
            yield from ["poisons"] * one.has("infect") + ["toxic"] * bool(one.toxic)
        return
    if target.is_protected_from(one):
        yield "protected"
        return
    yield from ["touches"] * one.has("deathtouch") + ["infects"] * one.has("infect") + ["withers"] * one.has("wither")
    yield from ["shielded"] * bool(target.prevent) + ["indestructible"] * target.has("indestructible")


def _ends(damage: Damage, dying: Collection[str]) -> Iterator[str]:
    """How creatures may die."""
    last = damage.steps[-1]

    def most(name: str, kind: str = "") -> int:
        return damage.formulas.bounds(damage.taken(name, last, kind))[1]

    if DEFENDER in dying:
        yield "planeswalker_dies"
    for name in dying:
        if one := damage.creatures.get(name):
            shrinks = most(name, "withered")
            if not one.has("indestructible") and most(name, "deathtouch"):
                yield "dies_touched"
            if shrinks:
                yield "dies_shrunk"
            if most(name) >= one.toughness - one.damaged and not shrinks:
                yield "dies_marked"


def _permitting(damage: Damage, division: Division) -> str:
    """What permits the first division."""
    source = next(iter(division))
    if source in damage.blockers:
        return "blocker"
    step = damage.first_step(source) or FIRST
    recipients, is_blocked = damage.recipients(source, step), damage.is_blocked(source, step)
    if PLAYER in recipients:
        return "over_removed" if damage.defender.is_removed else "over"
    if is_blocked and DEFENDER in recipients:
        return "trample" if damage.blockers_of(source, step) else "trample_none_left"
    return "attacker" if is_blocked else "unblocked"


_BY_WHICH_DAMAGE_GETS_THROUGH = ("over", "over_removed", "trample", "trample_none_left", "unblocked")
_WHY_NONE_DOES = ("attacks_nothing", "none_left", "attacker")


def _deciding(found: Mapping[str, object]) -> str:
    return next((by for by in (*_BY_WHICH_DAMAGE_GETS_THROUGH, *_WHY_NONE_DOES) if found[by]), "power")
