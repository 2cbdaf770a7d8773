"""Casting in a real browser: typing, choosing, the way back, the phone’s bar, and what keeps the focus."""

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from explorer.cards.importing import import_cards
from tests.conftest import using_library
from tests.servers import Site, serving
from tests.shared import EVERY_EDITION, FEW_EDITIONS
from tests.site.cast_cards import CAST_CARDS
from tests.site.test_everyone import QUICK, SPOILT

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
VOLLEY = "/cast/?card=Cinder+Volley&sources=5+Mountain"
OATH = "/cast/?card=Twin+Oath&sources=Mountain,+Plains"
SPARK = "/cast/?card=Split+Spark&sources=2+Mountain"
DONE = f"{VOLLEY}&x=1&targets=3&in_play=Maren,+Pale+Warden"
STATES = {
    "nothing": "/cast/",
    "X": VOLLEY,
    "a mode": OATH,
    "done": DONE,
    "no": f"{VOLLEY}&x=6&targets=1",
    "shares": f"{SPARK}&targets=2",
    "life": "/cast/?card=Grim+Bargain&announced=2+life,+2+life&targets=1&sources=Plains&life=20",
    "maybe": "/cast/?card=Second+Dawn&sources=6+Island&in_play=Marble+Lattice",
    "ability": "/cast/?ability={R},+{T}:+Draw.&pool=RR",
    "a mistake": "/cast/?card=Second+Dawn&in_play=Maren,+Pale+Wardn",
}


@pytest.fixture(scope="module")
def site(
    tmp_path_factory: pytest.TempPathFactory,
    prepare_folder: Callable[[Path], None],
    library_of: Callable[..., str],
    django_db_blocker: Any,
) -> Iterator[Site]:
    """The site with a few cards, and the newest rules if they are at hand."""
    data = tmp_path_factory.mktemp("cast")
    prepare_folder(data)
    library = library_of(*FEW_EDITIONS if EVERY_EDITION else ())
    shutil.copy(library.removeprefix("sqlite:///"), data / "pipwise.sqlite3")
    cards = data / "cards.json"
    cards.write_text(json.dumps(CAST_CARDS), encoding="utf-8")
    with using_library(f"sqlite:///{data}/pipwise.sqlite3", django_db_blocker), django_db_blocker.unblock():
        import_cards([cards])
    with serving(data, "--workers", "1") as running:
        yield running


def verdict(page: Any) -> Any:
    return page.locator("#verdict")


@pytest.mark.slow
def test_typing_and_casting_a_card(visit: Any) -> None:
    visitor = visit()
    page = visitor.page
    page.goto("/cast/")
    expect(page.locator("#cost")).to_be_focused()
    page.locator("#cost").press_sequentially("Cinder Vo", delay=15)
    # Half a name is no mistake: only names are offered.
    expect(verdict(page).get_by_role("link", name="Cinder Volley")).to_be_visible()
    expect(verdict(page).get_by_text("No card is called")).to_be_hidden()
    page.locator("#cost").press_sequentially("lley", delay=15)
    expect(page.get_by_role("heading", name="Choose X")).to_be_visible()
    page.locator("#mana").press_sequentially("5 Mountain", delay=15)
    expect(verdict(page)).to_contain_text("Choose X to see if you can pay.")
    expect(page).to_have_url(re.compile(r"card=Cinder\+Volley&sources=5\+Mountain$"))
    page.get_by_role("group", name="X", exact=True).get_by_role("link", name="2").click()
    expect(page.get_by_role("heading", name="Choose targets")).to_be_visible()
    more = page.get_by_role("group", name="How many targets").get_by_role("link", name="One more")
    more.click()
    expect(more).to_be_focused()
    expect(verdict(page)).to_contain_text("Yes.")
    page.keyboard.press("Enter")
    expect(page.locator("#target-2")).to_be_visible()
    expect(more).to_be_focused()
    expect(page.locator("#so-far")).to_contain_text("1 more target")
    expect(page.locator("#said")).to_contain_text("Yes.")
    assert visitor.loads == 1


@pytest.mark.slow
def test_back_button(visit: Any) -> None:
    page = visit().page
    page.goto(VOLLEY)
    page.get_by_role("group", name="X", exact=True).get_by_role("link", name="2").click()
    expect(page).to_have_url(re.compile("x=2"))
    page.get_by_role("group", name="How many targets").get_by_role("link", name="One more").click()
    expect(verdict(page)).to_contain_text("Yes.")
    page.go_back()
    expect(page).to_have_url(re.compile("x=2&sources"))
    expect(page.get_by_role("heading", name="It’s cast")).to_have_count(0)
    page.go_back()
    expect(verdict(page)).to_contain_text("Choose X")
    page.go_forward()
    expect(page.get_by_role("textbox", name="X", exact=True)).to_have_value("2")


