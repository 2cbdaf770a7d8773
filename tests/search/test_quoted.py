"""Quotation marks in a question are a preference: quoted words come first, and nothing empties the results."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.search import Hit, search
from explorer.search.words.splitting import keys
from tests.conftest import with_editions
from tests.shared import NEWEST, examples

# None of these phrases is all of the question.
QUESTIONS = [
    'is "skip" a replacement effect',
    'when does the "active player" get priority',
    '"flying creatures" and trample',
    "“mana value” of a token",
    "“mana value” of a hybird card",
    'what does "dies" mean',
    '"summoning sickness" and vehicles',
    '"lethal damage" and "deathtouch" with trample',
    'can I respond to "as an additional cost"',
    'why is "last known information" used for counters',
    'does "damage" use the "stack"',
    'what if "no player" wins',
    'is the "legend rule" a sacrifice, or what',
    '"+1/+1 counter" on a clone',
]
# No rule has these words in that order.
IN_NO_RULE = [
    '"does trample work with deathtouch?"',
    '"blocked creature stays blocked"',
    '"flying zzqx"',
    '"zzqx" "flying"',
    "“the state-based actions stack”",
    'is "devotion to blorp" a color',
]
KNOWN = ["flying", "trample", "stack", "priority", "token", "counter", "mana", "layer", "hexproof", "ward", "damage"]
JUNK = [
    *("zzqx", "blorp", "xkcd", "'s", "’", "“", "”", '"', "'", "(", ")", "/", "//", "&", "*", "%", "—", "+", "[", "]"),
    *("\\", "?", "!", ":", ";", "#", "@", "<", "1/", "a", "the", "NOT", "OR", "AND", "NEAR", "^", "$", "é", "😀"),
]


@with_editions(NEWEST)
@pytest.mark.django_db
class TestQuotedWords:
    @pytest.mark.slow
    def test_what_has_the_quoted_words_comes_first(self, subtests: pytest.Subtests) -> None:
        for typed in QUESTIONS:
            with subtests.test(typed=typed):
                phrases = [keys(one) for one in re.findall(r"[“\"]([^“”\"]+)[”\"]", typed)]
                has = [any(_has(hit, phrase) for phrase in phrases) for hit in search(typed).hits]
                assert has[0]
                assert has[:5] == sorted(has[:5], reverse=True)

    def test_a_phrase_that_no_rule_has_leaves_its_words(self, subtests: pytest.Subtests) -> None:
        for typed in IN_NO_RULE:
            with subtests.test(typed=typed):
                assert search(typed).hits

    @pytest.mark.slow
    @given(
        word=st.sampled_from(KNOWN),
        before=st.lists(st.sampled_from(JUNK), max_size=6),
        after=st.lists(st.sampled_from(JUNK), max_size=6),
        gap=st.sampled_from(["", " "]),
    )
    @examples(60)
    def test_one_known_word_is_enough(self, word: str, before: list[str], after: list[str], gap: str) -> None:
        assert search(f"{gap.join(before)} {word} {gap.join(after)}").hits
        assert search(f'"{gap.join(before)} {word}" {gap.join(after)}').hits


def _has(hit: Hit, phrase: list[str]) -> bool:
    texts = [hit.heading, hit.above, *(one.text for one in hit.body)]
    return any(f" {' '.join(phrase)} " in f" {' '.join(keys(text))} " for text in texts)
