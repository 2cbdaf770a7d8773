"""Questions about changes: what they ask, what they are told, and what is no such question."""

import datetime as dt

import pytest
from django.test import Client

from explorer.library.loaded import library
from explorer.search.answers.answer import Answer
from explorer.search.answers.history import answer_history
from explorer.search.understand.history import read_history
from tests.html import markup_of
from tests.search.table import rows
from tests.search.test_questions import MORE, OURS, read
from tests.shared import EVERY_EDITION, NEWEST


def answer_to(typed: str) -> Answer:
    found = answer_history(typed, library())
    assert found
    return found.one


LAST = f"/changes/{EVERY_EDITION[-2]}/{NEWEST}/" if len(EVERY_EDITION) > 1 else ""


@pytest.mark.parametrize(
    ("topic", "since", "queries"),
    [
        ("702", "", ["what changed in 702", "What's changed in rule 702?", "702 changes", "changes to 702"]),
        ("702", "2024-01-01", ["702 since 2024"]),
        ("", "", ["what’s new", "whats new in the rules", "which rules have changed"]),
        ("", "2024-11-08", ["changes since 2024-11-08"]),
        ("", "2025-06-01", ["what changed since June 2025"]),
        ("", "2024-01-01", ["has anything changed since 2024"]),
        ("layers", "", ["what changed in layers"]),
        ("combat phase", "2020-01-01", ["what changed in the combat phase since 2020"]),
        ("107.4f", "", ["what changed in 107.4f?", "latest change to 107.4f", "107.4f changes"]),
        ("601.2f", "", ["When did rule 601.2f last change?", "when was 601.2f reworded"]),
        ("704.5j", "2015-01-01", ["has 704.5j changed since 2015"]),
        ("702", "2015-01-01", ["how has 702 changed since 2015"]),
    ],
)
def test_questions(topic: str, since: str, queries: list[str]) -> None:
    for typed in queries:
        asked = read_history(typed)
        assert asked, typed
        assert asked.topic == topic
        assert (asked.since.first.isoformat() if asked.since else "") == since


@pytest.mark.parametrize("typed", ["did 704.5j change in 2017", "what changed in 704.5j in 2017"])
def test_a_year_with_a_rule(typed: str) -> None:
    asked = read_history(typed)
    assert asked
    assert (asked.topic, asked.during and asked.during.last) == ("704.5j", dt.date(2017, 12, 31))


@pytest.mark.parametrize(
    "typed",
    [
        *("changes", "new", "change", "since", "702", "702 in 2024", "702.2 since 2024", "704.5j since 2014"),
        "since 2024",
        *("changes to color", "changes in life total", "what changes a creature’s color", "what changes in layer 7"),
        *("when did my creature change controllers", "has this card changed its types", "how did you change that"),
        *("what changed since yesterday", "changes since the last set", "is this new", "new in town"),
    ],
)
def test_what_is_no_question_about_changes(typed: str) -> None:
    assert read_history(typed) is None


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
        one = answer_to(typed)
        assert heading in one.heading
        _, there = one.links[0]
        assert there.endswith(address)
        said = markup_of(client.get("/search/", {"q": typed}))
        assert one.heading in said
        # What it counts is what the page lists.
        listed = markup_of(client.get(there))
        amounts = [int(word.replace(",", "")) for word in one.heading.partition(": ")[2].split() if word[0].isdigit()]
        assert f"{sum(amounts)} change{'s' if sum(amounts) != 1 else ''}" in listed

    def test_the_answer_quotes_the_first_texts_that_the_newest_edition_changed(self) -> None:
        one = answer_to("what changed in 702")
        edited, _, added = one.paragraphs
        assert edited.startswith(f'<a href="/rules/{NEWEST}/702.49c/">702.49c</a> <del>A ninjutsu ability may')
        assert added == f'<a href="/rules/{NEWEST}/702.190/">702.190</a> <ins>Sneak</ins>'
        assert one.links[0][0] == "All 5 changes"
        # In references alone, nothing is rewritten; of many editions, there is too much.
        for typed in ("what changed in 502", "702 since 2024", "what’s new"):
            one = answer_to(typed)
            assert not one.paragraphs

    @pytest.mark.parametrize(
        ("typed", "heading"),
        [
            ("what changed in 107.4f", "Last reworded between April 22, 2021 and October 7, 2022"),
            ("when did 601.2f change", "Last reworded between February 1, 2014 and July 17, 2015"),
            ("has 704.5j changed since 2015", "Yes. Reworded between April 22, 2021 and October 7, 2022"),
            ("has 704.5j changed since 2024", "No. Unchanged from November 17, 2023 to February 27, 2026"),
            ("did 601.2f change in 2017", "No. Unchanged from July 17, 2015 to April 28, 2017"),
            ("what changed in 205.3m since 2020", "Reworded 11 times, last on February 27, 2026"),
            ("when did 702.190a change", "Unchanged since it was added on February 27, 2026"),
            # A rule is reworded when one of its subrules is.
            ("has 702.2 changed since 2025-06-06", "Yes. Changed between June 6, 2025 and January 16, 2026"),
            (
                "has 702 changed since 2025-06-06",
                "Yes. 702 Keyword Abilities: 24 added, 17 edited, 1 in references only",
            ),
        ],
    )
    def test_a_question_about_one_rule(self, client: Client, typed: str, heading: str) -> None:
        one = answer_to(typed)
        assert one.heading == heading
        page = markup_of(client.get("/search/", {"q": typed}))
        assert heading in page
        assert heading in markup_of(client.get("/", {"q": typed}))
        for _, address in one.links:
            assert client.get(address.partition("#")[0]).status_code == 200, address

    def test_the_last_change_of_a_rule_is_shown(self, client: Client) -> None:
        page = markup_of(client.get("/search/", {"q": "what changed in 107.4f"}))
        assert "<ins>There are also ten hybrid Phyrexian mana symbols." in page
        assert "April 22, 2021" in page

    def test_a_long_difference_has_a_page_instead(self) -> None:
        one = answer_to("what changed in 205.3m since 2010")
        assert not one.paragraphs
        assert one.links[0] == ("Show what changed", f"/changes/2009-07-11/{NEWEST}/?section=205#205.3m")

    def test_a_rule_with_subrules_says_which_changed(self) -> None:
        one = answer_to("has 704.5 changed since 2015")
        assert one.note.endswith("; the old 704.5j removed.")

    def test_an_old_number(self) -> None:
        one = answer_to("has 502.6 changed")
        assert one.note.startswith("It’s 702.14 now.")

    @pytest.mark.parametrize("typed", ["what changed in 999", "when did 999.9 change", "what's new in town"])
    def test_what_names_no_section_is_searched(self, typed: str) -> None:
        assert answer_history(typed, library()) is None

    def test_a_section_that_the_newest_rules_left_alone(self) -> None:
        one = answer_to("what changed in 703")
        assert one.note.endswith("rules changed nothing in it.")

    def test_no_other_question_is_taken_for_one(self) -> None:
        asked = [typed for path in (OURS, MORE) for typed, _ in read(path)] + [row.typed for row in rows()]
        assert [typed for typed in asked if answer_history(typed, library())] == []


@pytest.mark.django_db
def test_excerpts_have_no_changes() -> None:
    assert answer_history("what's new", library()) is None
