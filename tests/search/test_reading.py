"""What is read from texts and from what people type."""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.search.words.query import MOST_PIECES, Query
from explorer.search.words.splitting import folded, keys, number_key, tokens, tokens_from, word_key
from tests.tables import cases

LETTERS = st.text(st.sampled_from("aebdimnorst ÆéßİIſ77..{}[]|'’“\".,;:-–/_0123456789WUX+\n\0🙂日\ud800"), max_size=60)


@pytest.mark.parametrize(("text", "read"), cases("search/reading", "texts"))
def test_texts(text: str, read: list[str]) -> None:
    assert keys(text) == read


@given(LETTERS)
def test_keys_suit_every_database(text: str) -> None:
    """They have nothing that a tokenizer, a quote or a letter case could change; places are in the text, in order."""
    at = 0
    for token in tokens(text):
        assert token.key
        assert token.key.isascii()
        assert all(letter.isdigit() or letter.islower() or letter == "_" for letter in token.key)
        assert len(token.key) <= 120
        assert at <= token.start < token.end <= len(text)
        at = token.end


@given(LETTERS)
def test_folding_keeps_every_place(text: str) -> None:
    assert len(folded(text)) == len(text)


@given(LETTERS)
def test_words_by_their_first_letters_are_the_same_words(text: str) -> None:
    plain = text.translate(dict.fromkeys(map(ord, "{}[]|o'’"), " "))
    every = [token for token in tokens(plain) if token.key[0] in "adist7"]
    some = [token for token in tokens_from(plain, "adist7") if token.key and token.key[0] in "adist7"]
    assert some == every


@pytest.mark.parametrize(("typed", "pieces"), cases("search/reading", "queries"))
def test_queries(typed: str, pieces: list[list[str]]) -> None:
    assert [[piece.kind, " ".join(piece.keys)] for piece in Query.read(typed).pieces] == pieces


@given(LETTERS)
def test_anything_can_be_read(text: str) -> None:
    query = Query.read(text)
    assert len(query.pieces) <= MOST_PIECES
    assert bool(query) == bool(query.pieces)
    for piece in query.pieces:
        assert 0 <= piece.start < piece.end <= len(text)


def test_a_word_is_put_in_the_place_of_another() -> None:
    query = Query.read("trampel and “first strike” damige")
    places = {piece.word: piece.start for piece in query.pieces}
    assert query.instead({places["damige"]: "damage", places["trampel"]: "trample"}) == (
        "trample and “first strike” damage"
    )


@pytest.mark.parametrize(("number", "key"), [("702.19b", "702_19b"), ("702.30d-2", "702_30d__2"), ("107", "107")])
def test_numbers(number: str, key: str) -> None:
    assert number_key(number) == key


@pytest.fixture
def _threads_take_turns_often() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("_threads_take_turns_often")
def test_words_are_read_alike_by_several_threads_at_once() -> None:
    words = [
        f"{begun}{ended}" for begun in ("attack", "control", "legend", "multipl") for ended in ("ing", "ers", "ary")
    ]
    right = {word: word_key.__wrapped__(word) for word in words}
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(word_key.__wrapped__, words * 100))
    assert found == [right[word] for word in words * 100]
