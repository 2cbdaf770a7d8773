"""Sections of the tournament documents as the API, the command and the tools for assistants find them."""

import json
from pathlib import Path

import pytest
from django.test import Client

from explorer.assistants.site import ApiError, Site
from explorer.assistants.tools import answer
from explorer.search.weights import WITH_PENALTY
from tests.conftest import Command
from tests.policy.samples import ipg

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("documents")]

SITE = "http://127.0.0.1"


class TestApi:
    def test_a_section_that_is_the_answer(self, client: Client) -> None:
        for typed in ("ipg 2.1", "ipg slow play", "penalty for slow play"):
            found = client.get("/api/search", {"q": typed}).json()
            (section,) = found["policy"]
            assert (section["document"], section["number"], section["penalty"]) == ("ipg", "2.1", "Warning")
            assert section["text"].startswith("Penalty: Warning\nDefinition\nA player thinks")
            assert section["pinned"].endswith("/ipg/2024-04-15/2.1/")
            assert found["answer"] == {
                "text": "IPG 2.1 Slow Play: Warning.",
                "source": "IPG 2.1",
                **{name: section[name] for name in ("edition", "address", "pinned")},
            }

    def test_a_document_and_nothing(self, client: Client) -> None:
        (whole,) = client.get("/api/search", {"q": "mtr"}).json()["policy"]
        assert (whole["number"], whole["title"], whole["text"]) == ("", "Magic Tournament Rules", "")
        assert whole["address"].endswith("/mtr/")
        for query in ("q=hybrid", "q=ipg 2.1&page=2", "q=ipg 2.1&everywhere=true"):
            assert client.get(f"/api/search?{query}").json()["policy"] == [], query

    @pytest.mark.slow
    def test_as_the_page_has_them(self, client: Client) -> None:
        for typed in ("sleeves", "penalty for slow play", "kinds of events", "bead on a card", "hybrid mana"):
            page = client.get("/search/", {"q": typed}).content.decode().partition("At tournaments")[2]
            own = page.partition("</ul>")[0]
            found = client.get("/api/search", {"q": typed}).json()["policy"]
            assert own.count("<li>") == len(found), typed
            for one in found:
                assert f'href="{one["address"].partition("testserver")[2]}"' in own


@pytest.mark.slow
def test_the_command(command: Command, tmp_path: Path) -> None:
    (tmp_path / "ipg.pdf").write_bytes(ipg())
    command("import_policy", str(tmp_path / "ipg.pdf"))
    said = command("search", "penalty for slow play").stdout
    assert said.startswith("At tournaments: IPG 2.1 Slow Play (Warning)\n")
    found = json.loads(command("search", "penalty for slow play", "--json").stdout)["policy"]
    assert found == [
        {
            "document": "ipg",
            "number": "2.1",
            "title": "Tournament Error — Slow Play",
            "penalty": "Warning",
            "edition": "2024-04-15",
        }
    ]
    (section,) = json.loads(command("search", "penalty for slow play", "--explain", "--json").stdout)["policy"]
    parts = {part["name"]: part["weight"] * part["fit"] for part in section["parts"]}
    assert section["score"] == pytest.approx(sum(parts.values()), abs=0.1)
    assert parts["with a penalty"] == WITH_PENALTY
    assert "with a penalty: 1.00 of" in command("search", "penalty for slow play", "--explain").stdout


class TestAssistants:
    def test_search(self) -> None:
        found = answer(Site(SITE), "search", {"query": "penalty for slow play"})
        (section,) = found["tournament"]
        assert (section["number"], section["penalty"]) == ("IPG 2.1", "Warning")
        assert section["link"] == f"{SITE}/ipg/2024-04-15/2.1/"
        assert found["answer"]["link"] == section["link"]

    def test_a_section_by_its_number(self) -> None:
        found = answer(Site(SITE), "rule", {"number": "MTR section 2.1"})
        assert (found["number"], found["heading"], found["edition"]) == ("MTR 2.1", "Markers", "2024-05-13")
        assert found["is_newest"]
        assert "1. A player puts a bead on a card." in found["text"]
        whole = answer(Site(SITE), "rule", {"number": "ipg", "edition": "2024-04-15"})
        assert "2.1. Tournament Error — Slow Play" in whole["contents"]
        assert whole["link"] == f"{SITE}/ipg/2024-04-15/"
        with pytest.raises(ApiError, match=r"Section 9\.9 isn’t in the Magic Tournament Rules"):
            answer(Site(SITE), "rule", {"number": "MTR 9.9"})
