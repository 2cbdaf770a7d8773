"""Citations of a page: each named rule's place, as seen from the edition being read."""

import datetime as dt
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from explorer.citations.names import edition_of_name, giving_words
from explorer.citations.places import NamedPlace, ancestors, newest_bearers, places_in
from explorer.document.dates import long_date
from explorer.document.extent import has_all_rules
from explorer.document.tree import Paragraph, from_json
from explorer.library.loaded import Library, library
from explorer.library.queries import EditionInfo
from explorer.models import Wording
from explorer.web import addresses
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
        unborn: whether an excerpt lacks it because the whole editions around that have no such rule either.
        then: where an excerpt leaves it out, its number in all whole editions around that; empty where they disagree.
        followed: where the edition being read has the rule in words that say something else, the rule in the newest
            edition that says it: that is the one an answer follows.
    """

    name: str
    number: str
    edition: EditionInfo
    wording: int
    pinned: bool
    sought: EditionInfo | None = None
    unborn: bool = False
    then: str = ""
    followed: "FoundRule | None" = None

    @property
    def absence(self) -> str:
        """Note on the edition being read, where it doesn't say the rule as answers do; empty where it does."""
        if self.followed:
            return f"worded differently in the {long_date(self.followed.date)} rules"
        return absence_from(self.sought, unborn=self.unborn) if self.sought else ""

    @property
    def is_left_out(self) -> bool:
        """Whether an excerpt is being read, which may have had the rule in what isn’t loaded."""
        return self.sought is not None and not _is_lacking(self.sought, unborn=self.unborn)

    @property
    def number_then(self) -> str:
        """Number to be named beside the absence: never the newest one of what is left out; empty where unknown."""
        return self.then if self.is_left_out else self.number

    @property
    def date(self) -> dt.date:
        """Effective date of the edition."""
        return self.edition.date

    @property
    def address(self) -> str:
        """Address of its page."""
        return addresses.rule(self.number, self.date if self.pinned else None)


class NamedRules:
    """Named rules of the edition being read, by name and by number.

    Attributes:
        loaded: the editions that are loaded.
        day: the effective date of the edition being read; None for the newest text of everything.
    """

    def __init__(self, loaded: Library, day: dt.date | None) -> None:
        self.loaded = loaded
        self.day = day
        self.edition = loaded.on(day) if day else None
        self._places = _places(loaded, self.edition)
        self._names: dict[str, set[str]] = {}
        for name, (_, place) in self._places.items():
            self._names.setdefault(place.number, set()).add(name)

    def number_of(self, name: str) -> str:
        """Return the number of a rule in the edition being read; empty where that does not have it."""
        return self._places[name][1].number if name in self._places else ""

    def names_of(self, number: str) -> Collection[str]:
        """Return the names of the rules that stand under a number in the edition being read.

        Of the newest text, a number that no named rule has any more is that of the newest edition where one had it.
        """
        if self.edition or number in self._names:
            return self._names.get(number, ())
        held = (places_in(self.loaded)[edition.id] for edition in self.loaded.newest_first)
        having = ({name for name, place in places.items() if place.number == number} for places in held)
        return next(filter(None, having), ())


