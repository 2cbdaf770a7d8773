"""Search results for pages, and the choice of editions to search."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from textwrap import shorten
from typing import Literal

from django.utils.html import format_html
from django.utils.safestring import SafeString

from explorer.document.dates import long_date
from explorer.library.loaded import Library
from explorer.library.queries import EditionInfo, RuleText
from explorer.search import Hit, Query, Results, Scope, indexed_rules, search, sections_of, weights
from explorer.search.answers.found_answer import text_of
from explorer.search.index.book import BOOK
from explorer.web import addresses
from explorer.wording.wordings import without_italics
from symbols.rendering import Layer, render_text
from symbols.sentences import join_words

PAGE = 25
SNIPPET = 360
# This many stay in order of relevance; the rest are grouped by section.
BEST = 3
# Index entries to consider.
_MAX_RIVALS = 4
ALL: Literal["all"] = "all"


@dataclass(frozen=True, slots=True)
class ShownHit:
    """A search result.

    Attributes:
        number: empty for a glossary entry.
        title: number or name, without markup.
        under: the heading above, with its number.
        where: its edition, if that isn't obvious.
        html: the snippet.
        old: the newest rules may have another text.
        text: the full text without markup; empty if the snippet is complete.
        first: for a mere heading, number, URL and first words of the rule that explains it.
        indexed: the index name that matched; empty if the marks show why it matched.
        section: heading to show above this result, if the section changes here.
    """

    number: str
    name: SafeString
    title: str
    under: SafeString
    where: str
    address: str
    html: SafeString
    edition: date
    old: bool
    text: str = ""
    first: tuple[str, str, SafeString] | None = None
    indexed: str = ""
    section: str = ""


@dataclass(frozen=True, slots=True)
class SearchPlace:
    """A choice of where to search: `value` for URLs, `label` for users, `named` within a sentence."""

    value: str
    label: str
    named: str
    scope: Scope


NEWEST = SearchPlace("", "", "", None)
"""The newest rules, where no other editions are offered."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A page of results.

    Attributes:
        count: the total in words.
        notes: sentences on how the search differs from the query.
        closest: introduces the best results where none has every word, “The closest three, without “cup”:”; else empty.
        instead: the corrected query, if there were typos; else empty. `typos_in_words` has the words.
        page: from 1.
        pages: 0 without results.
        previous: URL of the previous page, if any; likewise `next`.
        named: where was searched, as in “12 places in all editions”.
        beyond: other editions may have more.
        lacks_answer: the full rules have, or may have, the rules that answer.
    """

    hits: Sequence[ShownHit]
    total: int
    count: str
    notes: Sequence[str]
    closest: str
    instead: str
    typos_in_words: str
    page: int
    pages: int
    previous: str
    next: str
    named: str
    beyond: bool
    lacks_answer: bool

    @property
    def said(self) -> str:
        meant = f"Results for {self.instead}. " if self.instead else ""
        return f"{meant}{'No sure answer. ' if self.closest else ''}{self.count}."

    @property
    def best(self) -> Sequence[ShownHit]:
        return self.hits[:BEST] if self.closest else self.hits

    @property
    def more(self) -> int:
        return self.total - len(self.best)

    @property
    def rest(self) -> Sequence[ShownHit]:
        return self.hits[BEST:] if self.closest else ()


def choices(loaded: Library) -> list[SearchPlace]:
    """Where to search: the newest rules, all editions, and each of them, newest first."""
    editions = loaded.editions
    whole = bool(editions) and editions[-1].complete
    if whole:
        day = long_date(editions[-1].date)
        newest = SearchPlace("", f"Newest rules ({day})", f"{day} rules", None)
    else:
        newest = SearchPlace("", "Newest wording of each loaded rule", "newest wording of each loaded rule", None)
    past = [edition_choice(edition) for edition in reversed(editions[:-1] if whole else editions)]
    return [newest, SearchPlace(ALL, "All editions", "all editions", ALL), *past]


def edition_choice(edition: EditionInfo) -> SearchPlace:
    day = long_date(edition.date)
    if edition.has_all_rules:
        return SearchPlace(edition.iso, day, f"{day} rules", edition)
    return SearchPlace(edition.iso, f"{day} (excerpt)", f"{day} rules (excerpt)", edition)


def chosen(choices: Sequence[SearchPlace], typed: str, loaded: Library) -> SearchPlace:
    """The choice that a URL names. The newest edition may also be named by its date.

    Raises:
        BadRequest: there is no such edition.
    """
    for choice in choices:
        if choice.value == typed:
            return choice
    loaded.requested_edition(typed)
    return choices[0]


@dataclass(frozen=True, slots=True)
class ReadResults:
    """Results of a search.

    Attributes:
        where: where they are from; all editions if the newest rules have none.
        titles: titles of their sections by number.
        lacks_answer: the index has the query, but none of its rules is loaded.
        may_lack: only excerpts are loaded, and the index doesn't have any of their rules for the query.
    """

    found: Results
    where: SearchPlace
    titles: Mapping[str, str]
    lacks_answer: bool
    may_lack: bool


def find(typed: str, where: SearchPlace, loaded: Library, page: int = 1) -> ReadResults:
    """Search; without results in the newest rules, in all editions. `page` is from 1, at most the last one."""
    found = search(typed, where.scope, limit=PAGE, offset=(page - 1) * PAGE, loaded=loaded, or_earlier=True)
    if found.earlier:
        where = SearchPlace(ALL, "", "older editions", ALL)
    # Older rules may have other sections under these numbers.
    rest = [hit.number for hit in _by_section(found.hits)[BEST:] if hit.number] if where.scope is None else []
    titles = {one.name: one.title for one in sections_of(rest, loaded)} if rest else {}
    answers = _indexed(typed, found, loaded)
    return ReadResults(found, where, titles, answers is False, may_lack=not loaded.has_complete and not answers)


def show_results(
    read: ReadResults,
    typed: str,
    loaded: Library,
    *,
    words: bool = False,
    answered: bool = False,
    shown_above: Collection[str] = (),
) -> Shown:
    """Prepare results for a page.

    Args:
        words: URLs must ask for a text search (see `explorer.web.addresses.search`).
        answered: there is an answer above.
        shown_above: names of results that the answer above shows (see `explorer.search.Hit.name`); omitted here.
    """
    found, where = read.found, read.where
    notes = ["Not in the newest rules. These are older."] if found.earlier else []
    if found.unquoted and found.total:
        notes.append("No rule has the quoted words in that order.")
    notes += [f"The rules say “{rules}” for “{players}”." for players, rules in found.said]
    on_excerpts = _on_excerpts(read)
    is_loose = found.loosened and not on_excerpts
    has_few = is_loose and len(Query.read(typed).pieces) < 2
    if has_few:
        notes.append(f"No result has “{typed.strip()}”. These may answer it.")
    notes += on_excerpts
    pages = -(-found.total // PAGE)
    page = found.offset // PAGE + 1
    near = [
        addresses.search(typed, where.value, other, words=words) if 1 <= other <= pages else ""
        for other in (page - 1, page + 1)
    ]
    others = [hit for hit in found.hits if hit.name not in shown_above]
    hits = shown(_by_section(others), where.scope, loaded, shown_above)
    fewer = len(found.hits) - len(others)
    return Shown(
        hits=_in_sections(hits, read.titles) if where.scope is None else hits,
        total=found.total,
        count=count(found.total - fewer, "more " if fewer else ""),
        notes=notes,
        closest=_closest(found) if is_loose and not has_few and not answered and page == 1 else "",
        instead="" if found.said else found.instead,
        typos_in_words=join_words([f"“{word}”" for word, _ in found.typos], "or"),
        page=page,
        pages=pages,
        previous=near[0],
        next=near[1],
        named=where.named,
        beyond=where.scope != ALL,
        lacks_answer=bool(on_excerpts),
    )


def _closest(found: Results) -> str:
    number = {1: "", 2: " two"}.get(found.total, " three")
    lacking = join_words([f"“{word}”" for word in dict.fromkeys(found.unknown)], "and")
    return f"The closest{number}{f', without {lacking}' if lacking else ''}:"


def _on_excerpts(read: ReadResults) -> list[str]:
    """Sentences on what excerpts may lack; none if they have the answer, or complete rules are loaded."""
    found = read.found
    if read.lacks_answer:
        return ["Only excerpts are loaded, and they don’t have the rules that answer this."]
    if not read.may_lack or not found.total:
        return []
    if found.lacking:
        lacking = join_words([f"“{word}”" for word in found.lacking], "or")
        return [f"Only excerpts are loaded, without {lacking}.", "The full rules may answer this."]
    return ["Only excerpts are loaded, and none has every word.", "The full rules may."] if found.loosened else []


def _indexed(typed: str, found: Results, loaded: Library) -> bool | None:
    """Whether the excerpts have a rule that the index gives for the query; None if unsure."""
    entries = [] if loaded.has_complete else BOOK.find(typed, _MAX_RIVALS)
    likely = [one for one in entries if one.fit >= max(weights.SURE, entries[0].fit - weights.RIVAL_GAP)]
    there = indexed_rules(loaded) if likely else frozenset()
    # Excerpts may number rules differently than the index.
    rules = {one.entry.name: one.entry.rules for one in found.entries}
    loads = [not there.isdisjoint(rules.get(one.entry.name, ())) for one in likely]
    return loads[0] if loads and (loads[0] or not any(loads)) else None


def count(total: int, more: str = "") -> str:
    """A number of results in words; `more` is "more " if others are shown above."""
    if not total:
        return f"No {more}results"
    return f"{total:,} {more}{'result' if total == 1 else 'results'}"


def shown(hits: Sequence[Hit], scope: Scope, loaded: Library, shown_above: Collection[str] = ()) -> list[ShownHit]:
    """Prepare hits for a page; `shown_above` as in `show_results`."""
    excerpts = {edition.date for edition in loaded.excerpts}
    return [
        _show(hit, scope, loaded.newest, " (excerpt)" if hit.edition in excerpts else "", shown_above) for hit in hits
    ]


def shown_rules(rules: Sequence[RuleText], loaded: Library) -> list[ShownHit]:
    out: list[ShownHit] = []
    for rule in rules:
        scope = None if rule.edition in loaded.undated else ALL
        out += shown(
            [Hit(rule.number, "", rule.heading, "", rule.edition.date, rule.text, (), body=rule.paragraphs)],
            scope,
            loaded,
        )
    return out


def _by_section(hits: Sequence[Hit]) -> list[Hit]:
    """Keep the best results first, and group the rest by section, in the order of their best."""
    places: dict[str, int] = {}
    for place, hit in enumerate(hits):
        places.setdefault(hit.number.partition(".")[0], place)
    rest = sorted(hits[BEST:], key=lambda hit: places[hit.number.partition(".")[0]])
    return [*hits[:BEST], *rest]


def _in_sections(hits: Sequence[ShownHit], titles: Mapping[str, str]) -> Sequence[ShownHit]:
    """Add section headings to the results after the best, if any of those is a rule."""
    if not any(hit.number for hit in hits[BEST:]):
        return hits
    out = list(hits[:BEST])
    last = ""
    for hit in hits[BEST:]:
        section = hit.number.partition(".")[0]
        title = titles.get(section, "")
        name = f"{section} {title}" if title else "" if section else "Glossary"
        under = SafeString("") if hit.under == name else hit.under
        out.append(replace(hit, under=under, section=name if name != last else ""))
        last = name
    return out


def _show(hit: Hit, scope: Scope, newest: EditionInfo | None, extent: str, shown_above: Collection[str]) -> ShownHit:
    current = newest is not None and hit.edition == newest.date
    # With only excerpts, each result may be of another edition.
    undated = isinstance(scope, EditionInfo) or (current and newest is not None and newest.complete)
    dated = "" if undated else f"{long_date(hit.edition)}{extent}"
    # A URL without an edition leads to the newest text.
    pin = None if scope is None or current else hit.edition
    text, marks = _snippet(hit)
    whole = "\n".join(paragraph.text for paragraph in hit.body) or hit.paragraph or hit.heading
    return ShownHit(
        number=hit.number,
        name=_rendered(hit.heading, hit.edition, hit.heading_marks),
        title=hit.number or without_italics(hit.heading),
        under=_heading_above(hit),
        where=dated,
        address=addresses.rule(hit.number, pin) if hit.number else addresses.term(hit.slug, pin),
        html=_rendered(text, hit.edition, marks),
        edition=hit.edition,
        old=not current,
        text="" if whole == text and not hit.heading else without_italics(whole),
        first=None if text else _first_under(hit, pin, shown_above),
        indexed=hit.indexed,
    )


def _heading_above(hit: Hit) -> SafeString:
    heading = _rendered(hit.above, hit.edition, () if hit.marks else hit.above_marks)
    return format_html("{} {}", hit.above_number, heading) if heading else heading


def _first_under(hit: Hit, pin: date | None, shown_above: Collection[str]) -> tuple[str, str, SafeString] | None:
    """Number, URL and text of the rule that explains a mere heading; None if it is shown above."""
    found = text_of(hit)
    if found is None or found.key in shown_above or found.key == hit.number:
        return None
    words = without_italics(found.paragraphs[0].text)
    return (
        found.key,
        addresses.rule(found.key, pin),
        render_text(shorten(words, SNIPPET, placeholder=" …"), hit.edition),
    )


def _rendered(text: str, edition: date, marks: Sequence[tuple[int, int]]) -> SafeString:
    return render_text(text, edition, [Layer(start, end, "mark") for start, end in marks])


def _snippet(hit: Hit) -> tuple[str, Sequence[tuple[int, int]]]:
    text = "" if hit.paragraph == hit.heading else hit.paragraph
    if len(text) <= SNIPPET:
        return text, hit.marks if text else ()
    first = hit.marks[0][0] if hit.marks else 0
    start = max(0, min(first - SNIPPET // 3, len(text) - SNIPPET))
    start = text.rfind(" ", 0, start) + 1 if start else 0
    end = text.rfind(" ", start, start + SNIPPET)
    end = end if end > first else len(text)
    lead = "… " if start else ""
    shift = len(lead) - start
    marks = [(a + shift, b + shift) for a, b in hit.marks if start <= a and b <= end]
    return lead + text[start:end] + (" …" if end < len(text) else ""), marks
