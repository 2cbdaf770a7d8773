"""Search results made ready for pages, and the choice of editions to search."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from textwrap import shorten
from typing import Literal

from django.utils.safestring import SafeString

from explorer.document.dates import long_date
from explorer.library.loaded import Library
from explorer.library.queries import EditionInfo, RuleText
from explorer.search import Hit, Query, Results, Scope, indexed_rules, search, sections_of
from explorer.search.answers.one_answer import text_of
from explorer.search.index.book import BOOK
from explorer.search.rank.guide import SURE
from explorer.web import addresses
from explorer.wording.wordings import without_italics
from symbols.rendering import Layer, render_text
from symbols.sentences import join_words

PAGE = 25
SNIPPET = 360
# So many stand in the order of how well they fit.
BEST = 3
# So many entries of the index are looked at, and those that fit nearly as well as the best may be meant as well.
_RIVALS, _AS_WELL = 4, 0.1
ALL: Literal["all"] = "all"


@dataclass(frozen=True, slots=True)
class ShownHit:
    """Search result.

    Attributes:
        number: the rule's number; empty for a glossary entry.
        name: its heading, or the entry's name.
        title: both without markup.
        under: the heading above it.
        where: which text it is, where that has to be said.
        address: its page.
        html: the words around what was found.
        edition: the effective date of the edition that they are from.
        old: whether the newest rules may have another text there.
        text: all words of it, without markup; empty where the page shows just those.
        first: under a mere heading the rule that tells what it is, its number, address and first words; else None.
        indexed: the name in the index by which it was found; empty where the marks tell.
        section: the section of this result and those after it, above the first of each after the best; else empty.
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
    """Choice of where to search: `value` is for addresses, `label` for readers, `named` completes a sentence."""

    value: str
    label: str
    named: str
    scope: Scope


@dataclass(frozen=True, slots=True)
class Shown:
    """Everything that a page of results says.

    Attributes:
        hits: the results of this page.
        total: how many there are on all pages.
        count: the same in words.
        notes: sentences about how what was searched differs from what was asked.
        instead: what was searched, where a word was taken for a typo; else empty. Likewise `misprinted`, the words.
        page: which page this is, from 1, of `pages`.
        pages: how many there are; 0 when nothing was found.
        previous: where the page before is, or nothing; likewise `next`.
        named: where was searched, as in “12 places in all editions”.
        beyond: whether other editions may have more.
        lacks_answer: whether the full rules have, or may have, the rules that answer.
    """

    hits: Sequence[ShownHit]
    total: int
    count: str
    notes: Sequence[str]
    instead: str
    misprinted: str
    page: int
    pages: int
    previous: str
    next: str
    named: str
    beyond: bool
    lacks_answer: bool

    @property
    def said(self) -> str:
        """Words of a screen reader for it: one short sentence."""
        meant = f"Results for {self.instead}. " if self.instead else ""
        return f"{meant}{self.count}."


def choices(loaded: Library) -> list[SearchPlace]:
    """Return where one can search: today's rules, all editions, each of them, newest first."""
    editions = loaded.editions
    whole = bool(editions) and editions[-1].complete
    if whole:
        day = long_date(editions[-1].date)
        newest = SearchPlace("", f"Newest rules ({day})", f"{day} rules", None)
    else:
        newest = SearchPlace("", "Newest wording of each loaded rule", "newest wording of each loaded rule", None)
    past = [_edition_choice(edition) for edition in reversed(editions[:-1] if whole else editions)]
    return [newest, SearchPlace(ALL, "All editions", "all editions", ALL), *past]


def _edition_choice(edition: EditionInfo) -> SearchPlace:
    day = long_date(edition.date)
    if edition.complete:
        return SearchPlace(edition.iso, day, f"{day} rules", edition)
    return SearchPlace(edition.iso, f"{day} (excerpt)", f"{day} rules (excerpt)", edition)


