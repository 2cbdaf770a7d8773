"""Named rules as seen from the edition shown: their numbers, texts and links."""

import datetime as dt
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from django.db.models import Max
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from explorer.citations.names import edition_of_name, giving_words, says
from explorer.document.dates import long_date
from explorer.document.tree import Paragraph, from_json
from explorer.library.history.places import keys_at
from explorer.library.loaded import Library, library
from explorer.library.queries import EditionInfo
from explorer.models import CitedRule, Rule, Term, Wording
from explorer.web import addresses
from symbols.plain_text import plain_text


class NamedPlace(NamedTuple):
    number: str
    wording: int


@lru_cache(maxsize=4)
def places_in(loaded: Library) -> Mapping[int, Mapping[str, NamedPlace]]:
    """By edition id and name. One query."""
    found: dict[int, dict[str, NamedPlace]] = {edition.id: {} for edition in loaded.editions}
    rows = CitedRule.objects.values_list("rule__edition_id", "cited", "rule__number", "rule__wording_id")
    for edition, name, number, wording in rows.iterator():
        if edition in found:
            found[edition][name] = NamedPlace(number, wording)
    return found


@lru_cache(maxsize=4)
def newest_with_number(loaded: Library) -> Mapping[str, dt.date]:
    """For each number that a named rule ever had, the newest edition that has the number. One query more."""
    numbers = {place.number for places in places_in(loaded).values() for place in places.values()}
    return dict(Rule.objects.filter(number__in=numbers).values_list("number").annotate(Max("edition__date")))


def ancestors(names: Collection[str], edition: EditionInfo) -> Mapping[str, NamedPlace]:
    """Rules that an edition has in other words, found through their lineages, which excerpts don't have.

    Two queries, and one more for each further generation of merges and splits.
    """
    if not edition.has_all_rules or not names:
        return {}
    origins = {name: (name, edition_of_name(name)) for name in names}
    keys = keys_at(origins.values(), edition.date)
    numbers = {name: keys[origin] for name, origin in origins.items() if origin in keys}
    rows = Rule.objects.filter(edition_id=edition.id, number__in=set(numbers.values()))
    wordings = dict(rows.values_list("number", "wording_id")) if numbers else {}
    return {name: NamedPlace(number, wordings[number]) for name, number in numbers.items() if number in wordings}


_NUMBER: Final = re.compile(r"\b[1-9]\d\d\.\d+[a-z]?\b")


@dataclass(frozen=True, slots=True)
class FoundRule:
    """A named rule in an edition that has it.

    Attributes:
        name: its stable name.
        number: its number in that edition.
        wording: id of its text.
        pinned: whether its address must name the edition: it is the one shown, or a newer one has another rule
            there.
        missing_from: the edition shown, if it lacks the rule, so that this is another edition's.
        known_absent: whether an excerpt lacks it because the complete editions around it have no such rule either.
        then: for a rule that an excerpt leaves out, its number in the complete editions around; empty if they
            disagree.
        followed: where the edition shown words the rule to mean something else, the newest one, which answers
            follow.
    """

    name: str
    number: str
    edition: EditionInfo
    wording: int
    pinned: bool
    missing_from: EditionInfo | None = None
    known_absent: bool = False
    then: str = ""
    followed: "FoundRule | None" = None

    @property
    def absence(self) -> str:
        if self.followed:
            return f"worded differently in the {long_date(self.followed.date)} rules"
        return absence_from(self.missing_from, known_absent=self.known_absent) if self.missing_from else ""

    @property
    def is_left_out(self) -> bool:
        """Whether an excerpt is shown, and the rule may be in the part that isn't loaded."""
        return self.missing_from is not None and not _is_lacking(self.missing_from, known_absent=self.known_absent)

    @property
    def number_then(self) -> str:
        """The number to show beside `absence`; empty where an excerpt leaves that unknown."""
        return self.then if self.is_left_out else self.number

    @property
    def date(self) -> dt.date:
        return self.edition.date

    @property
    def address(self) -> str:
        return addresses.rule(self.number, self.date if self.pinned else None)


@dataclass(frozen=True, slots=True)
class FoundTerm:
    """A glossary entry of the edition shown that states what its numbered rules don't; `plain` is for comparison."""

    name: str
    address: str
    paragraphs: tuple[Paragraph, ...]
    plain: str


class NamedRules:
    """Named rules of the edition shown, by name and by number; `day` is None for the newest text of everything."""

    def __init__(self, loaded: Library, day: dt.date | None) -> None:
        self.loaded = loaded
        self.day = day
        self.edition = loaded.on(day) if day else None
        self._places = _last_places(loaded, [self.edition] if self.edition else loaded.editions)
        self._names: dict[str, set[str]] = {}
        for name, (_, place) in self._places.items():
            self._names.setdefault(place.number, set()).add(name)

    def number_of(self, name: str) -> str:
        """Empty where the edition doesn't have the rule."""
        return self._places[name][1].number if name in self._places else ""

    def names_of(self, number: str) -> Collection[str]:
        """Names of the rules under a number in the edition shown.

        For the newest text, a number without named rules counts as that of the newest edition where it had one.
        """
        if self.edition or number in self._names:
            return self._names.get(number, ())
        held = (places_in(self.loaded)[edition.id] for edition in self.loaded.newest_first)
        having = ({name for name, place in places.items() if place.number == number} for places in held)
        return next(filter(None, having), ())


