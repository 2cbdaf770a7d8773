"""Where references lead, what cites a rule, and which references lead nowhere."""

import datetime
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from explorer.importing.documents import import_bytes
from explorer.library.links import Destination, citations, destinations, numbers_named, places_of, relevant_editions
from explorer.library.loaded import library as loaded_library
from explorer.library.queries import EditionInfo
from explorer.management.commands.check_links import check_links
from tests.conftest import Command, on_both_databases, using_library
from tests.document.samples import DOCUMENT
from tests.library.trees import edition

JUNE = datetime.date(2025, 6, 6)

CITING = DOCUMENT.replace(
    "100.1b A second subrule follows it.",
    "100.1b A second subrule follows it. See rules 101.1–2, rule 101.9, and section 2.",
).replace(
    'See rule 100, "General."',
    "See rule 100, “General.” See also Cards, Mana Burn, and Spell.",
)


@pytest.fixture
def library(empty_library: None) -> EditionInfo:
    """One small edition with references of every kind."""
    import_bytes(CITING.encode(), "a.txt")
    return edition("2025-06-06")


@on_both_databases
class TestCitations:
    @pytest.mark.parametrize(
        ("target", "citing"),
        [
            ("101.1", ["100.1a", "100.1b"]),
            ("101.2", ["100.1b"]),
            ("100.1b", ["101.2"]),
            ("100.1", ["card"]),
            ("100", ["ability"]),
            ("2", ["100.1b"]),
            ("200.1", []),
        ],
    )
    def test_what_names_a_number(self, library: EditionInfo, target: str, citing: list[str]) -> None:
        assert [one.number or one.slug for one in citations(library, [target])] == citing

    def test_several_numbers_at_once(self, library: EditionInfo) -> None:
        found = {(one.target, one.number or one.title) for one in citations(library, ["101.1", "101.2", "100.1"])}
        assert found == {("101.1", "100.1a"), ("101.1", "100.1b"), ("101.2", "100.1b"), ("100.1", "Card")}

    def test_only_of_its_own_edition(self, library: EditionInfo) -> None:
        later = CITING.replace("June 6", "June 13").replace(" (See rule 101.1.)", "")
        import_bytes(later.encode(), "b.txt")
        assert [one.number for one in citations(edition("2025-06-13"), ["101.1"])] == ["100.1b"]
        assert [one.number for one in citations(library, ["101.1"])] == ["100.1a", "100.1b"]

    def test_few_queries(self, library: EditionInfo, django_assert_max_num_queries: Any) -> None:
        with django_assert_max_num_queries(1):
            citations(library, [f"101.{number}" for number in range(1, 50)])


def leads(numbers: list[str], there: EditionInfo, *, pinned: bool = False) -> Mapping[str, Destination]:
    places = places_of(numbers, relevant_editions(there, loaded_library(), pinned=pinned))
    return destinations(numbers, places, there, undated=loaded_library().undated_dates, pinned=pinned)


@on_both_databases
class TestDestinations:
    def test_within_the_edition(self, library: EditionInfo) -> None:
        assert leads(["101.1", "101.9"], library) == {"101.1": Destination(JUNE, newest=True)}

    def test_a_newer_text_is_told_of(self, library: EditionInfo) -> None:
        later = CITING.replace("June 6", "June 13").replace("200.1. There", "200.2. There")
        import_bytes(later.encode(), "b.txt")
        found = leads(["101.1", "200.1", "200.2"], library)
        # The newest rules have neither: one is reworded there, the other is gone.
        assert found == {"101.1": Destination(JUNE, newest=False), "200.1": Destination(JUNE, newest=False)}
        found = leads(["101.1", "200.1", "200.2"], library, pinned=True)
        assert found == {"101.1": Destination(JUNE, newest=True), "200.1": Destination(JUNE, newest=True)}

    @pytest.mark.usefixtures("default_library")
    def test_from_an_excerpt_to_the_newest_text(self) -> None:
        found = leads(["202.3", "107.4", "601.2b"], edition("2024-03-08"), pinned=True)
        assert found["202.3"] == Destination(datetime.date(2011, 7, 15), newest=True)
        assert found["107.4"].edition == datetime.date(2024, 3, 8)
        assert "601.2b" not in found


def test_numbers_are_in_the_order_of_the_text() -> None:
    numbers = ["704.5g", "510.1", "120.6", "302.7", "701.8b", "120.4a"]
    text = "".join(f"See rule {number}. " for number in [*numbers, "510.1"])
    assert list(numbers_named([text])) == numbers


