"""Continuous effects by layers: right answers found by hand, and an independent evaluator that tries every order."""

import gzip
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbols.data_files import read_data
from symbols.trials import Outcome, TrialError, answered
from symbols.trials.catalog import trial_named
from symbols.trials.printed import PrintedCard
from symbols.trials.type_lines import SUBTYPES, Lists
from tests.citations.editions import numbers_of
from tests.shared import NEWEST, examples, shared
from tests.trials.readings import Words, official

WORDS = read_data("layers.toml")["words"]
DATA = Path(__file__).parents[1] / "data"
SEPARATOR = " | "


@dataclass(frozen=True)
class Situation:
    source: str
    rules: str
    edition: str
    objects: str
    effects: str
    expected: str


def rows(name: str) -> list[list[str]]:
    lines = (DATA / name).read_text().split("\n")
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def situations(name: str = "layers.tsv") -> list[Situation]:
    return [Situation(*row) for row in rows(name)]


@cache
def printed_cards() -> Mapping[str, PrintedCard]:
    found = json.loads(gzip.decompress((shared("cards") / "AtomicCards.json.gz").read_bytes()))["data"]
    return {
        name.lower(): PrintedCard(
            name,
            face.get("manaCost", ""),
            face["type"],
            face.get("text", ""),
            "".join(face["colors"]),
            face.get("power", ""),
            face.get("toughness", ""),
        )
        for name, (face, *_) in found.items()
    }


class WithCards(Words):
    """The newest edition, with cards."""

    def __init__(self) -> None:
        newest = official(NEWEST)
        super().__init__(newest.rules, newest.edition, numbers_of(NEWEST))

    def card(self, name: str) -> PrintedCard | None:
        return printed_cards().get(name.lower())


def ask(objects: str, effects: str = "", reading: Words | None = None) -> Outcome:
    trial = trial_named("layers")
    assert trial is not None
    said = {"objects": objects.replace(SEPARATOR, "\n"), "effects": effects.replace(SEPARATOR, "\n")}
    return answered(trial, said, reading or Words())


def listed(outcome: Outcome, fact: str) -> list[Any]:
    found = outcome.facts[fact]
    assert isinstance(found, list)
    return found


def characteristic(found: Mapping[str, Any], key: str) -> str:
    match key:
        case "pt":
            return "-" if found["power"] is None else f"{found['power']}/{found['toughness']}"
        case "every":
            return "yes" if "every creature type" in found["subtypes"] else "no"
        case "subtypes":
            return ",".join(sorted(one for one in found[key] if one != "every creature type")) or "-"
        case "name" | "controller":
            return str(found[key] or "-")
        case _:
            return ",".join(sorted(found[key])) or "-"


def expected(situation: Situation) -> Iterator[tuple[int, str, str]]:
    for part in situation.expected.split(SEPARATOR):
        line, _, rest = part.partition(" ")
        if line.isdigit():
            for match in re.finditer(r"(\w+)=(.*?)(?= \w+=|$)", rest):
                if match[1] != "undecided":
                    right = match[2] if match[1] in {"pt", "name"} else ",".join(sorted(match[2].split(",")))
                    yield int(line), match[1], right


def test_situations_are_answered_right(subtests: pytest.Subtests) -> None:
    shared("rules")
    assert len(situations()) > 150
    for situation in situations():
        with subtests.test(source=situation.source):
            outcome = ask(
                situation.objects, situation.effects, official(situation.edition) if situation.edition else None
            )
            objects = {one["line"]: one for one in listed(outcome, "objects")}
            found = [(line, key, characteristic(objects[line], key)) for line, key, _ in expected(situation)]
            assert found == list(expected(situation))
            assert outcome.facts["unread"] in ([], ["Untap that creature."])
            is_undecided = outcome.facts["undecided"] is not None
            assert is_undecided is ("undecided=yes" in situation.expected)


