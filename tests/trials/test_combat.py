"""Combat damage: situations whose answers were read in the rules, and every division of small ones."""

import re
from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from symbols.trials import Outcome, TrialError, answered
from symbols.trials.catalog import trial_named
from symbols.trials.combat.board import Board, Era
from symbols.trials.combat.creature import Creature, Defender
from symbols.trials.combat.fields import normalized
from symbols.trials.combat.lines import read_creatures
from symbols.trials.combat.ways import Ways
from symbols.trials.examples import runnable_cases
from tests.citations.editions import DATES
from tests.shared import NEWEST, examples, shared
from tests.tables import rows
from tests.trials.combats_by_force import Force, TooManyError
from tests.trials.readings import Words, official

NAMES = {"a": "attacker ", "b": "blocker ", "D": "defender", "P": "player"}
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


def ask(reading: Words | None = None, **values: str) -> Outcome:
    trial = trial_named("combat")
    assert trial is not None
    return answered(trial, values, reading or Words())


def full_name(name: str) -> str:
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
        case "poison" | "gained" | "gains" | "lost":
            one = facts["life" if word == "lost" else word]
            return f"{word} {span(one['least'], one['most'])}"
    step = next(one for one in facts["steps"] if one["step"] == STEPS[word])
    to = rest[0].partition(">")[2]
    if not to:
        one = next((one for one in step["received"] if one["to"] == full_name(rest[0])), None)
    else:
        wanted = full_name(rest[0].partition(">")[0]), full_name(to)
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


SITUATIONS = [Situation(*row) for row in rows("combats.tsv")]


@pytest.mark.parametrize("one", SITUATIONS, ids=lambda one: f"{one.edition} {one.shows}".strip())
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


KEYWORDS = (
    *("trample", "trample over planeswalkers", "first strike", "double strike", "deathtouch", "wither", "infect"),
    *("indestructible",),
)
ERAS = (Era(), Era(), Era(ordered=True), Era(ordered=True, deathtouch="free"), Era(deathtouch="triggered"))


@st.composite
def combats(draw: st.DrawFn, most: int, power: int) -> tuple[list[Creature], list[Creature], Defender, Era]:
    def creature(attackers: int) -> Creature:
        toughness = draw(st.integers(1, 4))
        several = st.lists(st.integers(0, max(0, attackers - 1)), min_size=1, max_size=2, unique=True)
        keywords = draw(st.frozensets(st.sampled_from(KEYWORDS), max_size=2))
        return Creature(
            text="",
            power=draw(st.integers(0, power)),
            toughness=toughness,
            keywords=keywords,
            damaged=draw(st.integers(0, toughness - 1)),
            protection=draw(st.sampled_from([frozenset[str]()] * 5 + [frozenset({"everything"})])),
            blocks=tuple(draw(several)) if attackers else (),
        )

    attackers = [creature(0) for _ in range(draw(st.integers(1, most)))]
    blockers = [creature(len(attackers)) for _ in range(draw(st.integers(0, most)))]
    defender = draw(st.sampled_from([Defender(), Defender("planeswalker", 2), Defender("battle", 3)]))
    return attackers, blockers, defender, draw(st.sampled_from(ERAS))


def check_bounds(attackers: list[Creature], blockers: list[Creature], defender: Defender, era: Era) -> None:
    """Compare all bounds with those of every division."""
    ways = Ways(Board(attackers, blockers, defender, era))
    try:
        forced = Force(attackers, blockers, defender, era).run()
    except TooManyError:
        reject()
    for key, amounts in forced.items():
        if key[0] == "dies":
            found = ways.dies(key[1], ways.board.steps[-1])
        elif key[0] == "through":
            found = ways.through()
        elif len(key) == 2:
            found = ways.received(*key)
        else:
            found = ways.assigned(*key)
            # Where one is dead it assigns, or gets, nothing.
            gone = any(ways.can_be_gone(name, key[0]) for name in key[1:])
            amounts = amounts | {0} if gone else amounts
        assert found == (min(amounts), max(amounts)), key


Drawn = tuple[list[Creature], list[Creature], Defender, Era]


@given(combats(2, 3))
@examples(60)
def test_every_division_of_few(one: Drawn) -> None:
    check_bounds(*one)


@pytest.mark.slow
@given(combats(4, 3))
@examples(120)
def test_every_division_of_four(one: Drawn) -> None:
    check_bounds(*one)


