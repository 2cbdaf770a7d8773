"""Search of the library: the only way to it."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any, Literal, NamedTuple

from explorer.document.numbers import RuleNumber
from explorer.library.loaded import Library, library
from explorer.library.queries import EditionInfo
from explorer.models import Reference, Rule, Wording
from explorer.search.book import Book, FoundEntry
from explorer.search.engines import engine, rows
from explorer.search.exact import exact_first
from explorer.search.guide import Guide, Title, Titles, guide, over
from explorer.search.likely import Likely, Said
from explorer.search.marks import Marks, best_paragraph
from explorer.search.numbering import book_in
from explorer.search.query import Query
from explorer.search.ranking import Ranker
from explorer.search.vocabulary import Wanted, search_terms, vocabulary
from explorer.search.words import folded

#: Where to look: in one edition, in all of them, or (None) in the newest text of each number and name.
Scope = EditionInfo | Literal["all"] | None

# With fewer words than this, leaving one out would answer another question.
_ENOUGH_TO_LEAVE_ONE = 3
# With so many texts that fit, others are not wanted.
_ENOUGH = 3
# Where leaving one out is not enough, so many of the rarest words are looked for, then fewer.
_FEWEST = 3
# So many of the best are read for the very form of a phrase.
_EXACT_AMONG = 200
# So many of the first hits are asked whether they are glossary entries that point at rules.
_POINTING = 4


@dataclass(frozen=True, slots=True)
class Hit:
    """One thing that was found.

    Attributes:
        number: of a rule, a section or a chapter; empty for a glossary entry.
        slug: of a glossary entry; empty for everything else.
        heading: the rule's heading, or the entry's name.
        above: for what has no heading, that of the rule or the section that it stands under; else empty.
        edition: the edition that was searched, or the newest one that has these very words.
        paragraph: the text that fits best; empty where there is only a heading.
        marks: places in the paragraph that were asked for: pairs of offsets, in order.
        heading_marks: such places in the heading.
    """

    number: str
    slug: str
    heading: str
    above: str
    edition: dt.date
    paragraph: str
    marks: tuple[tuple[int, int], ...]
    heading_marks: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Results:
    """Results of a search.

    Attributes:
        hits: those that were asked for by `limit` and `offset`, the best first.
        total: how many there are in all.
        offset: how many of the best were left out first.
        instead: what was searched for, where a word of the query was taken for a misprint; else empty.
        loosened: whether no text has all of the words, so that these have only the rarest of them.
        entries: the entries of the index that fit, the best first.
        earlier: whether the newest text has none of it, so that these are of all editions.
    """

    hits: Sequence[Hit] = ()
    total: int = 0
    offset: int = 0
    instead: str = ""
    loosened: bool = False
    earlier: bool = False
    entries: Sequence[FoundEntry] = ()


class _Found(NamedTuple):
    """Passage that the database found."""

    kind: int
    number: str
    slug: str
    title: str
    wording: int | None
    last: str
    keys: str | None


class _Condition(NamedTuple):
    """Condition on `explorer_passage p`, and the values of its parameters."""

    text: str
    values: Sequence[Any]


def search(
    query: Query | str,
    edition: Scope = None,
    *,
    limit: int = 50,
    offset: int = 0,
    loaded: Library | None = None,
    or_earlier: bool = False,
) -> Results:
    """Find rules, headings and glossary entries.

    Each number and each name is found once, with the newest of its texts that fits. Anything may be asked: what has no
    word in it finds nothing.

    Args:
        query: what somebody typed.
        edition: where to look.
        limit: how many hits to return at most.
        offset: how many of the best to leave out first; where there are not so many, the last hits are returned.
        loaded: the editions that are loaded, where they are known; else they are asked for.
        or_earlier: whether what the newest text doesn't have is looked for in all editions.
    """
    asked = Query.read(query) if isinstance(query, str) else query
    if not asked:
        return Results()
    loaded = loaded or library()
    meant = search_terms(asked, vocabulary(loaded))
    instead = asked.instead(meant.corrected) if meant.corrected else ""
    order = Query.read(instead).order if instead else asked.order
    named = _named(loaded, edition)
    kinds = {piece.kind for piece in asked.pieces}
    # One word alone is looked up; of several, some may be in the text that answers and others in its names.
    likely = named.likely if len(asked.order) > 1 else Likely(())
    is_said = kinds <= {"word", "phrase"}
    known = guide(instead or asked.typed, named.titles, likely, named.book) if is_said else Guide()
    ranker = Ranker(meant.wanted, order)
    found, loosened = _candidates(meant.wanted, _scope(edition, loaded))
    answers: frozenset[str] = frozenset()
    if "phrase" not in kinds:
        loosened = loosened or not found
        # Of a word or two, texts that have them are the answer, where there are some. Questions are asked in many ways.
        is_question = len(asked.pieces) >= _ENOUGH_TO_LEAVE_ONE or len(asked.order) > len(asked.pieces)
        sure = len(found) >= _ENOUGH and not (is_question and edition is None)
        answers = known.names(sure=sure) & named.passages.keys()
        found += [named.passages[name] for name in answers]
    ranked = _ranked(found, ranker, known, answers)
    loosened = loosened and bool(ranked) and not ("phrase" not in kinds and known.sure)
    where = edition
    if or_earlier and edition is None and (loosened or not ranked):
        past = _ranked(_having([meant.wanted], _scope("all", loaded)), ranker, Guide(), frozenset())
        if past:
            ranked, where, loosened, known = past, "all", False, Guide()
    texts = _Texts()
    ranked[:_EXACT_AMONG] = exact_first(ranked[:_EXACT_AMONG], asked, texts.whole)
    offset = min(offset, max(len(ranked) - 1, 0) // limit * limit)
    hits = _hits(ranked[offset : offset + limit], Marks(meant.wanted), where, texts, named.headings)
    return Results(hits, len(ranked), offset, instead, loosened, where != edition, known.entries)


def indexed_rules(loaded: Library) -> frozenset[str]:
    """Return the numbers in the index that name, in the newest texts, the rules that the index means."""
    named = _named(loaded, None)
    rules = (one for one in named.passages.values() if one.number)
    return frozenset(one.number for one in rules if named.book.names_same_rule(one.number, _day(one, None)))


def begun_titles(typed: str, most: int, loaded: Library) -> list[Title]:
    """Return the headings of rules and the names of glossary entries, in the newest texts, that begin with a text.

    Args:
        typed: the beginning.
        most: how many to return, the shortest first.
        loaded: the editions that are loaded.
    """
    begun = folded(typed).strip()
    titles = _named(loaded, None).titles
    return titles.begun(begun, most) if begun else []


def _name(found: _Found) -> str:
    return found.number or f"/{found.slug}"


# Asking the database ----------------------------------------------------------------------------


def _candidates(wanted: Sequence[Wanted], within: _Condition) -> tuple[list[_Found], bool]:
    """Return the passages that have everything wanted, or the rarest of it, and whether anything was left out."""
    found = _having([wanted], within)
    if found or len(wanted) < _ENOUGH_TO_LEAVE_ONE:
        return found, False
    rarest = sorted(wanted, key=lambda one: -one.weight)
    fewer: list[list[Sequence[Wanted]]] = [list(combinations(wanted, len(wanted) - 1))]
    fewer += [[rarest[:few]] for few in range(min(_FEWEST, len(wanted) - 2), 0, -1)]
    return next((found for some in fewer if (found := _having(some, within))), []), True


def _having(some: Iterable[Sequence[Wanted]], within: _Condition) -> list[_Found]:
    """Return the passages that have everything of one of some groups of things wanted."""
    searching = engine()
    questions = [searching.all_of([keys for one in group for keys in _alternatives(one)]) for group in some]
    return _selected(_Condition(searching.condition, [searching.any_of(questions)]), within)


def _selected(condition: _Condition, within: _Condition) -> list[_Found]:
    """Return the passages of the editions that are searched for which a condition holds."""
    statement = (
        "SELECT p.kind, p.number, p.slug, p.title, p.wording_id, CAST(p.last AS text), t.keys "  # noqa: S608
        "FROM explorer_passage p LEFT JOIN explorer_indexedtext t ON t.wording_id = p.wording_id "
        f"WHERE {condition.text} AND {within.text}"
    )
    return [_Found(*row) for row in rows(statement, [*condition.values, *within.values])]


@dataclass(frozen=True)
class _NamesOf:
    """Passages that may be known to answer a question, kept in memory.

    Attributes:
        passages: in the newest text all, in one edition those with a heading or a name and those in the index, by
            number or `/slug`.
        titles: the headings and names.
        likely: all passages of the newest text by their words; nothing in one edition.
        headings: the headings of rules and sections in the newest edition, by number and date.
        book: the index with the numbers of the newest text, or of the one edition.
    """

    passages: Mapping[str, _Found]
    titles: Titles
    likely: Likely
    headings: Mapping[tuple[str, dt.date], str]
    book: Book


@lru_cache(maxsize=8)
def _named(loaded: Library, edition: Scope) -> _NamesOf:
    """Return what may be known to answer in one edition, or in the newest text of each number and name."""
    newest = not isinstance(edition, EditionInfo)
    book = book_in(loaded, None if newest else edition)
    numbers = sorted({number for one in book.entries if one.rules for number in (*one.rules, over(one.rules[0]))})
    names = ", ".join(["%s"] * len(numbers))
    named = _Condition(f"(p.title <> '' OR p.number IN ({names}))", numbers)
    condition = _Condition("1 = 1", []) if newest else named
    found = {_name(one): one for one in _selected(condition, _scope(None if newest else edition, loaded))}
    titles = [Title(name, one.title, one.kind) for name, one in found.items() if one.title]
    headings = {(one.number, _day(one, edition)): one.title for one in found.values() if one.number and one.title}
    likely = Likely(_said(name, one, found, book) for name, one in found.items()) if newest else Likely(())
    return _NamesOf(found, Titles(titles), likely, headings, book)


def _said(name: str, one: _Found, among: Mapping[str, _Found], book: Book) -> Said:
    day = _day(one, None)
    above = [among[number].title for number, _ in _over(one.number, day) if number in among]
    called, also_called = book.names_of(name) if book.names_same_rule(name, day) else ((), ())
    return Said(name, one.keys or "", one.title, above, called, also_called)


def _alternatives(wanted: Wanted) -> Sequence[Sequence[str]]:
    """Return what the database is asked for: every key of a phrase, or any of the others."""
    return [[key] for key in dict.fromkeys(wanted.phrase)] if wanted.phrase else [wanted.keys]


# Another text of the same number, or of the same name, in a later edition.
_OUTDATED = (
    "EXISTS (SELECT 1 FROM explorer_rule r JOIN explorer_edition e ON e.id = r.edition_id "
    "WHERE p.number <> '' AND r.number = p.number AND e.date > p.last) "
    "OR EXISTS (SELECT 1 FROM explorer_term g JOIN explorer_edition e ON e.id = g.edition_id "
    "WHERE p.slug <> '' AND g.slug = p.slug AND e.date > p.last)"
)
# What an edition has now and then: it may be missing in one between the first and the last that have it.
_WITHIN = (
    "p.first <= %s AND p.last >= %s AND (p.first = %s OR p.last = %s "
    "OR EXISTS (SELECT 1 FROM explorer_rule r WHERE r.edition_id = %s AND r.number = p.number AND r.heading = p.title "
    "AND (r.wording_id = p.wording_id OR (r.wording_id IS NULL AND p.wording_id IS NULL))) "
    "OR EXISTS (SELECT 1 FROM explorer_term g WHERE g.edition_id = %s AND g.slug = p.slug "
    "AND g.name = p.title AND g.wording_id = p.wording_id))"
)


def _scope(edition: Scope, loaded: Library) -> _Condition:
    """Return the condition that a passage is in the editions that are searched."""
    if edition == "all":
        return _Condition("1 = 1", [])
    if isinstance(edition, EditionInfo):
        day = edition.date.isoformat()
        return _Condition(_WITHIN, [day, day, day, day, edition.id, edition.id])
    days = [one.iso for one in loaded.undated]
    if len(days) == 1:
        return _Condition("p.last = %s", days)
    return _Condition(f"p.last IN ({', '.join(['%s'] * len(days)) or 'NULL'}) AND NOT ({_OUTDATED})", days)


# Putting in order -------------------------------------------------------------------------------


def _ranked(found: Iterable[_Found], ranker: Ranker, known: Guide, answers: frozenset[str]) -> list[_Found]:
    """Return what fits or is known to answer, each number and name once, the best first.

    Args:
        found: passages that the database found, and those that are known to answer.
        ranker: knows how well the words fit.
        known: what is known to answer.
        answers: numbers and `/slugs` of passages that are right even where the words don't fit.
    """
    newest = sorted(found, key=lambda one: one.last, reverse=True)
    last = newest[0].last if newest else None
    taken: set[str] = set()
    scored: list[tuple[float, _Found]] = []
    for one in newest:
        name = _name(one)
        if name in taken:
            continue
        score = ranker.score(one.kind, one.number, one.title, one.keys or "", current=one.last == last)
        credit = known.credit(name, one.last)
        if score is not None or (credit and name in answers):
            taken.add(name)
            scored.append(((score or 0.0) + credit, one))
    # What fits as well comes newest first, then in the order of the document, entries of glossaries last.
    scored.sort(key=lambda each: _place(each[1].number) or f"~{each[1].slug}")
    scored.sort(key=lambda each: (each[0], each[1].last), reverse=True)
    if gains := _pointed_at([one for _, one in scored[:_POINTING]], ranker):
        scored = [(score + gains.get(one.number, 0.0), one) for score, one in scored]
        scored.sort(key=lambda each: each[0], reverse=True)
    return [one for _, one in scored]


def _pointed_at(best: Sequence[_Found], ranker: Ranker) -> Mapping[str, float]:
    """Return what it is worth to rules that the best glossary entries send their readers to them."""
    gains = {one.wording: ranker.pointed_at(one.title) for one in best if one.slug and one.wording is not None}
    wanted = [wording for wording, much in gains.items() if much]
    if not wanted:
        return {}
    kinds = (Reference.Kind.RULE, Reference.Kind.SECTION)
    rules = Reference.objects.filter(wording_id__in=wanted, kind__in=kinds).values_list("target", "wording_id")
    out: dict[str, float] = {}
    for number, wording in rules:
        out[number] = max(out.get(number, 0.0), gains[wording])
    return out


@lru_cache(maxsize=8192)
def _place(number: str) -> str:
    parsed = RuleNumber.try_parse(number)
    return parsed.sort_key if parsed else ""


class _Texts:
    """Texts of passages; each is read once, however often it is asked for."""

    def __init__(self) -> None:
        self._read: dict[int, list[str]] = {}

    def paragraphs(self, found: Sequence[_Found]) -> list[list[str]]:
        """Return the paragraphs of each passage, with one query for those that have not been read."""
        if unread := {one.wording for one in found if one.wording is not None} - self._read.keys():
            rows = Wording.objects.filter(pk__in=unread).values_list("pk", "paragraphs")
            self._read.update((pk, [paragraph["text"] for paragraph in body]) for pk, body in rows)
        return [self._read.get(one.wording or 0, []) for one in found]

    def whole(self, found: Sequence[_Found]) -> list[str]:
        """Return the title and the words of each passage."""
        return ["\n".join([one.title, *body]) for one, body in zip(found, self.paragraphs(found), strict=True)]


def _hits(
    found: Sequence[_Found],
    marks: Marks,
    edition: Scope,
    texts: _Texts,
    headings: Mapping[tuple[str, dt.date], str],
) -> list[Hit]:
    days = [_day(one, edition) for one in found]
    above = _headings_above(zip(found, days, strict=True), headings)
    hits: list[Hit] = []
    for one, day, paragraphs in zip(found, days, texts.paragraphs(found), strict=True):
        paragraph, places = best_paragraph(paragraphs, marks)
        under = "" if one.title else next((above[key] for key in _over(one.number, day) if above.get(key)), "")
        hits.append(Hit(one.number, one.slug, one.title, under, day, paragraph, places, marks.places(one.title)))
    return hits


def _day(found: _Found, edition: Scope) -> dt.date:
    """Return the effective date of the edition that a passage is shown of."""
    return edition.date if isinstance(edition, EditionInfo) else dt.date.fromisoformat(found.last)


def _headings_above(
    found: Iterable[tuple[_Found, dt.date]], known: Mapping[tuple[str, dt.date], str]
) -> Mapping[tuple[str, dt.date], str]:
    """Return the headings of what the passages stand under, each in its own edition.

    Args:
        found: the passages, each with the date of an edition.
        known: headings that need not be asked for.
    """
    over = {key for one, day in found if one.number and not one.title for key in _over(one.number, day)}
    wanted = {key for key in over if key not in known and (_section(key[0]), key[1]) not in known}
    if not wanted:
        return known
    numbers, days = {number for number, _ in wanted}, {day for _, day in wanted}
    rules = Rule.objects.filter(number__in=numbers, edition__date__in=days).exclude(heading="")
    asked = rules.values_list("number", "edition__date", "heading")
    return {**known, **{(number, day): heading for number, day, heading in asked}}


def _section(number: str) -> str:
    return number.partition(".")[0]


def _over(number: str, day: dt.date) -> list[tuple[str, dt.date]]:
    """Return the rule and the section that a number stands under, in an edition."""
    parsed = RuleNumber.try_parse(number)
    over: list[tuple[str, dt.date]] = []
    while parsed and (parsed := parsed.parent) and parsed.section:
        over.append((str(parsed), day))
    return over
