"""The lineages of all editions as the database has them, and the commands that print them."""

import io
import json
import re
from collections import Counter
from datetime import date
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from explorer.document.tree import from_json
from explorer.history.changes_page import rows_by_section
from explorer.history.query import changes_page
from explorer.library.history.changes import changes_between
from explorer.library.history.counts import key_in_changes, section_counts, timeline, years
from explorer.library.history.life import life_at
from explorer.library.loaded import library
from explorer.lineages.provisions import ChangeKind, Provision, term_key
from explorer.models import Edition, LineageStep, Rule, Term
from tests.lineages.editions import changed


@pytest.mark.usefixtures("all_editions")
class TestEveryEdition:
    def test_every_provision_has_a_life(self) -> None:
        """Also where an excerpt between two editions was matched otherwise than these two."""
        steps = LineageStep.objects.exclude(change=ChangeKind.REMOVED).values_list("key", "since", "until")
        lacking = []
        for pk, day in Edition.objects.filter(complete=True).values_list("pk", "date"):
            keys = {*Rule.objects.filter(edition=pk).values_list("number", flat=True)}
            keys |= {term_key(slug) for slug in Term.objects.filter(edition=pk).values_list("slug", flat=True)}
            living = {key for key, since, until in steps if since <= day < until}
            lacking += [(day, key) for key in sorted(keys - living)]
        assert not lacking

    @pytest.mark.parametrize(("old", "new"), [("2003-03-15", "2026-01-16"), ("2009-05-01", "2009-07-11")])
    def test_changes_are_those_of_the_lineages(self, old: str, new: str) -> None:
        """Stored rows and lineages put together in memory say the same; the former know of excerpts, too."""
        before, after = date.fromisoformat(old), date.fromisoformat(new)
        loaded = library()
        first, last = loaded.on(before), loaded.on(after)
        assert first is not None
        assert last is not None
        rows = {(row.change, row.old and row.old.key, row.new and row.new.key): row for row in changed(before, after)}
        found = {
            (row.change, row.old and row.old.key, row.new and row.new.key): row
            for row in changes_between(first, last, loaded)
        }
        assert len(found.keys() ^ rows.keys()) <= len(rows) // 200


@pytest.mark.slow
@pytest.mark.usefixtures("all_editions")
def test_timeline_counts_equal_the_changes_pages() -> None:
    known = timeline(library())
    assert len(known.pairs) > 20
    for pair in known.pairs:
        listed = Counter(row.counted for row in changes_page(*pair).rows)
        counted = {name: count for name, count in known.totals[pair[1]].items() if name != "words" and count}
        assert listed == counted, pair


@pytest.mark.slow
@pytest.mark.usefixtures("all_editions")
def test_section_counts_equal_the_changes_pages() -> None:
    loaded = library()
    known = years(loaded)
    assert loaded.newest
    # Sections of today, and those of the rules before they were renumbered.
    keys = [(section.number, loaded.newest.date) for section in known.sections if section.number.isdigit()]
    keys += [(key, date(2009, 5, 1)) for key in ("214", "217", "409", "419", "502")]
    lives = [life for key, day in keys if (life := life_at(key, day))]
    assert len(lives) == len(keys) > 100
    for old, new in known.pairs:
        listed = {
            key: Counter(row.counted for row in rows) for key, rows in rows_by_section(changes_page(old, new)).items()
        }
        for life in lives:
            found = section_counts(life, loaded)
            if (old, new) in found.pairs:
                counted = {
                    name: count for name, count in found.counts.get(new, {}).items() if name != "words" and count
                }
                assert listed.get(key_in_changes(life, old, new), {}) == counted, (life.keys, old, new)


NUMBER = re.compile(r"\b\d{3}(?:\.\d+[a-z]?(?:[-–—][a-z]\b)?)?")
UNTYPED = str.maketrans("", "", "“”\"’'_ ?-–—")


def comparable(text: str) -> str:
    """A text without quotes, dashes, spaces and letters that couldn't be read."""
    return text.translate(UNTYPED)


def texts_of(day: str) -> Any:
    rules = Rule.objects.filter(edition__date=day, wording__isnull=False)
    return rules.values_list("number", "wording__paragraphs")


def run(*arguments: str) -> Any:
    written = io.StringIO()
    call_command(*arguments, "--json", stdout=written)
    return json.loads(written.getvalue())


