"""`/citations/`, without JavaScript and live."""

import re
import shutil
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from django.utils.html import strip_tags
from playwright.sync_api import expect

from tests.citing.test_checking import PICTURE
from tests.conftest import with_editions
from tests.servers import Site, serving
from tests.shared import FEW_EDITIONS
from tests.visitors import Visitor

ADDRESS = "/citations/"


def words_of(page: str) -> str:
    return re.sub(r"\s+([,.])", r"\1", " ".join(unescape(strip_tags(page)).split()))


def shown(text: str, **more: str) -> str:
    response = Client().post(ADDRESS, {"text": text, **more})
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.django_db
@with_editions(*FEW_EDITIONS)
class TestPage:
    def test_a_form_and_nothing_else(self) -> None:
        page = Client().get(ADDRESS).content.decode()
        assert 'name="text"' in page
        assert 'class="cit"' not in page

    @pytest.mark.slow
    def test_old_numbers_lead_to_it(self) -> None:
        for rule, day in {
            "2014-02-01/704.5k": "2014-02-01",
            "509.2": "2024-03-08",
            "704.5k": "2014-02-01",
            "2014-02-01/704.5a": "",
            "704.3": "",
        }.items():
            page = Client().get(f"/rules/{rule}/").content.decode()
            offered = re.findall(r'<a href="(.*)">Update a text that cites this</a>', page)
            assert offered == ([f"{ADDRESS}?written={day}"] if day else []), rule
        gone = Client().get("/rules/112.6m/").content.decode()
        assert f'href="{ADDRESS}?written=2014-02-01"' in gone
        assert 'value="2014-02-01"' in Client().get(ADDRESS, {"written": "2014-02-01"}).content.decode()

    @pytest.mark.slow
    def test_the_picture(self) -> None:
        page = shown(PICTURE)
        words = words_of(page)
        for said in (
            "5 citations: 1 is still right, 4 need a look.",
            "Quotes match the February 1, 2014 rules",
            "Moved and reworded · now 704.5j",
            "Same · 704.3",
            "Quoted correctly. Still the newest wording.",
            "Gone · since February 27, 2026",
            "509.2 is a different rule now.",
            "Reworded · 510.1c, February 27, 2026",
            "Misquoted · 702.19b",
            "No edition says that. The rule says:",
        ):
            assert said in words, said
        assert "<del>a player controls</del>" in page
        assert '<a class="k" href="#c1">704.5k</a><sup>1</sup>' in page
        assert PICTURE.replace("704.5k", "704.5j") in page

    def test_a_date_and_an_address(self) -> None:
        assert "Compared with the February 1, 2014 rules" in shown("704.5k", written="2014-05-01")
        assert "Numbers match the February 27, 2026 rules Older? Set its date" in words_of(shown("704.5k"))
        linked = Client().get(ADDRESS, {"text": "704.5k", "written": "2014-05-01"}).content.decode()
        assert "now <a" in re.sub(r"\s+", " ", linked)

    def test_a_text_that_gives_its_date(self) -> None:
        assert "Your text is dated May 5, 2014. Change that, too" in shown("Updated May 5, 2014. See 704.5k.")
        assert "Change that, too" not in shown("Updated May 5, 2014. See 704.3.")

    def test_no_citations(self) -> None:
        assert "No citations." in shown("It costs $704.50.")

    def test_html_in_a_text_is_shown_as_it_is(self) -> None:
        page = shown("<script>alert(1)</script> “<b>If a player has 0 or less life, he wins</b>” (704.5a)")
        assert "<script>alert" not in page
        assert "&lt;script&gt;alert" in page

    @pytest.mark.slow
    def test_bad_input(self) -> None:
        for given, said in (
            ({"text": "a" * 1_000_001}, "Paste up to 1,000,000 characters at once."),
            ({"text": "704.5k", "written": "soon"}, "isn’t a date"),
            ({"text": "704.5k", "written": "1999-01-01"}, "its oldest are 2009-05-01."),
            ({"text": "704.5k " * 6_000}, "Send up to 5,000 rule numbers at once. This text has 6,000."),
        ):
            response = Client().post(ADDRESS, given)
            assert (response.status_code, said in response.content.decode()) == (422, True), said
            live = Client().post(ADDRESS, given, headers={"HX-Request": "true"})
            assert (live.status_code, said in live.content.decode()) == (200, True), said

    def test_long_texts_are_listed_in_part(self) -> None:
        page = shown("704.3 " * 400)
        assert page.count('class="cit"') == 300
        assert "100 more" in words_of(page)

    def test_no_other_site_sends_a_text(self) -> None:
        other = {"Origin": "https://forum.example"}
        assert Client().post(ADDRESS, {"text": "704.5k"}, headers=other).status_code == 403

    def test_nothing_is_kept(self) -> None:
        response = Client().post(ADDRESS, {"text": "704.5k"})
        assert response["Cache-Control"] == "no-store"
        assert "ETag" not in response