def test_situations_with_cards_are_answered_right(subtests: pytest.Subtests) -> None:
    reading = WithCards()
    assert len(situations("layers_of_cards.tsv")) > 40
    for situation in situations("layers_of_cards.tsv"):
        with subtests.test(source=situation.source):
            outcome = ask(situation.objects, situation.effects, reading)
            objects = {one["line"]: one for one in listed(outcome, "objects")}
            found = [(line, key, characteristic(objects[line], key)) for line, key, _ in expected(situation)]
            assert found == list(expected(situation))
            assert outcome.facts["unread"] == []


@pytest.mark.slow
def test_what_players_type_says_the_same_as_rules_text(subtests: pytest.Subtests) -> None:
    reading = WithCards()
    for place, typed, same in rows("layers_typed.tsv"):
        with subtests.test(typed=typed):
            is_effect = place == "effects"
            board = "Serra Angel | Grizzly Bears"
            one, other = (ask(board, line, reading) if is_effect else ask(line, "", reading) for line in (typed, same))
            assert one.facts["left_out"] == []
            assert one.facts["answers"] == other.facts["answers"]
            controllers = [[each["controller"] for each in listed(found, "objects")[:2]] for found in (one, other)]
            assert controllers[0] == controllers[1]


def test_a_target_that_is_illegal_is_said_and_nothing_changed(subtests: pytest.Subtests) -> None:
    reading = WithCards()
    for objects, effects, problem, rule in rows("layers_illegal.tsv"):
        with subtests.test(objects=objects, effects=effects):
            outcome = ask(objects, effects, reading)
            (line,) = (one for one in listed(outcome, "lines") if one["problem"])
            assert (line["problem"], line["rule"]) == (problem, rule)
            assert problem in outcome.sentence
            if "Dryads" not in effects:
                assert outcome.facts["answers"] == ask(objects, "", reading).facts["answers"]


def test_what_is_not_counted_is_said(subtests: pytest.Subtests) -> None:
    reading = WithCards()
    for objects, effects, said in rows("layers_said.tsv"):
        with subtests.test(objects=objects, effects=effects):
            assert said in ask(objects, effects, reading).sentence


def test_an_offered_line_applies_the_ability(subtests: pytest.Subtests) -> None:
    reading = WithCards()
    for objects in ("Mutavault", "Mirror Entity", "Managorger Hydra", "Smuggler's Copter", "Scavenging Ooze"):
        with subtests.test(objects=objects):
            (offered,) = listed(ask(objects, "", reading), "unused")
            outcome = ask(objects, offered["line"], reading)
            assert outcome.facts["left_out"] == []
            assert outcome.facts["answers"] != ask(objects, "", reading).facts["answers"] or objects == "Mirror Entity"


def test_an_aura_that_falls_off_does_nothing_any_more() -> None:
    outcome = ask("opponent's Serra Angel", "Control Magic | Song of the Dryads", WithCards())
    assert listed(outcome, "objects")[0]["controller"] == "opponent"


def test_which_player_is_asked() -> None:
    spoiling = (
        "until end of turn, creatures target player controls lose all abilities and have base power and toughness 0/2"
    )
    open_, you, them = (ask("3/3 creature", f"{spoiling}{note}") for note in ("", " (you)", " (opponent)"))
    assert "which player? Put (you) or (opponent) behind it." in open_.sentence
    assert [one.facts["answers"] for one in (open_, you, them)] == [
        ["3/3, a colorless creature with no abilities."],
        ["0/2, a colorless creature with no abilities."],
        ["3/3, a colorless creature with no abilities."],
    ]


def test_an_order_that_players_choose_is_left_open() -> None:
    humility = (
        '1: Humility: {2}{W}{W} enchantment "All creatures lose all abilities and have base power and toughness 1/1."'
    )
    opalescence = (
        '1: Opalescence: {2}{W}{W} enchantment "Each other non-Aura enchantment is a creature in addition to its other '
        'types and has base power and toughness each equal to its mana value."'
    )
    outcome = ask(f"{humility} | {opalescence}")
    undecided = outcome.facts["undecided"]
    assert isinstance(undecided, dict)
    assert [answer.split(",")[0] for answer in undecided["answers"]] == ["Humility: 4/4", "Humility: 1/1"]
    assert outcome.deciding.rule == "613.7m"
    assert ask("2/2 creature", "1: a flying counter | 1: a +1/+1 counter").facts["dependencies"] == []


