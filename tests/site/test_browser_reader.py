"""Reading in a real browser: jumps, folds, and one button for all rules."""

from typing import Any

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}}


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, PHONE, {"java_script_enabled": False}])
def test_a_link_to_a_subrule_in_its_section_jumps_there(visit: Any, options: Any) -> None:
    page = visit(**options).page
    page.goto("/rules/107/#107.14")
    expect(page.locator('[id="107.14"]')).to_be_in_viewport()
    page.goto("/rules/107.4f/")
    if options.get("java_script_enabled", True):
        expect(page.locator('[id="107.4f"]')).to_be_in_viewport()


def test_a_glossary_entry_opens_at_its_name(visit: Any) -> None:
    page = visit(viewport={"width": 390, "height": 300}).page
    page.goto("/glossary/x/")
    expect(page.locator(".r.at")).not_to_be_in_viewport()
    expect(page.locator("h1")).to_be_in_viewport()


@pytest.mark.slow
def test_one_button_comes_to_the_rule_that_the_reader_is_at(visit: Any) -> None:
    page = visit().page
    page.goto("/rules/107/")
    assert page.locator(".sh").count() == 0
    page.locator('[id="107.2"] p').first.hover()
    expect(page.locator('[id="107.2"] .sh')).to_be_visible()
    page.locator('[id="107.5"] .n').focus()
    expect(page.locator(".sh")).to_have_count(1)
    page.keyboard.press("Tab")
    button = page.locator('[id="107.5"] .sh')
    expect(button).to_be_focused()
    expect(button).to_have_attribute("aria-label", "Share 107.5")
    button.click()
    expect(page.get_by_role("group", name="Share 107.5")).to_contain_text("/rules/107.5/")


def test_the_list_beside_the_text_begins_where_the_reader_is(visit: Any) -> None:
    page = visit(viewport={"width": 1280, "height": 300}).page
    page.goto("/rules/107.16/")
    expect(page.locator('.toc li[aria-current="true"]')).to_be_in_viewport()


@pytest.mark.parametrize("script", [True, False])
def test_the_index_is_a_sheet_on_a_phone(visit: Any, script: bool) -> None:
    page = visit(java_script_enabled=script, **PHONE).page
    page.goto("/rules/107.4f/")
    index = page.locator("nav.toc")
    expect(index).to_be_hidden()
    page.locator(".sheetbar [popovertarget]").click()
    expect(index).to_be_visible()
    expect(index.locator('li[aria-current="true"] > a')).to_be_in_viewport()
    index.get_by_role("button", name="Close").click()
    expect(index).to_be_hidden()
    page.locator(".sheetbar [popovertarget]").click()
    index.get_by_role("link", name="107.5").click()
    page.wait_for_url("**/rules/107.5/")


def test_the_life_of_an_entry_is_folded_on_a_phone(visit: Any) -> None:
    page = visit(**PHONE).page
    page.goto("/glossary/x/")
    history = page.get_by_role("link", name="History", exact=True)
    expect(page.locator(".life")).to_be_hidden()
    expect(history).to_be_hidden()
    page.locator(".past > summary").click()
    expect(page.locator(".life")).to_be_visible()
    page.set_viewport_size({"width": 1280, "height": 800})
    page.reload()
    expect(page.locator(".life")).to_be_visible()
    expect(history).to_be_visible()


def test_a_link_of_the_sheet_within_the_page_closes_it(visit: Any) -> None:
    page = visit(**PHONE).page
    page.goto("/rules/107/")
    page.locator(".sheetbar [popovertarget]").click()
    index = page.locator("nav.toc")
    index.get_by_role("link", name="107.14").click()
    expect(index).to_be_hidden()
    expect(page.locator('[id="107.14"]')).to_be_in_viewport()


def test_actions_open_plain_words_and_a_trial_under_the_rule(visit: Any) -> None:
    page = visit().page
    page.goto("/rules/107.1b/")
    rule = page.locator(".r.at")
    acts = rule.get_by_role("group", name="This rule")
    above, examples = acts.bounding_box(), rule.locator(".ex").first.bounding_box()
    assert above["y"] < examples["y"], "the actions stand before the examples"
    words = acts.get_by_role("button", name="Plain words")
    expect(words).to_have_attribute("aria-expanded", "false")
    words.click()
    expect(words).to_have_attribute("aria-expanded", "true")
    expect(rule.locator(".plainw")).to_contain_text("Unofficial summary")
    acts.get_by_role("link", name="Try it").click()
    expect(rule.locator(".try-form").first).to_be_visible()
    assert page.url.endswith("/rules/107.1b/")


