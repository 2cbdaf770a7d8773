"""Combat damage as a form’s fields, or a sentence, have it."""

from collections.abc import Mapping, Sequence

from symbols.trials.combat.creature import Creature
from symbols.trials.combat.division import as_division
from symbols.trials.combat.lines import BLOCKED_BY, blocking, lines_of, may_be_several


def normalized(query: Mapping[str, Sequence[str]]) -> Mapping[str, Sequence[str]]:
    """Blockers beside their attacker, as lines that say which it is: `5/5 blocked by 2/2`, or a field for each.

    A page’s form has such fields, and one for each amount of a division.
    """
    if len(divided := query.get("divide", ())) > 1:
        query = {**query, "divide": [as_division(divided)]}
    typed, beside = query.get("attackers", ()), query.get("blockers", ())
    rows = len(beside) > 1
    if not rows and not any(map(BLOCKED_BY.search, typed)):
        return query
    attackers: list[str] = []
    blockers: list[str] = [] if rows else list(beside)
    several = False
    for at, field in enumerate(typed):
        for _, line in lines_of(field):
            attacker, *by = BLOCKED_BY.split(line)
            attackers.append(attacker.strip())
            several |= may_be_several(attacker)
            number = f"{'line ' * several}{len(attackers)}"
            blockers += [blocking(one, number) for one in by]
        if rows and at < len(beside) and lines_of(field):
            blockers += [blocking(one, number) for _, one in lines_of(beside[at])]
    return {**query, "attackers": ["\n".join(attackers)], "blockers": ["\n".join(filter(None, blockers))]}


def rows_of(attackers: Sequence[Creature], blockers: Sequence[Creature]) -> list[tuple[str, str]]:
    """Each attacker with its blockers, as `normalized` reads them; one of several attackers is beside its first."""
    beside: list[list[str]] = [[] for _ in attackers]
    for one in blockers:
        several = len(one.blocks) > 1
        arrow = f" -> {', '.join(str(at + 1) for at in one.blocks)}" if several else ""
        beside[one.blocks[0]].append(f"{one.text}{arrow}")
    return [
        (one.text, ("; " if "->" in "".join(by) else ", ").join(by)) for one, by in zip(attackers, beside, strict=True)
    ]


def listed(blockers: Sequence[Creature]) -> str:
    """Blockers as lines of their own."""
    return "\n".join(blocking(one.text, ", ".join(str(at + 1) for at in one.blocks)) for one in blockers)


def reordered(attacker: int, order: Sequence[int], blockers: Sequence[Creature]) -> list[Creature]:
    """Blockers with those of an attacker in another order, in the places that they have.

    Empty if one of them blocks another attacker, too, since its order would change.
    """
    own = [at for at, one in enumerate(blockers) if attacker in one.blocks]
    if any(len(blockers[at].blocks) > 1 for at in own):
        return []
    found = [*blockers]
    # Those that aren't there to be ordered come last.
    for at, taken in zip(own, dict.fromkeys([*order, *own]), strict=True):
        found[at] = blockers[taken]
    return found
