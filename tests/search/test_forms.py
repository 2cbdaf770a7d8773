"""Forms of a word that no ending tells, and words in the very form that was typed."""

import re
from collections.abc import Iterator

import pytest

from explorer.search import Query, search
from explorer.search.index.vocabulary import Wanted
from explorer.search.rank.hits import Highlighter, exact_first
from explorer.search.words.splitting import FORMS, folded, word_key, word_of
from tests.shared import shared
from tests.tables import cases

# Pairs that look like a word and its form, and are none.
NO_FORMS = {
    *("bee:being", "com:coming", "nam:named", "nam:naming", "not:noted", "strip:striped", "the:thing", "tim:timing"),
    # A misprint of one edition.
    "cards:cardss",
}


@pytest.mark.parametrize("forms", cases("search/forms", "forms_of_a_word_have_one_key"))
def test_forms_of_a_word_have_one_key(forms: str) -> None:
    assert len({word_key(folded(form)) for form in forms.split()}) == 1


def test_words_that_only_look_alike_stay_apart() -> None:
    pairs = [("dice", "dies"), ("leaf", "leaves"), ("counter", "encounter"), ("foul", "found"), ("mice", "mic")]
    assert all(word_key(one) != word_key(two) for one, two in pairs)


def test_no_form_is_listed_under_two_words_or_as_a_word() -> None:
    assert not FORMS.keys() & set(FORMS.values())
    assert all(word_of(word) == word for word in FORMS.values())


def regular(word: str) -> Iterator[str]:
    yield from (f"{word}s", f"{word}ed", f"{word}ing", f"{word}{word[-1]}ed", f"{word}{word[-1]}ing")
    if word.endswith("e"):
        yield from (f"{word}d", f"{word[:-1]}ing")
    if word.endswith("y"):
        yield from (f"{word[:-1]}ies", f"{word[:-1]}ied")
    if word.endswith(("s", "x", "ch", "sh", "o")):
        yield f"{word}es"
    if word.endswith("f"):
        yield f"{word[:-1]}ves"
    if word.endswith("fe"):
        yield f"{word[:-2]}ves"


@pytest.mark.slow
def test_regular_forms_in_all_editions_have_the_key_of_their_word() -> None:
    words: set[str] = set()
    for path in shared("rules").glob("*.txt"):
        words.update(
            re.findall(r"(?<![\w'{])[a-z]{3,}(?![\w'}])", folded(path.read_bytes().decode("utf-8", "replace")))
        )
    assert len(words) > 3_000
    apart = {
        f"{word}:{form}"
        for word in words
        for form in regular(word)
        if form in words and word_key(word) != word_key(form)
    }
    assert apart <= NO_FORMS


@pytest.mark.django_db
@pytest.mark.parametrize(("typed", "other"), [("pay", "paid"), ("choose", "chosen"), ("symbol", "symbols")])
def test_other_forms_are_found_and_the_form_of_the_text_is_marked(typed: str, other: str) -> None:
    found = [(hit.number, hit.slug) for hit in search(typed, limit=999).hits]
    assert found == [(hit.number, hit.slug) for hit in search(other, limit=999).hits]
    marked = {folded(hit.paragraph[start:end]) for hit in search(typed, limit=999).hits for start, end in hit.marks}
    assert {typed, other} <= marked


def test_forms_that_begin_with_another_letter_are_marked() -> None:
    text = "A player went on; others go."
    marks = Highlighter([Wanted((word_key("go"),))])
    assert [text[start:end] for start, end in marks.places(text)] == ["went", "go"]


@pytest.mark.django_db
@pytest.mark.parametrize("typed", ["symbols", "symbol", "costs", "cost", "“mana symbols”", "paid"])
def test_a_phrase_in_its_very_form_comes_first(typed: str) -> None:
    bare = typed.strip("“”")
    hits = search(f"“{bare}”", limit=999).hits
    numbers = [hit.number or hit.slug for hit in hits]
    form = re.compile(rf"\b{bare}\b")
    exact = [bool(form.search(folded(f"{hit.heading} {hit.paragraph}"))) for hit in hits]
    assert len(numbers) == search(f'"{bare}"').total
    assert exact == sorted(exact, reverse=True)
    assert exact[0]


TEXTS = ["A counter.", "Counters are put.", "state based action", "state-based actions", "{T}{W}: Add", "nothing"]


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ('"counters"', "Counters are put."),
        ("“COUNTER”", "A counter."),
        ('"state-based actions"', "state-based actions"),
        ('"state based actions"', "state-based actions"),
        ('"{T}{W}: add"', "{T}{W}: Add"),
        ('"nothing" "nothing"', "nothing"),
    ],
)
def test_very_forms(typed: str, first: str) -> None:
    found = exact_first(TEXTS, Query.read(typed), list)
    assert found[0] == first
    assert found[1:] == [text for text in TEXTS if text != first]


@pytest.mark.parametrize("typed", ["counters", '"" "', '"zeppelin"', ""])
def test_without_such_a_phrase_the_order_stays(typed: str) -> None:
    assert exact_first(TEXTS, Query.read(typed), list) == TEXTS
