"""Objects called by name (201.5; 201.4 until 2019)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbols.engine.errors import BadRequest
from symbols.trials.mechanics.names import longer_names, mentions, renamed
from tests.tables import cases

WORDS = st.lists(st.sampled_from(["Old", "deals", "2", "damage", "to", "unOld", "older", "{R}:"]), max_size=12)
JAYA = "Jaya Ballard, Task Mage"


@pytest.mark.parametrize(("text", "name", "other", "short", "expected"), cases("trials/names", "gained_text"))
def test_gained_text(text: str, name: str, other: str, short: str, expected: str) -> None:
    """201.5b, 201.5c."""
    assert renamed(text, name, other, short) == expected


@pytest.mark.parametrize(
    ("text", "longer"),
    [
        ("Ice-Fang Coatl sees Ice.", ("Ice-Fang Coatl",)),
        ("Destroy Ice Cave and Ice Cave.", ("Ice Cave",)),
        ("Tap an Ice Cave, then Ice.", ("Ice Cave",)),
        ("When the Age of Ice ends", ("Age of Ice",)),
        ("Icecap and ice and Ice.", ()),
        ("Whenever Ice deals damage to Ice", ()),
    ],
)
def test_longer_names(text: str, longer: tuple[str, ...]) -> None:
    """A name within another name is not the object's."""
    assert longer_names(text, "Ice") == longer


def test_first_reference() -> None:
    """201.4c of 2011: a shortened name stands only after the full one."""
    text = f"Jaya Ballard taps. {JAYA} deals 3. Jaya Ballard untaps."
    assert [place.full for place in mentions(text, JAYA, "Jaya Ballard")] == [False, True, False]
    assert [place.full for place in mentions(text, JAYA, "Jaya Ballard", full_first=True)] == [True, False]


@pytest.mark.parametrize(
    ("name", "other", "short"), [("", "Bear", ""), ("Sap", "", ""), ("Sap", "Bear", "Burst"), ("Sap", "Bear", "Sap")]
)
def test_impossible(name: str, other: str, short: str) -> None:
    with pytest.raises(BadRequest):
        renamed("Sap.", name, other, short)


@given(WORDS)
def test_only_names_change(words: list[str]) -> None:
    text = " ".join(words)
    assert renamed(text, "Old", "New").split() == ["New" if word == "Old" else word for word in words]
    assert renamed(text, "Old", "Old") == text
