"""Combat damage: situations whose answers were read in the rules, and every division of small ones."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

import pytest

from symbols.trials import Outcome, answered
from symbols.trials.catalog import trial_named
from tests.shared import shared
from tests.tables import DATA
from tests.trials.readings import Words, official

NEWEST = "2026-02-27"
NAMES = {"a": "attacker ", "b": "blocker "}
STEPS = {"f": "first strike", "r": "regular"}


class Situation(NamedTuple):
    edition: str
    attackers: str
    blockers: str
    defender: str
    divide: str
    expected: str
    rules: str
    shows: str


def situations() -> list[Situation]:
    lines = (DATA / "combats.tsv").read_text().splitlines()
    return [Situation(*line.split("\t")) for line in lines if not line.startswith("#")]


def ask(reading: Words | None = None, **values: str) -> Outcome:
    trial = trial_named("combat")
    assert trial is not None
    return answered(trial, values, reading or Words())


def called(name: str) -> str:
    if name in {"D", "P"}:
        return {"D": "defender", "P": "player"}[name]
    return f"{NAMES[name[0]]}{name[1:]}"


def found_in(facts: Mapping[str, Any], expected: str) -> str:
    """What the facts say where the table says something: `r a1>b1 0-5`."""
    word, *rest = expected.split()
    match word:
        case "lawful" | "unlawful":
            return {True: "lawful", False: "unlawful"}.get(facts["lawful"], "")
        case "rule":
            return f"rule {facts['rule']}"
        case "through":
            return f"through {span(facts['through_least'], facts['through'])}"
        case "dies" | "may":
            named = facts["dies" if word == "dies" else "may_die"]
            return " ".join([word, *map(short, named)])
        case "poison" | "gained" | "lost":
            one = facts["life" if word == "lost" else word]
            return f"{word} {span(one['least'], one['most'])}"
    step = next(one for one in facts["steps"] if one["step"] == STEPS[word])
    to = rest[0].partition(">")[2]
    if not to:
        one = next((one for one in step["received"] if one["to"] == called(rest[0])), None)
    else:
        wanted = called(rest[0].partition(">")[0]), called(to)
        one = next((one for one in step["damage"] if (one["from"], one["to"]) == wanted), None)
    if one is None or (rest[1] == "-" and one.get("dealt") == 0):
        return f"{word} {rest[0]} -"
    if facts["lawful"] and "dealt" in one:
        return f"{word} {rest[0]} {one['dealt']}"
    return f"{word} {rest[0]} {span(one['least'], one['most'])}"


def span(least: int, most: int) -> str:
    return f"{least}" if least == most else f"{least}-{most}"


def short(name: str) -> str:
    return re.sub(r"(\w)\w* ?(\d*)", r"\1\2", name) if name[-1].isdigit() else name[0].upper()


@pytest.mark.parametrize("one", situations(), ids=lambda one: f"{one.edition} {one.shows}".strip())
def test_situation(one: Situation) -> None:
    shared("rules")
    outcome = ask(
        official(one.edition or NEWEST),
        attackers=one.attackers,
        blockers=one.blockers,
        defender=one.defender,
        divide=one.divide,
    )
    steps = {step.rule: step.number for step in outcome.steps}
    facts = {**outcome.facts, "rule": steps[str(outcome.facts["rule"])]}
    expected = [part.strip() for part in one.expected.split(",")]
    assert [found_in(facts, part) for part in expected] == expected
    assert {*one.rules.split()} <= {*steps.values()}
