"""Rules in plain words: none is missing, and none stands under a rule that says something else."""

import re

import pytest

from explorer.document.opening import open_document
from explorer.wording.wordings import explanations, plain_words
from tests.citations.editions import DATES, words_of
from tests.library.trees import edition, section_tree
from tests.shared import shared

pytestmark = pytest.mark.django_db

# Editions in which a number has another rule, or one that has changed since so that our words would be wrong.
OTHERWISE = (
    ("103.5", "2021-04-19", "actions with cards from the opening hand"),
    ("202.3", "2020-06-01", "converted mana cost"),
    ("510.1c", "2024-03-08", "damage in the order of blockers"),
    ("603.3b", "2020-06-01", "one round for all triggered abilities"),
    ("700.4", "2012-06-01", "dying was for creatures, and the rule said more"),
    ("701.21a", "2024-11-08", "another keyword action"),
    ("702.62a", "2023-11-17", "playing a suspended card wasn’t optional"),
    ("702.122a", "2021-04-19", "a Vehicle could crew itself"),
    ("704.5j", "2013-07-11", "planeswalkers were unique"),
    ("903.8", "2012-06-01", "another mulligan"),
    ("903.9a", "2020-06-01", "melded commanders"),
)


def test_every_rule_about_numbers_and_symbols_has_plain_words() -> None:
    tree = section_tree(edition("2025-06-06"), "107")
    rules = {rule.number: rule.text for child in tree.children for rule in (child, *child.children)}
    assert len(rules) > 45
    assert [number for number, words in rules.items() if not plain_words(number, words)] == []
    assert {number for number in explanations() if number.startswith("107.")} == set(rules)


@pytest.mark.parametrize("date", ["2025-06-06", DATES[-1]])
def test_all_our_words_are_shown_in_editions_of_today(date: str) -> None:
    shared("rules")
    rules = words_of(date)
    others = [number for number in explanations() if not number.startswith("107.")]
    assert len(others) >= 50
    assert [number for number in others if not plain_words(number, rules[number])] == []


def test_no_words_of_the_rules_are_passed_off_as_ours() -> None:
    shared("rules")
    rules = words_of("2025-06-06")
    for number, words in ((number, rules[number]) for number in explanations()):
        ours = plain_words(number, words)
        assert ours, number
        assert not any(ours[start : start + 60] in words for start in range(0, max(1, len(ours) - 60), 10)), number
        assert len(ours) < 420, number


def test_another_rule_under_the_number_gets_no_words_of_ours() -> None:
    assert plain_words("107.9", "The speed symbol is {SP}.") == ""
    assert plain_words("107.99", "The only numbers are integers.") == ""


@pytest.mark.parametrize(("number", "date"), [row[:2] for row in OTHERWISE], ids=[row[2] for row in OTHERWISE])
def test_a_rule_that_said_otherwise_gets_no_words_of_ours(number: str, date: str) -> None:
    shared("rules")
    assert number in explanations()
    assert plain_words(number, words_of(date)[number]) == ""


@pytest.mark.parametrize("date", DATES)
def test_rules_that_our_words_refer_to_are_there(date: str) -> None:
    shared("rules")
    rules = words_of(date)
    shown = {number: plain_words(number, words) for number, words in rules.items() if number[:4] != "107."}
    referred = {number: re.findall(r"\d{3}\.\d+[a-z]?", words) for number, words in shown.items()}
    assert {number: named for number, named in referred.items() if not rules.keys() >= set(named)} == {}


@pytest.mark.slow
def test_nearly_every_rule_of_any_edition_since_2022_has_plain_words() -> None:
    for path in sorted(shared("rules").glob("202[2-6]*.txt")):
        document = open_document(path.read_bytes())
        rules = {str(e.number): " ".join(p.text for p in e.paragraphs) for e in document.walk()}
        own = {number: words for number, words in rules.items() if number.startswith("107.")}
        bare = [number for number, words in own.items() if not plain_words(number, words)]
        assert len(bare) <= 4, (path.name, bare)
