"""References are found where the documents name rules, and nowhere else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.document.references import FoundReference, find_references
from tests.tables import cases


@pytest.mark.parametrize(("text", "expected"), cases("document/references", "cases"))
def test_references(text: str, expected: list[str]) -> None:
    references = find_references(text)
    assert [f"{found.kind} {found.target}" for found in references] == expected
    # A reference covers its number and nothing else.
    for found in references:
        words = text[found.start : found.end]
        if found.kind != "glossary":
            assert found.target.endswith(words)
        assert words == words.strip(" .,()")


@pytest.mark.parametrize("text", cases("document/references", "nothing"))
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
def test_numbers_within_a_range(text: str, within: list[str]) -> None:
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