def test_more_creatures_are_answered_or_refused(subtests: pytest.Subtests) -> None:
    eight = "\n".join(f"{size}/{size} trample" for size in range(1, 9))
    one_each = "\n".join(f"2/2 -> {at}" for at in range(1, 9))
    assert ask(attackers=eight, blockers=one_each).facts["through"] == 36 - 15
    every = "\n".join(["2/2 -> 1, 2, 3, 4, 5, 6, 7, 8"] * 8)
    for attackers, blockers in ((eight, every), (f"{eight}\n1/1", ""), ("2/2", "\n".join(["1/1 -> 1"] * 9))):
        with subtests.test(attackers=attackers, blockers=blockers), pytest.raises(TrialError):
            ask(attackers=attackers, blockers=blockers)


REFUSED = [
    ("2/2", "1/1 -> 2", "there’s no attacker 2; there is 1 attacker"),
    ("2/2\n3/3", "1/1", "needs the attacker that it blocks"),
    ("2/0", "", "dies before combat damage"),
    ("2/2 damaged 2", "", "dies before combat damage"),
    ("2/2 left after first strike", "", "nothing here has first or double strike"),
    ("trample", "", "needs power and toughness"),
    ("2/2 -> 1", "", "an attacker blocks nothing"),
    ("1000/1", "", "a number over 999"),
    ("2.5/2", "", "“2.5/2” isn’t a creature"),
    ("twenty 1/1", "", "that’s 20 creatures"),
    ("Thalia and 3/3", "", "isn’t loaded"),
    ("is 8 and 2 legal for 10/10", "", "isn’t a creature"),
    ("2/2 first strke", "", "isn’t an ability or number"),
]


@pytest.mark.parametrize(("attackers", "blockers", "message"), REFUSED)
def test_refused(attackers: str, blockers: str, message: str) -> None:
    with pytest.raises(TrialError, match=message) as caught:
        ask(attackers=attackers, blockers=blockers)
    assert caught.value.message.startswith(("Attackers: ", "Blockers: "))


READ = [
    ("3/3 x2", ["3/3", "3/3"]),
    ("3x 1/1 trample", ["1/1 trample"] * 3),
    ("two 2/2s and a 3/3", ["2/2", "2/2", "a 3/3"]),
    ("2 Elves 1/1; 2/2 with deathtouch and trample", ["Elves 1/1", "Elves 1/1", "2/2 with deathtouch and trample"]),
]


@pytest.mark.parametrize(("typed", "expected"), READ)
def test_counted_creatures(typed: str, expected: list[str]) -> None:
    assert [one.text for one in read_creatures(typed, "attackers", Words())] == expected


def test_attackers_after_a_row_of_several() -> None:
    query = normalized({"attackers": ["two 2/2s", "4/4", ""], "blockers": ["", "3/3", ""]})
    facts = ask(attackers=query["attackers"][0], blockers=query["blockers"][0]).facts
    assert facts["through"] == 4
    assert facts["dies"] == ["blocker 1"]


# Who dies, whose division is unlawful, and how many divisions fit no creature.
DIVIDED = [
    ("5/5", "3/3 -> 1", "3, 2", {"blocker 1"}, None, 1),
    ("5/5", "3/3 -> 1; 3/3 -> 1", "2: 3, 2", set(), None, 1),
    ("5/5", "3/3 -> 1", "5, 0", {"blocker 1"}, None, 0),
    (
        "5/5\n4/4",
        "3/3 -> 1; 3/3 -> 1; 2/2 -> 2; 2/2 -> 2",
        "1: 3, 1; 2: 2, 2",
        {"blocker 3", "blocker 4"},
        "attacker 1",
        0,
    ),
    ("4/4 double strike", "3/3 -> 1; 3/3 -> 1", "1: 3, 1; 1 second: 0, 4", {"blocker 1", "blocker 2"}, None, 0),
    ("4/4 double strike", "3/3 -> 1; 3/3 -> 1", "1: 3, 1; 1 second: 1, 3", {"blocker 1", "blocker 2"}, "attacker 1", 0),
    ("4/4", "3/3 -> 1; 3/3 -> 1", "1 second: 1, 3", {"attacker 1"}, None, 1),
]


