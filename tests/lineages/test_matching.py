"""What became of each rule from one edition to another."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.lineages.matching import Change, match, pairs
from explorer.lineages.provisions import ChangeKind, Snapshot
from tests.document.editions import NAMES
from tests.lineages.editions import partners, snapshot, snapshots
from tests.lineages.samples import SECTION, edition, without
from tests.shared import examples


def found(old: Snapshot, new: Snapshot) -> set[tuple[str, str, str]]:
    return {(str(change.kind), change.old, change.new) for change in match(old, new)}


def test_nothing_changed() -> None:
    assert not match(edition(2003, SECTION), edition(2004, SECTION))


@pytest.mark.parametrize("date", ["2003-03-15", "2009-07-11", "2026-01-16"])
def test_an_edition_is_itself(date: str) -> None:
    assert not match(snapshot(date), snapshot(date))


@pytest.mark.parametrize("index", range(max(1, len(NAMES) - 1)))
def test_one_to_one(index: int) -> None:
    dates = list(snapshots())
    old, new = dates[index : index + 2]
    linked = partners(old, new)
    assert len(set(linked.values())) == len(linked)
    assert len(linked) > 0.85 * min(len(snapshots()[old].by_key), len(snapshots()[new].by_key))


@given(st.lists(st.sampled_from(sorted(SECTION)), max_size=4), st.lists(st.sampled_from(sorted(SECTION)), max_size=4))
@examples(20)
def test_rules_left_out_at_random(gone: list[str], born: list[str]) -> None:
    old, new = edition(2003, without(SECTION, *born)), edition(2004, without(SECTION, *gone))
    linked = dict(pairs(match(old, new), old.by_key, new.by_key))
    assert linked == {key: key for key in old.by_key if key in new.by_key}


def test_typography_is_no_edit() -> None:
    curly = {number: text.replace("'", "’").replace(" - ", "—") for number, text in SECTION.items()}
    assert not match(edition(2003, SECTION), edition(2004, curly))


@pytest.mark.parametrize("unreadable", ["'’", "'’—", "'’—“”"])
def test_unreadable_letters_are_no_edit(unreadable: str) -> None:
    whole = SECTION | {"107.2": "“Nobody” can’t know — or determine — a number that doesn't exist."}
    broken = {number: re.sub(f"[{unreadable}]", "?", text) for number, text in whole.items()}
    assert broken != whole
    assert not match(edition(2003, whole), edition(2004, broken))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("whole ones.", "whole ones"),
        ("whole ones.", "Whole ones."),
        ("whole ones.", "whole ones.\nExample: Seven is one."),
        ("can't", "can"),
    ],
)
def test_everything_else_is_an_edit(before: str, after: str) -> None:
    changed = {number: text.replace(before, after) for number, text in SECTION.items()}
    (number,) = (number for number in SECTION if SECTION[number] != changed[number])
    assert found(edition(2003, SECTION), edition(2004, changed)) == {("edited", number, number)}


def test_an_example_alone_is_an_edit() -> None:
    old = SECTION | {"107.2": SECTION["107.2"] + "\nExample: Nobody knows how many cards there are."}
    new = SECTION | {"107.2": SECTION["107.2"] + "\nExample: Nobody knows how many cards there were."}
    assert found(edition(2003, old), edition(2004, new)) == {("edited", "107.2", "107.2")}


def test_only_references_changed_where_a_cited_rule_has_another_number() -> None:
    """107.1 moved to 108.1, and so 107.3 names 108.1 now."""
    moved = {number: text for number, text in SECTION.items() if not number.startswith("107.1")}
    moved["107.3"] = moved["107.3"].replace("107.1", "108.1")
    moved |= {"108": "Integers", "108.1": SECTION["107.1"], "108.1a": SECTION["107.1a"]}
    changed = found(edition(2003, SECTION), edition(2004, moved))
    assert ("moved", "107.1", "108.1") in changed
    assert [change for change in changed if "107.3" in change] == [("references", "107.3", "107.3")]


def test_another_rule_cited_is_an_edit() -> None:
    other = SECTION | {"107.3": SECTION["107.3"].replace("107.1", "107.2")}
    assert found(edition(2003, SECTION), edition(2004, other)) == {("edited", "107.3", "107.3")}


def test_an_excerpt_does_not_say_where_cited_rules_went() -> None:
    old = edition(2003, {"107.3": SECTION["107.3"]}, complete=False)
    new = edition(2004, {"107.3": SECTION["107.3"].replace("107.1", "108.1")}, complete=False)
    assert found(old, new) == {("references", "107.3", "107.3")}


def test_moved_and_edited() -> None:
    new = without(SECTION, "107.4a") | {"107.5": SECTION["107.4a"] + " This rule is new."}
    assert found(edition(2003, SECTION), edition(2004, new)) == {("moved and edited", "107.4a", "107.5")}


def test_neighbors_exchange_numbers() -> None:
    new = SECTION | {"107.1": SECTION["107.2"], "107.2": SECTION["107.1"]}
    assert {("moved", "107.1", "107.2"), ("moved", "107.2", "107.1")} <= found(
        edition(2003, SECTION), edition(2004, new)
    )


KEYWORDS = {
    "alphing": "A creature with alphing can be blocked by two or more creatures only.",
    "betaing": "Betaing lets its controller untap the creature during each opponent's untap step.",
    "gammaing": "Damage from a source with gammaing adds poison counters.",
    "deltaing": "As this artifact enters, its controller looks at the top card of a library.",
    "omegaing": "Omegaing is a triggered ability: whenever it dies, return another card to hand.",
}


def keywords(year: int, *names: str) -> Snapshot:
    rules = {"702": "Keyword Abilities"}
    for number, name in enumerate(names, start=2):
        redundant = f"Multiple instances of {name} on the same creature are redundant."
        rules |= {f"702.{number}": name, f"702.{number}a": KEYWORDS[name], f"702.{number}b": redundant}
    return edition(year, rules)


def test_boilerplate_goes_with_its_keyword() -> None:
    old = keywords(2003, "alphing", "betaing", "gammaing", "deltaing")
    new = keywords(2004, "alphing", "omegaing", "gammaing", "betaing")
    changed = found(old, new)
    assert ("moved", "702.3b", "702.5b") in changed
    assert ("removed", "702.5b", "") in changed
    assert ("created", "", "702.3b") in changed


def test_merged_and_split() -> None:
    one, two = SECTION["107.1a"], SECTION["107.2"]
    whole = without(SECTION, "107.2") | {"107.1a": f"{one} {two}"}
    assert found(edition(2003, SECTION), edition(2004, whole)) >= {
        ("merged", "107.2", "107.1a"),
        ("edited", "107.1a", "107.1a"),
    }
    assert found(edition(2003, whole), edition(2004, SECTION)) >= {
        ("split", "107.1a", "107.2"),
        ("edited", "107.1a", "107.1a"),
    }


def test_glossary() -> None:
    text = "The total amount of mana in a mana cost, regardless of color. See rule 107.4."
    old = edition(2003, SECTION, {"mana-cost-total": text, "tap": "To turn a permanent sideways.", "burn": "Gone."})
    note = "An older name of mana value."
    new = edition(
        2004,
        SECTION,
        {"mana-value": text, "mana-cost-total-obsolete": note, "tap": "To turn it.", "burn-obsolete": "No."},
    )
    assert found(old, new) == {
        ("moved and edited", "glossary/mana-cost-total", "glossary/mana-value"),
        ("created", "", "glossary/mana-cost-total-obsolete"),
        ("edited", "glossary/tap", "glossary/tap"),
        ("moved and edited", "glossary/burn", "glossary/burn-obsolete"),
    }


def test_plain_data() -> None:
    """A caller may store what was found, and read it back."""
    old, new = edition(2003, SECTION), edition(2004, without(SECTION, "107.2"))
    changed = match(old, new)
    stored = [[str(change.kind), *change[1:]] for change in changed]
    assert [Change(ChangeKind(kind), *rest) for kind, *rest in stored] == changed  # type: ignore[arg-type]


def test_order_is_the_new_edition_s() -> None:
    dates = list(snapshots())
    changed = [change for change in match(*(snapshots()[date] for date in dates[:2])) if change.new]
    places = {key: place for place, key in enumerate(snapshots()[dates[1]].by_key)}
    rules = [places[change.new] for change in changed if not change.new.startswith("glossary/")]
    assert rules == sorted(rules)
