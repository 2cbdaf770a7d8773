"""References are found where the documents name rules, and nowhere else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.document.references import FoundReference, find_references

CASES = [
    ("See rule 601.2b.", ["rule 601.2b"]),
    ("See Rule 212.3f.", ["rule 212.3f"]),
    ("(see rule 601.2b and 601.2f–h)", ["rule 601.2b", "rule 601.2f", "rule 601.2h"]),
    ("See rules 601.2f-h.", ["rule 601.2f", "rule 601.2h"]),
    ("See rules 601.2b and 601.2f–h.", ["rule 601.2b", "rule 601.2f", "rule 601.2h"]),
    ("rules 104.3a, 104.3b and 104.3c", ["rule 104.3a", "rule 104.3b", "rule 104.3c"]),
    ("rules 205.1a–b, 305.7, and 613.1d", ["rule 205.1a", "rule 205.1b", "rule 305.7", "rule 613.1d"]),
    ("rules 418.5b-418.5g", ["rule 418.5b", "rule 418.5g"]),
    ("Rules 506.6 and 506.6a–f apply", ["rule 506.6", "rule 506.6a", "rule 506.6f"]),
    ("rules 701.28a–f, 712.9–10, and 712.18", [
        "rule 701.28a", "rule 701.28f", "rule 712.9", "rule 712.10", "rule 712.18"]),
    ("As rules 608.3a and b are always performed first", ["rule 608.3a", "rule 608.3b"]),
    ("Under rule 601.2b and a player may", ["rule 601.2b"]),
    ("except as specified in 101.4a.", ["rule 101.4a"]),
    ("subrule 704.5k is followed by 704.5m", ["rule 704.5k", "rule 704.5m"]),
    ("steps 601.2a–h of rule 601, “Casting Spells.”", ["rule 601.2a", "rule 601.2h", "section 601"]),
    ("See rule 202, “Mana Cost and Color.”", ["section 202"]),
    ('See rule 606, "Loyalty Abilities."', ["section 606"]),
    ("See rules 614 and 615.", ["section 614", "section 615"]),
    ("rules 306-311 and section 500", ["section 306", "section 311", "section 500"]),
    ("See rule 100.6 and section 8, “Multiplayer Rules.”", ["rule 100.6", "chapter 8"]),
    ("see section 6, “Spells, Abilities, and Effects.”", ["chapter 6"]),
    ("See Landwalk.", ["glossary landwalk"]),
    ("See Active Player, Nonactive Player Order.", ["glossary active-player-nonactive-player-order"]),
    ("See Intervening “If” Clause.", ["glossary intervening-if-clause"]),
    ("It’s 3 damage. See Main Phase.", ["glossary main-phase"]),
    ("See also Mana.", ["glossary mana"]),
    ("See “Intervening ‘If’ Clause.”", ["glossary intervening-if-clause"]),
    ('(See glossary, "Timestamp Order.")', ["glossary timestamp-order"]),
    ("called spell types (see Spell Types).", ["glossary spell-types"]),
    ('See rule702.72, "Hideaway."', ["rule 702.72"]),
    ("See 718, “Prototype Cards.”", ["section 718"]),
    ("See rules 701.42, “Meld,” and 729, “Merging with Permanents.”", ["rule 701.42", "section 729"]),
]  # fmt: skip

NOTHING = [
    "A 2.5 ratio, 107 cards and 20 life.",
    "These rules are effective as of June 6, 2025.",
    "[CompRules 2007/05/01]",
    "Tel: +32.70.233.277 or 1-800-324-6496",
    "{107.4} costs $107.40, or 100.5% of it",
    "a 3/3 creature and rule 1",
    "the rule 60 cards",
    "See the Magic Tournament Rules for details.",
    "You may see Oracle text.",
    "See the most current Magic: The Gathering Tournament Rules.",
    "(see the Oracle card reference)",
    "Each deck has 100, “give or take” some.",
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_references(text: str, expected: list[str]) -> None:
    assert [f"{found.kind} {found.target}" for found in find_references(text)] == expected


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_a_reference_covers_its_number_and_nothing_else(text: str, expected: list[str]) -> None:
    for found in find_references(text):
        words = text[found.start : found.end]
        if found.kind != "glossary":
            assert found.target.endswith(words)
        assert words == words.strip(" .,()")


@pytest.mark.parametrize("text", NOTHING)
def test_what_only_looks_like_a_reference(text: str) -> None:
    assert find_references(text) == []


def test_offsets() -> None:
    assert find_references("(See rules 601.2f–h.)") == [
        FoundReference(11, 17, "rule", "601.2f"),
        FoundReference(18, 19, "rule", "601.2h", within=("601.2g",)),
    ]


@pytest.mark.parametrize(
    ("text", "within"),
    [
        ("rules 601.2f–h", ["601.2g"]),
        ("rules 418.5b-418.5e", ["418.5c", "418.5d"]),
        ("rules 509.1–4", ["509.2", "509.3"]),
        ("rules 306–309", ["307", "308"]),
        ("rules 601.2a through 601.2d", ["601.2b", "601.2c"]),
        ("rules 601.2b and 601.2f", []),
        ("rule 509.1, rule 509.4", []),
        ("rules 509.1a–510.4", []),
        ("rules 509.4–1", []),
    ],
)
def test_a_range_includes_what_it_does_not_write(text: str, within: list[str]) -> None:
    assert [number for found in find_references(text) for number in found.within] == within


@pytest.mark.parametrize(
    ("text", "whole", "parts"),
    [
        ("See Controller, Owner.", "controller-owner", ["controller", "owner"]),
        ("See also Tap, Tapped, and Untap.", "tap-tapped-and-untap", ["tap", "tapped", "untap"]),
        ("See rule 107.1. See also Aura and Enchantment.", "aura-and-enchantment", ["aura", "enchantment"]),
        ("See Beginning of Combat Step.", "beginning-of-combat-step", []),
    ],
)
def test_a_name_with_commas_may_be_one_entry_or_several(text: str, whole: str, parts: list[str]) -> None:
    found = find_references(text)[-1]
    assert (found.target, [part.target for part in found.parts]) == (whole, parts)
    for part in found.parts:
        assert text[part.start : part.end].lower() == part.target


PIECES = st.sampled_from(
    ["rule ", "rules ", "section ", "See ", "601.2b", "601", "6", "–", "-", " and ", ", ", "a", "h",
     ".", "Exile", "2.5", "2025", "“", "”", "(", " "]
)  # fmt: skip


@given(st.lists(PIECES, max_size=30).map("".join))
def test_spans_are_in_order_and_never_overlap(text: str) -> None:
    end = 0
    for found in find_references(text):
        assert end <= found.start < found.end <= len(text)
        end = found.end
