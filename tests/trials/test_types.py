"""Type lines: the lists of every edition, and the lines of real cards."""

import gzip
import json
import os
from collections.abc import Iterator

import pytest

from symbols.trials.type_lines import Lists, read_type_line
from tests.citations.editions import names_in, numbers_of
from tests.document.editions import document
from tests.shared import EVERY_EDITION, shared
from tests.trials.readings import Words, ask, official, run

TYPES = "The card types are artifact, creature, enchantment, instant, kindred, land, plane, and sorcery."
RULES = {
    "205.1": "It contains the card’s card type(s). It also contains the card’s subtype(s).",
    "205.1a": "In most such cases, the new card type(s) replaces any existing card types.",
    "205.1b": "Some effects specify that the object retains a prior card type.",
    "205.2a": TYPES,
    "205.3b": "Subtypes of each card type are always single words and are listed after a long dash.",
    "205.3c": "If a card has several types, each subtype is correlated to its appropriate card type.",
    "205.3d": "An object can’t gain a subtype that doesn’t correspond to one of that object’s types.",
    "205.3e": "The player must choose one, and only one, existing subtype.",
    "205.3g": "These are called artifact types. The artifact types are Clue, Equipment (see rule 301.5), and Food.",
    "205.3h": "The enchantment types are Aura and Shrine.",
    "205.3i": "These subtypes are called land types. The land types are Forest, Island, and Urza’s. "
    "Of that list, Forest and Island are the basic land types.",
    "205.3j": "The planeswalker types are Ajani and Jace.",
    "205.3k": "The spell types are Arcane and Trap.",
    "205.3m": "These subtypes are called creature types. One creature type is two words long: Time Lord. "
    "All other creature types are one word long: Angel, Frog, Merfolk, and Wizard.",
    "205.3n": "The planar types are The Abyss and Bolas’s Meditation Realm.",
    "205.3p": "That dungeon type is Undercity.",
    "205.3q": "Battles have a unique subtype, called a battle type. That battle type is Siege.",
    "205.4a": "These are printed before its card types. The supertypes are basic, legendary, and snow.",
    "205.4b": "An object’s supertype is independent of its card type and subtype.",
    "205.4c": "Any land with the supertype “basic” is a basic land.",
}
READ = [
    ("Legendary Creature — Time Lord Wizard", ["legendary"], ["creature"], ["Time Lord", "Wizard"]),
    ("basic snow land -- island", ["basic", "snow"], ["land"], ["Island"]),
    ("Land Creature - Forest Frog", [], ["land", "creature"], ["Forest", "Frog"]),
    ("Plane — Bolas's Meditation Realm", [], ["plane"], ["Bolas’s Meditation Realm"]),
    ("Kindred Instant — Frog", [], ["kindred", "instant"], ["Frog"]),
    ("Instant", [], ["instant"], []),
]


@pytest.mark.parametrize(("line", "supertypes", "types", "subtypes"), READ)
def test_a_line_has_its_parts(line: str, supertypes: list[str], types: list[str], subtypes: list[str]) -> None:
    facts = run("type-line", RULES, line=line).facts
    assert (facts["supertypes"], facts["types"], facts["subtypes"]) == (supertypes, types, subtypes)
    assert facts["valid"]


@pytest.mark.parametrize(
    ("line", "said", "rule"),
    [
        ("Creature — Froog", "“Froog” isn’t on the list of creature types. Did you mean Frog?", "205.3m"),
        ("Instant — Frog", "“Frog” is a creature type, which only creature or kindred cards have.", "205.3c"),
        ("Frog Creature", "“Frog” is a creature type. Subtypes come after a long dash.", "205.3b"),
        ("Artefact — Clue", "“Artefact” is neither a card type nor a supertype. Did you mean artifact?", "205.2a"),
        ("Creature Legendary", "“Legendary” is a supertype. Supertypes come before card types.", "205.4a"),
        ("Legendary", "There’s no card type. Every card has one or more.", "205.1"),
    ],
)
def test_what_is_wrong_is_named(line: str, said: str, rule: str) -> None:
    found = run("type-line", RULES, line=line)
    assert found.sentence == said
    assert found.deciding.rule == rule