def chosen(choices: Sequence[SearchPlace], asked: str, loaded: Library) -> SearchPlace:
    """Return the choice that an address names. The newest edition may be named by its date too.

    Raises:
        BadRequest: there is no such edition.
    """
    for choice in choices:
        if choice.value == asked:
            return choice
    loaded.asked(asked)
    return choices[0]


@dataclass(frozen=True, slots=True)
class ReadResults:
    """Results of a search, read from the library.

    Attributes:
        found: the results of one page, as search returned them.
        where: where they are from: what the newest rules don't have is looked for in all editions.
        titles: the titles of their sections, by number.
        lacks_answer: whether the index knows what was asked, and none of the rules that answer is loaded.
        may_lack: whether only excerpts are loaded, and the index names none of their rules for what was asked.
    """

    found: Results
    where: SearchPlace
    titles: Mapping[str, str]
    lacks_answer: bool
    may_lack: bool


def find(typed: str, where: SearchPlace, loaded: Library, page: int = 1) -> ReadResults:
    """Search.

    Args:
        typed: what somebody wants to find.
        where: the editions to search.
        loaded: the editions that are loaded.
        page: which page of the results; the last one when there are not so many.
    """
    found = search(typed, where.scope, limit=PAGE, offset=(page - 1) * PAGE, loaded=loaded, or_earlier=True)
    if found.earlier:
        where = SearchPlace(ALL, "", "older editions", ALL)
    # In older rules a section may be another one.
    rest = [hit.number for hit in _by_section(found.hits)[BEST:] if hit.number] if where.scope is None else []
    titles = {one.name: one.title for one in sections_of(rest, loaded)} if rest else {}
    answers = _indexed(typed, found, loaded)
    return ReadResults(found, where, titles, answers is False, may_lack=not loaded.has_complete and not answers)


def show_results(
    read: ReadResults, typed: str, loaded: Library, *, words: bool = False, shown_above: Collection[str] = ()
) -> Shown:
    """Return the results of a search ready for a page.

    Args:
        read: the results.
        typed: what was searched for.
        loaded: the editions that are loaded.
        words: whether addresses must say that the text is searched for (see `explorer.web.addresses.search`).
        shown_above: the results that an answer above them shows (see `explorer.search.Hit.name`): not shown again.
    """
    found, where = read.found, read.where
    notes = ["Not in the newest rules. These are older."] if found.earlier else []
    notes += [f"The rules say “{rules}” for “{players}”." for players, rules in found.said]
    on_excerpts = _on_excerpts(read)
    if found.loosened and not on_excerpts:
        few = len(Query.read(typed).pieces) < 2
        lacking = f"No result has “{typed.strip()}”. These may answer it."
        notes.append(lacking if few else "No result has every word. These have the rarest of them.")
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
        instead="" if found.said else found.instead,
        misprinted=join_words([f"“{word}”" for word, _ in found.typos], "or"),
        page=page,
        pages=pages,
        previous=near[0],
        next=near[1],
        named=where.named,
        beyond=where.scope != ALL,
        lacks_answer=bool(on_excerpts),
    )


def _on_excerpts(read: ReadResults) -> list[str]:
    """Return the sentences on what excerpts may lack; nothing where they have the answer, or complete rules do."""
    found = read.found
    if read.lacks_answer:
        return ["Only excerpts are loaded, without the rules that answer this."]
    if not read.may_lack or not found.total:
        return []
    if found.lacking:
        lacking = join_words([f"“{word}”" for word in found.lacking], "or")
        return [f"Only excerpts are loaded, without {lacking}.", "The full rules may answer this."]
    return ["Only excerpts are loaded, and none has every word.", "The full rules may."] if found.loosened else []


