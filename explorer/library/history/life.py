"""The life of a rule or a glossary entry, asked of the library."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import reduce
from itertools import pairwise
from operator import or_
from typing import Any

from django.db.models import Q, QuerySet

from explorer.document.tree import from_json
from explorer.history.lineages import Lineage, LineageLink, Lineages
from explorer.history.matching import ChangeKind
from explorer.history.provisions import Provision, is_term, plain_name, term_key
from explorer.history.tracing import Step, whole_life
from explorer.models import LineageRow, LineageStep, Rule, Term

# What changes the words, or may.
_REWORDING = {ChangeKind.EDITED, ChangeKind.MOVED_AND_EDITED, ChangeKind.SPLIT, ChangeKind.MERGED}
_FIELDS = (
    *("lineage_id", "key", "change", "since", "seen"),
    *("lineage__merged_into_id", "lineage__merged_on", "lineage__split_from_id", "lineage__split_on"),
)


@dataclass(frozen=True, slots=True)
class Life:
    """The life of a rule or a glossary entry, as far as the loaded editions show it.

    Attributes:
        lineage: the name of its lineage in this library, which lasts until another edition comes.
        steps: each edition in which something happened to it, newest first; at least one.
    """

    lineage: str
    steps: tuple[Step, ...]

    @property
    def first(self) -> Step:
        """The oldest step."""
        return self.steps[-1]

    @property
    def removal(self) -> Step | None:
        """The step with which it went, where it is gone."""
        return self.steps[0] if self.steps[0].change is ChangeKind.REMOVED else None

    @property
    def rewordings(self) -> list[Step]:
        """The steps that changed its words, newest first."""
        return [step for step in self.steps[:-1] if step.change in _REWORDING]

    @property
    def keys(self) -> list[str]:
        """The different keys that it had, newest first."""
        return list(dict.fromkeys(step.key for step in self.steps))

    @property
    def spans(self) -> list[tuple[date, date]]:
        """From when to when it was in the rules, oldest first; the last may be without an end."""
        found: list[tuple[date, date]] = []
        for step, following in pairwise([*self.steps[::-1], None]):
            if step is None or step.change is ChangeKind.REMOVED:
                continue
            end = following.date if following else date.max
            if found and found[-1][1] == step.date:
                found[-1] = (found[-1][0], end)
            else:
                found.append((step.date, end))
        return found

    def at(self, day: date) -> Step | None:
        """Return the step that holds on a day; None where it wasn't in the rules."""
        step = next((step for step in self.steps if step.date <= day), None)
        return step if step and step.change is not ChangeKind.REMOVED else None


def life_at(key: str, day: date) -> Life | None:
    """Return the life of what an edition has under a key. One query, and one more for each merger or split.

    Args:
        key: a number, or `explorer.history.provisions.term_key` of a slug.
        day: the edition's effective date.
    """
    return next(iter(_lives(LineageStep.objects.filter(_there(key, day)))), None)


def lives_under(key: str) -> list[Life]:
    """Return the life of everything that was ever under a key, the one that had it last first; queries as above."""
    found = _lives(LineageStep.objects.filter(key=key).exclude(change=ChangeKind.REMOVED))
    return sorted(found, key=lambda life: max(step.date for step in life.steps if step.key == key), reverse=True)


def keys_at(places: Collection[tuple[str, date]], day: date) -> Mapping[tuple[str, date], str]:
    """Return the key in one edition of provisions of others; what that doesn't have is left out. Three queries.

    Before a split that is the rule split, after a merger the one merged into.

    Args:
        places: keys, each with the effective date of the edition in which it has that.
        day: the effective date of the edition.
    """
    steps = LineageStep.objects.exclude(change=ChangeKind.REMOVED)
    named = steps.filter(key__in={key for key, _ in places}).order_by("since")
    spans = defaultdict(list)
    for lineage, key, since, until in named.values_list("lineage_id", "key", "since", "until"):
        spans[key].append((since, until, lineage))
    own = {
        (key, then): lineage for key, then in places for since, until, lineage in spans[key] if since <= then < until
    }
    linked = LineageRow.objects.filter(Q(split_from__isnull=False) | Q(merged_into__isnull=False))
    links = {row: links for row, *links in linked.values_list("pk", "split_from_id", "merged_into_id")}
    families = {lineage: _family(lineage, links) for lineage in own.values()}
    now = steps.filter(lineage_id__in={one for family in families.values() for one in family})
    keys = dict(now.filter(since__lte=day, until__gt=day).values_list("lineage_id", "key"))
    found = {place: next((keys[one] for one in families[own[place]] if one in keys), "") for place in own}
    return {place: key for place, key in found.items() if key}