@pytest.mark.parametrize(
    ("edition", "layers"),
    [
        ("2026-02-27", "1a 1b 2 3 4 5 6 7a 7b 7c 7d"),
        ("2019-10-04", "1 2 3 4 5 6 7a 7b 7c 7d 7e"),
        ("2009-07-11", "1 2 3 4 5 6 7a 7b 7c 7d 7e"),
        ("2009-05-01", "1 2 3 4 5 6a 6b 6c 6d 6e"),
        ("2007-05-01", "1 2 3 4 5 6a 6b 6c 6d 6e"),
        ("2006-06-01", "1 2 3 4 5 6 6 6"),
        ("2003-10-01", "1 2 3 4 5 6 6 6"),
        ("2003-03-15", "copy types counters others"),
    ],
)
def test_layers_are_those_of_the_edition(edition: str, layers: str) -> None:
    shared("rules")
    outcome = ask("2/2 creature", "", official(edition))
    assert [one["layer"] for one in listed(outcome, "layers")] == layers.split()


def test_an_effect_waits_for_the_one_that_it_depends_on() -> None:
    outcome = ask(
        'Urborg: legendary land "Each land is a Swamp in addition to its other land types."',
        'Blood Moon: enchantment "Nonbasic lands are Mountains."',
    )
    (one,) = listed(outcome, "dependencies")
    assert (one["layer"], one["waits"], one["for"], one["rule"]) == ("4", 1, 2, "613.8a")
    assert outcome.deciding.rule == "613.8a"


def test_a_dependency_has_the_number_of_its_edition() -> None:
    shared("rules")
    outcome = ask(
        'Urborg: legendary land "Each land is a Swamp in addition to its other land types."',
        'Blood Moon: enchantment "Nonbasic lands are Mountains."',
        official("2005-08-01"),
    )
    assert [one["rule"] for one in listed(outcome, "dependencies")] == ["418.5c"]


def test_what_isnt_read_is_said() -> None:
    outcome = ask("2/2 creature", 'enchantment "Creatures you control get +1/+1 as long as it’s raining."')
    assert outcome.facts["unread"] == ["Creatures you control get +1/+1 as long as it is raining."]
    assert "Not read, and left out" in outcome.sentence
    assert outcome.sentence.startswith("2/2, ")


def test_cards_are_read_by_name() -> None:
    frog = "Target creature loses all abilities and becomes a blue Frog with base power and toughness 1/1."
    cards = {
        "serra angel": PrintedCard("Serra Angel", "{3}{W}{W}", "Creature — Angel", "Flying, vigilance", "W", "4", "4"),
        "glorious anthem": PrintedCard(
            "Glorious Anthem", "{1}{W}{W}", "Enchantment", "Creatures you control get +1/+1.", "W"
        ),
        "turn to frog": PrintedCard("Turn to Frog", "{1}{U}", "Instant", frog, "U"),
        "clone": PrintedCard(
            "Clone",
            "{3}{U}",
            "Creature — Shapeshifter",
            "You may have Clone enter the battlefield as a copy of any creature on the battlefield.",
            "U",
            "0",
            "0",
        ),
    }

    cards["giant copy"] = PrintedCard(
        "Giant Copy",
        "{5}{U}{U}",
        "Legendary Creature — Shapeshifter",
        "You may have Giant Copy enter as a copy of any creature on the battlefield, except it’s still 7/7, its name "
        "is still Giant Copy, it’s legendary in addition to its other types, and it has “{U}: Scry 1.”",
        "U",
        "7",
        "7",
    )

    class Cards(Words):
        def card(self, name: str) -> PrintedCard | None:
            return cards.get(name.lower())

    outcome = ask("Serra Angel", "Glorious Anthem | a +1/+1 counter | Turn to Frog", Cards())
    assert outcome.sentence == "3/3, a blue Frog with no abilities."
    outcome = ask("Serra Angel | Clone as a copy of Serra Angel", "Turn to Frog", Cards())
    assert "Clone: 4/4, a white Angel with flying and vigilance." in outcome.sentence
    outcome = ask("Giant Copy as a copy of Serra Angel", "", Cards())
    assert outcome.sentence == "7/7, a legendary white Angel with flying, vigilance and “{U}: Scry 1.”"
    assert listed(outcome, "objects")[0]["name"] == "Giant Copy"