@pytest.mark.parametrize(("attackers", "blockers", "divide", "dead", "at_fault", "unused"), DIVIDED)
def test_rest_of_a_division_counts(
    attackers: str, blockers: str, divide: str, dead: set[str], at_fault: str | None, unused: int
) -> None:
    facts: Any = ask(attackers=attackers, blockers=blockers, divide=divide).facts
    assert facts["at_fault"] == at_fault
    assert len(facts["unused"]) == unused
    assert facts["lawful"] is (at_fault is None and not unused)
    assert dead <= {*facts["dies"]}


@pytest.mark.slow
@given(combats(3, 3), st.randoms())
@examples(40)
def test_example_is_lawful(one: Drawn, random: Random) -> None:
    board = Board(*one)
    example = Ways(board).example
    amounts = {
        (step, source): [example.assigned[step, source, to] for to in recipients]
        for step in board.steps
        for source, recipients in board.pairs(step)
        if recipients
    }
    kept = dict(random.sample([*amounts.items()], random.randint(0, len(amounts))))
    assert Ways(board, kept).can_hold()
    ways = Ways(board, amounts)
    for (step, name), received in example.received.items():
        assert ways.received(step, name) == (received, received)
        assert ways.dies(name, step) == ((step, name) in example.dead, (step, name) in example.dead)


def test_example_has_one_first_strike_damage() -> None:
    outcome = ask(attackers="0/1\n0/1", blockers="1/1 first strike infect -> 1, 2")
    step: Any = outcome.facts["steps"][0]  # type: ignore[index]
    assigned = {one["to"]: one["example"] for one in step["damage"]}
    assert assigned.items() <= step["example"]["received"].items()
    assert step["example"]["dead"] == [name for name, amount in assigned.items() if amount]


def test_uncounted_abilities() -> None:
    outcome = ask(attackers="1/1 banding\n2/2 bushido 1", blockers="2/2 flanking -> 1")
    assert [one["text"] for one in outcome.facts["uncounted"]] == ["banding", "bushido 1", "flanking"]  # type: ignore[union-attr,index]
    assert outcome.sentence.endswith("Banding isn’t counted. Bushido 1 isn’t counted. Flanking isn’t counted.")


def test_presumed_blocks(subtests: pytest.Subtests) -> None:
    said = {
        "4/4 and 2/2 blocked by 3/3": "Here, the 3/3 blocks the 4/4.",
        "4/4, 2/2 blocked by 3/3 and 1/1": "Here, the 3/3 and the 1/1 block the 4/4.",
        "4/4 and 2/2 blocked by 3/3 -> 2": "",
        "two 2/2s blocked by 3/3": "",
        "4/4\n2/2 blocked by 3/3": "",
    }
    for typed, sentence in said.items():
        with subtests.test(typed):
            query = normalized({"attackers": [typed]})
            outcome = ask(attackers=query["attackers"][0], blockers=query["blockers"][0])
            assert outcome.facts["assumed"] == [sentence] * bool(sentence)
            assert sentence in outcome.sentence


def test_damaged_needs_an_amount(subtests: pytest.Subtests) -> None:
    for typed, start, end, suggestion in [("damaged 3/3", 0, 11, "3/3 damaged 1"), ("3/3 damaged", 4, 11, "damaged 1")]:
        with subtests.test(typed), pytest.raises(TrialError, match="needs an amount") as caught:
            ask(attackers=typed)
        assert (caught.value.start, caught.value.end, caught.value.suggestion) == (start, end, suggestion)


def test_player_behind_a_planeswalker() -> None:
    outcome = ask(attackers="7/7 trample over planeswalkers", defender="planeswalker 3")
    assert outcome.sentence.startswith("7 damage at most gets through to the planeswalker, 4 at most to the player.")


ABOUT_COMBAT = (
    *("510.1c", "510.1d", "510.2", "510.4", "702.2c", "702.15b", "702.15e", "702.19b", "702.19c", "702.19d", "702.80a"),
    *("702.90b", "702.90c", "702.164c"),
)


@pytest.mark.parametrize("date", DATES)
def test_every_official_example_is_run(date: str) -> None:
    shared("rules")
    reading = official(date)
    for name in ABOUT_COMBAT:
        number = reading.find(name)
        for words in reading.rules[number].split("\n") if number else ():
            assert not words.startswith("Example:") or runnable_cases(number, words), words