class Citations(NamedRules):
    """Every named rule as seen from an edition: there, else in the newest edition that has it.

    In an edition, it is the rule with its words, which is its ancestor in all but a few cases; else the ancestor, which
    says something else. Making one asks the library for everything but the texts; those that a page quotes are
    read together (`read`) before it is shaped.
    """

    def __init__(self, loaded: Library, day: dt.date | None) -> None:
        super().__init__(loaded, day)
        self._newest = _newest(loaded)
        self._found = dict(self._in_edition(self.edition)) if self.edition else self._newest
        self._texts: dict[int, tuple[Paragraph, ...]] = {}
        self._links: dict[tuple[str, bool], SafeString] = {}

    def _in_edition(self, edition: EditionInfo) -> Iterator[tuple[str, FoundRule]]:
        """Yield each named rule as seen from an edition."""
        lacked = {name: rule for name, rule in self._newest.items() if name not in self._places}
        sought = {name for name, rule in lacked.items() if edition.date < rule.date}
        older, around = ancestors(sought, edition), self._around(sought, edition)
        for name, (_, place) in self._places.items():
            yield name, FoundRule(name, place.number, edition, place.wording, pinned=True)
        for name, newest in lacked.items():
            if name in older:
                number, wording = older[name]
                yield name, FoundRule(name, number, edition, wording, pinned=True, followed=newest)
            else:
                numbers = around.get(name, [""])
                then = numbers[0] if len({*numbers}) == 1 else ""
                yield name, replace(newest, sought=edition, unborn=name in around and not any(numbers), then=then)

    def _around(self, names: Collection[str], edition: EditionInfo) -> Mapping[str, Sequence[str]]:
        """Return the numbers that some named rules have in the whole editions around an excerpt, empty for none.

        Without a newer one nothing is known; without an older one, the newer one has to do.
        """
        whole = [one for one in self.loaded.editions if one.complete]
        after = next((one for one in whole if one.date > edition.date), None)
        before = next((one for one in reversed(whole) if one.date < edition.date), None)
        if edition.complete or after is None:
            return {}
        found: dict[str, list[str]] = {name: [] for name in names}
        for one in filter(None, (before, after)):
            places = places_in(self.loaded)[one.id]
            older = ancestors({name for name in names if name not in places}, one)
            for name, numbers in found.items():
                place = places.get(name) or older.get(name)
                numbers.append(place.number if place else "")
        return found

    def get(self, name: str) -> FoundRule | None:
        """Return the rule of a name; None where no edition of the library has it."""
        return self._found.get(name)

    def newest(self, name: str) -> FoundRule | None:
        """Return the rule of a name in the newest edition that has it; None where no edition of the library has it."""
        return self._newest.get(name)

    def read(self, names: Iterable[str]) -> None:
        """Read the texts of rules, as seen from the edition and the newest ones, with one query; then they are kept."""
        rules = [rule for name in names for rule in (self.get(name), self.newest(name)) if rule]
        if unread := {rule.wording for rule in rules} - self._texts.keys():
            rows = Wording.objects.filter(pk__in=unread).values_list("pk", "paragraphs")
            self._texts.update((key, from_json(body)) for key, body in rows)

    def text_of(self, rule: FoundRule) -> tuple[Paragraph, ...]:
        """Return the paragraphs of a found rule, whose name has been read.

        Raises:
            KeyError: it has not.
        """
        return self._texts[rule.wording]

    def giving(self, name: str, fact: str) -> str:
        """Return the name of the rule by which the edition being read gives a fact that cites a rule; empty for none.

        Where the fact has words (`giving_words`), the text of the rule has been read.
        """
        giving = giving_words(name, fact)
        found = name
        if giving:
            text = self._words_of(self._found[name]) if self.number_of(name) else ""
            found = name if any(words in text for words in giving.words) else giving.before
        return found if self.number_of(found) else ""

    def as_given(self, name: str, fact: str) -> str:
        """Return the name of the rule by which the edition being read gives a fact, as `giving`; else the name itself.

        The text of a rule whose fact has words is read.
        """
        if self.day is None or not giving_words(name, fact):
            return name
        self.read([name])
        return self.giving(name, fact) or name

    def _words_of(self, rule: FoundRule) -> str:
        """Return the words of a rule that has been read, without examples: those may repeat another rule."""
        return plain_text("\n".join(each.text for each in self.text_of(rule) if each.kind != "example"))

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
        return _row_of_links(self, tuple(names))


@lru_cache(maxsize=2048)
def _row_of_links(citations: Citations, names: tuple[str, ...]) -> SafeString:
    """Return the same few rows, which most costs have, without making them again."""
    return mark_safe(" ".join(dict.fromkeys(map(citations.link, names))))  # noqa: S308 - made by format_html


def _link_to(rule: FoundRule) -> SafeString:
    source = f"as of {long_date(rule.date)}"
    return format_html(
        '<a class="cite" href="{}" title="{}" aria-label="rule {}">{}</a>',
        rule.address,
        f"{source}, {rule.absence}" if rule.absence else source,
        f"{rule.number}, {source}" if rule.absence else rule.number,
        rule.number,
    )


def absence_from(edition: EditionInfo, *, unborn: bool = False) -> str:
    """Return what is said of an edition in which a rule was not found.

    What an excerpt leaves out is unknown, unless the rule is known to be `unborn` then. The glossaries of early
    editions have rules of their own, which are not looked through.
    """
    if _is_lacking(edition, unborn=unborn):
        return f"not in the numbered rules of {long_date(edition.date)}"
    return f"not loaded from the {long_date(edition.date)} rules"


def _is_lacking(edition: EditionInfo, *, unborn: bool) -> bool:
    return unborn or edition.complete or has_all_rules(edition.stops_at)


def named_rules(day: dt.date | None, loaded: Library) -> NamedRules:
    """Return the named rules of an edition, or of the newest text, without a query once the library has been read."""
    return _named_rules(loaded, day if day and loaded.on(day) else None)


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
    """Return the editions that have any of some named rules, the newest first."""
    places = places_in(loaded)
    return [edition for edition in loaded.newest_first if not places[edition.id].keys().isdisjoint(names)]


# What was found is kept for as long as the library is the same: wordings never change.
_named_rules = lru_cache(maxsize=128)(NamedRules)
_citations = lru_cache(maxsize=128)(Citations)


@lru_cache(maxsize=4)
def _newest(loaded: Library) -> Mapping[str, FoundRule]:
    """Return the named rules, each in the newest edition that has it."""
    # Where addresses without a date show one edition alone, nobody else can bear a number there.
    bearers = newest_bearers(loaded) if len(loaded.undated) > 1 else {}

    def is_pinned(number: str, edition: EditionInfo) -> bool:
        return edition not in loaded.undated or bearers.get(number, edition.date) != edition.date

    return {
        name: FoundRule(name, place.number, edition, place.wording, pinned=is_pinned(place.number, edition))
        for name, (edition, place) in _places(loaded, None).items()
    }


def _places(loaded: Library, edition: EditionInfo | None) -> Mapping[str, tuple[EditionInfo, NamedPlace]]:
    """Return where an edition has each named rule; without one, where the newest does that has it."""
    held = places_in(loaded)
    read = (edition,) if edition else loaded.editions
    return {name: (one, place) for one in read for name, place in held[one.id].items()}