@on_both_databases
class TestDeadEnds:
    def test_what_leads_nowhere(self, library: EditionInfo) -> None:
        checked = check_links(library)
        assert checked["dead"] is not None
        assert [(end["where"], end["kind"], end["target"]) for end in checked["dead"]] == [
            ("100.1b", "rule", "101.9"),
            ("Ability", "glossary", "spell"),
        ]
        assert checked["dead"][0]["words"] == "…follows it. See rules 101.1–2, rule 101.9, and section 2."

    @pytest.mark.usefixtures("default_library")
    def test_an_excerpt_is_not_judged(self) -> None:
        for known in loaded_library().editions:
            checked = check_links(known)
            assert checked["dead"] is None
            assert checked["references"] > 0

    def test_a_document_that_stops_in_its_glossary(self, empty_library: None) -> None:
        cut = CITING[: CITING.index("Mana Burn (Obsolete)")]
        import_bytes(cut.encode(), "cut.txt")
        assert [end["target"] for end in check_links(edition("2025-06-06"))["dead"] or ()] == ["101.9"]

    @pytest.mark.parametrize("whole_after", ["", "101. Some Rules"])
    def test_a_document_without_all_its_rules_is_not_judged(self, empty_library: None, whole_after: str) -> None:
        """One that stops among its rules, and one that goes on without a section."""
        cut = CITING[: CITING.index("101.2. The last")]
        if whole_after:
            cut = CITING[: CITING.rindex("101. Some")] + CITING[CITING.rindex("2. Other Things") :]
        import_bytes(cut.encode(), "cut.txt")
        checked = check_links(edition("2025-06-06"))
        assert checked["dead"] is None
        assert checked["references"] > 0


@pytest.mark.parametrize(
    ("day", "dead"),
    [
        ("2005-08-01", [("421.4", "102.6")]),
        ("2007-05-01", [("418.5k", "419.1f"), *((f"{land}cycling", "landcycling") for land in (
            "Forest", "Island", "Mountain", "Plains", "Swamp"))]),
        ("2009-07-11", [("401.6", "602.1i"), ("605.3b", "405.3c")]),
        ("2017-04-28", [("702.123d", "903.11a")]),
        ("2026-01-16", [("Map", "110.10")]),
    ],
)  # fmt: skip
def test_typos_of_official_editions(
    every_edition: str, django_db_blocker: Any, day: str, dead: list[tuple[str, str]]
) -> None:
    with using_library(every_edition, django_db_blocker), django_db_blocker.unblock():
        checked = check_links(edition(day))
    assert [(end["where"], end["target"]) for end in checked["dead"] or ()] == dead
    assert checked["references"] > 500


@pytest.fixture
def mistyped(prepared_folder: Path, command: Command) -> None:
    document = prepared_folder / "a.txt"
    document.write_text(CITING)
    done = command("import_rules", str(document))
    assert done.returncode == 0, done.stderr


class TestTheCommand:
    @pytest.mark.slow
    def test_as_json(self, mistyped: None, command: Command) -> None:
        done = command("check_links", "--edition", "2025-06-06", "--json")
        assert done.returncode == 0, done.stderr
        (checked,) = json.loads(done.stdout)
        assert checked["edition"] == "2025-06-06"
        assert checked["dead"][0] == {
            "where": "100.1b",
            "kind": "rule",
            "target": "101.9",
            "words": "…follows it. See rules 101.1–2, rule 101.9, and section 2.",
        }

    def test_in_words(self, mistyped: None, command: Command) -> None:
        done = command("check_links")
        assert done.returncode == 0, done.stderr
        assert "2 broken" in done.stdout
        assert "    100.1b: no rule 101.9: …follows it." in done.stdout
        assert "2011-07-15" in done.stdout
        assert "not checked" in done.stdout

    def test_an_edition_that_is_not_there(self, mistyped: None, command: Command) -> None:
        bad: list[tuple[list[str], list[str]]] = [
            (["--edition", "1993-08-05"], []),
            (["--edition", "1993-08-05", "--json"], ["no_such_edition"]),
            (["--edition", "June", "--json"], ["bad_usage"]),
        ]
        for arguments, codes in bad:
            done = command("check_links", *arguments)
            assert done.returncode == 2
            assert [json.loads(line)["error"]["code"] for line in done.stdout.splitlines()] == codes
            assert "Traceback" not in done.stderr
            assert "1993-08-05" in done.stderr or "June" in done.stderr
