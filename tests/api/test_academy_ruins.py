"""Rules as Academy Ruins' API answers them: its addresses, its names, and its words for what isn't there."""

import re
from typing import Any

import pytest
from django.test import Client

from tests.api.requests import get
from tests.conftest import with_editions
from tests.shared import EVERY_EDITION

pytestmark = pytest.mark.django_db

BETWEEN = {"sourceSet", "sourceCode", "destSet", "destCode"}


@pytest.mark.slow
def test_all_rules(client: Client) -> None:
    rules = get(client, "/api/cr")
    rule = rules["107.4f"]
    assert rule["fragment"] == "4f"
    assert rule["navigation"] == {"previousRule": "107.4e", "nextRule": "107.4g"}
    assert rule["ruleText"].startswith("Phyrexian mana symbols")
    assert not rule["examples"][0].startswith("Example")
    assert get(client, "/api/cr/example/107.4f") == {"ruleNumber": "107.4f", "examples": rule["examples"]}
    assert get(client, "/api/cr/107.4f") == {key: rule[key] for key in ("ruleNumber", "ruleText")}
    first = next(iter(rules.values()))
    assert (first["navigation"]["previousRule"], first["examples"]) == (None, None)


@pytest.mark.slow
@pytest.mark.parametrize("place", ["", "example/", "trace/"])
@pytest.mark.parametrize("number", ["704.5j", "107", "x"])
def test_missing_rules(client: Client, place: str, number: str) -> None:
    missing = get(client, f"/api/cr/{place}{number}", 404)
    assert missing == {"detail": "Rule not found. Pipwise has only excerpts.", "ruleNumber": number}


@pytest.mark.parametrize(
    ("address", "status", "said"),
    [
        ("/api/cr/glossary/nothing", 404, {"detail": "Entry not found. Pipwise has only excerpts."}),
        ("/api/cr/glossary/x?fuzzy=perhaps", 422, {"detail": "In “fuzzy”: “perhaps” isn’t true or false."}),
        (f"/api/cr/{'1' * 21}", 422, {"detail": "In “rule_id”: Use up to 20 characters."}),
        ("/api/diff/cr?old=XYZ", 404, {"detail": ..., "old": "XYZ", "new": None}),
        ("/api/diff/cr?new=2001-01-01", 404, {"detail": ..., "old": None, "new": "2001-01-01"}),
        ("/api/cr/diff", 404, {"detail": ..., "old": None, "new": None}),
    ],
)
def test_errors_have_the_shape_of_that_api(client: Client, address: str, status: int, said: dict[str, Any]) -> None:
    found = get(client, address, status)
    assert found == {key: found[key] if value is ... else value for key, value in said.items()}
    assert found["detail"].endswith(".")


def test_a_glossary_entry_by_its_name(client: Client) -> None:
    entry = get(client, "/api/cr/glossary/X")
    assert entry["term"] == "X"
    assert get(client, "/api/cr/glossary") == {"x": entry}