def test_focus_after_a_choice(visit: Any) -> None:
    page = visit().page
    page.goto(VOLLEY)
    page.get_by_role("group", name="X", exact=True).get_by_role("link", name="2").press("Enter")
    # The values are a number to step now.
    expect(page.get_by_role("group", name="X", exact=True).get_by_role("link", name="One less")).to_be_focused()
    page.goto(OATH)
    mode = page.get_by_role("link", name="Target creature gains flying")
    mode.press("Enter")
    expect(page.locator("#target-1")).to_be_visible()
    expect(mode).to_be_focused()
    page.get_by_role("link", name="Continue without a name").press("Enter")
    expect(verdict(page)).to_contain_text("Yes.")
    expect(page.locator("#target-1")).to_be_focused()


@pytest.mark.slow
def test_typing_names_of_targets(visit: Any) -> None:
    page = visit().page
    page.goto(f"{SPARK}&targets=2")
    page.locator("#target-1").press_sequentially("Old Bear", delay=5)
    page.keyboard.press("Tab")
    # What is typed while the first name is on its way stays, with the focus.
    page.keyboard.type("Young Be", delay=40)
    expect(page.get_by_text("Old Bear", exact=True)).to_be_visible()
    page.keyboard.type("ar")
    expect(page.locator("#target-2")).to_be_focused()
    assert page.locator("#target-2").input_value() == "Young Bear"
    page.keyboard.press("Tab")
    expect(page.get_by_text("Young Bear", exact=True)).to_be_visible()
    page.locator("#share-1").fill("2")
    page.keyboard.press("Tab")
    expect(page.locator("#share-2")).to_be_focused()
    expect(verdict(page)).to_contain_text("Divide 3 damage")
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    expect(verdict(page)).to_contain_text("Yes.")
    expect(page).to_have_url(re.compile(r"targets=Old\+Bear&targets=Young\+Bear&division=2&division=1"))


def test_a_link_keeps_a_name_just_typed(visit: Any) -> None:
    page = visit().page
    page.goto(f"{VOLLEY}&x=1&targets=2")
    page.locator("#target-1").press_sequentially("Old Bear", delay=5)
    page.get_by_role("group", name="How many targets").get_by_role("link", name="One more").click()
    expect(page.locator("#target-3")).to_be_visible()
    expect(page.locator("#target-1")).to_have_value("Old Bear")
    expect(page).to_have_url(re.compile(r"targets=3&targets=Old\+Bear"))


@pytest.mark.slow
def test_completions(visit: Any) -> None:
    page = visit().page
    page.goto("/cast/?card=Second+Dawn&sources=4+Island")
    page.locator("#in-play").press_sequentially("Mar", delay=15)
    offered = verdict(page).get_by_role("button")
    expect(offered).to_have_count(2)
    expect(verdict(page).locator(".problem")).to_have_count(0)
    offered.filter(has_text="Maren").click()
    expect(page.locator("#in-play")).to_have_value("Maren, Pale Warden")
    expect(page.locator("#in-play")).to_be_focused()
    expect(verdict(page)).to_contain_text("Yes.")
    page.locator("#in-play").press_sequentially("; Crowd", delay=15)
    expect(offered).to_have_count(1)
    # Enter takes the first.
    page.keyboard.press("Enter")
    expect(page.locator("#in-play")).to_have_value("Maren, Pale Warden; Crowded Shrine")
    expect(verdict(page)).to_contain_text("Maybe.")
    page.locator("#depends").get_by_role("link", name="1", exact=True).click()
    expect(page.locator("#in-play")).to_have_value("Maren, Pale Warden; Crowded Shrine (1)")
    expect(verdict(page)).to_contain_text("Yes.")


def test_a_rule_opens_over_its_step(visit: Any) -> None:
    page = visit().page
    page.goto(DONE)
    buttons = page.locator("button[popovertarget^=rule-]:not([popovertargetaction])")
    if not buttons.count():
        pytest.skip("the rules of casting aren’t loaded")
    height = page.evaluate("document.documentElement.scrollHeight")
    buttons.first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollHeight") == height
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(buttons.first).to_be_focused()


def test_choosing_an_edition(visit: Any) -> None:
    visitor = visit()
    page = visitor.page
    page.goto(DONE)
    page.get_by_label("Rules", exact=True).select_option(index=1)
    expect(page.locator(".then-rules")).to_be_visible()
    expect(page).to_have_url(re.compile(r"edition=\d{4}-\d\d-\d\d"))
    page.get_by_role("link", name="Use the newest rules").click()
    expect(page.locator(".then-rules")).to_have_count(0)
    expect(page).not_to_have_url(re.compile("edition="))
    assert visitor.loads == 1