@pytest.mark.parametrize(
    ("objects", "effects", "key", "words"),
    [
        ("Nobody’s Card", "", "objects", "Permanent: in line 1, “Nobody's Card” isn’t a card"),
        ('Maro: creature "Maro’s power is equal to your luck."', "", "objects", "Permanent: in line 1, Maro"),
        ("2/2 creature", " | ".join(["gets +1/+1"] * 30), "effects", "Effects: use 24 lines or fewer"),
    ],
)
def test_refused_without_a_permanent(objects: str, effects: str, key: str, words: str) -> None:
    with pytest.raises(TrialError) as caught:
        ask(objects, effects)
    assert caught.value.field == key
    assert caught.value.message.startswith(words)
    assert caught.value.message.endswith(".")


@pytest.mark.parametrize(
    ("effect", "words"),
    [
        ("jumps around", "Left out: “jumps around”."),
        ("becomes the color of your choice", "which color? Put it behind it, such as (blue)."),
        ("becomes a copy of Nothing At All", "“Nothing At All” isn’t on the battlefield or a card that Pipwise has."),
        ("x" * 500, "That’s 500 characters. Use 400 or fewer."),
        ('Bolt: instant "Draw a card."', "Bolt has no effect on what a permanent is."),
    ],
)  # fmt: skip
def test_one_line_that_isnt_read_is_left_out(effect: str, words: str) -> None:
    outcome = ask("2/2 creature", f"gets +1/+1 | {effect}")
    assert outcome.sentence.startswith("3/3, a colorless creature with no abilities. ")
    assert outcome.sentence.endswith(words)


def test_what_is_no_permanent_isnt_put_on_the_battlefield() -> None:
    outcome = ask('2/2 creature | Growth: instant "Target creature gets +3/+3 until end of turn."')
    assert outcome.sentence.endswith("Growth is an instant, so it’s no permanent. List it under Effects.")
    assert outcome.sentence.startswith("2/2, ")


def test_subtypes_are_those_of_the_newest_rules() -> None:
    listed_there = {
        (SUBTYPES[one.rule][1][0].capitalize(), one.name.replace("’", "'")) for one in Lists(official(NEWEST)).subtypes
    }
    kinds = {"Land", "Artifact", "Enchantment"}
    assert {(kind, name) for kind, name in listed_there if kind in kinds} == {
        (kind, name) for kind in kinds for name in WORDS["subtypes"][kind]
    }


# An evaluator that shares nothing with the code: it tries all orders of the effects of a layer, and takes the one in
# which each effect is the oldest of those that wait for no other.


@dataclass
class Thing:
    types: set[str]
    lands: set[str]
    colors: set[str]
    flies: bool = False
    power: int = 0
    toughness: int = 0
    says: list[int] = field(default_factory=list)

    def copy(self) -> "Thing":
        return Thing({*self.types}, {*self.lands}, {*self.colors}, self.flies, self.power, self.toughness, [*self.says])


Game = dict[int, Thing]


@dataclass(frozen=True)
class Rule:
    """An effect: its text, to what it applies, and what it does in which layer."""

    text: str
    fits: Callable[[Thing], bool]
    parts: Mapping[str, Callable[[Thing], None]]


def _becomes_land(name: str) -> Callable[[Thing], None]:
    def change(thing: Thing) -> None:
        thing.lands, thing.says = {name}, []

    return change


