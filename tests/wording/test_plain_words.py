"""Rules in plain words: none is missing, and none stands under a rule that says something else."""

import pytest

from explorer.document.opening import open_document
from explorer.library.loaded import library
from explorer.wording.wordings import explanations, plain_words
from tests.library.trees import section_tree
from tests.shared import shared

pytestmark = pytest.mark.django_db


def _section(date: str) -> dict[str, str]:
    edition = next(edition for edition in library().editions if edition.iso == date)
    tree = section_tree(edition, "107")
    assert tree is not None
    return {rule.number: rule.text for child in tree.children for rule in (child, *child.children)}


def test_every_rule_about_numbers_and_symbols_has_plain_words() -> None:
    rules = _section("2025-06-06")
    assert len(rules) > 45
    assert [number for number, words in rules.items() if not plain_words(number, words)] == []
    assert set(explanations()) == set(rules)


def test_no_words_of_the_rules_are_passed_off_as_ours() -> None:
    for number, words in _section("2025-06-06").items():
        ours = plain_words(number, words)
        assert not any(ours[start : start + 60] in words for start in range(0, max(1, len(ours) - 60), 10)), number
        assert len(ours) < 420, number


def test_another_rule_under_the_number_gets_no_words_of_ours() -> None:
    assert plain_words("107.9", "The speed symbol is {SP}.") == ""
    assert plain_words("107.99", "The only numbers are integers.") == ""


def test_nearly_every_rule_of_any_edition_since_2022_has_plain_words() -> None:
    for path in sorted(shared("rules").glob("202[2-6]*.txt")):
        document = open_document(path.read_bytes())
        rules = {str(e.number): " ".join(p.text for p in e.paragraphs) for e in document.walk()}
        own = {number: words for number, words in rules.items() if number.startswith("107.")}
        bare = [number for number, words in own.items() if not plain_words(number, words)]
        assert len(bare) <= 4, (path.name, bare)
