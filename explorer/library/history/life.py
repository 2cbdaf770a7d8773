"""Life of a rule or a glossary entry, asked of the library."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import reduce
from itertools import pairwise
from operator import or_
from typing import Any

from django.db.models import Case, OuterRef, Q, Subquery, When
from django.db.models.functions import Substr

from explorer.document.tree import from_json
from explorer.history.change_kind import ChangeKind
from explorer.history.lineages import Lineage, LineageLink, Lineages
from explorer.history.provisions import Provision, is_term, plain_name, term_key
from explorer.history.tracing import LifeStep, whole_life
from explorer.models import LineageStep, Rule, Term
from symbols.rendering import ITALICS

# What changes the words, or may.
_REWORDING = {ChangeKind.EDITED, ChangeKind.MOVED_AND_EDITED, ChangeKind.SPLIT, ChangeKind.MERGED}
_FIELDS = (
    *("lineage_id", "key", "change", "since", "until", "seen"),
    *("lineage__merged_into_id", "lineage__merged_on", "lineage__split_from_id", "lineage__split_on"),
)


@dataclass(frozen=True, slots=True)
class Life:
    """Life of a rule or a glossary entry, as far as the loaded editions show it.

    Attributes:
        lineage: the name of its lineage in this library, which lasts until another edition comes.
        steps: each edition in which something happened to it, newest first; at least one.
        names: of a glossary entry, the name it had under each key.
    """

    lineage: str
    steps: tuple[LifeStep, ...]
    names: Mapping[str, str] = field(default_factory=dict, compare=False)

    @property
    def first(self) -> LifeStep:
        """Oldest step."""
        return self.steps[-1]

    @property
    def removal(self) -> LifeStep | None:
        """Step with which it went, where it is gone."""
        return self.steps[0] if self.steps[0].change is ChangeKind.REMOVED else None

    @property
    def rewordings(self) -> list[LifeStep]:
        """Steps that changed its words, newest first."""
        return [step for step in self.steps[:-1] if step.change in _REWORDING]

    @property
    def keys(self) -> list[str]:
        """Different keys that it had, newest first."""
        return list(dict.fromkeys(step.key for step in self.steps))

    def name_of(self, key: str) -> str:
        """Return a key as readers know it: the number of a rule, the name of a glossary entry."""
        return ITALICS.sub(r"\1", self.names.get(key, plain_name(key)))

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

    def at(self, day: date) -> LifeStep | None:
        """Return the step that holds on a day; None where it wasn't in the rules."""
        step = next((step for step in self.steps if step.date <= day), None)
        return step if step and step.change is not ChangeKind.REMOVED else None


def life_at(key: str, day: date) -> Life | None:
    """Return the life of what an edition has under a key. One query, and one more for each further merger or split.

    Args:
        key: a number, or `explorer.history.provisions.term_key` of a slug.
        day: the edition's effective date.
    """
    return next(iter(_lives(key, day)), None)


def lives_under(key: str) -> list[Life]:
    """Return the life of everything that was ever under a key, the one that had it last first; queries as above."""
    found = _lives(key)
    return sorted(found, key=lambda life: max(step.date for step in life.steps if step.key == key), reverse=True)


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


def _lives(key: str, day: date | None = None) -> list[Life]:
    """Return the lives of the lineages that have a key, on a day or ever, those that have the newest step first."""
    having = Q(key=key) if day is None else Q(key=key, since__lte=day, until__gt=day)
    asked = LineageStep.objects.filter(having).exclude(change=ChangeKind.REMOVED)
    near = Q(lineage__in=asked.values("lineage"))
    for link in ("lineage__merged_into", "lineage__split_from"):
        near |= Q(lineage__in=asked.values(link))
    rows = _read(near)
    own = {
        str(row[0])
        for row in rows
        if row[1] == key and row[2] != ChangeKind.REMOVED and (day is None or row[3] <= day < row[4])
    }
    while True:
        steps, lineages = _gather(rows)
        linked = {
            int(link.lineage)
            for lineage in lineages.values()
            for link in (lineage.merged_into, lineage.split_from)
            if link is not None and link.lineage not in lineages
        }
        # Those that are asked for may lead on further.
        further = _read(Q(lineage__in=linked)) if linked else []
        if not further:
            break
        rows += further
    known = Lineages({}, lineages.values())
    names = {row[1]: row[-1] for row in rows if row[-1]}
    found = [Life(name, tuple(whole_life(known, lineages[name], lambda each: steps[each.id])), names) for name in own]
    return sorted(found, key=lambda life: (life.steps[0].date, int(life.lineage)), reverse=True)


def _read(which: Q) -> list[Any]:
    """Return the rows of steps, each with the name that a glossary entry had then; None for a rule."""
    slug = Substr(OuterRef("key"), len(term_key("")) + 1)
    names = Term.objects.filter(slug=slug, edition__date=OuterRef("seen")).values("name")
    steps = LineageStep.objects.filter(which).order_by("pk")
    return list(steps.values_list(*_FIELDS, Case(When(key__startswith=term_key(""), then=Subquery(names)))))


def _gather(rows: Iterable[Any]) -> tuple[Mapping[str, Sequence[LifeStep]], Mapping[str, Lineage]]:
    """Return lineages, without their keys, and the steps of each, oldest first."""
    steps: dict[str, list[LifeStep]] = defaultdict(list)
    lineages: dict[str, Lineage] = {}
    for row, key, change, since, _, seen, into, merged_on, out_of, split_on, _ in rows:
        name = str(row)
        merged = LineageLink(merged_on, str(into)) if into else None
        split = LineageLink(split_on, str(out_of)) if out_of else None
        lineages[name] = Lineage(name, {}, merged, split)
        steps[name].append(LifeStep(since, ChangeKind(change), name, key, seen))
    return steps, lineages