def _size(power: int, toughness: int) -> Callable[[Thing], None]:
    def change(thing: Thing) -> None:
        thing.power, thing.toughness = power, toughness

    return change


def _more(power: int, toughness: int) -> Callable[[Thing], None]:
    def change(thing: Thing) -> None:
        thing.power, thing.toughness = thing.power + power, thing.toughness + toughness

    return change


def _nothing_left(thing: Thing) -> None:
    thing.flies, thing.says = False, []


def _flies(thing: Thing) -> None:
    thing.flies = True


def _falls(thing: Thing) -> None:
    thing.flies = False


def _recolored(*colors: str) -> Callable[[Thing], None]:
    def change(thing: Thing) -> None:
        thing.colors = {*colors}

    return change


def is_creature(thing: Thing) -> bool:
    return "Creature" in thing.types


RULES = [
    Rule("All Islands are Swamps.", lambda one: "Island" in one.lands, {"4": _becomes_land("Swamp")}),
    Rule("All Swamps are Islands.", lambda one: "Swamp" in one.lands, {"4": _becomes_land("Island")}),
    Rule("All lands are Forests.", lambda one: "Land" in one.types, {"4": _becomes_land("Forest")}),
    Rule(
        "All lands are Swamps in addition to their other types.",
        lambda one: "Land" in one.types,
        {"4": lambda one: one.lands.add("Swamp")},
    ),
    Rule(
        "All Swamps are 1/1 black creatures that are still lands.",
        lambda one: "Swamp" in one.lands,
        {"4": lambda one: one.types.add("Creature"), "5": _recolored("B"), "7b": _size(1, 1)},
    ),
    Rule(
        "All enchantments are creatures in addition to their other types and have base power and toughness 2/3.",
        lambda one: "Enchantment" in one.types,
        {"4": lambda one: one.types.add("Creature"), "7b": _size(2, 3)},
    ),
    Rule(
        "All creatures are enchantments in addition to their other types.",
        is_creature,
        {"4": lambda one: one.types.add("Enchantment")},
    ),
    Rule(
        "All creatures lose all abilities and have base power and toughness 0/1.",
        is_creature,
        {"6": _nothing_left, "7b": _size(0, 1)},
    ),
    Rule("Black creatures have flying.", lambda one: is_creature(one) and "B" in one.colors, {"6": _flies}),
    Rule("Creatures with flying are red.", lambda one: is_creature(one) and one.flies, {"5": _recolored("R")}),
    Rule("All creatures lose flying.", is_creature, {"6": _falls}),
    Rule("Creatures with flying get +2/+1.", lambda one: is_creature(one) and one.flies, {"7c": _more(2, 1)}),
    Rule("Red creatures get +0/+4.", lambda one: is_creature(one) and "R" in one.colors, {"7c": _more(0, 4)}),
]  # fmt: skip
LAYERS = ["4", "5", "6", "7b", "7c"]
Started = dict[tuple[int, int], frozenset[int]]


def _existing(game: Game, started: Started) -> list[tuple[int, int]]:
    """Effects, each by its source and rule: the timestamp is the source's."""
    now = {(source, rule) for source, thing in game.items() for rule in thing.says}
    return sorted(now | set(started))


def _objects(effect: tuple[int, int], game: Game, started: Started) -> frozenset[int]:
    if effect in started:
        return started[effect]
    return frozenset(number for number, thing in game.items() if RULES[effect[1]].fits(thing))


def _apply(effect: tuple[int, int], layer: str, game: Game, started: Started) -> Game:
    after = {number: thing.copy() for number, thing in game.items()}
    for number in _objects(effect, game, started):
        RULES[effect[1]].parts[layer](after[number])
    return after


def _depends(one: tuple[int, int], other: tuple[int, int], layer: str, game: Game, started: Started) -> bool:
    after = _apply(other, layer, game, started)
    return one not in _existing(after, started) or _objects(one, after, started) != _objects(one, game, started)


