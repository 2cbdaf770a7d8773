"""Sections of tournament documents that a text cites are brought up to date."""

import json
from datetime import date

import pytest
from django.test import Client

from explorer.citing.checking import Checker
from explorer.citing.finding import find_citations
from explorer.citing.tournament import NOT_COMPARED, cited_sections, with_todays_sections
from explorer.library.loaded import library
from explorer.management.citing import CheckedFile, annotations, sarif
from tests.conftest import with_editions
from tests.policy.samples import KEPT
from tests.shared import NEWEST

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("two_editions")]

SLEEVES = "Sleeves hide what is on the back of a card from everyone at the table."
MISQUOTED = "Misquoted from MTR 2.2."
TEXT = "See MTR 2.3, MTR section 2.1, MTR 2.2, IPG 2.1 and MTR 9.9; MTR 2.3.4 and version 2.1 aren’t any."


@pytest.mark.slow
def test_what_became_of_each() -> None:
    loaded = library()
    found = cited_sections(TEXT, date(2024, 6, 1), loaded)
    assert [(one.cited, str(one.status), one.now) for one in found] == [
        ("MTR 2.3", "moved", "2.2"),
        ("MTR 2.1", "reworded", "2.1"),
        ("MTR 2.2", "removed", ""),
        ("IPG 2.1", "same", "2.1"),
        ("MTR 9.9", "unknown", ""),
    ]
    assert [TEXT[one.start : one.end] for one in found[:2]] == ["2.3", "2.1"]
    assert with_todays_sections(TEXT, found).startswith("See MTR 2.2, MTR section 2.1, MTR 2.2,")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "cited"),
    [
        ("(MTR 2.1)", ["MTR 2.1"]),
        ("As IPG § 2.1 says", ["IPG 2.1"]),
        ("IPG §§2.1, 1.1 and 1", ["IPG 2.1", "IPG 1.1"]),
        ("MTR, section 2.1, and mtr 1.1", ["MTR 2.1", "MTR 1.1"]),
        ("Look at section 2.1 of the MTR.", ["MTR 2.1"]),
        ("the Magic Tournament Rules, section 1.1", ["MTR 1.1"]),
        ("MTR 1.1–2.1; MTR Appendix A", ["MTR 1.1", "MTR 2.1", "MTR Appendix A"]),
        ("JAR covers it", ["JAR"]),
        ("JAR files, a.JAR.zip, version 2.1 of the tournament rules engine", []),
    ],
)
def test_ways_to_cite_a_section(text: str, cited: list[str]) -> None:
    assert [one.cited for one in cited_sections(text, None, library())] == cited


def test_without_a_date_the_newest_that_has_the_number_counts() -> None:
    found = cited_sections("MTR 2.3 and MTR 2.2", None, library())
    assert [str(one.status) for one in found] == ["moved", "same"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"MTR 2.2 says “{SLEEVES}”", "MTR 2.2 is still right."),
        (
            f"“{SLEEVES.replace('everyone', 'anyone')}” (MTR 2.2)",
            f"{MISQUOTED} The section says it a little differently.",
        ),
        (f"Per MTR 2.1, “{SLEEVES}”", "Misquoted from MTR 2.1. These words are MTR 2.2’s."),
        (f"MTR 2.1 says “{KEPT}”", "MTR 2.1 is worded differently now."),
        (
            'Per IPG 2.1, "the penalty is chocolate for players who cheat in games"',
            f"IPG 2.1 is still right. {NOT_COMPARED}",
        ),
        (f"IPG 2.1 is short, but rule 704.5k says “{SLEEVES}”", "IPG 2.1 is still right."),
    ],
)
def test_words_quoted_from_a_section(text: str, said: str) -> None:
    loaded = library()
    (found,) = cited_sections(text, None, loaded, find_citations(text))
    assert found.in_words() == said


@with_editions(NEWEST)
class TestOnTheSite:
    @pytest.mark.slow
    def test_the_page_and_the_api(self, client: Client) -> None:
        answered = client.get("/api/citations", {"text": TEXT, "written": NEWEST}).json()
        assert [one["status"] for one in answered["sections"]] == ["unknown", "same", "same", "same", "unknown"]
        assert answered["summary"] == "5 citations: 3 are still right, 2 need a look."
        shown = client.get("/citations/", {"text": TEXT}).content.decode()
        assert "There’s no MTR 9.9." in shown
        assert '<a class="k" href="#c1">2.3</a><sup>1</sup>' in shown
        assert 'id="c1"' in shown

    @pytest.mark.slow
    def test_says_which_quotations_it_did_not_compare(self, client: Client) -> None:
        answered = client.get("/api/citations", {"text": "Per IPG 2.1, “players who cheat get a Warning”"}).json()
        assert answered["summary"] == "1 citation: its number is still right. 1 quotation wasn’t compared."
        assert [one["compared"] for one in answered["sections"]] == [False]

    def test_the_page_has_the_updated_text_where_only_sections_moved(self, client: Client) -> None:
        shown = client.get("/citations/", {"text": "See MTR 2.3."}).content.decode()
        assert "1 citation needs a look." in shown
        assert "See MTR 2.2.</textarea>" in shown
        assert "Numbers such as" not in shown


@pytest.mark.slow
@with_editions(NEWEST)
def test_annotations_and_sarif_have_sections_too() -> None:
    checked = Checker(library()).check("MTR 2.1 and\nMTR 2.3, rule 704.99, MTR 9.9 and IPG 2.1")
    file = CheckedFile("a.md", checked)
    assert [line.rpartition("::")[2] for line in annotations(file)] == [
        "MTR 2.3 is now 2.2.",
        f"The {NEWEST} rules have no 704.99.",
        "There’s no MTR 9.9.",
    ]
    first = next(annotations(file))
    assert first.startswith("::warning file=a.md,line=2,endLine=2,col=5,endColumn=8,title=MTR 2.3 moved::")
    run = json.loads(json.dumps(sarif([file])))["runs"][0]
    assert [(one["ruleId"], one["level"]) for one in run["results"]] == [
        ("moved", "warning"),
        ("unknown", "error"),
        ("unknown", "error"),
    ]
    places = [(one["number"], one["line"], one["column"]) for one in json.loads(json.dumps(file.as_json()))["sections"]]
    assert places == [("2.1", 1, 5), ("2.3", 2, 5), ("9.9", 2, 27), ("2.1", 2, 39)]