class Citations(NamedRules):
    """Every named rule as seen from an edition.

    In the edition, it is the rule with the phrases of the data file; failing that, its ancestor there. A rule that the
    edition lacks is that of the newest edition with it; one that an excerpt leaves out, that of the nearest earlier
    edition, else of the nearest later one. Creating an instance queries everything but texts; call `read` for those
    that a page quotes.
    """

    def __init__(self, loaded: Library, day: dt.date | None) -> None:
        super().__init__(loaded, day)
        self._newest = _newest_rules(loaded)
        self._found = dict(self._in_edition(self.edition)) if self.edition else self._newest
        self._texts: dict[int, tuple[Paragraph, ...]] = {}
        self._links: dict[tuple[str, bool], SafeString] = {}

    def _in_edition(self, edition: EditionInfo) -> Iterator[tuple[str, FoundRule]]:
        lacked = {name: rule for name, rule in self._newest.items() if name not in self._places}
        later = {name for name, rule in lacked.items() if edition.date < rule.date}
        older, around = ancestors(later, edition), self._around(later, edition)
        elsewhere = self._newest if edition.has_all_rules else _nearest_rules(self.loaded, edition)
        for name, (_, place) in self._places.items():
            yield name, FoundRule(name, place.number, edition, place.wording, pinned=True)
        for name, newest in lacked.items():
            if name in older:
                number, wording = older[name]
                yield name, FoundRule(name, number, edition, wording, pinned=True, followed=newest)
            else:
                numbers = around.get(name, [""])
                then = numbers[0] if len({*numbers}) == 1 else ""
                known_absent = name in around and not any(numbers)
                cited = newest if known_absent else elsewhere[name]
                yield name, replace(cited, missing_from=edition, known_absent=known_absent, then=then)

    def _around(self, names: Collection[str], edition: EditionInfo) -> Mapping[str, Sequence[str]]:
        """Numbers of rules in the editions with all rules before and after an excerpt; nothing without a newer one."""
        whole = [one for one in self.loaded.editions if one.has_all_rules]
        after = next((one for one in whole if one.date > edition.date), None)
        before = next((one for one in reversed(whole) if one.date < edition.date), None)
        if edition.has_all_rules or after is None:
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
        """None where no edition has it."""
        return self._found.get(name)

    def newest(self, name: str) -> FoundRule | None:
        return self._newest.get(name)

    def elsewhere(self, name: str) -> FoundRule | None:
        """What is cited where the edition shown doesn't give a fact: what an excerpt leaves out, else the newest."""
        found = self.get(name)
        return found if found and found.is_left_out else self.newest(name)

    def read(self, names: Iterable[str]) -> None:
        """Load and cache rule texts, of the edition shown and of the newest, in one query."""
        rules = [rule for name in names for rule in (self.get(name), self.newest(name)) if rule]
        if unread := {rule.wording for rule in rules} - self._texts.keys():
            rows = Wording.objects.filter(pk__in=unread).values_list("pk", "paragraphs")
            self._texts.update((key, from_json(body)) for key, body in rows)

    def text_of(self, rule: FoundRule) -> tuple[Paragraph, ...]:
        return self._texts[rule.wording]

    def giving(self, name: str, fact: str) -> str:
        """Name of the rule by which the edition shown gives a fact; empty if none does.

        Where the fact has words (`giving_words`), the rule must have been loaded by `read`.
        """
        giving = giving_words(name, fact)
        found = name
        if giving:
            text = _plain(self.text_of(self._found[name])) if self.number_of(name) else ""
            found = name if any(words in text for words in giving.words) else giving.before
        return found if self.number_of(found) else ""

    def load_rule_giving(self, name: str, fact: str) -> str:
        """Like `giving`, but loads the rule itself, and falls back to `name`."""
        if self.day is None or not giving_words(name, fact):
            return name
        self.read([name])
        return self.giving(name, fact) or name

    def term_giving(self, name: str, fact: str = "") -> FoundTerm | None:
        """The glossary entry by which the edition shown gives a fact, if its numbered rules don't. May query."""
        if self.edition is None or not self.edition.complete or self.edition == self.loaded.newest:
            return None
        giving = giving_words(name, fact) if fact else None
        for term in self._glossary:
            if says(name, term.plain) and (not giving or any(words in term.plain for words in giving.words)):
                return term
        return self.term_giving(giving.before) if giving and giving.before else None

    @cached_property
    def _glossary(self) -> Sequence[FoundTerm]:
        rows = Term.objects.filter(edition__in=[self.edition.id] if self.edition else []).order_by("position")
        return [
            FoundTerm(name, addresses.term(slug, self.day), body, _plain(body))
            for name, slug, stored in rows.values_list("name", "slug", "wording__paragraphs")
            for body in [from_json(stored)]
        ]

    def cited(self, name: str) -> str:
        """Number of a rule in the edition shown, or in the one cited instead, which is named then."""
        number, found = self.number_of(name), self.get(name)
        if number or found is None:
            return number or name
        other = found.followed or found
        return f"{other.number} of {long_date(other.date)}"

    def renumbered(self, text: str) -> str:
        """Replace stable names in our own text by the numbers of the edition shown."""
        return _NUMBER.sub(lambda found: self.number_of(found[0]) or found[0], text) if self.day else text

    def link(self, name: str, *, elsewhere: bool = False) -> SafeString:
        """HTML link; text with the edition's date where the library doesn't have the rule."""
        if (name, elsewhere) not in self._links:
            self._links[name, elsewhere] = self._link(name, self.elsewhere(name) if elsewhere else self.get(name))
        return self._links[name, elsewhere]

    def _link(self, name: str, rule: FoundRule | None) -> SafeString:
        if rule is None:
            source = f"{long_date(edition_of_name(name))} rules, not loaded"
            return format_html(
                '<span class="cite" title="{1}">{0}<span class="unseen"> (not loaded)</span></span>', name, source
            )
        source = f"as of {long_date(rule.date)}"
        return format_html(
            '<a class="cite" href="{}" title="{}" aria-label="rule {}">{}</a>',
            rule.address,
            f"{source}, {rule.absence}" if rule.absence else source,
            f"{rule.number}, {source}" if rule.absence else rule.number,
            rule.number,
        )

    def links(self, names: Iterable[str]) -> SafeString:
        return _row_of_links(self, tuple(names))