@pytest.mark.parametrize(
    ("line", "about", "given", "after", "rule"),
    [
        ("Artifact Land", "adds", "creature", "Artifact Land Creature", "205.1b"),
        (
            "Artifact Enchantment — Shrine",
            "becomes",
            "artifact creature",
            "Artifact Enchantment Creature — Shrine",
            "205.1b",
        ),
        ("Artifact — Equipment", "becomes", "enchantment", "Enchantment", "205.1a"),
        ("Artifact Creature — Clue Angel", "becomes", "Frog", "Artifact Creature — Clue Frog", "205.1a"),
        ("Legendary Creature — Angel", "becomes", "artifact", "Legendary Artifact", "205.1a"),
        ("Kindred Instant — Wizard", "becomes", "creature", "Instant Creature — Wizard", "205.1a"),
        ("Instant", "becomes", "Frog", "Instant", "205.1a"),
        ("Land — Forest", "adds", "Island", "Land — Forest Island", "205.1b"),
        ("Land — Urza’s", "becomes", "Island", "Land — Island", "205.1a"),
    ],
)
def test_an_effect_leaves_what_the_rules_say(line: str, about: str, given: str, after: str, rule: str) -> None:
    found = run("type-line", RULES, line=line, about=about, given=given)
    assert found.facts["line"] == after
    assert found.deciding.rule == rule


@pytest.mark.parametrize(
    ("typed", "valid"),
    [("Frog", True), ("time lord", True), ("Merfolk Wizard", False), ("Island", False), ("truck", False)],
)
def test_one_creature_type_can_be_chosen(typed: str, *, valid: bool) -> None:
    assert run("type-line", RULES, line=typed, about="choose").facts["valid"] is valid


@pytest.mark.parametrize("day", EVERY_EDITION)
def test_every_list_is_of_names(day: str) -> None:
    lists = Lists(official(day))
    names = [*lists.types, *lists.supertypes, *(subtype.name for subtype in lists.subtypes)]
    assert {"artifact", "creature", "land"} <= set(lists.types)
    assert [name for name in names if len(name) > len("Bolas’s Meditation Realm") or not name[-1].isalpha()] == []


def printed_lines() -> Iterator[str]:
    """Type lines of the cards at hand, of their faces, without those of cards that no tournament allows."""
    with gzip.open(os.fspath(shared("cards") / "oracle-cards.json.gz")) as file:
        for card in json.load(file):
            if card["set"] not in {"ugl", "unh", "ust", "pcel", "und"} and "token" not in card["layout"]:
                yield from (line for line in card["type_line"].split(" // ") if line != "Card")


def test_the_lines_of_real_cards_are_read_by_the_lists_of_their_time() -> None:
    lists = Lists(official("2019-10-04"))
    problems = {
        line: found.problems for line in set(printed_lines()) if (found := read_type_line(line, lists)).problems
    }
    assert problems == {}


@pytest.mark.parametrize(
    ("day", "line", "valid"),
    [
        ("2003-10-01", "Creature — Elf", None),
        ("2004-10-01", "Creature — Elf", True),
        ("2004-10-01", "Instant — Arcane", True),
        ("2005-08-01", "Creature — Flibber", False),
        ("2005-08-01", "Land — Elf", False),
        ("2009-05-01", "Legendary Planeswalker — Jace", True),
    ],
)
def test_lists_stand_in_the_glossary_until_2009(day: str, line: str, *, valid: bool | None) -> None:
    terms = {term.name: "\n".join(part.text for part in term.paragraphs) for term in document(f"{day}.txt").terms}
    rules = {**official(day).rules, **terms}
    found = {name: term for term, words in terms.items() for name in names_in(words)}
    reading = Words(rules, official(day).edition, {**found, **numbers_of(day)})
    assert ask("type-line", {"line": line}, reading).facts["valid"] is valid


def test_an_edition_without_lists_takes_any_word() -> None:
    rules = Words({number: words for number, words in RULES.items() if not number.startswith("205.3")})
    assert read_type_line("Creature — Anything", Lists(rules)).problems == []