@with_editions(*EVERY_EDITION)
class TestWithEveryEdition:
    def test_contents_and_keywords(self, client: Client) -> None:
        chapters = get(client, "/api/cr/toc")
        assert (chapters[0]["number"], chapters[0]["title"]) == (1, "Game Concepts")
        assert {"number": 107, "title": "Numbers and Symbols"} in chapters[0]["subsections"]
        keywords = get(client, "/api/cr/keywords")
        assert {"Deathtouch", "Double Strike", "Daybound", "Nightbound"} <= set(keywords["keywordAbilities"])
        assert {"For Mirrodin!", "Start Your Engines!", "∞ (Infinity)"} <= set(keywords["keywordAbilities"])
        assert {"Activate", "Scry", "Tap", "Untap"} <= set(keywords["keywordActions"])
        assert {"landfall", "will of the council"} <= set(keywords["abilityWords"])

    def test_a_keyword_is_explained_by_a_subrule(self, client: Client) -> None:
        assert get(client, "/api/cr/702.3")["ruleText"] == "A creature with defender can’t attack."
        assert get(client, "/api/cr/702.3?exact_match=true")["ruleText"] == "Defender"
        for number in ("701.2", "702.163", "702.179", "702.186"):
            assert get(client, f"/api/cr/{number}")["ruleNumber"] == f"{number}a"
        assert get(client, "/api/cr/702.1")["ruleNumber"] == "702.1"

    def test_fuzzy_glossary_names(self, client: Client) -> None:
        assert get(client, "/api/cr/glossary/legend%20rul", 404)["detail"] == "Entry not found."
        assert get(client, "/api/cr/glossary/legend%20rul?fuzzy=true")["term"] == "Legend Rule"

    def test_a_trace_lists_changes_newest_first(self, client: Client) -> None:
        changes = get(client, "/api/cr/trace/104.3f")
        assert all(set(change) == {"action", "old", "new", "diff"} for change in changes)
        assert all(set(change["diff"]) == BETWEEN for change in changes)
        days = [change["diff"]["destCode"] for change in changes]
        assert days == sorted(days, reverse=True)
        edited = next(change for change in changes if change["diff"]["destCode"] == "2018-07-13")
        assert edited["action"] == "edited"
        assert "<<<<he or she>>>>" in edited["old"]["ruleText"]
        assert "<<<<that player>>>>" in edited["new"]["ruleText"]

    def test_a_move_has_only_numbers(self, client: Client) -> None:
        moves = get(client, "/api/diff/cr?old=2025-06-06&new=2026-01-16")["moves"]
        changes = get(client, f"/api/cr/trace/{moves[0]['to']}")
        moved = next(change for change in changes if change["action"] == "moved")
        assert moved["old"] == {"ruleNumber": moves[0]["from"]}
        assert moved["new"] == {"ruleNumber": moves[0]["to"]}

    def test_compares_the_two_newest_by_default(self, client: Client) -> None:
        newest, older, oldest = EVERY_EDITION[:-4:-1]
        latest = get(client, "/api/diff/cr?nav=true")
        assert (latest["sourceCode"], latest["destCode"], latest["creationDay"]) == (older, newest, newest)
        assert latest.pop("nav") == {"prevSourceCode": oldest, "nextDestCode": None}
        for address in ("/api/diff/cr", "/api/cr/diff", f"/api/diff/cr?old={older}", f"/api/diff/cr?new={newest}"):
            assert get(client, address) == latest

    def test_a_comparison_marks_differences_in_rules(self, client: Client) -> None:
        changes = get(client, "/api/diff/cr?old=2025-06-06&new=2026-01-16")["changes"]
        numbers = {side["ruleNumber"] for change in changes for side in change.values() if side}
        assert all(re.fullmatch(r"\d{3}\.\d+[a-z]?", number) for number in numbers)
        both = [change for change in changes if change["old"] and change["new"]]
        assert both
        for change in both:
            texts = [change[side]["ruleText"] for side in ("old", "new")]
            assert any("<<<<" in text for text in texts)
            # The numbers of rules that are cited are no change.
            unmarked = [re.sub(r"<<<<.*?>>>>|\d{3}(\.\d+[a-z]?)?", "", text, flags=re.DOTALL) for text in texts]
            assert unmarked[0] == unmarked[1]
        assert any(change["old"] is None for change in changes)

    def test_examples_headings_and_cited_numbers_are_ignored(self, client: Client) -> None:
        changes = get(client, "/api/diff/cr?old=2024-03-08&new=2025-06-06")["changes"]
        sides = [side for change in changes for side in change.values() if side]
        assert not any("Example:" in side["ruleText"] for side in sides)
        # 509.1i cites other numbers, 308 and 720 are headings, and an example of 510.2 has other words.
        assert not {"308", "509.1i", "510.2", "720"} & {side["ruleNumber"] for side in sides}
        assert len(changes) < 304 - 46

    def test_the_older_edition_comes_first(self, client: Client) -> None:
        old, new = EVERY_EDITION[-1], EVERY_EDITION[-2]
        assert get(client, f"/api/diff/cr?old={old}&new={new}", 404)["old"] == old