@pytest.mark.django_db
def test_excerpts_are_too_little() -> None:
    page = Client().get(ADDRESS).content.decode()
    assert "reading excerpts" in page
    assert 'name="text"' not in page
    assert Client().post(ADDRESS, {"text": "704.5k"}).status_code == 422


@pytest.fixture(scope="module")
def running(
    tmp_path_factory: pytest.TempPathFactory, library_of: Callable[..., str], prepare_folder: Callable[[Path], None]
) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("citing")
    prepare_folder(folder)
    shutil.copy(library_of(*FEW_EDITIONS).removeprefix("sqlite:///"), folder / "pipwise.sqlite3")
    with serving(folder, "--workers", "1", "--offline") as site:
        yield site


@pytest.mark.browser
class TestLive:
    @pytest.fixture
    def page(self, chromium: Any, running: Site) -> Iterator[Any]:
        visitor = Visitor(chromium, running, permissions=["clipboard-read", "clipboard-write"])
        visitor.page.goto(ADDRESS)
        yield visitor.page
        visitor.context.close()
        assert not visitor.complaints

    @pytest.mark.slow
    def test_typing_answers_at_once_and_the_updated_text_is_copied(self, page: Any) -> None:
        page.locator("#cited-text").fill(PICTURE)
        expect(page.locator(".cit")).to_have_count(5)
        expect(page.locator("#cited-text")).to_be_focused()
        expect(page.locator("#said")).to_have_text("5 citations: 1 is still right, 4 need a look.")
        page.locator("[data-copy]").click()
        expect(page.locator("#toast")).to_have_text("Copied")
        assert page.evaluate("navigator.clipboard.readText()") == PICTURE.replace("704.5k", "704.5j")
        page.locator(".cp").first.click()
        assert page.evaluate("navigator.clipboard.readText()").startswith("704.5j. If two or more legendary")
        page.locator("#written").fill("2026-03-01")
        expect(page.locator("#found .label")).to_contain_text("Compared with the February 27, 2026 rules")

    @pytest.mark.slow
    def test_what_was_found_takes_the_place_of_the_form(self, page: Any) -> None:
        page.set_viewport_size({"width": 390, "height": 844})
        summary, form = page.locator("#again > summary"), page.locator(".cite-form")
        expect(summary).to_be_hidden()
        page.locator("#cited-text").press_sequentially("See 704.5k.")
        expect(page.locator(".cit")).to_have_count(1)
        expect(form).to_be_visible()
        page.locator("#cited-text").fill(f"{PICTURE}\n" * 9)
        expect(page.locator(".cit")).to_have_count(45)
        page.get_by_role("button", name="Check citations").click()
        expect(form).to_be_hidden()
        expect(page.locator("#found h2")).to_be_in_viewport()
        expect(summary).to_be_focused()
        summary.click()
        page.evaluate("navigator.clipboard.writeText('See 704.5a.')")
        page.locator("#cited-text").press("Control+a")
        page.locator("#cited-text").press("Control+v")
        expect(page.locator(".cit")).to_have_count(1)
        expect(form).to_be_hidden()
        summary.click()
        page.locator("#written").fill("1999-01-01")
        page.get_by_role("button", name="Check citations").click()
        expect(page.locator("#found .problem")).to_be_in_viewport()
        expect(form).to_be_visible()

    @pytest.mark.slow
    def test_everyone_can_read_it(self, page: Any) -> None:
        page.evaluate(Axe().axe_script)
        page.locator("#cited-text").fill(PICTURE)
        expect(page.locator(".cit")).to_have_count(5)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            found = page.evaluate("axe.run(document).then(({violations}) => violations)")
            assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in found] == [], scheme
        for width in (320, 390, 768, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            assert page.evaluate(wide) <= 0, width
