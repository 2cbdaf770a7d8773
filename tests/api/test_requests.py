"""How the API is asked: entity tags, other sites' scripts, HEAD, pages of lists, and the short forms of a rule."""

import json

import pytest
from django.test import Client

from explorer.api.common import MOST
from explorer.costcheck.check import answer
from tests.api.requests import get
from tests.conftest import with_editions
from tests.shared import EVERY_EDITION

pytestmark = pytest.mark.django_db

ELSEWHERE = {"Origin": "https://elsewhere.example"}


@pytest.mark.parametrize("address", ["/api/editions", "/api/cr/107.4f", "/rules/107.4f.json", "/rules/107.4f.txt"])
class TestEveryAddress:
    def test_entity_tags(self, client: Client, address: str) -> None:
        first = client.get(address)
        again = client.get(address, headers={"If-None-Match": first.headers["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
        other = client.get(address, headers={"If-None-Match": '"another"'})
        assert (other.status_code, other.content) == (200, first.content)

    def test_head_has_only_headers(self, client: Client, address: str) -> None:
        got, head = client.get(address), client.head(address)
        assert (head.status_code, head.content) == (200, b"")
        for name in ("Content-Type", "Content-Length", "ETag", "Vary"):
            assert head.headers[name] == got.headers[name]

    def test_cors_allows_only_reading(self, client: Client, address: str) -> None:
        assert client.get(address, headers=ELSEWHERE).headers["Access-Control-Allow-Origin"] == "*"
        asking = {
            **ELSEWHERE,
            "Access-Control-Request-Method": "GET",
            "Access-Control-Request-Headers": "if-none-match",
        }
        allowed = client.options(address, headers=asking).headers
        assert allowed["Access-Control-Allow-Methods"] == "GET, HEAD, OPTIONS, POST"
        assert "if-none-match" in allowed["Access-Control-Allow-Headers"]
        assert client.post(address, headers=ELSEWHERE).status_code == 405


@pytest.mark.parametrize("address", ["/", "/rules/107.4f/", "/check/?cost=W", "/editions/"])
def test_pages_have_no_cors(client: Client, address: str) -> None:
    assert "Access-Control-Allow-Origin" not in client.get(address, headers=ELSEWHERE).headers


def test_a_list_comes_in_pages(client: Client) -> None:
    first = get(client, "/api/symbols")
    pages = [get(client, f"/api/symbols?page={page}") for page in range(1, first["pages"] + 1)]
    codes = [one["code"] for page in pages for one in page["items"]]
    assert len(first["items"]) == MOST
    assert len(codes) == len(set(codes)) == first["total"] > MOST
    beyond = get(client, f"/api/symbols?page={first['pages'] + 1}")
    assert (beyond["items"], beyond["total"]) == ([], first["total"])


def test_several_rules_in_requested_order(client: Client) -> None:
    found = get(client, "/api/rules?number=107.4f&number=704.5j&number=107.4e&number=107.4f")
    assert [one["number"] for one in found["items"]] == ["107.4f", "107.4e"]
    assert found["missing"] == ["704.5j"]


def test_a_rule_matches_its_page(client: Client) -> None:
    found = get(client, "/api/rules/107.4f")
    page = client.get(found["address"]).content.decode()
    assert (found["edition"], found["is_newest"], found["parent"]) == ("2025-06-06", True, "107.4")
    assert found["examples"][0].startswith("{W/P}{W/P} can be paid")
    assert found["pinned"].endswith("/rules/2025-06-06/107.4f/")
    assert (found["previous"], found["next"]) == ("107.4e", "107.4g")
    rule = get(client, "/api/rules/107.4")
    assert (rule["previous"], rule["next"], rule["children"][0]) == ("107.3", "107.5", "107.4a")
    assert found["cited_by"][0] in page


@pytest.mark.parametrize(
    ("number", "edition", "is_newest"),
    [("107.4f", "2025-06-06", True), ("107.4f", "2024-03-08", False), ("205.4", "2011-07-15", True)],
)
def test_is_newest(client: Client, number: str, edition: str, is_newest: bool) -> None:
    for found in (
        get(client, f"/api/rules/{number}?edition={edition}"),
        get(client, f"/api/rules?number={number}&edition={edition}")["items"][0],
        get(client, f"/rules/{edition}/{number}.json"),
    ):
        assert (found["edition"], found["is_newest"]) == (edition, is_newest)
    assert (get(client, f"/rules/{number}.json")["edition"] == edition) == is_newest


def test_a_search_of_excerpts_says_so(client: Client) -> None:
    found = get(client, "/api/search?q=hybrid+mana")
    assert not found["complete"]
    hit = found["items"][0]
    start, end = hit["marks"][0]
    assert hit["text"][start:end].lower() in {"hybrid", "mana", "hybrid mana"}


@pytest.mark.parametrize("typed", ["107.4f", "107 4 f", "rule 107.4f", "one oh seven four f"])
def test_search_finds_numbers_in_any_notation(client: Client, typed: str) -> None:
    found = get(client, f"/api/search?q={typed}")
    assert found["items"][0]["number"] == "107.4f"
    assert found["answer"]["text"].startswith("Phyrexian mana symbols are colored mana symbols: {W/P} is white")
    assert found["answer"]["address"] == "http://testserver/rules/107.4f/"
    assert found["answer"]["edition"] == "2025-06-06"
    assert found["answer"]["pinned"] == "http://testserver/rules/2025-06-06/107.4f/"


def test_a_check_matches_the_command(client: Client) -> None:
    found = get(client, "/api/check?cost={2/W}{2/W}&pool=WWC&reduce=1")
    assert (found["canonical"], found["payable"]) == ("{2/W}{2/W}", True)
    assert get(client, "/api/check?cost=convoke")["keyword"] == "convoke"
    assert get(client, "/api/check?cost={X}&pool=WWW")["max_x"] == 3
    for asked in ({"cost": "{1}{R} // {2}{U}", "edition": "2024-03-08"}, {"cost": "{T}"}, {"cost": "convoke"}):
        response = client.get("/api/check", asked)
        shown = json.loads(response.content)
        assert shown.pop("address")
        assert shown == json.loads(json.dumps(answer(asked).as_json()))


def test_a_check_has_unchecked_parts_and_reasons(client: Client) -> None:
    found = get(client, "/api/check?cost={1}, {T}, Sacrifice a creature&pool=W")
    assert (found["payable"], found["unchecked"]) == (True, ["{T}", "Sacrifice a creature"])
    assert found["reasons"] == []
    found = get(client, "/api/check?cost=Sacrifice a creature&to_sacrifice=0")
    assert (found["payable"], found["unchecked"], found["shortfall"]) == (False, [], None)
    assert found["reasons"] == [part["sentence"] for part in found["parts"]] != []
    found = get(client, "/api/check?cost={W}, {E}&pool=U&energy=0")
    assert found["reasons"] == [found["shortfall"]["message"], found["parts"][0]["sentence"]]


class TestShortForms:
    def test_plain_text_and_markdown(self, client: Client) -> None:
        text = client.get("/rules/107.4f.txt").content.decode()
        assert text.startswith("107.4f. Phyrexian mana symbols")
        assert text.count("Example:") == 1
        assert text.endswith("\n(Comprehensive Rules, June 6, 2025)\nhttp://testserver/rules/2025-06-06/107.4f/\n")
        marked = client.get("/rules/107.md").content.decode()
        assert marked.startswith("# 107. Numbers and Symbols\n\n**107.1.** ")
        assert marked.endswith("[Comprehensive Rules, June 6, 2025](http://testserver/rules/2025-06-06/107/)\n")

    @pytest.mark.slow
    @with_editions("2018-07-13")
    def test_only_text_of_complete_editions_is_immutable(self, client: Client, subtests: pytest.Subtests) -> None:
        for address, lasts in [
            *((f"/rules/2018-07-13/{name}", True) for name in ("107.4f.txt", "107.4f.md", "107.txt")),
            ("/rules/2018-07-13/107.4f.json", False),
            ("/rules/107.4f.txt", False),
            # An excerpt may become whole.
            ("/rules/2024-03-08/107.4f.txt", False),
        ]:
            with subtests.test(address=address, lasts=lasts):
                assert ("immutable" in client.get(address)["Cache-Control"]) is lasts

    def test_json_is_that_of_the_api(self, client: Client) -> None:
        short, long = get(client, "/rules/107.4f.json"), get(client, "/api/rules/107.4f")
        assert short == {key: long[key] for key in short}
        assert get(client, "/rules/2024-03-08/107.4f.json")["edition"] == "2024-03-08"

    @pytest.mark.parametrize(
        ("typed", "meant"),
        [("/rules/107-4F.txt", "/rules/107.4f.txt"), ("/rules/2024-05-01/107.4f.md", "/rules/2024-03-08/107.4f.md")],
    )
    def test_other_spellings_redirect(self, client: Client, typed: str, meant: str) -> None:
        response = client.get(typed)
        assert response.status_code in {301, 302}
        assert response.headers["Location"] == meant


@with_editions(*EVERY_EDITION)
class TestWithEveryEdition:
    def test_a_long_section_comes_in_pages(self, client: Client) -> None:
        first, second = (get(client, f"/api/sections/702?page={page}")["rules"] for page in (1, 2))
        assert len(first["items"]) == MOST
        assert first["items"][0]["number"] == "702.1"
        assert first["total"] > 3 * MOST
        assert not {one["number"] for one in first["items"]} & {one["number"] for one in second["items"]}

    def test_a_year_or_a_month_means_its_last_rules(self, client: Client) -> None:
        for on, edition in (("2014", "2014-02-01"), ("2014-01", "2013-07-13"), ("2099", EVERY_EDITION[-1])):
            assert get(client, f"/api/rules/702.19b?on={on}")["edition"] == edition

    def test_newest_and_old_wordings(self, client: Client) -> None:
        assert get(client, "/api/rules/704.5j")["edition"] == EVERY_EDITION[-1]
        assert get(client, "/api/glossary/trample")["name"] == "Trample"
        assert client.get("/glossary/legend-rules/").headers["Location"] == "/glossary/legend-rule/"
        assert get(client, "/api/glossary/legend-rules")["slug"] == "legend-rule"
        assert get(client, "/api/search?q=trample")["complete"]
        assert get(client, "/api/rules/104.3?edition=2008-03-17")["edition"] == "2008-03-17"

    def test_contents(self, client: Client) -> None:
        section, chapter = get(client, "/api/contents/702"), get(client, "/api/contents/7?on=2014")
        assert section["entries"][1] == {"number": "702.2", "label": "Deathtouch"}
        assert (section["heading"], section["edition"]) == ("Keyword Abilities", EVERY_EDITION[-1])
        assert (chapter["entries"][2]["label"], chapter["edition"]) == ("Keyword Abilities", "2014-02-01")
