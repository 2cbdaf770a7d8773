"""What a page asks: where the rules that it cites are, as seen from the edition being read."""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from django.db.models import Max
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from explorer import addresses
from explorer.citations.names import edition_of_name
from explorer.document.dates import long_date
from explorer.document.tree import Paragraph, from_json
from explorer.library.loaded import Library, library
from explorer.library.queries import EditionInfo
from explorer.models import CitedRule, Rule, Wording


@dataclass(frozen=True, slots=True)
class FoundRule:
    """A named rule where an edition has it.

    Attributes:
        name: its stable name.
        number: its number there.
        edition: the edition.
        wording: the row of its text.
        pinned: whether its address must name the edition: that is being read, or a newer one has another rule there.
        newer: whether the edition being read does not have it, so that this is the newest one that has.
    """

    name: str
    number: str
    edition: EditionInfo
    wording: int
    pinned: bool
    newer: bool = False

    @property
    def date(self) -> dt.date:
        """The edition's effective date."""
        return self.edition.date

    @property
    def address(self) -> str:
        """The address of its page."""
        return addresses.rule(self.number, self.date if self.pinned else None)


class Citations:
    """Every named rule as seen from an edition: there, else in the newest edition that has it.

    Attributes:
        loaded: the editions that are loaded.
        day: the effective date of the edition being read; None for the newest text of everything.
    """

    def __init__(self, loaded: Library, day: dt.date | None, found: Mapping[str, FoundRule]) -> None:
        self.loaded = loaded
        self.day = day
        self._found = found
        self._names: dict[str, set[str]] = {}
        for name, rule in found.items():
            if not rule.newer:
                self._names.setdefault(rule.number, set()).add(name)

    def get(self, name: str) -> FoundRule | None:
        """Return the rule of a name; None where no edition of the library has it."""
        return self._found.get(name)

    def number_of(self, name: str) -> str:
        """Return the number of a rule in the edition being read; empty where that does not have it."""
        rule = self._found.get(name)
        return rule.number if rule and not rule.newer else ""

    def names_of(self, number: str) -> frozenset[str]:
        """Return the names of the rules that stand under a number in the edition being read."""
        return frozenset(self._names.get(number, ()))

    def texts(self, names: Iterable[str]) -> Mapping[str, tuple[Paragraph, ...]]:
        """Return the paragraphs of rules by their names, with one query; those that no edition has are left out."""
        rules = [rule for rule in map(self._found.get, dict.fromkeys(names)) if rule]
        rows = Wording.objects.filter(pk__in={rule.wording for rule in rules}) if rules else Wording.objects.none()
        bodies = dict(rows.values_list("pk", "paragraphs"))
        return {rule.name: from_json(bodies[rule.wording]) for rule in rules if rule.wording in bodies}

    def link(self, name: str) -> SafeString:
        """Return a rule as a link; as text with the edition that it is from, where the library does not have it."""
        rule = self._found.get(name)
        if rule is None:
            source = f"{long_date(edition_of_name(name))} rules, not loaded"
            return format_html(
                '<span class="cite" title="{1}">{0}<span class="unseen"> ({1})</span></span>', name, source
            )
        return link_to(rule.number, rule.address, rule.date, self.day if rule.newer else None)

    def links(self, names: Iterable[str]) -> SafeString:
        """Return rules as links in a row, each once."""
        return mark_safe(" ".join(map(self.link, dict.fromkeys(names))))  # noqa: S308 - made by format_html


def link_to(number: str, address: str, day: dt.date, lacking: dt.date | None = None) -> SafeString:
    """Return a rule as a link.

    Args:
        number: its number.
        address: its page.
        day: the effective date of the edition that it leads to.
        lacking: that of the edition being read, where it does not have the rule.
    """
    source = f"as of {long_date(day)}"
    return format_html(
        '<a class="cite" href="{}" title="{}" aria-label="rule {}">{}</a>',
        address,
        f"{source}, not in the edition of {long_date(lacking)}" if lacking else source,
        f"{number}, {source}" if lacking else number,
        number,
    )


def citations_in(day: dt.date | None = None, loaded: Library | None = None) -> Citations:
    """Return every named rule as seen from an edition, without a query once the library has been read.

    Args:
        day: the effective date of the edition being read; None, or a day of which the library has no edition, for the
            newest text of everything.
        loaded: the editions that are loaded, where they are known; else they are asked for.
    """
    return _citations(loaded or library(), day)


# What was found is kept for as long as the library is the same: wordings never change.
@lru_cache(maxsize=128)
def _citations(loaded: Library, day: dt.date | None) -> Citations:
    edition = loaded.on(day) if day else None
    newest = _newest(loaded)
    if edition is None:
        return Citations(loaded, None, newest)
    here = CitedRule.objects.filter(rule__edition_id=edition.id)
    own = {
        name: FoundRule(name, number, edition, wording, pinned=True)
        for name, number, wording in here.values_list("cited", "rule__number", "rule__wording_id")
    }
    others = {
        name: FoundRule(name, rule.number, rule.edition, rule.wording, rule.pinned, newer=True)
        for name, rule in newest.items()
        if name not in own
    }
    return Citations(loaded, day, own | others)


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
        name: FoundRule(name, number, by_id[edition], wording, pinned=bearing[number] != by_id[edition].date)
        for name, (number, edition, wording) in places.items()
    }