def _plain(paragraphs: Sequence[Paragraph]) -> str:
    return plain_text("\n".join(each.text for each in paragraphs if each.kind != "example"))


@lru_cache(maxsize=2048)
def _row_of_links(citations: Citations, names: tuple[str, ...]) -> SafeString:
    """Cached, as most costs have the same few rows."""
    return mark_safe(" ".join(dict.fromkeys(map(citations.link, names))))  # noqa: S308 - made by format_html


def absence_from(edition: EditionInfo, *, known_absent: bool = False) -> str:
    """What to say of an edition in which a rule wasn't found.

    What an excerpt leaves out is unknown, unless the rule is `known_absent`. Early editions have rules in their
    glossaries, which aren't searched.
    """
    if _is_lacking(edition, known_absent=known_absent):
        return f"not in the numbered rules of {long_date(edition.date)}"
    return f"not loaded from the {long_date(edition.date)} rules"


def _is_lacking(edition: EditionInfo, *, known_absent: bool) -> bool:
    return known_absent or edition.has_all_rules


def named_rules(day: dt.date | None, loaded: Library) -> NamedRules:
    """Cached per library: no query after the first."""
    return _named_rules(loaded, day if day and loaded.on(day) else None)


def citations_in(day: dt.date | None = None, loaded: Library | None = None) -> Citations:
    """Named rules as seen from the edition of `day`, or else from the newest text. Cached per library."""
    found = loaded or library()
    return _citations(found, day if day and found.on(day) else None)


def editions_with(names: Collection[str], loaded: Library) -> list[EditionInfo]:
    places = places_in(loaded)
    return [edition for edition in loaded.newest_first if not places[edition.id].keys().isdisjoint(names)]


# Valid as long as the library is the same, since wordings never change.
_named_rules = lru_cache(maxsize=128)(NamedRules)
_citations = lru_cache(maxsize=128)(Citations)


@lru_cache(maxsize=4)
def _newest_rules(loaded: Library) -> Mapping[str, FoundRule]:
    return _last_rules(loaded, loaded.editions)


def _nearest_rules(loaded: Library, edition: EditionInfo) -> Mapping[str, FoundRule]:
    """Each rule in the nearest edition before an excerpt that has it, else in the nearest after it."""
    before = [one for one in loaded.editions if one.date < edition.date]
    after = [one for one in loaded.newest_first if one.date > edition.date]
    return _last_rules(loaded, [*after, *before])


def _last_rules(loaded: Library, editions: Sequence[EditionInfo]) -> Mapping[str, FoundRule]:
    """Each rule in the last of some editions that has it."""
    # If unpinned addresses show only one edition, no other can have the number there.
    newest = newest_with_number(loaded) if len(loaded.undated) > 1 else {}

    def is_pinned(number: str, edition: EditionInfo) -> bool:
        return edition not in loaded.undated or newest.get(number, edition.date) != edition.date

    return {
        name: FoundRule(name, place.number, edition, place.wording, pinned=is_pinned(place.number, edition))
        for name, (edition, place) in _last_places(loaded, editions).items()
    }


def _last_places(loaded: Library, editions: Iterable[EditionInfo]) -> Mapping[str, tuple[EditionInfo, NamedPlace]]:
    """By name: the last of some editions that has the rule, and its place there."""
    held = places_in(loaded)
    return {name: (edition, place) for edition in editions for name, place in held[edition.id].items()}
