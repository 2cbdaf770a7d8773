"""Questions about changes: what they ask, what they are told, and what is no such question."""

import datetime as dt

import pytest
from django.test import Client

from explorer.library.loaded import library
from explorer.search.answers.changes import answer_changes
from explorer.search.understand.said_changes import read_changes
from tests.html import markup_of
from tests.search.table import rows
from tests.search.test_questions import MORE, OURS, read
from tests.shared import EVERY_EDITION, NEWEST

LAST = f"/changes/{EVERY_EDITION[-2]}/{NEWEST}/" if len(EVERY_EDITION) > 1 else ""


@pytest.mark.parametrize(
    ("typed", "topic", "since"),
    [
        ("what changed in 702", "702", ""),
        ("What's changed in rule 702?", "702", ""),
        ("702 changes", "702", ""),
        ("changes to 702", "702", ""),
        ("702 since 2024", "702", "2024-01-01"),
        ("what’s new", "", ""),
        ("whats new in the rules", "", ""),
        ("which rules have changed", "", ""),
        ("changes since 2024-11-08", "", "2024-11-08"),
        ("what changed since June 2025", "", "2025-06-01"),
        ("what changed in layers", "layers", ""),
        ("what changed in the combat phase since 2020", "combat phase", "2020-01-01"),
    ],
)
def test_questions(typed: str, topic: str, since: str) -> None:
    asked = read_changes(typed)
    assert asked
    assert asked.topic == topic
    assert (asked.since.first if asked.since else None) == (dt.date.fromisoformat(since) if since else None)


@pytest.mark.parametrize(
    "typed",
    [
        *(
            "changes",
            "new",
            "change",
            "since",
            "702",
            "702 in 2024",
            "702.2 since 2024",
            "704.5j since 2014",
            "since 2024",
        ),
        *("changes to color", "changes in life total", "what changes a creature’s color", "what changes in layer 7"),
        *("what changed since yesterday", "changes since the last set", "is this new", "new in town"),
    ],
)
def test_what_is_no_question_about_changes(typed: str) -> None:
    assert read_changes(typed) is None


@pytest.mark.usefixtures("all_editions")
class TestEveryEdition:
    @pytest.mark.parametrize(
        ("typed", "heading", "address"),
        [
            ("what changed in 702", "702 Keyword Abilities: 3 added, 2 edited", f"{LAST}?section=702"),
            ("what's new", "16 changes: 7 added, 6 edited, 3 renumbered", LAST),
            ("702 since 2025-06-06", "702 Keyword Abilities: ", f"/changes/2025-06-06/{NEWEST}/?section=702"),
            ("changes since 2024-11-08", " changes: ", f"/changes/2024-11-08/{NEWEST}/"),
            ("what changed in layers", "613 Interaction of Continuous Effects: ", "?section=613"),
            ("what changed in combat phase", "506 Combat Phase: ", "?section=506"),
            ("what changed in June 2025", " changes: ", "/changes/2025-04-04/2025-06-06/"),
            ("what changed in the glossary", "Glossary: ", "?section=glossary"),
        ],
    )
    def test_the_answer_says_how_much_and_leads_there(
        self, client: Client, typed: str, heading: str, address: str
    ) -> None:
        one = answer_changes(typed, library())
        assert one
        assert heading in one.heading
        _, there = one.links[0]
        assert there.endswith(address)
        said = markup_of(client.get("/search/", {"q": typed}))
        assert one.heading in said
        # What it counts is what the page lists.
        listed = markup_of(client.get(there))
        amounts = [int(word.replace(",", "")) for word in one.heading.partition(": ")[2].split() if word[0].isdigit()]
        assert f"{sum(amounts)} change{'s' if sum(amounts) != 1 else ''}" in listed

    @pytest.mark.parametrize("typed", ["what changed in ward", "what changed in 999", "what's new in town"])
    def test_what_names_no_section_is_searched(self, typed: str) -> None:
        assert answer_changes(typed, library()) is None

    def test_a_section_that_the_newest_rules_left_alone(self) -> None:
        one = answer_changes("what changed in 703", library())
        assert one
        assert one.note.endswith("rules changed nothing in it.")

    def test_no_other_question_is_taken_for_one(self) -> None:
        asked = [typed for path in (OURS, MORE) for typed, _ in read(path)] + [row.typed for row in rows()]
        assert [typed for typed in asked if answer_changes(typed, library())] == []


@pytest.mark.django_db
def test_excerpts_have_no_changes() -> None:
    assert answer_changes("what's new", library()) is None
