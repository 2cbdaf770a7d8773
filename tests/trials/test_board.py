"""State-based actions: boards whose answers were read in the rules."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

import pytest

from symbols.trials import Outcome
from symbols.trials.board.era import actions
from tests.citations.editions import DATES
from tests.shared import shared
from tests.tables import rows
from tests.trials.readings import ask, official

NEWEST = "2026-02-27"


class Situation(NamedTuple):
    edition: str
    board: str
    choices: str
    expected: str
    besides: str
    shows: str


def situations() -> list[Situation]:
    return [Situation(*row) for name in ("boards.tsv", "boards_auras.tsv") for row in rows(name)]


def rounds_of(facts: Mapping[str, Any]) -> str:
    """`1 destroyed 704.5g, 2 graveyard 704.5j / 1 ceases 704.5d`."""
    found = [
        ", ".join(f"{one['object']} {one['does']} {one['rule']}" for one in each["actions"]) for each in facts["rounds"]
    ]
    return " / ".join(found) or "nothing"


def found_in(outcome: Outcome, expected: str) -> str:
    """What came out where the table says something: `wins you`, `cites 704.7`."""
    word, _, rest = expected.partition(" ")
    facts: Mapping[str, Any] = outcome.facts
    match word:
        case "wins":
            return f"wins {facts['wins']}"
        case "loses":
            return f"loses {' '.join(facts['loses'])}"
        case "draw":
            return "draw" if facts["draw"] else ""
        case "triggers":
            return " ".join(["triggers", *(one["object"] for one in facts["triggers"])])
        case "times":
            return " ".join(["times", *(str(one["times"]) for one in facts["triggers"])])
        case "unread":
            return expected
        case "unless":
            doubts = [one["condition"] or one["name"] for one in facts["unless"] if one["assumed"]]
            return f"unless {'; '.join(doubts)}"
        case "open":
            rules = {action["rule"] for each in facts["rounds"] for action in each["actions"]}
            return expected if any(one["assumed"] for one in facts["choices"]) and rest in rules else "no choice"
        case _:
            cited = [step.rule for step in outcome.steps]
            return expected if rest in cited else f"not among {cited}"


def in_order(rounds: str) -> str:
    """What happens in a round happens at once, whatever the order."""
    return " / ".join(", ".join(sorted(each.split(", "))) for each in rounds.split(" / "))


@pytest.mark.parametrize("one", situations(), ids=lambda one: f"{one.edition} {one.board}")
def test_what_happens_is_what_the_rules_say(one: Situation) -> None:
    shared("rules")
    reading = official(one.edition or NEWEST)
    outcome = ask("board", {"board": one.board.replace("; ", "\n"), "choices": one.choices}, reading)
    facts: Mapping[str, Any] = outcome.facts
    besides = list(filter(None, one.besides.split("; ")))
    unread = [each.strip().removeprefix("unread ") for each in besides if each.strip().startswith("unread ")]
    assert [each["text"] for each in facts["unread"]] == unread
    assert in_order(rounds_of(facts)) == in_order(one.expected)
    if "unless" not in one.besides:
        assert not [each for each in facts["unless"] if each["assumed"]]
    for each in besides:
        assert found_in(outcome, each) == each.strip()


def test_one_choice_is_asked_once_where_two_actions_leave_it() -> None:
    shared("rules")
    walkers = "2 legendary planeswalker Liliana 5 loyalty"
    facts: Mapping[str, Any] = ask("board", {"board": walkers}, official("2017-04-28")).facts
    assert rounds_of(facts) == "1.2 graveyard 704.5j"
    assert [one["question"] for one in facts["choices"]] == ["Which one stays?"]
    assert len(facts["rounds"][0]["choices"]) == 1


def listed_in(date: str) -> set[str]:
    """The lettered state-based actions of a document, read without any code of the site."""
    raw = (shared("rules") / f"{date}.txt").read_bytes()
    text = raw.decode("utf-16" if raw[:2] in {b"\xff\xfe", b"\xfe\xff"} else "latin-1")
    return {*re.findall(r"(?<![\w.])(?:420\.5|704\.[56])[a-z](?=\.? (?:A|If|In|An|Two)\b)", text)}


@pytest.mark.parametrize("date", DATES)
def test_every_action_of_an_edition_is_one_that_is_known(date: str) -> None:
    reading = official(date)
    known = {number for record in actions().values() if (number := reading.find(record["rule"]))}
    assert known == listed_in(date)
