"""Trials in a real browser: by keyboard alone, without scripts, and what a screen reader is told."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


@pytest.fixture
def visit(visit: Callable[..., Any]) -> Callable[..., Any]:
    """Open a page in a window of its own."""
    return lambda **options: visit(**options).page


def focused(page: Any) -> str:
    return str(
        page.evaluate("document.activeElement.id || document.activeElement.name || document.activeElement.tagName")
    )


@pytest.mark.slow
def test_a_trial_by_keyboard_alone(visit: Callable[..., Any]) -> None:
    page = visit()
    page.goto("/try/halves/")
    page.locator("#trial-number").focus()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("9")
    expect(page.locator(".big")).to_have_text("Half of 9, rounded up, is 5.")
    expect(page.locator("#trial-said")).to_have_text("Half of 9, rounded up, is 5.")
    assert focused(page) == "trial-number"
    # From the number past its second button to the first group of choices, then to the second one.
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert focused(page) == "trial-part-half"
    page.keyboard.press("ArrowRight")
    expect(page.locator(".big")).to_contain_text("A third of 9 is 3.")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    assert focused(page) == "trial-round-down"
    expect(page).to_have_url(re.compile(r"number=9&part=third&round=down$"))
    shared = page.url
    again = visit(java_script_enabled=False)
    again.goto(shared)
    assert again.locator(".big").inner_text() == "A third of 9 is 3. Nothing needs to be rounded."


def test_the_steps_beside_a_number(visit: Callable[..., Any]) -> None:
    page = visit()
    page.goto("/try/negative-power/")
    page.get_by_role("button", name="One less: Power", exact=True).click()
    expect(page.locator("#trial-power")).to_have_value("2")
    expect(page.locator(".big")).to_contain_text("it’s a −3/4 creature")
    page.get_by_role("button", name="One more: Toughness", exact=True).click()
    expect(page.locator(".big")).to_contain_text("−3/5")


@pytest.mark.slow
def test_a_division_of_combat_damage_keeps_its_sum(visit: Callable[..., Any]) -> None:
    page = visit()
    page.goto("/try/combat/?attackers=10/10&blockers=7/7,+3/3")
    amounts = page.locator(".deal input")
    page.get_by_role("button", name="One more to the 7/7").click()
    expect(page.locator(".fight .v")).to_contain_text("Yes. 8 and 2 is legal.")
    amounts.first.fill("4")
    expect(page.locator(".fight .v")).to_contain_text("No. 4 and 2 isn’t legal.")
    page.locator("[name=attackers]").last.fill("2/2")
    expect(page.locator("[name=attackers]")).to_have_count(3)
    expect(page.locator("#trial-verdict")).to_have_text(re.compile(r"2\s+damage gets through to the player\."))


@pytest.mark.slow
def test_a_stepper_keeps_the_focus_and_its_place(visit: Callable[..., Any]) -> None:
    page = visit(viewport={"width": 390, "height": 844})
    page.goto("/try/combat/?attackers=10/10&blockers=7/7,+3/3")
    more = page.get_by_role("button", name="One more to the 7/7")
    more.focus()
    top = more.bounding_box()["y"]
    page.keyboard.press("Enter")
    expect(page.locator(".fight .v")).to_contain_text("8 and 2 is legal.")
    expect(page.locator(".fight .fates").first).to_contain_text("The 7/7 dies. The 3/3 lives with 2 damage.")
    expect(more).to_be_focused()
    assert abs(more.bounding_box()["y"] - top) < 1
    page.keyboard.press("Enter")
    expect(page.locator(".fight .v")).to_contain_text("9 and 1 is legal.")


@pytest.mark.slow
def test_a_division_that_was_edited_away_is_no_dead_end(visit: Callable[..., Any]) -> None:
    page = visit()
    page.goto("/try/combat/?attackers=10/10&blockers=7/7,+3/3&divide=8,+2")
    page.locator("[name=blockers]").first.fill("7/7")
    expect(page.locator("#trial-answer")).to_contain_text("8 and 2 is left out")
    page.locator("[name=attackers]").first.fill("9/9")
    page.locator("[name=blockers]").first.fill("7/7, 3/3")
    expect(page.locator(".deal")).to_be_visible()
    expect(page.locator("#trial-answer")).not_to_contain_text("left out")
    page.locator(".deal input").first.fill("x")
    expect(page.locator("#trial-divide-wrong")).to_contain_text("isn’t a division")
    expect(page.locator(".deal input").first).to_be_visible()
    page.locator(".deal input").first.fill("3")
    expect(page.locator("#trial-divide-wrong")).to_be_empty()
    # A sum that is wrong is mended by a step.
    page.locator(".deal input").last.fill("5")
    expect(page.locator(".fight .v")).to_contain_text("3 and 5 isn’t legal.")
    page.get_by_role("button", name="One more to the 3/3").click()
    expect(page.locator(".fight .v")).to_contain_text("3 and 6 is legal.")


@pytest.mark.slow
def test_an_ability_that_is_still_typed_is_no_mistake(visit: Callable[..., Any]) -> None:
    page = visit()
    page.goto("/try/combat/?attackers=10/10&blockers=7/7,+3/3")
    attacker, wrong = page.locator("[name=attackers]").first, page.locator("#trial-attackers-wrong")
    with page.expect_response(re.compile("/try/combat/")):
        attacker.fill("10/10 tram")
    expect(page.locator("#trial-verdict .v")).to_have_class(re.compile("wait"))
    expect(wrong).to_be_empty()
    expect(wrong).to_contain_text("“tram” isn’t an ability")
    attacker.fill("10/10 trample")
    expect(wrong).to_be_empty()


def test_what_is_wrong_is_said_at_its_control(visit: Callable[..., Any]) -> None:
    page = visit()
    page.goto("/try/halves/")
    box = page.locator("#trial-number")
    room = page.locator("#trial-answer").bounding_box()["height"]
    box.fill("1/2")
    expect(page.locator("#trial-number-wrong")).to_contain_text("the game has no fractions (107.1)")
    expect(box).to_have_attribute("aria-invalid", "true")
    assert "trial-number-wrong" in str(box.get_attribute("aria-describedby"))
    # The last answer, to another question, is not shown; its room stays, and so does what was typed.
    expect(page.locator(".big")).to_be_hidden()
    assert page.locator("#trial-answer").bounding_box()["height"] == room
    expect(box).to_have_value("1/2")
    box.fill("5")
    expect(page.locator("#trial-number-wrong")).to_be_empty()
    expect(page.locator(".big")).to_have_text("Half of 5, rounded up, is 3.")
    expect(page.locator(".big")).to_be_visible()
    assert box.get_attribute("aria-invalid") is None


@pytest.mark.slow
def test_back_takes_a_choice_back_and_not_what_was_typed(visit: Callable[..., Any]) -> None:
    page = visit()
    page.goto("/try/choosing/?way=cost&number=5&free=no")
    verdict = page.locator(".big")
    page.locator("#trial-number").fill("7")
    expect(verdict).to_contain_text("X can be 7;")
    page.get_by_text("X in its text, undefined, and in no cost").click()
    expect(page).to_have_url(re.compile("way=text"))
    page.get_by_role("link", name="cast for free, any number").click()
    expect(verdict).to_contain_text("You can choose 5")
    page.go_back()
    expect(page).to_have_url(re.compile("way=text&number=7"))
    expect(verdict).to_contain_text("X can be 7;")
    page.go_back()
    expect(page).to_have_url(re.compile("way=cost&number=7"))
    expect(page.locator("#trial-number")).to_have_value("7")
    expect(page.locator("[name=way][value=cost]")).to_be_checked()


@pytest.mark.slow
def test_without_scripts_a_form_leads_to_its_answer(visit: Callable[..., Any]) -> None:
    page = visit(java_script_enabled=False)
    page.goto("/rules/107.1b/")
    assert page.locator(".step:visible").count() == 0
    page.locator('.r[id="107.1b"] a.try-it', has_text="Negative power").first.click()
    page.locator("#trial-gets").fill("-7")
    page.get_by_role("button", name="Answer").click()
    expect(page).to_have_url(re.compile("/try/negative-power/.*gets=-7"))
    expect(page.locator(".big")).to_contain_text("it’s a −4/4 creature")
    page.goto("/rules/107.1b/")
    page.get_by_role("link", name="Run it").nth(2).click()
    expect(page.locator(".big")).to_contain_text("It remains a −2/4 creature")
    page.go_back()
    page.locator("a.try-it", has_text="any number").first.click()
    page.locator("#trial-number").fill("-1")
    page.get_by_role("button", name="Answer").click()
    expect(page.locator(".big")).to_contain_text("can’t be chosen")


def test_an_example_runs_where_it_stands(visit: Callable[..., Any]) -> None:
    page = visit()
    page.goto("/rules/107.1b/")
    address = page.url
    page.get_by_role("link", name="Run it").nth(2).click()
    slot = page.locator("#try-107-1b-using-power-slot")
    expect(slot.locator(".big")).to_have_text("It remains a −2/4 creature. It doesn’t become −4/2.")
    expect(page.locator("#try-107-1b-using-power-said")).to_have_text(re.compile("remains a −2/4"))
    expect(slot.locator("#try-107-1b-using-power-gets")).to_have_value("-6")
    expect(slot.locator(".big")).to_be_in_viewport()
    assert page.url == address


@pytest.mark.smoke
def test_a_trial_opens_in_place_and_takes_the_focus(visit: Callable[..., Any]) -> None:
    page = visit()
    page.goto("/rules/107/")
    link = page.locator("#try-107-2-undetermined-slot a.try-it")
    link.focus()
    page.keyboard.press("Enter")
    slot = page.locator("#try-107-2-undetermined-slot")
    expect(slot.locator("form")).to_have_count(1)
    expect(slot.locator("h2")).to_be_focused()
    slot.locator('input[name="other"]').fill("6")
    expect(slot.locator(".big")).to_have_text(re.compile(r"6 \+ 0 = 6"))
    expect(page).to_have_url(re.compile(r"/rules/107/$"))
    # Two of them at once don't disturb each other.
    page.locator("#try-107-1a-halves-slot a.try-it").click()
    expect(page.locator("#try-107-1a-halves-slot .big")).to_have_text("Half of 7, rounded up, is 4.")
    expect(slot.locator(".big")).to_have_text(re.compile(r"6 \+ 0 = 6"))


def test_one_tap_asks_a_question_of_the_clause(visit: Callable[..., Any]) -> None:
    page = visit()
    page.goto("/try/any-number/")
    page.get_by_role("link", name="1/2", exact=True).click()
    expect(page.locator(".big")).to_have_text("1/2 can’t be chosen: it isn’t a whole number.")
    expect(page.locator("#trial-number")).to_have_value("1/2")
    expect(page).to_have_url(re.compile(r"number=1%2F2"))
    expect(page.locator(":focus")).to_have_count(1)


def test_a_citation_is_the_rule_alone(visit: Callable[..., Any]) -> None:
    page = visit(permissions=["clipboard-read", "clipboard-write"])
    page.goto("/rules/107.1b/")
    page.locator(".r.at").get_by_role("button", name="Copy").click()
    copied = str(page.evaluate("navigator.clipboard.readText()"))
    assert copied.startswith("107.1b. Most of the time")
    assert ".\n(Comprehensive Rules, June 6, 2025)\n" in copied
    assert "Example" not in copied
    assert copied.endswith("/rules/2025-06-06/107.1b/")
    assert "Run it" not in copied
    assert "Plain words" not in copied


@pytest.mark.slow
def test_targets_are_large_enough_for_a_thumb(visit: Callable[..., Any]) -> None:
    page = visit(viewport={"width": 390, "height": 844})
    page.goto("/try/halves/")
    for one in page.locator(".try-form input[type=text], .step, .tickbox, .chip, .answer-it, .acts > *").all():
        box = one.bounding_box()
        assert box is None or box["height"] >= 43.5, one.evaluate("element => element.outerHTML")


@pytest.mark.parametrize("address", ["/rules/107.1b/", "/rules/107.4h/", "/rules/107.5/"])
def test_a_rule_is_read_before_it_is_tried(visit: Callable[..., Any], address: str) -> None:
    page = visit(viewport={"width": 390, "height": 844})
    page.goto(address)
    expect(page.locator(".r.at > p").first).to_be_in_viewport()
