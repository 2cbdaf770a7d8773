"""Preview pictures: where pages say they are, what they show, how long they last, and what can't be drawn."""

import html
import json
import re
import struct
from typing import Any
from urllib.parse import quote, urlencode
from xml.etree import ElementTree

import pytest
from django.db import connection
from django.http import QueryDict
from django.test import Client
from django.test.utils import CaptureQueriesContext

from explorer.document.decode import decode
from explorer.sharing.pictures import HEIGHT, WIDTH, Picture, compose, draw
from explorer.sharing.pictures.fonts import width_of
from explorer.sharing.pictures.subjects import picture_of
from tests.conftest import forget_everything
from tests.shared import EVERY_EDITION, shared

pytestmark = pytest.mark.django_db

PAGES = (
    *("/rules/1/", "/rules/107/", "/rules/107.4/", "/rules/107.4f/", "/rules/2024-03-08/107.4f/", "/glossary/x/"),
    *("/glossary/2024-09-20/x/", "/symbols/W-U/", "/symbols/PW/", "/changes/2024-03-08/2025-06-06/", "/check/"),
    *("/check/?cost=%7B2%2FW%7D%7B2%2FW%7D&pool=WWC", "/check/?cost=convoke", "/rules/2024-09-20/107/"),
    *("/cast/", "/cast/?cost=%7BX%7D%7BR%7D&x=3&pool=RRRR", "/cast/?ability=%7B2%7D%3A+Draw+a+card."),
    *(
        "/try/halves/",
        "/try/combat/?attackers=5%2F5+trample&blockers=2%2F2",
        "/try/board/?board=2%2F2&edition=2024-03-08",
    ),
)
MOST_QUERIES = 8
WRITTEN = re.compile(r'<text[^>]* x="([\d.]+)" y="([\d.]+)"[^>]*>([^<]*)<')
SIZED = re.compile(r'<text[^>]* x="([\d.]+)"[^>]* font-size="([\d.]+)" font-weight="(\d+)"[^>]*>([^<]*)<')


def written(svg: str) -> str:
    """Return the words of a composed picture, after its head."""
    return html.unescape(" ".join(words for _, _, words in WRITTEN.findall(svg.partition("Pipwise<")[2])))


@pytest.mark.slow
def test_a_page_names_its_picture(client: Client, subtests: pytest.Subtests) -> None:
    for address in PAGES:
        with subtests.test(address=address):
            page = client.get(address).content.decode()
            said = dict(re.findall(r'<meta (?:property|name)="([\w:]+)" content="([^"]*)">', page))
            assert (said["og:image:width"], said["og:image:height"]) == (str(WIDTH), str(HEIGHT))
            assert said["twitter:card"] == "summary_large_image"
            title, stop = said["og:title"], "" if said["og:title"].endswith((".", "?")) else "."
            assert said["og:image:alt"] == f"{title}{stop} {said['og:description']}"
            forget_everything()
            with CaptureQueriesContext(connection) as queries:
                answer = client.get(html.unescape(said["og:image"]), headers={"Accept-Encoding": "identity"})
            assert (answer.status_code, answer.headers["Content-Type"]) == (200, "image/png")
            assert struct.unpack(">8s8xII", answer.content[:24]) == (b"\x89PNG\r\n\x1a\n", WIDTH, HEIGHT)
            assert len(queries) <= MOST_QUERIES


def test_other_pages_name_none(client: Client, subtests: pytest.Subtests) -> None:
    for address in ["/rules/", "/search/?q=mana", "/nothing/", "/check/?cost=%7BV%7D", "/cast/?cost=%7BV%7D"]:
        with subtests.test(address=address):
            assert "og:image" not in client.get(address).content.decode()


