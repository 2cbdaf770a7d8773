"""Citations of a page: each named rule's place, as seen from the edition being read."""

import datetime as dt
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache

from django.db.models import Max
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from explorer import addresses
from explorer.citations.names import NAMES, edition_of_name
from explorer.document.dates import long_date
from explorer.document.extent import has_all_rules
from explorer.document.tree import Paragraph, from_json
from explorer.library.history.places import keys_at
from explorer.library.loaded import Library, library
from explorer.library.queries import EditionInfo
from explorer.models import CitedRule, Rule, Wording


@dataclass(frozen=True, slots=True)
class FoundRule:
    """Named rule in an edition that has it.

    Attributes:
        name: its stable name.
        number: its number there.
        edition: the edition.
        wording: the row of its text.
        pinned: whether its address must name the edition: that is being read, or a newer one has another rule there.
        sought: the edition being read, where the rule was not found in it, so that this is the newest one that has it.
        ancestors: the rules that the edition being read words in another way.
    """

    name: str
    number: str
    edition: EditionInfo
    wording: int
    pinned: bool
    sought: EditionInfo | None = None
    ancestors: "_Ancestors | None" = field(default=None, compare=False)

    @property
    def absence(self) -> str:
        """Note on the edition being read, where the rule was not found in it; empty where it was."""
        if self.sought and self.ancestors and (ancestor := self.ancestors.numbers.get(self.name)):
            return f"worded differently as {ancestor} in the edition of {long_date(self.sought.date)}"
        return absence_from(self.sought) if self.sought else ""

    @property
    def date(self) -> dt.date:
        """Effective date of the edition."""
        return self.edition.date

    @property
    def address(self) -> str:
        """Address of its page."""
        return addresses.rule(self.number, self.date if self.pinned else None)


class _Ancestors:
    """Rules that an edition has in other words, followed there through their lineages."""

    def __init__(self, names: Collection[str], edition: EditionInfo) -> None:
        self._names = names
        self._edition = edition

    @cached_property
    def numbers(self) -> Mapping[str, str]:
        """Number of each in the edition, by its name; of an excerpt, none. Asked of the library when it is needed."""
        if not self._edition.complete:
            return {}
        places = {name: (name, edition_of_name(name)) for name in self._names}
        found = keys_at(places.values(), self._edition.date)
        return {name: found[place] for name, place in places.items() if place in found}


class Citations:
    """Every named rule as seen from an edition: there, else in the newest edition that has it.

    Attributes:
        loaded: the editions that are loaded.
        day: the effective date of the edition being read; None for the newest text of everything.
    """

    def __init__(self, loaded: Library, day: dt.date | None) -> None:
        self.loaded = loaded
        self.day = day
        self._edition = loaded.on(day) if day else None
        self._own = _in_edition(self._edition) if self._edition else _newest(loaded)
        self._ancestors = _Ancestors(NAMES - self._own.keys(), self._edition) if self._edition else None
        self._names: dict[str, set[str]] = {}
        for name, rule in self._own.items():
            self._names.setdefault(rule.number, set()).add(name)
        self._texts: dict[int, tuple[Paragraph, ...]] = {}
        self._links: dict[str, SafeString] = {}

    def get(self, name: str) -> FoundRule | None:
        """Return the rule of a name; None where no edition of the library has it."""
        if name in self._own:
            return self._own[name]
        newest = _newest(self.loaded).get(name)
        return replace(newest, sought=self._edition, ancestors=self._ancestors) if newest else None

    def number_of(self, name: str) -> str:
        """Return the number of a rule in the edition being read; empty where that does not have it."""
        rule = self._own.get(name)
        return rule.number if rule else ""

    def names_of(self, number: str) -> Collection[str]:
        """Return the names of the rules that stand under a number in the edition being read.

        Of the newest text, a number that no named rule has any more is that of the newest edition where one had it.
        """
        if self._edition or number in self._names:
            return self._names.get(number, ())
        return _names_once_of(number)

    def texts(self, names: Iterable[str]) -> Mapping[str, tuple[Paragraph, ...]]:
        """Return the paragraphs of rules by their names, with one query; those that no edition has are left out.

        Asked for again, they are known.
        """
        rules = {name: rule.wording for name in names if (rule := self.get(name))}
        if unread := set(rules.values()) - self._texts.keys():
            rows = Wording.objects.filter(pk__in=unread).values_list("pk", "paragraphs")
            self._texts.update((key, from_json(body)) for key, body in rows)
        return {name: self._texts[key] for name, key in rules.items() if key in self._texts}

    def link(self, name: str) -> SafeString:
        """Return a rule as a link; as text with the edition that it is from, where the library does not have it."""
        if name not in self._links:
            self._links[name] = self._link(name)
        return self._links[name]

    def _link(self, name: str) -> SafeString:
        rule = self.get(name)
        if rule is None:
            source = f"{long_date(edition_of_name(name))} rules, not loaded"
            return format_html(
                '<span class="cite" title="{1}">{0}<span class="unseen"> (not loaded)</span></span>', name, source
            )
        return _link_to(rule)

    def links(self, names: Iterable[str]) -> SafeString:
        """Return rules as links in a row, each once."""
        return mark_safe(" ".join(map(self.link, dict.fromkeys(names))))  # noqa: S308 - made by format_html


