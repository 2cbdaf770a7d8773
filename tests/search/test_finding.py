"""What a search finds, whatever is asked, in the library that everybody starts with."""

import datetime as dt
import time
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from explorer.document.numbers import RuleNumber
from explorer.importing.documents import import_bytes
from explorer.library.loaded import library
from explorer.models import Rule, Term
from explorer.search import Query, is_word, search
from explorer.search.index.vocabulary import search_terms, vocabulary
from explorer.search.rank import known
from explorer.search.rank.hits import Highlighter
from explorer.search.words.splitting import folded, keys
from tests.conftest import ON_BOTH_DATABASES
from tests.document.samples import DOCUMENT
from tests.shared import examples

pytestmark = [pytest.mark.django_db, *ON_BOTH_DATABASES]

PIECES = r"""
mana hybrid "mana value" {W/P} {T} 107.4 107. 2 trampel symbols x is the of " “ ” ' * AND OR NEAR( ) : ^ - \ % _ 🙂 é
zeppelin creature's state-based non-land 702.19bb §
"""
WORDS = st.sampled_from([*PIECES.split(), "\0", "\ud800"])
TYPED = st.lists(WORDS, max_size=8).map(" ".join) | st.text(max_size=30)
GENTLY = examples(60)


def found(typed: str, where: Any = None) -> list[str]:
    return [hit.number or f"/{hit.slug}" for hit in search(typed, where, limit=999).hits]


@pytest.mark.slow
@GENTLY
@given(typed=TYPED, where=st.sampled_from([None, "all", "edition"]))
def test_anything_may_be_asked(typed: str, where: Any) -> None:
    scope = library().on(dt.date(2011, 7, 15)) if where == "edition" else where
    results = search(typed, scope, limit=999)
    assert len(results.hits) == results.total
    names = [(hit.number, hit.slug) for hit in results.hits]
    assert len(set(names)) == len(names)
    for hit in results.hits:
        assert bool(hit.number) != bool(hit.slug)
        for text, marks in ((hit.paragraph, hit.marks), (hit.heading, hit.heading_marks)):
            ends = [place for mark in marks for place in mark]
            assert ends == sorted(ends)
            assert all(0 <= place <= len(text) for place in ends)


@pytest.mark.parametrize(
    "typed",
    [
        "sy* sp* le* bo* ex* al* ma* pr* pl* ch* bi* de* re* an* st* he* se* no* vo* so* me* fr* fi* ro*",
        "a* b* c* d* e* f* g* h* i* l* m* n* o* p* r* s* t* u* v* w*",
        "the mana of a cost that players pay for spells and abilities or symbols in rules of the game",
        " ".join(f"1{number:02}" for number in range(60)),
        " ".join(f"inventedword{number}x" for number in range(150)),
    ],
)
def test_long_queries_ask_little(typed: str) -> None:
    wanted = search_terms(Query.read(typed), vocabulary(library())).wanted
    assert sum(len(one.keys) for one in wanted) <= 120
    with CaptureQueriesContext(connection) as queries:
        search(typed)
    assert len(queries) < 20
    assert sum(len(one["sql"]) for one in queries) < 60_000