def test_the_picture_of_a_try_it_has_question_and_answer(client: Client) -> None:
    made = picture_of("trial", {"slug": "combat"}, QueryDict("attackers=5/5 trample&blockers=2/2"))
    assert made.above == "Attackers: 5/5 trample; blockers: 2/2; attacking: player"
    assert made.text == "3 damage at most gets through to the player. The 2/2 dies."
    assert client.get("/try/nothing.png").status_code == 404


@pytest.mark.slow
def test_a_pinned_picture_lasts_and_others_are_asked_for_again(client: Client) -> None:
    pinned, newest = (client.get(f"/rules/{place}107.4f.png") for place in ("2025-06-06/", ""))
    assert pinned.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert "Cache-Control" not in newest.headers
    assert pinned.content == newest.content
    other = client.get("/rules/2024-03-08/107.4f.png")
    assert other.headers["ETag"] != newest.headers["ETag"]
    again = client.get("/rules/107.4f.png", headers={"If-None-Match": newest.headers["ETag"]})
    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", newest.headers["ETag"])


def test_a_rule_is_a_drawing_that_other_letters_fit(client: Client) -> None:
    answer = client.get("/rules/2024-03-08/107.4f/card.svg")
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/svg+xml")
    assert "immutable" in answer["Cache-Control"]
    assert "Cache-Control" not in client.get("/rules/107.4f/card.svg")
    drawn = ElementTree.fromstring(answer.content)  # noqa: S314 - our own
    assert drawn.findtext("{*}title") == "107.4f (March 8, 2024 rules)"
    texts = drawn.findall("{*}text")
    assert "Phyrexian mana symbols are colored mana symbols: " in [text.text for text in texts]
    ends = [float(text.attrib["x"]) + float(text.attrib["textLength"]) for text in texts]
    assert max(ends) < WIDTH
    assert {text.attrib["lengthAdjust"] for text in texts} == {"spacingAndGlyphs"}
    assert client.get("/rules/999.9/card.svg").status_code == 404


@pytest.mark.slow
def test_what_is_not_there_is_answered_as_by_the_page(client: Client, subtests: pytest.Subtests) -> None:
    for page in [
        *("/rules/999.9/", "/rules/nothing/", "/rules/2001-01-01/107.4f/", "/rules/2008-03-17/107.4f/", "/rules/9/"),
        *("/glossary/nothing/", "/symbols/nothing/", "/changes/2001-01-01/2001-02-02/", "/changes/soon/2025-06-06/"),
        *("/check/?cost={V}", "/check/?cost=" + "W" * 500, "/check/?cost=W&edition=2001-01-01"),
        *(
            "/cast/?cost={V}",
            "/cast/?cost={X}&x=no",
            "/try/combat/?attackers=zz",
            "/try/board/?board=&edition=2001-01-01",
        ),
    ]:
        with subtests.test(page=page):
            path, mark, query = page.partition("?")
            picture = f"{path[:-1]}.png{mark}{query}"
            for accepted in ("application/json", "text/html"):
                asked: Any = {"Accept": accepted}
                by_page, by_picture = client.get(page, headers=asked), client.get(picture, headers=asked)
                assert by_picture.status_code == by_page.status_code in {404, 422}
                assert by_picture.headers["Content-Type"] == by_page.headers["Content-Type"]
                if accepted == "application/json":
                    assert json.loads(by_picture.content) == json.loads(by_page.content)


def test_a_day_between_editions_leads_to_the_picture_of_that_time(client: Client) -> None:
    answer = client.get("/rules/2024-05-01/107.4f.png")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/rules/2024-03-08/107.4f.png")


def test_a_symbol_of_an_edition_is_shown_by_its_rules(client: Client) -> None:
    address = "/symbols/W-U/?edition=2024-03-08"
    page = client.get(address).content.decode()
    assert f'<link rel="canonical" href="http://testserver{address}">' in page
    titled = [client.get(f"/api/oembed?url={quote(one)}").json()["title"] for one in (address, "/symbols/W-U/")]
    assert titled[0].endswith(" (March 8, 2024 rules)")
    assert titled[1].endswith(" (June 6, 2025 rules)")
    assert client.get("/symbols/W-U.png?edition=2001-01-01").status_code == 422