def _family(lineage: int, links: Mapping[int, Sequence[int | None]]) -> list[int]:
    """Return a lineage, those that it was split off from, the nearest first, and those that it was merged into."""
    family = [lineage]
    for which in (0, 1):
        one: int | None = lineage
        while (one := links[one][which] if one in links else None) is not None and one not in family:
            family.append(one)
    return family


def provisions_at(places: Iterable[tuple[date, str]]) -> Mapping[tuple[date, str], Provision]:
    """Return what editions have under keys, in two queries at most; what isn't there is left out.

    Args:
        places: effective dates and keys.
    """
    wanted: dict[bool, list[Q]] = defaultdict(list)
    for day, key in set(places):
        name = "slug" if is_term(key) else "number"
        wanted[is_term(key)].append(Q(edition__date=day, **{name: plain_name(key)}))
    found: dict[tuple[date, str], Provision] = {}
    if wanted[False]:
        rules = Rule.objects.filter(reduce(or_, wanted[False]))
        for day, number, heading, body in rules.values_list(
            "edition__date", "number", "heading", "wording__paragraphs"
        ):
            found[day, number] = Provision(number, heading, from_json(body or ()))
    if wanted[True]:
        terms = Term.objects.filter(reduce(or_, wanted[True]))
        for day, slug, name, body in terms.values_list("edition__date", "slug", "name", "wording__paragraphs"):
            found[day, term_key(slug)] = Provision(term_key(slug), name, from_json(body))
    return found


def _there(key: str, day: date) -> Q:
    return Q(key=key, since__lte=day, until__gt=day) & ~Q(change=ChangeKind.REMOVED)


def _lives(which: QuerySet[LineageStep]) -> list[Life]:
    """Return the lives of the lineages of some steps, those that have the newest step first."""
    own = _read(which.values("lineage"))
    steps = dict(own)
    lineages: dict[str, Lineage] = {}
    waiting = own
    while waiting:
        lineages |= {name: lineage for name, (lineage, _) in waiting.items()}
        linked = {
            int(link.lineage)
            for lineage, _ in waiting.values()
            for link in (lineage.merged_into, lineage.split_from)
            if link is not None and link.lineage not in lineages
        }
        waiting = _read(linked) if linked else {}
        steps |= waiting
    known = Lineages({}, lineages.values())
    found = [
        Life(name, tuple(whole_life(known, one, lambda each: steps[each.id][1]))) for name, (one, _) in own.items()
    ]
    return sorted(found, key=lambda life: life.steps[0].date, reverse=True)


def _read(which: Any) -> dict[str, tuple[Lineage, Sequence[Step]]]:
    """Return some lineages, without their keys, each with its own steps, oldest first. One query."""
    found: dict[str, tuple[Lineage, list[Step]]] = {}
    rows = LineageStep.objects.filter(lineage__in=which).order_by("pk").values_list(*_FIELDS)
    for row, key, change, since, seen, into, merged_on, out_of, split_on in rows:
        name = str(row)
        if name not in found:
            merged = LineageLink(merged_on, str(into)) if into else None
            split = LineageLink(split_on, str(out_of)) if out_of else None
            found[name] = Lineage(name, {}, merged, split), []
        found[name][1].append(Step(since, ChangeKind(change), name, key, seen))
    return dict(found)