def _indexed(typed: str, found: Results, loaded: Library) -> bool | None:
    """Return whether a rule is loaded that the index names for what was asked of excerpts; None if that’s unsure."""
    asked = [] if loaded.has_complete else BOOK.find(typed, _RIVALS)
    likely = [one for one in asked if one.fit >= max(SURE, asked[0].fit - _AS_WELL)]
    there = indexed_rules(loaded) if likely else frozenset()
    # Excerpts may have other numbers than the index.
    rules = {one.entry.name: one.entry.rules for one in found.entries}
    loads = [not there.isdisjoint(rules.get(one.entry.name, ())) for one in likely]
    return loads[0] if loads and (loads[0] or not any(loads)) else None


def count(total: int, more: str = "") -> str:
    """Return how many results there are; `more` says that others are shown above, with a space after it."""
    if not total:
        return f"No {more}results"
    return f"{total:,} {more}{'result' if total == 1 else 'results'}"


def shown(hits: Sequence[Hit], scope: Scope, loaded: Library, shown_above: Collection[str] = ()) -> list[ShownHit]:
    """Return search results ready for a page; `shown_above` as for `show_results`."""
    excerpts = {edition.date for edition in loaded.excerpts}
    return [
        _show(hit, scope, loaded.newest, " (excerpt)" if hit.edition in excerpts else "", shown_above) for hit in hits
    ]


def shown_rules(rules: Sequence[RuleText], loaded: Library) -> list[ShownHit]:
    """Return rules as results."""
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
    """Return the best results as they are, and then the others by their sections, in the order of the best of each."""
    places: dict[str, int] = {}
    for place, hit in enumerate(hits):
        places.setdefault(hit.number.partition(".")[0], place)
    rest = sorted(hits[BEST:], key=lambda hit: places[hit.number.partition(".")[0]])
    return [*hits[:BEST], *rest]


def _in_sections(hits: Sequence[ShownHit], titles: Mapping[str, str]) -> Sequence[ShownHit]:
    """Return results with the name of each section over those after the best, where any of these is a rule."""
    if not any(hit.number for hit in hits[BEST:]):
        return hits
    out = list(hits[:BEST])
    last = ""
    for hit in hits[BEST:]:
        section = hit.number.partition(".")[0]
        title = titles.get(section, "")
        name = f"{section} {title}" if title else "" if section else "Glossary"
        under = SafeString("") if title and hit.under == title else hit.under
        out.append(replace(hit, under=under, section=name if name != last else ""))
        last = name
    return out


def _show(hit: Hit, scope: Scope, newest: EditionInfo | None, extent: str, shown_above: Collection[str]) -> ShownHit:
    current = newest is not None and hit.edition == newest.date
    # In a library of excerpts each text may be of another edition, so each says of which.
    undated = isinstance(scope, EditionInfo) or (current and newest is not None and newest.complete)
    dated = "" if undated else f"{long_date(hit.edition)}{extent}"
    # Without an edition, an address leads to the newest text.
    pin = None if scope is None or current else hit.edition
    text, marks = _snippet(hit)
    whole = "\n".join(paragraph.text for paragraph in hit.body) or hit.paragraph or hit.heading
    return ShownHit(
        number=hit.number,
        name=_rendered(hit.heading, hit.edition, hit.heading_marks),
        title=hit.number or without_italics(hit.heading),
        under=_rendered(hit.above, hit.edition, () if hit.marks else hit.above_marks),
        where=dated,
        address=addresses.rule(hit.number, pin) if hit.number else addresses.term(hit.slug, pin),
        html=_rendered(text, hit.edition, marks),
        edition=hit.edition,
        old=not current,
        text="" if whole == text and not hit.heading else without_italics(whole),
        first=None if text else _first_under(hit, pin, shown_above),
        indexed=hit.indexed,
    )


def _first_under(hit: Hit, pin: date | None, shown_above: Collection[str]) -> tuple[str, str, SafeString] | None:
    """Return the rule that tells what a mere heading is: number, address, words; None where it is shown above."""
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
    """Return the part of the text around the first place that was found, cut between words."""
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