@pytest.mark.slow
@GENTLY
@given(typed=TYPED, size=st.integers(1, 40))
def test_pages_are_parts_of_one_list(typed: str, size: int) -> None:
    whole = search(typed, "all", limit=999)
    part = search(typed, "all", limit=size, offset=size * 2)
    assert part.hits == whole.hits[part.offset : part.offset + size]
    # After the last page there is the last page.
    assert part.offset == min(size * 2, max(whole.total - 1, 0) // size * size)


@pytest.mark.parametrize("typed", ["mana", "hybrid", "cost symbol", "spell ability", "2 life"])
def test_every_word_is_in_what_is_found_or_above_it(typed: str) -> None:
    """Nothing is found only because of the headings it stands under; the index may name what has no such word."""
    wanted = set(Query.read(typed).order)
    results = search(typed, limit=999)
    named = {number for one in results.entries for number in (*one.entry.rules, one.entry.over)}
    for hit in results.hits:
        if hit.number in named:
            continue
        texts = Rule.objects.filter(number=hit.number, edition__date=hit.edition).values_list("wording__paragraphs")
        terms = Term.objects.filter(slug=hit.slug, edition__date=hit.edition).values_list("wording__paragraphs")
        own = {key for (body,) in [*texts, *terms] for one in body or () for key in keys(one["text"])}
        own |= set(keys(hit.heading))
        assert own & wanted
        assert wanted <= own | set(keys(hit.above)) | {key for one in above(hit.number) for key in keys(one)}


def above(number: str) -> list[str]:
    parsed = RuleNumber.try_parse(number)
    over = [parsed.parent, parsed.section] if parsed else []
    return list(Rule.objects.filter(number__in=map(str, over)).values_list("heading", flat=True))


def test_forms_of_a_word_are_one_word() -> None:
    assert found("symbol") == found("symbols") == found("SYMBOL’s")
    assert found("paying") == found("pays")


def test_a_known_word_is_no_beginning_and_an_unknown_one_is() -> None:
    assert "/x" in found("x")
    assert found("hybri")[0] == found("hybrid")[0]
    assert set(found("hybri")) <= set(found("hybrid"))
    assert is_word("mana")
    assert not is_word("man")
    assert not search("mana").instead


def test_straight_and_curly_quotes_are_one() -> None:
    assert found("isn't defined") == found("isn’t defined")
    assert "107.3f" in found("isn't defined")
    assert found('"mana value"') == found("“mana value”")


def test_a_phrase_is_its_words_in_a_row() -> None:
    loose, strict = found("type of mana"), found('"type of mana"')
    assert set() < set(strict) < set(loose)
    for hit in search('"hybrid mana"', limit=99).hits:
        assert "hybrid mana" in folded(hit.paragraph) or "hybrid mana" in folded(hit.heading)


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("107.4", ["107.4", "107.4a", "107.4b"]),
        ("107.1", ["107.1", "107.1a", "107.1b", "107.1c", "107.10"]),
        ("rule 107.1", ["107.1", "107.1a"]),
        ("107.4.f", ["107.4f"]),
    ],
)
def test_numbers(typed: str, first: list[str]) -> None:
    assert found(typed)[: len(first)] == first


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("hybird", "hybrid"),
        ("phyrexain mana", "phyrexian mana"),
        ("“mana value” of hybird", "“mana value” of hybrid"),
        ("manacost", "mana cost"),
        ("mdfc", "modal double-faced card"),
        ("qqqqzzzz", ""),
        ("ab", ""),
    ],
)
def test_mistakes(typed: str, meant: str) -> None:
    import_bytes(DOCUMENT.replace("June 6, 2025", "June 6, 2002").encode(), "complete.txt")
    assert search(typed).instead == meant


@pytest.mark.parametrize("typed", ["hybird", "trample", "manacost", "first strike"])
def test_no_word_is_taken_for_another_while_the_full_rules_may_have_it(typed: str) -> None:
    assert not search(typed).instead
    assert "107.4" not in found(typed)


def test_marks_are_on_the_words_and_symbols_asked_for() -> None:
    text = "Hybrid mana: a HYBRID symbol such as {W/U}, or hybrids, and nonhybrid ones. See rule 107.4e."
    marks = Highlighter(search_terms(Query.read("hybrid {u/w} 107.4"), vocabulary(library())).wanted)
    assert [text[start:end] for start, end in marks.places(text)] == ["Hybrid", "HYBRID", "{W/U}", "hybrids", "107.4e"]
    marks = Highlighter(search_terms(Query.read("hybrid"), vocabulary(library())).wanted)
    assert [text[start:end] for start, end in marks.places(text)] == ["Hybrid", "HYBRID", "hybrids"]
    marks = Highlighter(search_terms(Query.read('"hybrid mana"'), vocabulary(library())).wanted)
    assert [text[start:end] for start, end in marks.places(text)] == ["Hybrid mana"]


def test_one_edition_has_only_its_own() -> None:
    edition = library().on(dt.date(2011, 7, 15))
    assert edition is not None
    hits = search("mana", edition, limit=999).hits
    own = set(Rule.objects.filter(edition_id=edition.id).values_list("number", flat=True))
    assert {hit.number for hit in hits} <= own
    assert {hit.edition for hit in hits} == {edition.date}
    assert library().newest != edition


@pytest.mark.parametrize("words", ["kind", "exampl3", '"text":', "paragraphs"])
def test_only_the_words_of_the_rules_are_searched(words: str) -> None:
    """What is stored beside them, in whatever way, is not found."""
    for hit in search(words, limit=999).hits:
        assert hit.marks or hit.heading_marks


def test_words_are_indexed_once_for_all_threads_that_wait_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []

    @lru_cache
    def make(*asked: object) -> object:
        made.append(asked)
        time.sleep(0.02)
        return asked

    monkeypatch.setattr(known, "_known_passages", make)
    loaded = library()
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda _: known.known_passages(loaded, None), range(4)))
    assert (len(made), len({*map(id, found)})) == (1, 1)
