"""Search the rules and the glossary."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from explorer.library.links import NO_GLOSSARY, Destination, LinkFacts, numbers_named
from explorer.library.loaded import Library, library
from explorer.library.queries import EditionInfo
from explorer.models import Reference
from explorer.search import weights
from explorer.search.index.book import FoundEntry, entry_index
from explorer.search.index.passages import (
    ENOUGH_TO_LEAVE_ONE,
    PassageRow,
    Scope,
    candidates,
    day_of,
    document_order,
    having,
    is_heading,
    name_of,
    rarest,
    scope_of,
)
from explorer.search.index.vocabulary import Wanted, search_terms, vocabulary
from explorer.search.rank.card_hints import CardHints, card_hints
from explorer.search.rank.hits import Highlighter, Hit, Texts, exact_first, hits_of
from explorer.search.rank.known import Guide, KnownPassages, known_passages, make_guide
from explorer.search.rank.query_cards import QueryCards, read_cards
from explorer.search.rank.ranking import BM25, Ranker
from explorer.search.weights import Part, total
from explorer.search.words.phrases import canonical_keys, specificity, without_fillers
from explorer.search.words.query import Query
from explorer.search.words.splitting import JARGON, folded, tokens

# Results to check for the exact form of a phrase.
_MAX_EXACT = 200
# Suggestions per unknown word.
_MAX_NEAREST = 3
# Top results in which to look for glossary entries that refer to rules.
_MAX_POINTING = 4
# Headings that may lead to their best subrule.
_MAX_HEADINGS = 3
# A query with more words is more than a name.
_MAX_NAMED_WORDS = 2
# Only the first hits can become the answer, which needs links.
_MAX_LINKED = 6


@dataclass(frozen=True, slots=True)
class Results:
    """Results of a search.

    Attributes:
        hits: one page, the best first.
        total: on all pages.
        instead: the corrected query, if it had typos; else empty.
        loosened: no text has all words, so these have only the rarest of them.
        earlier: the newest texts have nothing, so these are from all editions.
        unknown: words that neither rules nor the index have, ignored if there were others.
        nearest: suggested replacements for unknown words and for those that excerpts lack, the likeliest first.
        typos: the corrected words, each with its correction.
        lacking: words that excerpts lack and the full rules may have.
        said: each word of players' jargon with the rules' words for it, if nothing else was corrected.
        of_cards: the cards that the query names, and their rulings.
        unquoted: no text has the phrases in quotation marks, so these have some of their words.
        links: link facts of the first hits' texts, by edition; empty for results from all editions.
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
    of_cards: CardHints = field(default_factory=CardHints)
    unquoted: bool = False


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

    Each number and each name is found once, with its newest matching text. Any text is a valid query; without words,
    there are no results.

    Args:
        offset: hits to skip; beyond the last page, that page is returned.
        or_earlier: search all editions if the newest texts have nothing.
    """
    loaded = loaded or library()
    cards = read_cards(query, loaded) if isinstance(query, str) and edition is None else None
    parsed = Query.read(cards.words if cards else query) if isinstance(query, str) else query
    if cards and not _has_specific_words(parsed):
        # Only what the cards say tells.
        parsed = Query.read("")
    if parsed.is_question:
        parsed = parsed.unquoted()
    found = _search(parsed, cards, edition, limit, offset, loaded, or_earlier=or_earlier)
    if not found.hits and parsed.has_phrase:
        found = _search(parsed.unquoted(), cards, edition, limit, offset, loaded, or_earlier=or_earlier)
        return replace(found, unquoted=True)
    return found


def _search(
    query: Query,
    cards: QueryCards | None,
    edition: Scope,
    limit: int,
    offset: int,
    loaded: Library,
    *,
    or_earlier: bool,
) -> Results:
    if not (query or cards):
        return Results()
    words = vocabulary(loaded)
    terms = search_terms(query, words)
    # Drop unknown words, which say nothing about the rule.
    is_name = entry_index(query.typed) is not None
    specific = query.typed if is_name else query.instead({**terms.corrected, **dict.fromkeys(terms.unknown, "")})
    known = known_passages(loaded, edition)
    guide = _guide(query, specific, known, cards)
    ranker = Ranker(terms.wanted, Query.read(specific).order, (one.word for one in tokens(specific)), query.quoted)
    # With a sure index entry, partial matches aren't needed.
    within = scope_of(edition, loaded)
    found, loosened = candidates(terms.wanted, within, loosely=not guide.sure)
    answers: frozenset[str] = frozenset()
    is_sentence = len(query.order) > len(query.pieces)
    if not query.has_phrase:
        loosened = loosened or not found
        # For a word or two, matching texts suffice. Questions may be worded differently from the rules.
        is_question = len(query.pieces) >= ENOUGH_TO_LEAVE_ONE or is_sentence
        sure = len(found) >= weights.ENOUGH_TEXTS and not (is_question and edition is None)
        answers = guide.names(sure=sure) & known.passages.keys()
        found += [known.passages[name] for name in answers]
    ranked = _ranked(found, ranker, guide, answers)
    if not ranked and len(terms.wanted) > 1 and not query.has_phrase and words.may_correct:
        # Two words that no text has together: search for the rarer one.
        loosened = True
        ranked = _ranked(having([[one] for one in rarest(terms.wanted, 1)], within), ranker, guide, answers)
    loosened = loosened and bool(ranked) and (query.has_phrase or not guide.sure)
    where = edition
    # Questions are about the newest rules; bare words may be from an older text.
    if or_earlier and _has_specific_words(query) and edition is None and (not ranked or (loosened and not is_sentence)):
        past = _ranked(having([terms.wanted], scope_of("all", loaded)), ranker, Guide(), frozenset())
        if past:
            ranked, where, loosened, guide = past, "all", False, Guide()
    texts = Texts()
    ranked[:_MAX_EXACT] = exact_first(ranked[:_MAX_EXACT], query, lambda some: texts.whole([one.found for one in some]))
    offset = min(offset, max(len(ranked) - 1, 0) // limit * limit)
    shown = ranked[offset : offset + limit]
    is_whole = {piece.kind for piece in query.pieces} != {"number"} and not offset
    keys = without_fillers(canonical_keys(specific))
    passages = [one.found for one in shown]
    hits = hits_of(passages, Highlighter(terms.wanted), where, texts, known, keys, whole=is_whole)
    lacking = (*terms.unknown.values(), *terms.missing.values())
    corrected = [(one.word, terms.corrected[one.start]) for one in query.pieces if one.start in terms.corrected]
    jargon = [(word, JARGON[word]) for word, _ in corrected if word in JARGON]
    return Results(
        hits=hits,
        total=len(ranked),
        offset=offset,
        instead=query.instead(terms.corrected) if corrected else "",
        loosened=loosened,
        earlier=where != edition,
        entries=guide.entries,
        unknown=tuple(terms.unknown.values()),
        nearest=[(word, near) for word in lacking for near in words.typos.nearest(folded(word), _MAX_NEAREST)],
        typos=corrected,
        said=jargon if len(jargon) == len(corrected) else (),
        lacking=terms.lacking,
        links=_links(hits[:_MAX_LINKED], where, known, loaded) if is_whole and where != "all" else {},
        parts=[one.parts for one in shown],
        wanted=terms.wanted,
        of_cards=guide.of_cards,
    )


def _guide(query: Query, specific: str, known: KnownPassages, cards: QueryCards | None) -> Guide:
    """What is known to answer the query; `specific` is its text without typos and unknown words."""
    if any(piece.kind in {"number", "symbol"} for piece in query.pieces):
        found = Guide()
    else:
        # BM25 only for several words, of which some may be in the text and others in its names.
        by_words = known.by_words if len(query.order) > 1 or cards else BM25(())
        found = make_guide(specific, known.titles, by_words, known.book)
    return replace(found, of_cards=card_hints(cards, known.by_words)) if cards else found


def _has_specific_words(parsed: Query) -> bool:
    return any(specificity(piece.keys[0]) or piece.kind != "word" for piece in parsed.pieces)


def _links(hits: Sequence[Hit], edition: Scope, named: KnownPassages, loaded: Library) -> Mapping[dt.date, LinkFacts]:
    bodies = [body for hit in hits for body in (hit.body, *(one.paragraphs for one in hit.provisions))]
    places = {
        number: day_of(named.passages[number], edition)
        for number in numbers_named(one.text for body in bodies for one in body)
        if number in named.passages
    }
    found = {number: Destination(day, day in loaded.undated_dates) for number, day in places.items()}
    pinned = isinstance(edition, EditionInfo)
    return {
        hit.edition: LinkFacts(one, pinned, one == loaded.newest, found, NO_GLOSSARY)
        for hit in hits
        if (one := loaded.on(hit.edition))
    }


class _Scored(NamedTuple):
    score: float
    found: PassageRow
    parts: Sequence[Part]

    @classmethod
    def of(cls, found: PassageRow, parts: Sequence[Part]) -> "_Scored":
        return cls(total(parts), found, parts)


def _ranked(found: Iterable[PassageRow], ranker: Ranker, known: Guide, answers: frozenset[str]) -> list[_Scored]:
    """Score and sort passages, each number and name once; `answers` are results even without matching words."""
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
    # Ties: newest first, then in document order, glossary entries last.
    scored.sort(key=lambda each: document_order(each.found))
    scored.sort(key=lambda each: (each.score, each.found.last), reverse=True)
    if len(ranker.words) > _MAX_NAMED_WORDS:
        scored = _under_headings(scored, ranker)
    if gains := _pointed_at([each.found for each in scored[:_MAX_POINTING]], ranker):
        scored = [
            _Scored.of(each.found, [*each.parts, gains[each.found.number]]) if each.found.number in gains else each
            for each in scored
        ]
        scored.sort(key=lambda each: each.score, reverse=True)
    return scored


def _under_headings(scored: Sequence[_Scored], ranker: Ranker) -> list[_Scored]:
    """For a question, move the best subrule under a bare heading before it.

    “Can a spell with split second be countered” isn’t answered by “702.61 Split Second”.
    """
    out = list(scored)
    for heading in [one for one in scored[:_MAX_HEADINGS] if is_heading(one.found)]:
        is_meant = any(part.name == "in the index" and part.fit >= weights.HEADING_MEANT for part in heading.parts)
        if is_meant or not ranker.asks_beyond(heading.found.title):
            continue
        number = heading.found.number
        under = (
            one for one in out if one.found.number.startswith(number) and one.found.number[len(number) :].isalpha()
        )
        best = next(under, None)
        if best and heading.score > best.score >= weights.UNDER_HEADING * heading.score:
            out.remove(best)
            gain = Part("under a heading", heading.score - best.score)
            out.insert(out.index(heading), _Scored.of(best.found, [*best.parts, gain]))
    return out


def _pointed_at(best: Sequence[PassageRow], ranker: Ranker) -> Mapping[str, Part]:
    """Bonuses, by number, for rules that the best glossary entries refer to."""
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
