"""What the tools answer; their list, an answer and errors over both transports."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from tests.mcp.conftest import SITE, Connected

NEW, OLD = "2026-02-27", "2014-02-01"
LEGEND = "If two or more legendary permanents with the same name are controlled by the same player"
LIFE = "If a player has 0 or less life, that player loses the game."


@pytest.mark.slow
def test_there_are_eight_and_none_writes(each_transport: Connected) -> None:
    found = each_transport.tools()
    names = ["verify", "rule", "search", "glossary", "history", "changes", "check_cost", "card"]
    assert [one.name for one in found] == names
    for one in found:
        assert one.annotations.read_only_hint
        assert one.description
        assert all(each["description"] for each in one.input_schema["properties"].values())
        # An error has none of it, and clients check errors, too.
        assert (one.output_schema["type"], "required" in one.output_schema) == ("object", False)
    schemas = {one.name: one.input_schema for one in found}
    assert (schemas["verify"]["required"], list(schemas["verify"]["properties"])) == (["text"], ["text", "edition"])
    assert schemas["glossary"]["required"] == ["name"]
    assert schemas["changes"]["required"] == ["old", "new"]
    assert "pool" in schemas["check_cost"]["properties"]


class TestVerify:
    @pytest.mark.slow
    def test_right(self, each_transport: Connected) -> None:
        found = each_transport.answer("verify", text=f"704.5a: “{LIFE}” See also 704.5j.")
        assert next(iter(found)) == "verdict"
        assert (found["verdict"], found["summary"]) == ("right", "2 citations, all still right.")
        assert (found["edition"], found["newest"]) == (NEW, NEW)
        first, second = found["citations"]
        assert (first["number"], first["status"], first["text"]) == ("704.5a", "same", LIFE)
        assert first["link"] == f"{SITE}/rules/{NEW}/704.5a/"
        assert second["text"].startswith(LEGEND)
        assert "updated" not in found

    def test_words_that_were_not_compared(self, tools: Connected) -> None:
        found = tools.answer("verify", text=f"704.5a: “{LIFE}” “Whenever this creature attacks, draw a card” (704.5j).")
        assert (found["verdict"], found["citations"][0]["number"]) == ("unsure", "704.5j")
        assert found["citations"][0]["quote"] == "Whenever this creature attacks, draw a card"
        assert "wasn’t compared" in found["citations"][0]["sentence"]
        assert "1 quotation wasn’t compared" in found["summary"]

    def test_invented(self, tools: Connected) -> None:
        assert tools.answer("verify", text="“A player with 0 life draws a card.” (704.5a)")["verdict"] == "wrong"

    def test_misquoted(self, tools: Connected) -> None:
        found = tools.answer("verify", text=f"See 704.5j. “{LIFE.replace('loses', 'wins')}” (704.5a)")
        assert found["verdict"] == "wrong"
        # What needs a look comes first.
        wrong, right = found["citations"]
        assert (wrong["number"], wrong["status"], wrong["text"]) == ("704.5a", "misquoted", LIFE)
        assert wrong["sentence"] == "Misquoted from 704.5a. The rule says it a little differently."
        assert (right["number"], right["status"]) == ("704.5j", "same")

    def test_another_rules_words(self, tools: Connected) -> None:
        (one,) = tools.answer("verify", text=f"Rule 704.5j says “{LIFE}”")["citations"]
        assert (one["status"], one["says_link"]) == ("misquoted", f"{SITE}/rules/{NEW}/704.5a/")
        assert one["sentence"] == "Misquoted from 704.5j. These words are 704.5a’s."

    def test_an_invented_number(self, tools: Connected) -> None:
        found = tools.answer("verify", text="Rule 704.99 says so.")
        assert (found["verdict"], found["citations"][0]["status"]) == ("wrong", "unknown")
        assert "link" not in found["citations"][0]

    def test_outdated(self, tools: Connected) -> None:
        found = tools.answer("verify", text="The legend rule is 704.5k.", edition="2014-05-01")
        assert (found["verdict"], found["edition"]) == ("outdated", OLD)
        assert found["updated"] == "The legend rule is 704.5j."
        (one,) = found["citations"]
        assert (one["status"], one["now"]) == ("moved and reworded", "704.5j")
        assert one["link"] == f"{SITE}/rules/{NEW}/704.5j/"

    def test_without_citations(self, tools: Connected) -> None:
        assert tools.answer("verify", text="Nothing here.")["verdict"] == "nothing to verify"

    def test_many(self, tools: Connected) -> None:
        text = " ".join(f"See rule 704.5{letter}." for letter in "abcdefghijmnpqrstuvw")
        found = tools.answer("verify", text=text * 2)
        assert len(found["citations"]) + found["more"] == 40
        assert len(found["citations"]) == 20

    def test_refused(self, tools: Connected) -> None:
        missing = "Send “text”: your text, with its rule numbers and quotes, up to 1,000,000 characters."
        assert tools.error("verify")["message"] == missing
        assert tools.error("verify", text=" ")["message"] == missing
        future = tools.error("verify", text="704.5k", edition="2999-01-01")
        assert (future["code"], "no rules of 2999-01-01 yet" in future["message"]) == ("unknown_edition", True)
        assert "its oldest are 2009-05-01" in tools.error("verify", text="704.5k", edition="2003-01-01")["message"]
        late = tools.error("verify", text="704.5k", edition="soon")
        assert (late["code"], "“edition”" in late["message"]) == ("bad_date", True)
        assert tools.error("verify", text="704.5k " * 6_000)["code"] == "too_many_citations"
        assert tools.error("verify", text="a" * 1_000_001)["code"] == "too_long"
        assert tools.error("verify", text="704.5k", written="2014")["code"] == "unknown_key"


class TestRule:
    def test_its_text_edition_and_pinned_link(self, tools: Connected) -> None:
        found = tools.answer("rule", number="704.5a")
        link = f"{SITE}/rules/{NEW}/704.5a/"
        assert found == {"number": "704.5a", "text": LIFE, "edition": NEW, "is_newest": True, "link": link}

    def test_in_an_edition(self, tools: Connected) -> None:
        found = tools.answer("rule", number="704.5k", edition=OLD)
        assert (found["edition"], found["is_newest"], found["link"]) == (OLD, False, f"{SITE}/rules/{OLD}/704.5k/")
        assert tools.answer("rule", number="704.5k", on="2015")["edition"] == OLD

    def test_a_heading_comes_with_its_subrules(self, tools: Connected) -> None:
        found = tools.answer("rule", number="702.2")
        assert all(
            tools.answer("rule", number=f"{lead}702.2") == found for lead in ("CR ", "rule ", "Comp. rules ", "§")
        )
        assert (found["heading"], found["subrules"][0]["text"]) == ("Deathtouch", "Deathtouch is a static ability.")
        first = tools.answer("rule", number="107.4")["subrules"][0]
        assert (first["number"], first["link"]) == ("107.4a", f"{SITE}/rules/{NEW}/107.4a/")

    def test_many_subrules_are_cut(self, tools: Connected) -> None:
        found = tools.answer("rule", number="205.3")
        assert len(json.dumps(found, ensure_ascii=False)) < 4_100
        numbers = [one["number"] for one in found["subrules"]]
        assert (numbers[0], found["more"][-1]) == ("205.3a", "205.3r")
        # Each is one call away.
        assert tools.answer("rule", number=found["more"][0])["text"]

    def test_sections_and_chapters_are_listed(self, tools: Connected) -> None:
        section = tools.answer("rule", number="702")
        assert (section["heading"], section["edition"]) == ("Keyword Abilities", NEW)
        assert section["link"] == f"{SITE}/rules/{NEW}/702/"
        assert section["contents"][1] == "702.2. Deathtouch"
        assert len(json.dumps(section, ensure_ascii=False)) < 4_100
        chapter = tools.answer("rule", number="7", on="2014")
        assert (chapter["heading"], chapter["edition"], chapter["contents"][0]) == (
            "Additional Rules",
            OLD,
            "700. General",
        )

    def test_refused(self, each_transport: Connected) -> None:
        unknown = each_transport.error("rule", number="704.99")
        assert unknown["message"] == "No loaded edition has 704.99. “search” finds rules by words."
        assert each_transport.error("rule", number="soon")["code"] == "not_found"
        assert each_transport.error("rule", number="999")["code"] == "not_found"
        assert each_transport.error("rule", number="")["message"] == "Send “number”: rule number, such as 107.4f."
        assert each_transport.error("rule", number="../editions")["code"] == "not_found"
        for edition, nearest in (("2015-01-01", OLD), ("2999-01-01", NEW)):
            error = each_transport.error("rule", number="704.5a", edition=edition)
            assert (error["code"], f"the nearest are {nearest}" in error["message"]) == ("unknown_edition", True)
        assert each_transport.error("rule", numbr="704.5a")["message"].endswith("Did you mean “number”?")
        assert each_transport.error("rule", number={"a": 1})["code"] == "bad_parameter"


def test_search(tools: Connected) -> None:
    found = tools.answer("search", query="does deathtouch work with trample")
    pinned = f"{SITE}/rules/{NEW}/702.2c/"
    assert (found["answer"]["link"], found["answer"]["edition"]) == (pinned, NEW)
    assert found["results"][0]["number"] == "702.2c"
    assert all(one["link"].startswith(f"{SITE}/") and one["edition"] for one in found["results"])
    assert len(found["results"]) == 5 < found["total"]
    assert tools.answer("search", query="legend rule", edition=OLD)["results"][0]["edition"] == OLD
    for typed in ("", "  "):
        empty = tools.error("search", query=typed)["message"]
        assert empty == "Send “query”: words, a question, a rule number or a symbol."


def test_search_is_short(tools: Connected) -> None:
    found = tools.answer("search", query="creature types")
    assert len(json.dumps(found, ensure_ascii=False)) < 4_500
    assert found["answer"]["text"].endswith(" …")
    assert found["results"][0]["link"] == found["answer"]["link"] == f"{SITE}/rules/{NEW}/205.3m/"
    # Sections have a heading alone.
    sections = [one for one in tools.answer("search", query="what is a mana ability")["results"] if "text" not in one]
    assert [one["heading"] for one in sections] == ["Mana Abilities"]
    term = tools.answer("search", query="what is an intervening if clause")["answer"]
    assert (term["edition"], term["link"]) == (NEW, f"{SITE}/glossary/{NEW}/intervening-if-clause/")


def test_glossary(tools: Connected) -> None:
    found = tools.answer("glossary", name="Legend Rule")
    assert (found["name"], found["edition"]) == ("Legend Rule", NEW)
    assert found["link"] == f"{SITE}/glossary/{NEW}/legend-rule/"
    assert tools.error("glossary", name="Frobnication")["message"].endswith("“search” finds rules by words.")


def test_history(tools: Connected) -> None:
    found = tools.answer("history", number="704.5j")
    newer = "2024-03-08"
    assert [(one["edition"], one["number"]) for one in found["steps"]][:2] == [(newer, "704.5j"), (OLD, "704.5k")]
    assert found["steps"][0]["text"].startswith(LEGEND)
    assert found["steps"][0]["link"] == f"{SITE}/rules/{newer}/704.5j/"
    assert tools.answer("history", number="704.5j", page="1") == found
    assert tools.error("history", number="704.5j", page=0)["code"] == "too_small"
    assert tools.error("history", number="704.5j", page="last")["code"] == "not_a_number"


def test_changes(tools: Connected) -> None:
    found = tools.answer("changes", old=OLD, new=NEW)
    assert (found["old"], found["new"], found["link"]) == (OLD, NEW, f"{SITE}/changes/{OLD}/{NEW}/")
    assert len(found["changes"]) == 20
    assert found["pages"] == -(-found["total"] // 20)
    # The sixth page is the first of the API's second.
    sixth = tools.answer("changes", old=OLD, new=NEW, page=6)
    assert sixth["changes"][0] not in found["changes"]
    assert all(one["link"].startswith(f"{SITE}/rules/") for one in sixth["changes"])
    # Of long texts, only what changed.
    long = next(one for one in found["changes"] + sixth["changes"] if "difference" in one)
    assert {"[-", "[+"} & {long["difference"][at : at + 2] for at in range(len(long["difference"]))}
    assert "text" not in long["new"]
    assert len(str(found)) < 20_000
    assert tools.error("changes", old="soon", new=NEW)["message"].startswith("In “old”: “soon” isn’t a date.")
    assert tools.error("changes", old="1999-01-01", new=NEW)["code"]


def test_check_cost(tools: Connected) -> None:
    found = tools.answer("check_cost", cost="{X}{R}", pool="RRG")
    assert (found["verdict"], found["payable"], found["max_x"], found["edition"]) == ("yes", True, 2, NEW)
    assert found["rules"]["118.3"] == f"{SITE}/rules/{NEW}/118.3/"
    assert {"fact": "You must be able to pay the whole cost.", "rule": "118.3"} in found["facts"]
    assert found["link"].startswith(f"{SITE}/check/?cost=")
    assert tools.answer("check_cost", cost="{W}", pool="")["verdict"] == "no"
    assert tools.answer("check_cost", card="Ember Choir", pool="RR")["max_x"] == 1
    error = tools.error("check_cost", cost="{2}{W/Q}")
    assert tools.error("check_cost")["message"] == "Send “cost” or “card”."
    assert (error["code"], error["start"]) == ("unknown_symbol", 3)


def test_card(tools: Connected) -> None:
    found = tools.answer("card", name="ember choir")
    assert found["faces"][0]["text"].startswith("Ember Choir deals X damage")
    assert (found["link"], len(found["rulings"])) == (f"{SITE}/cards/ember-choir/", 1)
    assert (found["edition"], found["more_rulings"]) == (NEW, 0)
    assert [face["name"] for face in tools.answer("card", name="Frost // Thaw")["faces"]] == ["Frost", "Thaw"]
    assert tools.error("card", name="Embr Chior")["message"].endswith("Did you mean Ember Choir?")


@pytest.mark.slow
def test_odd_input_is_refused_in_words(tools: Connected) -> None:
    odd: Sequence[Any] = (
        *("", " ", "\x00", "%00", "../../healthz", "a/b?c=d#e", "{", "é" * 300, "9" * 5_000, "\u202e"),
        *(-1, 0.5, True, [], ["x", "y"], {}),
    )
    for typed in odd:
        for tool, arguments in {
            "rule": {"number": typed},
            "glossary": {"name": typed},
            "history": {"number": typed},
            "changes": {"old": typed, "new": NEW},
            "card": {"name": typed},
            "check_cost": {"cost": typed},
        }.items():
            result = tools.call(tool, **arguments)
            assert not result.is_error or result.structured_content["error"]["message"]
        assert tools.call("history", number="704.5j", page=typed).is_error or typed is True
        tools.call("search", query=typed)
        assert tools.answer("rule", number="704.5a")