@pytest.mark.usefixtures("all_editions")
class TestCommands:
    def test_trace(self) -> None:
        steps = run("trace", "704.5k", "--edition", "2014-02-01")
        assert [(step["edition"], step["number"], step["change"]) for step in steps][:3] == [
            ("2022-10-07", "704.5j", "edited"),
            ("2018-07-13", "704.5j", "moved"),
            ("2013-07-13", "704.5k", "edited"),
        ]
        assert steps[0]["text"].startswith("If two or more legendary permanents")
        assert set(steps[0]) == {"edition", "number", "change", "text"}

    def test_trace_all_that_had_a_number(self) -> None:
        """In words, one after the other; as data, the one that had it last."""
        written = io.StringIO()
        call_command("trace", "107.13", stdout=written)
        last, first = written.getvalue().split("\n\nAnother that was 107.13:\n")
        assert "A color indicator" in last
        assert "removed" in first
        assert "The sun symbol" in first
        assert len(run("trace", "107.13")) == len(last.splitlines())

    def test_trace_a_glossary_entry(self) -> None:
        assert run("trace", "Mana Value")[-1]["number"] == "converted-mana-cost"

    @pytest.mark.parametrize(
        ("between", "same"),
        [
            (("trace", "704.5j@2014-05-01"), ("trace", "704.5j@2014-02-01")),
            (("changes", "2025-07-01", "2026-02-01"), ("changes", "2025-06-06", "2026-01-16")),
        ],
    )
    def test_a_day_between_two_editions(self, between: tuple[str, ...], same: tuple[str, ...]) -> None:
        assert run(*between) == run(*same) != []

    def test_changes(self) -> None:
        rows = run("changes", "2026-01-16", "2025-06-06")
        blight = next(row for row in rows if row["new"] and row["new"]["number"] == "701.68")
        assert blight == {"change": "created", "old": None, "new": {"number": "701.68", "text": "Blight"}}
        moved = next(row for row in rows if row["change"] == "moved")
        assert moved["old"]["number"] != moved["new"]["number"]

    def test_a_rule_that_refers_to_another_by_its_new_number(self) -> None:
        rows = run("changes", "2025-06-06", "2026-01-16")
        row = next(row for row in rows if row["old"] and row["old"]["number"] == "104.6")
        assert row["change"] == "references"
        assert "rule 725" in row["old"]["text"]
        assert row["new"] == {"number": "104.6", "text": row["old"]["text"].replace("rule 725", "rule 726")}
        edited = [step["edition"] for step in run("trace", "104.6") if step["change"] != "created"]
        assert edited == []

    @pytest.mark.parametrize(
        ("old", "new"),
        [("2025-06-06", "2026-01-16"), ("2019-10-04", "2020-06-01"), ("2009-07-11", "2018-07-13")],
    )
    def test_no_new_number_is_lost(self, old: str, new: str) -> None:
        """Whatever has other numbers in the same words is listed; and `references` says nothing but that."""
        rows = run("changes", old, new)
        for row in rows:
            if row["change"] == "references":
                texts = [row[side]["text"] for side in ("old", "new")]
                assert texts[0] != texts[1]
                assert comparable(NUMBER.sub("#", texts[0])) == comparable(NUMBER.sub("#", texts[1]))
                assert row["old"]["number"] == row["new"]["number"]
        listed = {row["old"]["number"] for row in rows if row["old"]} | {
            row["new"]["number"] for row in rows if row["new"]
        }
        before, after = (
            {number: Provision(number, "", from_json(body)).text for number, body in texts_of(day)}
            for day in (old, new)
        )
        for number in before.keys() & after.keys():
            numbers = [comparable(" ".join(NUMBER.findall(texts[number]))) for texts in (before, after)]
            assert numbers[0] == numbers[1] or number in listed

    def test_the_api_lists_what_the_command_does(self, client: Client) -> None:
        rows = run("changes", "2019-10-04", "2020-06-01")
        found = []
        for page in range(1, -(-len(rows) // 100) + 1):
            found += client.get(f"/api/changes/2019-10-04/2020-06-01?page={page}").json()["items"]
        assert found == rows
        assert {"references", "edited", "created"} <= {row["change"] for row in found}

    @pytest.mark.parametrize(
        ("arguments", "says"),
        [
            (("trace", "999.9"), "No loaded edition has 999.9."),
            (("trace", "107.4f@2003-03-15"), "The 2003-03-15 rules have no 107.4f."),
            (("trace", "107.4f@now"), "107.4f@now: “now” isn’t a date such as 2025-06-06."),
            (("trace", "99"), "“99” isn’t a rule number. Type one such as 704.5j."),
            (("trace", "no such word"), "No loaded edition has a glossary entry “no such word”."),
            (("trace", "107.4f", "--edition", "2003-03-15"), "The 2003-03-15 rules have no 107.4f."),
            (("trace", "107.4", "--edition", "1999-01-01"), "--edition: the 1999-01-01 rules aren’t loaded."),
            (("trace", "107.4@2003-08-01"), "--edition: the 2003-08-01 rules aren’t loaded."),
            (("changes", "2003-03-15", "1999-01-01"), "The 1999-01-01 rules aren’t loaded."),
        ],
    )
    def test_refusals(self, arguments: tuple[str, ...], says: str) -> None:
        with pytest.raises(CommandError, match=says.replace(".", r"\.")) as error:
            call_command(*arguments, "--json", stdout=io.StringIO())
        assert error.value.returncode == 2


@pytest.mark.usefixtures("all_editions")
def test_the_api_counts_what_it_lists(client: Client) -> None:
    answer = client.get("/api/changes/2025-06-06/2026-01-16").json()
    assert answer["counts"] == {"created": 72, "edited": 105, "removed": 2, "moved": 117, "references": 34}
    assert sum(answer["counts"].values()) == answer["total"]
