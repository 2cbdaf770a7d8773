"""Continuous effects by layers: right answers found by hand, and every order of effects."""

import gzip
import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

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
from tests.tables import rows
from tests.trials.layers_by_force import RULES, Game, Thing, by_force
from tests.trials.readings import Words, official

WORDS = read_data("layers.toml")["words"]
SEPARATOR = " | "


class Situation(NamedTuple):
    source: str
    rules: str
    edition: str
    objects: str
    effects: str
    expected: str


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


@pytest.mark.parametrize("table", ["layers.tsv", "layers_of_cards.tsv"])
def test_situations(table: str, subtests: pytest.Subtests) -> None:
    shared("rules")
    cards = WithCards() if table == "layers_of_cards.tsv" else Words()
    for situation in [Situation(*row) for row in rows(table)]:
        with subtests.test(source=situation.source):
            reading = official(situation.edition) if situation.edition else cards
            outcome = ask(situation.objects, situation.effects, reading)
            objects = {one["line"]: one for one in listed(outcome, "objects")}
            found = [(line, key, characteristic(objects[line], key)) for line, key, _ in expected(situation)]
            assert found == list(expected(situation))
            assert outcome.facts["unread"] in ([], ["Untap that creature."])
            assert (outcome.facts["undecided"] is not None) is ("undecided=yes" in situation.expected)


@pytest.mark.slow
def test_informal_effects_equal_rules_text(subtests: pytest.Subtests) -> None:
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


def test_illegal_targets(subtests: pytest.Subtests) -> None:
    reading = WithCards()
    for objects, effects, problem, rule in rows("layers_illegal.tsv"):
        with subtests.test(objects=objects, effects=effects):
            outcome = ask(objects, effects, reading)
            (line,) = (one for one in listed(outcome, "lines") if one["problem"])
            assert (line["problem"], line["rule"]) == (problem, rule)
            assert problem in outcome.sentence
            if "Dryads" not in effects:
                assert outcome.facts["answers"] == ask(objects, "", reading).facts["answers"]


def test_hints_about_what_is_not_counted(subtests: pytest.Subtests) -> None:
    reading = WithCards()
    for objects, effects, said in rows("layers_said.tsv"):
        with subtests.test(objects=objects, effects=effects):
            assert said in ask(objects, effects, reading).sentence


def test_suggested_line_applies_the_ability(subtests: pytest.Subtests) -> None:
    reading = WithCards()
    for objects in ("Mutavault", "Mirror Entity", "Managorger Hydra", "Smuggler's Copter", "Scavenging Ooze"):
        with subtests.test(objects=objects):
            (offered,) = listed(ask(objects, "", reading), "unused")
            outcome = ask(objects, offered["line"], reading)
            assert outcome.facts["left_out"] == []
            assert outcome.facts["answers"] != ask(objects, "", reading).facts["answers"] or objects == "Mirror Entity"


def test_asks_which_player() -> None:
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


def test_equal_timestamps_have_every_result() -> None:
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
def test_layers_of_edition(edition: str, layers: str) -> None:
    shared("rules")
    outcome = ask("2/2 creature", "", official(edition))
    assert [one["layer"] for one in listed(outcome, "layers")] == layers.split()


@pytest.mark.parametrize(("edition", "rule"), [("", "613.8a"), ("2005-08-01", "418.5c")])
def test_dependency(edition: str, rule: str) -> None:
    outcome = ask(
        'Urborg: legendary land "Each land is a Swamp in addition to its other land types."',
        'Blood Moon: enchantment "Nonbasic lands are Mountains."',
        official(edition) if edition else None,
    )
    (one,) = listed(outcome, "dependencies")
    assert (one["layer"], one["waits"], one["for"], one["rule"]) == ("4", 1, 2, rule)
    assert outcome.deciding.rule == "613.8a"