@pytest.mark.slow
def test_without_javascript(visit: Any) -> None:
    page = visit(java_script_enabled=False).page
    page.goto("/cast/")
    page.locator("#mana").fill("2 Mountain")
    page.locator("#cost").fill("Split Spark")
    page.locator("#cost").press("Enter")
    expect(page).to_have_url(re.compile(r"/cast/\?card=Split\+Spark&sources=2\+Mountain$"))
    page.locator("#target-1").fill("Old Bear")
    page.locator("#target-2").fill("Young Bear")
    page.get_by_role("button", name="Continue").first.click()
    page.locator("#share-1").fill("2")
    page.locator("#share-2").fill("1")
    page.locator("#share-2").press("Enter")
    expect(verdict(page)).to_contain_text("Yes.")
    assert page.locator("#target-1").input_value() == "Old Bear"
    assert page.locator(".js-only:visible").count() == 0


class TestOnAPhone:
    def test_the_bar_scrolls_to_the_total(self, visit: Any) -> None:
        page = visit(**PHONE).page
        page.goto(DONE)
        bar = page.locator(".totbar")
        expect(bar).to_contain_text("Total")
        expect(bar).to_contain_text("5 mana available")
        bar.click()
        expect(page.locator("#ledger")).to_be_in_viewport()
        # Before it is added up, to what is known of it.
        page.goto(VOLLEY)
        page.locator(".totbar").click()
        expect(page.locator("#so-far")).to_be_in_viewport()

    def test_the_bar_covers_nothing(self, visit: Any) -> None:
        page = visit(**PHONE, reduced_motion="reduce").page
        page.goto(DONE)
        page.evaluate("scrollTo({top: document.documentElement.scrollHeight, behavior: 'instant'})")
        last = page.locator("footer a").locator("visible=true").last.bounding_box()
        bar = page.locator(".totbar").bounding_box()
        assert last["y"] + last["height"] <= bar["y"]
        # Each thing that has the focus is above it, or the bar is gone.
        page.evaluate("scrollTo({top: 0, behavior: 'instant'})")
        for _ in range(40):
            page.keyboard.press("Tab")
            covered = page.evaluate("""() => {
                const bar = document.querySelector(".totbar"), at = document.activeElement;
                if (!at.closest("#walk") || at === bar || !bar.checkVisibility()) return false;
                return at.getBoundingClientRect().bottom > bar.getBoundingClientRect().top + 1;
            }""")
            assert not covered, page.evaluate("document.activeElement.outerHTML")

    def test_the_bar_is_hidden_while_typing(self, visit: Any) -> None:
        page = visit(viewport={"width": 390, "height": 480}, has_touch=True).page
        page.goto(DONE)
        expect(page.locator(".totbar")).to_be_visible()
        page.locator("#mana").tap()
        expect(page.locator(".totbar")).to_be_hidden()
        expect(page.locator("#verdict .v")).to_be_in_viewport()

    def test_completions_fit(self, visit: Any) -> None:
        page = visit(**PHONE).page
        page.goto("/cast/?card=Second+Dawn&sources=4+Island")
        page.locator("#in-play").press_sequentially("Mar", delay=15)
        expect(verdict(page).get_by_role("button")).to_have_count(2)
        assert page.evaluate(SPOILT) == []


@pytest.fixture(scope="module")
def judged(chromium: Any, site: Site) -> Iterator[Any]:
    context = chromium.new_context(base_url=site.address, bypass_csp=True, service_workers="block")
    context.add_init_script(Axe().axe_script)
    yield context.new_page()
    context.close()


@pytest.mark.slow
@pytest.mark.parametrize("address", STATES.values(), ids=STATES.keys())
def test_everyone_can_use_it(judged: Any, address: str) -> None:
    """In both themes as axe judges it, in any window without anything cut off."""
    judged.goto(address)
    for width, scheme in ((1280, "light"), (390, "dark")):
        judged.set_viewport_size({"width": width, "height": 844})
        judged.emulate_media(color_scheme=scheme)
        found = judged.evaluate("options => axe.run(document, options).then(({violations}) => violations)", QUICK)
        assert [(one["id"], [node["html"][:160] for node in one["nodes"]]) for one in found] == []
    for width in (320, 390, 640, 769, 1000, 1100, 1280):
        judged.set_viewport_size({"width": width, "height": 844})
        assert judged.evaluate(SPOILT) == [], width
    small = judged.evaluate("""() => [...document.querySelectorAll("main :is(a, button, input, select, textarea)")]
        .filter(one => one.checkVisibility() && one.type !== "hidden")
        .map(one => [one.getBoundingClientRect(), one.outerHTML.slice(0, 120)])
        .filter(([box]) => box.width < 24 || box.height < 24).map(([, html]) => html)""")
    assert small == []
