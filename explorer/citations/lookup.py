"""Citations of a page: each named rule's place, as seen from the edition being read."""

import datetime as dt
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Final

from django.db.models import Max
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from explorer import addresses
from explorer.citations.names import NAMES, edition_of_name, gives, is_later
from explorer.document.dates import long_date
from explorer.document.extent import has_all_rules
from explorer.document.tree import Paragraph, from_json
from explorer.library.history.places import keys_at
from explorer.library.loaded import Library, library
from explorer.library.queries import EditionInfo
from explorer.models import CitedRule, Rule, Wording
from symbols.plain_text import plain_text

_NUMBER: Final = re.compile(r"\b[1-9]\d\d\.\d+[a-z]?\b")


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
        followed: where the edition being read has the rule in words that say something else, the rule in the newest
            edition that says it: that is the one an answer follows.
    """

    name: str
    number: str
    edition: EditionInfo
    wording: int
    pinned: bool
    sought: EditionInfo | None = None
    followed: "FoundRule | None" = None

    @property
    def absence(self) -> str:
        """Note on the edition being read, where it doesn't say the rule as answers do; empty where it does."""
        if self.followed:
            return f"worded differently in the {long_date(self.followed.date)} rules"
        return absence_from(self.sought) if self.sought else ""

    @property
    def date(self) -> dt.date:
        """Effective date of the edition."""
        return self.edition.date

    @property
    def address(self) -> str:
        """Address of its page."""
        return addresses.rule(self.number, self.date if self.pinned else None)


class Citations:
    """Every named rule as seen from an edition: there, else in the newest edition that has it.

    In an edition, it is the rule with its words, which is its ancestor in all but a few cases; else the ancestor, which
    says something else.

    Attributes:
        loaded: the editions that are loaded.
        day: the effective date of the edition being read; None for the newest text of everything.
    """

    def __init__(self, loaded: Library, day: dt.date | None) -> None:
        self.loaded = loaded
        self.day = day
        self._edition = loaded.on(day) if day else None
        self._own = _in_edition(self._edition) if self._edition else _newest(loaded)
        self._names: dict[str, set[str]] = {}
        for name, rule in self._own.items():
            self._names.setdefault(rule.number, set()).add(name)
        self._texts: dict[int, tuple[Paragraph, ...]] = {}
        self._links: dict[tuple[str, bool], SafeString] = {}

    def get(self, name: str) -> FoundRule | None:
        """Return the rule of a name; None where no edition of the library has it."""
        if name in self._own:
            return self._own[name]
        newest = self.newest(name)
        if newest and self._edition and self._edition.date < newest.date and name in self._reworded:
            return replace(self._reworded[name], followed=newest)
        return replace(newest, sought=self._edition) if newest else None

    @cached_property
    def _reworded(self) -> Mapping[str, FoundRule]:
        """Ancestors in other words than those looked for. Asked of the library when a rule is not found."""
        if self._edition is None:
            return {}
        return {rule.name: rule for rule in _ancestors(NAMES - self._own.keys(), self._edition)}

    def newest(self, name: str) -> FoundRule | None:
        """Return the rule of a name in the newest edition that has it; None where no edition of the library has it."""
        return _newest(self.loaded).get(name)

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
        rules = {name: rule for name in names if (rule := self.get(name))}
        found = self.texts_of(rules.values())
        return {name: found[rule.wording] for name, rule in rules.items() if rule.wording in found}

    def texts_of(self, rules: Iterable[FoundRule]) -> Mapping[int, tuple[Paragraph, ...]]:
        """Return the paragraphs of found rules, by the rows of their texts, with one query; then they are known."""
        if unread := {rule.wording for rule in rules} - self._texts.keys():
            rows = Wording.objects.filter(pk__in=unread).values_list("pk", "paragraphs")
            self._texts.update((key, from_json(body)) for key, body in rows)
        return self._texts

    def gives(self, name: str, fact: str) -> bool:
        """Return whether the edition being read has a rule, and its words give a fact that cites it."""
        if not self.number_of(name):
            return False
        if self._edition == self.loaded.newest or not is_later(name, fact):
            return True
        body = self.texts([name]).get(name, ())
        return gives(name, plain_text("\n".join(each.text for each in body)))

    def renumbered(self, text: str) -> str:
        """Return a text of ours with the numbers that the edition being read gives the rules that it names."""
        return _NUMBER.sub(lambda found: self.number_of(found[0]) or found[0], text) if self.day else text

    def link(self, name: str, *, newest: bool = False) -> SafeString:
        """Return a rule as a link; as text with the edition that it is from, where the library does not have it.

        Args:
            name: its stable name.
            newest: whether it is linked in the newest edition that has it, even where the one being read does.
        """
        if (name, newest) not in self._links:
            self._links[name, newest] = self._link(name, self.newest(name) if newest else self.get(name))
        return self._links[name, newest]

    def _link(self, name: str, rule: FoundRule | None) -> SafeString:
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
    return f"not {'in' if known else 'loaded from'} the {long_date(edition.date)} rules"


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
    """Return the named rules that an edition says, found by its words."""
    rows = CitedRule.objects.filter(rule__edition_id=edition.id)
    return {
        name: FoundRule(name, number, edition, wording, pinned=True)
        for name, number, wording in rows.values_list("cited", "rule__number", "rule__wording_id")
    }


def _ancestors(names: Collection[str], edition: EditionInfo) -> Iterator[FoundRule]:
    """Yield the rules that an edition has in other words, followed there through their lineages.

    Args:
        names: the stable names of the rules.
        edition: the edition; an excerpt has no lineages.
    """
    if not edition.complete:
        return
    places = {name: (name, edition_of_name(name)) for name in names}
    keys = keys_at(places.values(), edition.date)
    numbers = {name: keys[place] for name, place in places.items() if place in keys}
    if numbers:
        rows = Rule.objects.filter(edition_id=edition.id, number__in=set(numbers.values()))
        wordings = dict(rows.values_list("number", "wording_id"))
        for name, number in numbers.items():
            if number in wordings:
                yield FoundRule(name, number, edition, wordings[number], pinned=True)


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
