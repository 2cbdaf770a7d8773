"""The difference between two wordings, as data."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.document.tree import Paragraph
from explorer.lineages.difference import Folded, ParagraphDifference, Segment, difference, fold, text_difference
from explorer.lineages.provisions import ChangeKind
from tests.lineages.editions import matched, snapshots
from tests.tables import cases

WORDS = st.sampled_from(cases("lineages/difference", "cases"))
TEXTS = st.lists(WORDS, max_size=12).map(" ".join) | st.text(max_size=30)
PARAGRAPHS = st.lists(st.builds(Paragraph, st.sampled_from(["text", "example"]), TEXTS), max_size=4)


def apply(found: Iterable[ParagraphDifference], old: Sequence[Paragraph]) -> tuple[Paragraph, ...]:
    """Apply a diff to the old wording, which gives the new one; `ValueError` if it isn't one of this wording."""
    made = []
    for paragraph in found:
        before = "" if paragraph.old is None else old[paragraph.old].text
        parts, place = [], 0
        for segment in paragraph.segments:
            if segment.kind == "added":
                parts.append(segment.text)
                continue
            end = place + len(segment.text)
            if segment.old != place or before[place:end] != segment.text:
                raise ValueError(f"The wording doesn’t have “{segment.text[:40]}” at {segment.old}.")
            if segment.kind == "kept":
                parts.append(before[place:end])
            place = end
        if place != len(before):
            raise ValueError(f"The difference says nothing of “{before[place:][:40]}”.")
        if paragraph.new is not None:
            made.append(Paragraph(paragraph.kind, "".join(parts)))
    return tuple(made)


def shown(old: str, new: str) -> str:
    marks = {"kept": "", "deleted": "-", "added": "+"}
    return "".join(
        segment.text if segment.kind == "kept" else f"[{marks[segment.kind]}{segment.text}]"
        for segment in text_difference(old, new)
        if not (segment.is_typing and segment.kind == "deleted")
    )


@given(PARAGRAPHS, PARAGRAPHS)
@settings(deadline=None)
def test_applied_to_the_old_wording_it_gives_the_new(old: list[Paragraph], new: list[Paragraph]) -> None:
    assert apply(difference(old, new), old) == tuple(new)


@given(TEXTS, TEXTS)
@settings(deadline=None)
def test_offsets_are_of_both_texts(old: str, new: str) -> None:
    for segment in text_difference(old, new):
        if segment.kind != "added":
            assert old[segment.old : segment.old + len(segment.text)] == segment.text
        if segment.kind != "deleted":
            assert new[segment.new : segment.new + len(segment.text)] == segment.text


@given(PARAGRAPHS)
@settings(deadline=None)
def test_nothing_differs_from_itself(wording: list[Paragraph]) -> None:
    assert not any(paragraph.is_changed for paragraph in difference(wording, wording))


def test_real_wordings() -> None:
    """Every fifth of them."""
    for old, new in pairwise(snapshots()):
        for change in matched(old, new)[::5]:
            if change.kind in (ChangeKind.EDITED, ChangeKind.MOVED_AND_EDITED):
                before = snapshots()[old].by_key[change.old].paragraphs
                after = snapshots()[new].by_key[change.new].paragraphs
                assert apply(difference(before, after), before) == after


def test_a_wording_that_it_is_not_of() -> None:
    found = difference([Paragraph("text", "A player may pay {W}.")], [Paragraph("text", "A player may pay {U}.")])
    with pytest.raises(ValueError, match="doesn’t have"):
        apply(found, [Paragraph("text", "Nobody may pay anything.")])
    with pytest.raises(ValueError, match="says nothing of"):
        apply(found, [Paragraph("text", "A player may pay {W}. Or not.")])


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("he or she loses", "that player loses", "[-he or she][+that player] loses"),
        ("pay {W/U} here", "pay {W/B} here", "pay [-{W/U}][+{W/B}] here"),
        ("See rule 107.4f.", "See rule 107.4g.", "See rule [-107.4f][+107.4g]."),
        ("a red card", "a red, blue card", "a red[+, blue] card"),
        ("the active player’s turn", "the active player's turn", "the active [+player's] turn"),
        # “the” alone, kept between long changes, would be confetti.
        (
            "every ability of the old stack resolves",
            "each spell on the top goes",
            "[-every ability of the old stack resolves][+each spell on the top goes]",
        ),
    ],
)
def test_readable(old: str, new: str, expected: str) -> None:
    assert shown(old, new) == expected


def test_italics_are_typography() -> None:
    found = list(text_difference("The _Magic_ game uses _only_ integers.", "The Magic game uses only whole numbers."))
    assert [one.text.strip() for one in found if one.kind != "kept" and not one.is_typing] == [
        "integers",
        "whole numbers",
    ]


def test_typography_alone_is_marked() -> None:
    (paragraph,) = difference([Paragraph("text", "can't -- “X”")], [Paragraph("text", 'can’t — "X"')])
    assert not paragraph.is_changed
    assert any(segment.kind == "added" for segment in paragraph.segments)


def test_paragraphs_in_between() -> None:
    text, example = Paragraph("text", "Mana is paid."), Paragraph("example", "Example: {W} pays for {1}.")
    more = Paragraph("example", "Example: Colorless mana pays for generic costs as well.")
    found = difference([text, example], [text, more, example])
    assert [(paragraph.old, paragraph.new) for paragraph in found] == [(0, 0), (None, 1), (1, 2)]
    assert [(paragraph.old, paragraph.new) for paragraph in difference([text, more, example], [text, example])] == [
        (0, 0),
        (1, None),
        (2, 1),
    ]


def test_long_kept_stretches_fold() -> None:
    words = " ".join(f"word{number}" for number in range(100))
    folded = fold(tuple(text_difference(f"Old {words} end", f"New {words} end")), in_view=5)
    assert [part.words if isinstance(part, Folded) else part.kind for part in folded] == [
        "deleted",
        "added",
        "kept",
        96,
    ]
    assert (
        "".join(part.text for part in folded if isinstance(part, Folded) or part.kind != "deleted")
        == f"New {words} end"
    )


def test_folded_between_two_changes() -> None:
    words = " ".join(f"word{number}" for number in range(100))
    segments = tuple(text_difference(f"Old {words} old", f"New {words} new"))
    folded = fold(segments, in_view=5)
    assert [part.words for part in folded if isinstance(part, Folded)] == [90]
    before, after = (part for part in folded if isinstance(part, Segment) and part.kind == "kept")
    text = f"New {words} new"
    for part in (before, after):
        assert text[part.new : part.new + len(part.text)] == part.text