def test_results_are_walked_and_opened_by_keys(visit: Any) -> None:
    page = visit().page
    page.goto("/search/?q=hybrid")
    hits = page.locator(".hits > .r")
    page.locator("main").click(position={"x": 5, "y": 5})
    page.keyboard.press("j")
    expect(hits.first).to_be_focused()
    page.keyboard.press("j")
    page.keyboard.press("k")
    expect(hits.first).to_be_focused()
    address = hits.first.locator(".n").get_attribute("href")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{address}")


def test_a_reference_to_nothing_is_told_without_pointing_at_it(visit: Any) -> None:
    """In an excerpt, those who can't see the underline hear it."""
    page = visit().page
    page.goto("/rules/107.3/")
    words = page.evaluate("() => getComputedStyle(document.querySelector('.missing'), '::after').content")
    assert "attr(title)" in words or str(page.locator(".missing").first.get_attribute("title")) in words


def test_on_paper_numbers_keep_with_their_text(visit: Any) -> None:
    page = visit().page
    page.goto("/rules/107.1b/")
    page.emulate_media(media="print")
    for number in ("107.1", "107.1b", "107.1c"):
        rule = page.locator(f'[id="{number}"]')
        beside, text = (rule.locator(part).first.bounding_box() for part in (".n", "p"))
        assert abs(beside["y"] - text["y"]) < 12
        assert beside["x"] + beside["width"] <= text["x"] + 1
        assert rule.evaluate("rule => getComputedStyle(rule).breakInside") == "avoid"


@pytest.mark.parametrize("address", ["/", "/rules/107.4f/", "/symbols/W-U/", "/check/?cost=%7BW%7D", "/try/halves/"])
def test_what_has_the_focus_can_be_seen(visit: Any, address: str) -> None:
    page = visit().page
    page.goto(address)
    page.evaluate("""() => { window.plain = []; addEventListener("focusin", ({target}) => {
        const styles = [target, target.closest("label")].filter(Boolean).map(one => getComputedStyle(one));
        if (styles.every(style => style.outlineStyle === "none" && style.boxShadow === "none"))
            plain.push(target.outerHTML.slice(0, 120));
    }); }""")
    for _ in range(25):
        page.keyboard.press("Tab")
    assert page.evaluate("plain") == []


def test_where_is_searched_can_be_read_on_a_phone(visit: Any) -> None:
    page = visit(**PHONE).page
    page.goto("/search/?q=zeppelin")
    assert page.get_by_label("Search in").bounding_box()["width"] > 340


def test_what_has_the_focus_is_above_the_bar_of_a_phone(visit: Any) -> None:
    page = visit(viewport={"width": 640, "height": 422}, reduced_motion="reduce").page
    page.goto("/rules/107.4f/")
    for _ in range(40):
        page.keyboard.press("Tab")
        covered = page.evaluate(
            """() => { const one = document.activeElement, bar = document.querySelector(".sheetbar");
            return !bar.contains(one) && one.closest("main")
                && one.getBoundingClientRect().bottom > bar.getBoundingClientRect().top && one.outerHTML; }"""
        )
        assert not covered


def test_the_index_of_an_old_edition_ends_within_the_window(visit: Any) -> None:
    page = visit(viewport={"width": 1280, "height": 500}).page
    page.goto("/rules/2024-03-08/107.4f/")
    index = page.locator("nav.toc")
    page.evaluate("scrollTo({ top: 700, behavior: 'instant' })")
    box = index.bounding_box()
    assert box["y"] + box["height"] <= 500


@pytest.mark.parametrize("ending", ["", "#nothing"])
def test_the_rule_asked_for_is_in_sight_before_other_scripts_come(visit: Any, ending: str) -> None:
    page = visit(viewport={"width": 390, "height": 500}).page
    page.route("**/*.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    page.goto(f"/rules/107.4f/{ending}")
    expect(page.locator('[id="107.4f"]')).to_be_in_viewport()


def test_who_has_scrolled_stays_there(visit: Any) -> None:
    page = visit(viewport={"width": 390, "height": 500}).page
    page.add_init_script("""
        const watching = new MutationObserver(() => {
            if (!document.querySelector(".r.at ~ .r")) return;
            watching.disconnect();
            scrollTo({ top: 40, behavior: "instant" });
        });
        watching.observe(document, { childList: true, subtree: true });
    """)
    page.goto("/rules/107.4f/")
    assert page.evaluate("scrollY") == 40


def test_marks_are_seen_without_grounds(visit: Any) -> None:
    page = visit(forced_colors="active").page
    page.goto("/rules/107.4f/")
    mark, ground = page.evaluate(
        """() => [getComputedStyle(document.querySelector(".r.at"), "::before").backgroundColor,
        getComputedStyle(document.body).backgroundColor]"""
    )
    assert mark != ground