def test_unread_sentence() -> None:
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
        "giant copy": PrintedCard(
            "Giant Copy",
            "{5}{U}{U}",
            "Legendary Creature — Shapeshifter",
            "You may have Giant Copy enter as a copy of any creature on the battlefield, except it’s still 7/7, its "
            "name is still Giant Copy, it’s legendary in addition to its other types, and it has “{U}: Scry 1.”",
            "U",
            "7",
            "7",
        ),
    }
    reading = type("Cards", (Words,), {"cards": cards})()
    outcome = ask("Serra Angel", "Glorious Anthem | a +1/+1 counter | Turn to Frog", reading)
    assert outcome.sentence == "3/3, a blue Frog with no abilities."
    outcome = ask("Serra Angel | Clone as a copy of Serra Angel", "Turn to Frog", reading)
    assert "Clone: 4/4, a white Angel with flying and vigilance." in outcome.sentence
    outcome = ask("Giant Copy as a copy of Serra Angel", "", reading)
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
def test_unreadable_line_is_left_out(effect: str, words: str) -> None:
    outcome = ask("2/2 creature", f"gets +1/+1 | {effect}")
    assert outcome.sentence.startswith("3/3, a colorless creature with no abilities. ")
    assert outcome.sentence.endswith(words)


def test_instant_is_no_permanent() -> None:
    outcome = ask('2/2 creature | Growth: instant "Target creature gets +3/+3 until end of turn."')
    assert outcome.sentence.endswith("Growth is an instant, so it’s no permanent. List it under Effects.")
    assert outcome.sentence.startswith("2/2, ")


def test_subtypes_of_newest_rules() -> None:
    listed_there = {
        (SUBTYPES[one.rule][1][0].capitalize(), one.name.replace("’", "'")) for one in Lists(official(NEWEST)).subtypes
    }
    kinds = {"Land", "Artifact", "Enchantment"}
    assert {(kind, name) for kind, name in listed_there if kind in kinds} == {
        (kind, name) for kind in kinds for name in WORDS["subtypes"][kind]
    }


@pytest.mark.parametrize(
    ("effects", "said"),
    [
        ("Vhati il-Dal", "Not read, and not counted: Vhati il-Dal’s activated ability."),
        ("Vhati il-Dal (activated)", "Vhati il-Dal’s activated ability isn’t read. Say what it does."),
        ("Aven Mimeomancer (triggered)", "Not read, and left out: “If you do, that creature has base power"),
    ],
)
def test_unread_abilities(effects: str, said: str) -> None:
    assert said in ask("Serra Angel", effects, WithCards()).sentence


SOURCES = ["Land Island", "Land Swamp", "Creature", "flying Creature", "Enchantment", "black Creature"]


@pytest.mark.slow
@given(
    st.lists(st.sampled_from(SOURCES), min_size=1, max_size=3),
    st.lists(st.integers(0, len(RULES) - 1), min_size=1, max_size=4, unique=True),
)
@examples(150)
def test_every_order_of_effects(sources: list[str], rules: list[int]) -> None:
    game: Game = {}
    objects: list[str] = []
    for number, source in enumerate(sources, 1):
        words = {*source.split()}
        game[number] = thing = Thing(
            words & {"Land", "Creature", "Enchantment"},
            words & {"Island", "Swamp"},
            {"B"} if "black" in words else set(),
            "flying" in words,
        )
        if thing.is_creature:
            thing.power = thing.toughness = 3
        bare = re.sub("Land|Creature|Enchantment", lambda match: match[0].lower(), source.removeprefix("flying "))
        objects.append(f"{'3/3 ' * thing.is_creature}{bare}{' with flying' * thing.flies}")
    effects = [f'enchantment "{RULES[rule].text}"' for rule in rules]
    for number, rule in enumerate(rules, len(sources) + 1):
        game[number] = Thing({"Enchantment"}, says=[rule])
    outcome = ask(SEPARATOR.join(objects), SEPARATOR.join(effects))
    found = {one["line"]: one for one in listed(outcome, "objects")}
    for number, thing in by_force(game).items():
        one = found[number]
        assert set(one["types"]) == thing.types
        assert set(one["subtypes"]) == thing.lands
        assert set(one["colors"]) == thing.colors
        assert ("flying" in one["abilities"]) is thing.flies
        if thing.is_creature:
            assert (one["power"], one["toughness"]) == (thing.power, thing.toughness)
