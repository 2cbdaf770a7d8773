"""Steps and their numbers in the rules of other years, and that each is the rule that says so."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import pytest

from symbols.plain_text import plain_text
from tests.casting.cards import answer_to, stopped_at
from tests.citations.editions import words_of
from tests.conftest import with_editions
from tests.document.editions import document
from tests.shared import EVERY_EDITION, FEW_EDITIONS

# Steps by their stable names, from which rules of 2015 on each has its own.
NAMES = tuple(f"601.2{letter}" for letter in "abcdefghi")
# The number of each step, none where an edition doesn't have it, from a date on.
NUMBERS: Mapping[str, str] = {
    # Mana abilities and payment are still in the same rule as the total.
    "2003-03-15": "409.1 a b c e - f f f g",
    "2003-10-01": "409.1 a b c e - f g h i",
    # Whether it has targets at all is a step of its own.
    "2009-05-01": "409.1 a b d e - f g h i",
    "2009-07-11": "601.2 a b c d - e f g h",
    # Whether the proposed spell is legal.
    "2015-07-17": "601.2 a b c d e f g h i",
}
# What a rule says of its step.
SAID: Mapping[str, tuple[str, ...]] = {
    "601.2a": ("announces that he or she is", "propose the casting", "proposes the casting", "announces that they are"),
    "601.2b": ("mode choice",),
    "601.2c": ("targets",),
    "601.2d": ("division",),
    "601.2e": ("can legally be cast",),
    "601.2f": ("determines the total cost",),
    "601.2g": ("mana abilities", "pay"),
    "601.2h": ("in any order", "pay"),
    "601.2i": ("becomes cast", "becomes played"),
}

CANT_PAY: Mapping[str, str] = {"card": "Blaze", "x": "3", "targets": "1", "pool": "R"}
PAID: Mapping[str, str] = {"card": "Blaze", "x": "3", "targets": "1", "pool": "RRRR"}
ABILITY: Mapping[str, str] = {"ability": "{2}{R}, Discard a card: Draw two cards.", "to_discard": "1", "pool": "RRR"}


def numbers_in(edition: str) -> dict[str, str]:
    """The number of each step that an edition has, by its stable name."""
    rule, *letters = NUMBERS[max(date for date in NUMBERS if date <= edition)].split()
    return {name: f"{rule}{letter}" for name, letter in zip(NAMES, letters, strict=True) if letter != "-"}


def steps_in(answer: Mapping[str, Any]) -> list[str]:
    return [step["rule"] for step in answer["steps"]]


def asked(given: Mapping[str, str], edition: str) -> dict[str, Any]:
    return answer_to({**given, "edition": edition})


def numbers_said(answer: Mapping[str, Any]) -> Iterator[str]:
    """Every rule that an answer's steps, total and what is taken back name."""
    for step in answer["steps"]:
        yield step["rule"]
        yield from (fact["rule"] for fact in step["facts"])
        yield from (step[key]["rule"] for key in ("reason",) if key in step)
    yield from (row["rule"] for row in answer["total"]["rows"])
    if back := answer["taken_back"]:
        yield from (back["step"], back["rule"], *(fact["rule"] for fact in back["facts"]))


def check_steps(edition: str) -> None:
    numbers = numbers_in(edition)
    assert " ".join(steps_in(asked(PAID, edition))) == " ".join(numbers.values())
    failing = asked(CANT_PAY, edition)
    assert stopped_at(failing) == f"{numbers['601.2h']} impossible"
    assert failing["taken_back"]["step"] == numbers["601.2h"]
    assert [row["rule"] for row in failing["total"]["rows"]][-1] == numbers["601.2f"]
    # An ability is announced by another rule since 2009 (602.2a), and goes on as a spell.
    first, *rest = steps_in(asked(ABILITY, edition))
    assert first == numbers["601.2a"].replace("601", "602")
    assert rest == list(numbers.values())[1:]


@pytest.mark.usefixtures("cast_cards")
@with_editions(*FEW_EDITIONS)
class TestSomeEditions:
    @pytest.mark.slow
    def test_steps(self, subtests: pytest.Subtests) -> None:
        for edition in FEW_EDITIONS:
            with subtests.test(edition):
                check_steps(edition)

    def test_newest_without_an_edition(self) -> None:
        assert " ".join(steps_in(answer_to(PAID))) == " ".join(NAMES)


def dates() -> dict[str, str]:
    """When each edition took effect, which its file's name may differ from."""
    return {edition: document(f"{edition}.txt").effective.isoformat() for edition in EVERY_EDITION}


@pytest.mark.usefixtures("cast_cards")
@with_editions(*EVERY_EDITION)
class TestEveryEdition:
    def test_steps(self, subtests: pytest.Subtests) -> None:
        for edition in dates().values():
            with subtests.test(edition):
                check_steps(edition)

    def test_each_step_has_the_rule_that_says_it(self, subtests: pytest.Subtests) -> None:
        for edition, name in product(EVERY_EDITION, NAMES):
            number = numbers_in(edition).get(name, "")
            with subtests.test(edition=edition, name=name):
                words = plain_text(words_of(edition)[number]) if number else ""
                assert not number or any(said in words for said in SAID[name])
                # Nothing says it where the edition has no such step.
                assert number or not any(SAID[name][0] in plain_text(each) for each in words_of(edition).values())

    def test_every_number_is_one_of_the_edition(self) -> None:
        lacking = {
            f"{edition} {number}"
            for edition, effective in dates().items()
            for given in (PAID, CANT_PAY, ABILITY)
            for number in numbers_said(asked(given, effective))
            if number not in words_of(edition)
        }
        assert lacking == set()
