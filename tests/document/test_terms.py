"""Words of the glossary are found where a text uses them, and nowhere else."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.document.numbers import NumberKind
from explorer.document.terms import STOP_WORDS, Glossary, Name
from tests.document.editions import EVERY_EDITION, document
from tests.tables import cases

NAMES = cases("document/terms", "names")
GLOSSARY = Glossary(Name.of(*name) for name in NAMES)


@pytest.mark.parametrize(("slug", "entry"), cases("document/terms", "the_entry_that_a_name_means"))
def test_the_entry_that_a_name_means(slug: str, entry: str | None) -> None:
    assert GLOSSARY.find(slug) == entry


def found(text: str) -> list[str]:
    return [text[use.start : use.end] for use in GLOSSARY.uses(text)]


@pytest.mark.parametrize(("text", "words"), cases("document/terms", "uses"))
def test_uses(text: str, words: list[str]) -> None:
    assert found(text) == words


def test_the_entry_of_a_use() -> None:
    assert [use.slug for use in GLOSSARY.uses("Main phases have no mana abilities.")] == ["main-phase", "mana-ability"]
    assert GLOSSARY.words_for("main-phase") == ("main phase", "main phases")
    assert GLOSSARY.words_for("card") == ()


pieces = st.sampled_from(
    [" ", ", ", "’s", "s", "flash", "Main", "main", "phase", "mana", "symbol", "Phyrexian", "Aura", ".", "“", "-", "é"]
)


@given(st.lists(pieces, max_size=30).map("".join))
def test_uses_are_in_order_and_never_overlap(text: str) -> None:
    end = 0
    for use in GLOSSARY.uses(text):
        assert end <= use.start < use.end <= len(text)
        end = use.end


@EVERY_EDITION
def test_no_single_word_marks_page_after_page(name: str) -> None:
    """The words that are passed over are enough of them: no other single word is in one rule of fifteen."""
    read = document(name)
    glossary = Glossary(
        Name.of(term.slug, term.name, term.paragraphs[0].text if term.paragraphs else "") for term in read.terms
    )
    words = {term.slug for term in read.terms if " " not in term.name}
    rules: Counter[str] = Counter()
    numbers = [entry for entry in read.walk() if entry.kind is NumberKind.RULE]
    for rule in numbers:
        texts = [paragraph.text for entry in rule.walk() for paragraph in entry.paragraphs if paragraph.kind == "text"]
        rules.update({use.slug for text in texts for use in glossary.uses(text)} & words)
    assert rules, "some words are found"
    assert {slug: count for slug, count in rules.items() if count > len(numbers) / 15} == {}
    assert not {" ".join(slug.split("-")) for slug in rules} & STOP_WORDS - {"class", "case"}
