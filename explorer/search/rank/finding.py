"""Search of the library: the only way to it."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from explorer.document.numbers import RuleNumber
from explorer.library.links import NO_GLOSSARY, Destination, LinkFacts, numbers_named
from explorer.library.loaded import Library, library
from explorer.library.queries import EditionInfo
from explorer.models import Reference
from explorer.search.index.book import FoundEntry, place_called
from explorer.search.index.passages import (
    ENOUGH_TO_LEAVE_ONE,
    Found,
    Scope,
    candidates,
    day_of,
    having,
    name_of,
    rarest,
    scope_of,
)
from explorer.search.index.vocabulary import Wanted, search_terms, vocabulary
from explorer.search.rank.bm25 import BM25
from explorer.search.rank.exact import exact_first
from explorer.search.rank.guide import Guide, guide
from explorer.search.rank.hits import Hit, Texts, hits_of
from explorer.search.rank.known import KnownPassages, known_passages
from explorer.search.rank.marks import Marks
from explorer.search.rank.ranking import Ranker
from explorer.search.weights import Part, total
from explorer.search.words.inflections import JARGON
from explorer.search.words.phrases import canonical_keys, share_of, tells
from explorer.search.words.query import Query
from explorer.search.words.splitting import folded, tokens

# With so many texts that fit, others are not wanted.
_ENOUGH = 3
# So many of the best are read for the very form of a phrase.
_EXACT_AMONG = 200
# So many words are offered for one that is unknown.
_NEAREST = 3
# So many of the first hits are asked whether they are glossary entries that point at rules.
_POINTING = 4
# Answers are found among so many of the first hits.
_LINKED = 6


@dataclass(frozen=True, slots=True)
class Results:
    """Results of a search.

    Attributes:
        hits: those that were asked for by `limit` and `offset`, the best first.
        total: how many there are in all.
        offset: how many of the best were left out first.
        instead: what was searched for, where a word of the query was taken for a typo; else empty.
        loosened: whether no text has all of the words, so that these have only the rarest of them.
        entries: the entries of the index that fit, the best first.
        earlier: whether the newest text has none of it, so that these are of all editions.
        unknown: the words that no rule has and the index doesn't know, which were left out where there were others.
        nearest: each of these, and of the words that excerpts lack, with words that look like it, the likeliest first.
        typos: the words that were taken for typos, each with what was meant.
        lacking: the words that excerpts lack and the full rules may have.
        said: each word that only players say, with what the rules say for it, where nothing else was replaced.
        links: what links in the texts of the first hits depend on, by edition; not of hits of all editions.
        parts: the parts of each hit's score.
        wanted: what a text must have, with how much each word tells.
    """

    hits: Sequence[Hit] = ()
    total: int = 0
    offset: int = 0
    instead: str = ""
    loosened: bool = False
    earlier: bool = False
    entries: Sequence[FoundEntry] = ()
    unknown: Sequence[str] = ()
    nearest: Sequence[tuple[str, str]] = ()
    typos: Sequence[tuple[str, str]] = ()
    said: Sequence[tuple[str, str]] = ()
    lacking: Sequence[str] = ()
    links: Mapping[dt.date, LinkFacts] = field(default_factory=dict)
    parts: Sequence[Sequence[Part]] = ()
    wanted: Sequence[Wanted] = ()


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
    words = vocabulary(loaded)
    meant = search_terms(asked, words)
    instead = asked.instead(meant.corrected) if meant.corrected else ""
    # What no rule has says nothing of which rule is asked about.
    is_name = place_called(asked.typed) is not None
    telling = asked.typed if is_name else asked.instead({**meant.corrected, **dict.fromkeys(meant.unknown, "")})
    order = Query.read(telling).order
    named = known_passages(loaded, edition)
    kinds = {piece.kind for piece in asked.pieces}
    # One word alone is looked up; of several, some may be in the text that answers and others in its names.
    by_words = named.by_words if len(asked.order) > 1 else BM25(())
    is_said = kinds <= {"word", "phrase"}
    known = guide(telling, named.titles, by_words, named.book) if is_said else Guide()
    ranker = Ranker(meant.wanted, order, (token.word for token in tokens(telling)))
    # What the index answers needs no texts with a part of the words.
    within = scope_of(edition, loaded)
    found, loosened = candidates(meant.wanted, within, loosely=not known.sure)
    answers: frozenset[str] = frozenset()
    if "phrase" not in kinds:
        loosened = loosened or not found
        # Of a word or two, texts that have them are the answer, where there are some. Questions are asked in many ways.
        is_question = len(asked.pieces) >= ENOUGH_TO_LEAVE_ONE or len(asked.order) > len(asked.pieces)
        sure = len(found) >= _ENOUGH and not (is_question and edition is None)
        answers = known.names(sure=sure) & named.passages.keys()
        found += [named.passages[name] for name in answers]
    ranked = _ranked(found, ranker, known, answers)
    if not ranked and len(meant.wanted) > 1 and "phrase" not in kinds and words.may_correct:
        # Two things that no text has both of: the rarer one is worth more than nothing.
        loosened = True
        ranked = _ranked(having([[one] for one in rarest(meant.wanted, 1)], within), ranker, known, answers)
    loosened = loosened and bool(ranked) and not ("phrase" not in kinds and known.sure)
    where = edition
    # A question is asked of the newest rules; plain words may be those of an older text.
    is_asked = len(asked.order) > len(asked.pieces)
    is_telling = any(share_of(piece.keys[0]) or piece.kind != "word" for piece in asked.pieces)
    if or_earlier and is_telling and edition is None and (not ranked or (loosened and not is_asked)):
        past = _ranked(having([meant.wanted], scope_of("all", loaded)), ranker, Guide(), frozenset())
        if past:
            ranked, where, loosened, known = past, "all", False, Guide()
    texts = Texts()
    ranked[:_EXACT_AMONG] = exact_first(
        ranked[:_EXACT_AMONG], asked, lambda some: texts.whole([one.found for one in some])
    )
    offset = min(offset, max(len(ranked) - 1, 0) // limit * limit)
    whole = kinds != {"number"} and not offset
    asked_keys = tells(canonical_keys(telling))
    shown = ranked[offset : offset + limit]
    hits = hits_of([one.found for one in shown], Marks(meant.wanted), where, texts, named, asked_keys, whole=whole)
    unknown = tuple(meant.unknown.values())
    lacking = (*unknown, *meant.missing.values())
    nearest = [(word, near) for word in lacking for near in words.typos.nearest(folded(word), _NEAREST)]
    said = [(one.word, JARGON[one.word]) for one in asked.pieces if one.start in meant.corrected and one.word in JARGON]
    return Results(
        hits,
        len(ranked),
        offset,
        instead,
        loosened,
        where != edition,
        known.entries,
        unknown,
        nearest,
        [(one.word, meant.corrected[one.start]) for one in asked.pieces if one.start in meant.corrected],
        said if len(said) == len(meant.corrected) else (),
        meant.lacking,
        _links(hits[:_LINKED], where, named, loaded) if whole and where != "all" else {},
        [one.parts for one in shown],
        meant.wanted,
    )


def _links(hits: Sequence[Hit], edition: Scope, named: KnownPassages, loaded: Library) -> Mapping[dt.date, LinkFacts]:
    """Return what links in the texts of some hits depend on, by edition: of the numbers that are known there."""
    bodies = [body for hit in hits for body in (hit.body, *(one.paragraphs for one in hit.provisions))]
    places = {
        number: day_of(named.passages[number], edition)
        for number in numbers_named(one.text for body in bodies for one in body)
        if number in named.passages
    }
    found = {number: Destination(day, day in loaded.undated_days) for number, day in places.items()}
    pinned = isinstance(edition, EditionInfo)
    return {
        hit.edition: LinkFacts(one, pinned, one == loaded.newest, found, NO_GLOSSARY)
        for hit in hits
        if (one := loaded.on(hit.edition))
    }


class _Scored(NamedTuple):
    score: float
    found: Found
    parts: Sequence[Part]

    @classmethod
    def of(cls, found: Found, parts: Sequence[Part]) -> "_Scored":
        return cls(total(parts), found, parts)


def _ranked(found: Iterable[Found], ranker: Ranker, known: Guide, answers: frozenset[str]) -> list[_Scored]:
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
    scored: list[_Scored] = []
    for one in newest:
        name = name_of(one)
        if name in taken:
            continue
        parts = ranker.parts(one.kind, one.number, one.title, one.keys or "", current=one.last == last)
        more = known.parts(name, one.last)
        if parts or (more and name in answers):
            taken.add(name)
            scored.append(_Scored.of(one, parts + more))
    # What fits as well comes newest first, then in the order of the document, entries of glossaries last.
    scored.sort(key=lambda each: _place(each.found.number) or f"~{each.found.slug}")
    scored.sort(key=lambda each: (each.score, each.found.last), reverse=True)
    if gains := _pointed_at([each.found for each in scored[:_POINTING]], ranker):
        scored = [
            _Scored.of(each.found, [*each.parts, gains[each.found.number]]) if each.found.number in gains else each
            for each in scored
        ]
        scored.sort(key=lambda each: each.score, reverse=True)
    return scored


def _pointed_at(best: Sequence[Found], ranker: Ranker) -> Mapping[str, Part]:
    """Return what it is worth to rules that the best glossary entries send their readers to them."""
    gains = {
        one.wording: part
        for one in best
        if one.slug and one.wording is not None and (part := ranker.pointed_at(one.title))
    }
    if not gains:
        return {}
    kinds = (Reference.Kind.RULE, Reference.Kind.SECTION)
    rules = Reference.objects.filter(wording_id__in=list(gains), kind__in=kinds).values_list("target", "wording_id")
    out: dict[str, Part] = {}
    for number, wording in rules:
        out[number] = max(out.get(number, gains[wording]), gains[wording], key=lambda part: part.fit)
    return out


@lru_cache(maxsize=8192)
def _place(number: str) -> str:
    parsed = RuleNumber.try_parse(number)
    return parsed.sort_key if parsed else ""