def _link_to(rule: FoundRule) -> SafeString:
    source = f"as of {long_date(rule.date)}"
    return format_html(
        '<a class="cite" href="{}" title="{}" aria-label="rule {}">{}</a>',
        rule.address,
        f"{source}, {rule.absence}" if rule.absence else source,
        f"{rule.number}, {source}" if rule.absence else rule.number,
        rule.number,
    )


def absence_from(edition: EditionInfo) -> str:
    """Return what is said of an edition in which a rule was not found; what an excerpt leaves out is unknown."""
    known = edition.complete or has_all_rules(edition.stops_at)
    return f"not {'in' if known else 'loaded for'} the edition of {long_date(edition.date)}"


def citations_in(day: dt.date | None = None, loaded: Library | None = None) -> Citations:
    """Return every named rule as seen from an edition, without a query once the library has been read.

    Args:
        day: the effective date of the edition being read; None, or a day of which the library has no edition, for the
            newest text of everything.
        loaded: the editions that are loaded, where they are known; else they are asked for.
    """
    found = loaded or library()
    return _citations(found, day if day and found.on(day) else None)


def editions_with(names: Collection[str], loaded: Library) -> list[EditionInfo]:
    """Return the editions that have any of some named rules, the newest first, in one query."""
    having = set(CitedRule.objects.filter(cited__in=names).values_list("rule__edition_id", flat=True))
    return loaded.among(having)


# What was found is kept for as long as the library is the same: wordings never change.
_citations = lru_cache(maxsize=128)(Citations)


def _in_edition(edition: EditionInfo) -> Mapping[str, FoundRule]:
    """Return the named rules that an edition has, in one query."""
    rows = CitedRule.objects.filter(rule__edition_id=edition.id)
    return {
        name: FoundRule(name, number, edition, wording, pinned=True)
        for name, number, wording in rows.values_list("cited", "rule__number", "rule__wording_id")
    }


def _names_once_of(number: str) -> set[str]:
    """Return the names of the rules under a number, in the newest edition that has any there; in one query."""
    rows = CitedRule.objects.filter(rule__number=number).order_by("-rule__edition__date")
    found = list(rows.values_list("cited", "rule__edition_id"))
    return {name for name, edition in found if edition == found[0][1]}


@lru_cache(maxsize=4)
def _newest(loaded: Library) -> Mapping[str, FoundRule]:
    """Return the named rules, each in the newest edition that has it."""
    by_id = {edition.id: edition for edition in loaded.editions}
    rows = CitedRule.objects.order_by("rule__edition__date")
    places = {
        name: (number, edition, wording)
        for name, number, edition, wording in rows.values_list(
            "cited", "rule__number", "rule__edition_id", "rule__wording_id"
        )
        if edition in by_id
    }
    numbers = {number for number, _, _ in places.values()}
    bearing = dict(Rule.objects.filter(number__in=numbers).values_list("number").annotate(Max("edition__date")))
    return {
        name: FoundRule(
            name,
            number,
            by_id[edition],
            wording,
            pinned=bearing[number] != by_id[edition].date or by_id[edition] not in loaded.undated,
        )
        for name, (number, edition, wording) in places.items()
    }