def test_a_long_cost_is_shown_with_the_mana(client: Client) -> None:
    shown = picture_of("check", {}, QueryDict(urlencode({"cost": "{W/U}{2/W}" * 20, "pool": "WWUU"})))
    assert "Can you pay with WWUU?" in written(compose(shown))
    open_ = picture_of("check", {}, QueryDict(urlencode({"cost": "{1}, {T}", "pool": "W"})))
    assert "Not checked: {T}." in open_.text


def test_a_spell_is_shown_with_its_verdict_and_total(client: Client) -> None:
    shown = picture_of("cast", {}, QueryDict(urlencode({"cost": "{X}{R}", "x": "2", "targets": "0", "pool": "RRR"})))
    assert (shown.name, shown.above) == ("{X}{R}", "Can you cast {X}{R} with X = 2, from RRR?")
    assert shown.text.startswith("Yes. It costs {2}{R}.")
    answer = client.get(f"/api/oembed?url={quote('/cast/?cost={X}{R}&x=2&pool=RRR')}").json()
    assert answer["type"] == "link"
    assert answer["thumbnail_url"] == "http://testserver/cast.png?cost=%7BX%7D%7BR%7D&x=2&pool=RRR"


class TestComposing:
    def test_words_and_symbols_are_all_there(self) -> None:
        svg = compose(Picture("107.4f", "Pay {W/P} or “2 life” & <more>.", "107 Symbols", "June 6, 2025 rules"))
        shown = "June 6, 2025 rules 107 Symbols 107.4f Pay or “2 life” & <more>."
        assert " ".join(written(svg).split()) == shown
        # The mark of the site has five.
        assert svg.count('viewBox="0 0 100 100" color=') == 6

    def test_long_texts_end_with_an_ellipsis_within_the_picture(self) -> None:
        svg = compose(Picture("A" * 900, "several words " * 90, "above " * 90))
        assert written(svg).count("…") == 3
        assert all(float(y) < HEIGHT for _, y, _ in WRITTEN.findall(svg))
        for x, size, weight, words in SIZED.findall(svg):
            assert float(x) + float(size) * width_of(words, int(weight)) <= WIDTH - 64

    def test_what_can_be_drawn_of_a_cost_has_a_limit(self) -> None:
        svg = compose(Picture("{W}" * 200, "", "{U}" * 200))
        assert 60 < svg.count('viewBox="0 0 100 100" color=') < 100

    @pytest.mark.slow
    def test_every_letter_of_the_rules_is_drawn_as_itself(self) -> None:
        rules = shared("rules")
        some = [rules / f"{day}.txt" for day in EVERY_EDITION[::6]]
        letters = {letter for path in some for letter in decode(path.read_bytes())}
        visible = sorted(letter for letter in letters if letter.isprintable() and not letter.isspace())
        assert len(visible) > 90
        for letter in visible:
            svg = compose(Picture(f"a{letter}b", ""))
            assert written(svg).strip() == f"a{letter}b"

    def test_letters_that_no_font_has_are_no_boxes(self, subtests: pytest.Subtests) -> None:
        for typed, shown in [
            ("中文字", "…"),
            ("a😀b", "a…b"),
            ("ｗｉｄｅ", "wide"),
            ("a\x00\u202eb", "ab"),
            ("e\u0301", "é"),
            ("\u4e2d a", "… a"),
        ]:
            with subtests.test(typed=typed, shown=shown):
                assert written(compose(Picture(typed, ""))).strip() == shown

    def test_letters_are_drawn_without_the_fonts_of_the_machine(self) -> None:
        one, other, again = (draw(compose(Picture(name, ""))) for name in ("107.4f", "107.4e", "107.4f"))
        assert one == again != other