def _first(remaining: list[tuple[int, int]], layer: str, game: Game, started: Started) -> tuple[int, int]:
    """Which may be the next in an order."""
    waits = {
        one: {other for other in remaining if other != one and _depends(one, other, layer, game, started)}
        for one in remaining
    }

    def reach(one: tuple[int, int], seen: frozenset[tuple[int, int]] = frozenset()) -> frozenset[tuple[int, int]]:
        for other in waits[one] - seen:
            seen = reach(other, seen | {other})
        return seen

    ready = [one for one in remaining if all(one in reach(other) for other in waits[one])]
    return min(ready)


def slow(game: Game) -> Game:
    started: Started = {}
    for layer in LAYERS:
        here = [one for one in _existing(game, started) if layer in RULES[one[1]].parts]
        right = []
        for order in permutations(here):
            state, begun, is_right = game, dict(started), True
            for place, effect in enumerate(order):
                left = [one for one in order[place:] if one in _existing(state, begun)]
                if not left:
                    break
                if effect != _first(left, layer, state, begun):
                    # What is gone comes last.
                    is_right = effect not in left and not left
                    break
                objects = _objects(effect, state, begun)
                state = _apply(effect, layer, state, begun)
                if objects:
                    begun[effect] = objects
            if is_right:
                right.append((state, begun))
        assert right
        assert all(state == right[0][0] for state, _ in right)
        game, started = right[0]
    return game


SOURCES = ["Land Island", "Land Swamp", "Creature", "flying Creature", "Enchantment", "black Creature"]


@pytest.mark.slow
@given(
    st.lists(st.sampled_from(SOURCES), min_size=1, max_size=3),
    st.lists(st.integers(0, len(RULES) - 1), min_size=1, max_size=4, unique=True),
)
@examples(150)
def test_an_evaluator_that_tries_all_orders_agrees(sources: list[str], rules: list[int]) -> None:
    game: Game = {}
    objects: list[str] = []
    for number, source in enumerate(sources, 1):
        words = source.split()
        game[number] = Thing(
            {word for word in words if word in {"Land", "Creature"}} | ({"Enchantment"} & set(words)),
            {word for word in words if word in {"Island", "Swamp"}},
            {"B"} if "black" in words else set(),
            "flying" in words,
            *((3, 3) if "Creature" in words else (0, 0)),
        )
        size = "3/3 " if "Creature" in words else ""
        bare = " ".join(word.lower() if word in {"Land", "Creature", "Enchantment"} else word for word in words)
        objects.append(f"{size}{bare.replace('flying ', '')}{' with flying' if 'flying' in words else ''}")
    effects = [f'enchantment "{RULES[rule].text}"' for rule in rules]
    for number, rule in enumerate(rules, len(sources) + 1):
        game[number] = Thing({"Enchantment"}, set(), set(), says=[rule])
    outcome = ask(SEPARATOR.join(objects), SEPARATOR.join(effects))
    right = slow(game)
    found = {one["line"]: one for one in listed(outcome, "objects")}
    for number, thing in right.items():
        one = found[number]
        assert set(one["types"]) == thing.types
        assert set(one["subtypes"]) == thing.lands
        assert set(one["colors"]) == thing.colors
        assert ("flying" in one["abilities"]) is thing.flies
        if "Creature" in thing.types:
            assert (one["power"], one["toughness"]) == (thing.power, thing.toughness)


@pytest.mark.parametrize(
    ("effects", "said"),
    [
        ("Vhati il-Dal", "Not read, and not counted: Vhati il-Dal’s activated ability."),
        ("Vhati il-Dal (activated)", "Vhati il-Dal’s activated ability isn’t read. Say what it does."),
        ("Aven Mimeomancer (triggered)", "Not read, and left out: “If you do, that creature has base power"),
    ],
)
def test_abilities_that_are_not_read_are_said(effects: str, said: str) -> None:
    assert said in ask("Serra Angel", effects, WithCards()).sentence
