"""The X explorer in a real browser: choosing, typing, going back, the keyboard, and what works without JavaScript."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def test_choosing_and_typing_answer_at_once(visit: Any) -> None:
    visitor = visit()
    page = visitor.page
    page.goto("/x/")
    sentence = page.locator("#headline .x-sentence")
    page.locator("#x-cost").press_sequentially("{X}{R}", delay=15)
    expect(page.locator("#answer table tbody tr")).to_have_count(6)
    page.locator("#x-announced").press_sequentially("3", delay=15)
    expect(sentence).to_contain_text("X is 3, chosen by its controller as the spell is cast.")
    expect(page.locator("#said")).to_have_text("X is 3, chosen by its controller as the spell is cast.")
    expect(page.locator("#answer .drawn .pip")).to_have_count(4)
    expect(page).to_have_url(re.compile(r"/x/\?announced=3&cost=%7BX%7D%7BR%7D$"))
    expect(page.locator("#x-announced")).to_be_focused()
    page.locator("#x-how").focus()
    page.locator("#x-how").select_option("without-paying")
    expect(sentence).to_contain_text("X is 0, the only legal choice.")
    expect(page.locator("#x-how")).to_be_focused()
    expect(page.locator("#x-wrong-how")).to_contain_text("Left out: the number announced.")
    expect(page.locator("#map .decides")).to_contain_text("107.3b")
    expect(page.locator("#x-announced")).to_have_count(0)
    page.locator("#x-what").select_option("card")
    expect(sentence).to_have_text(re.compile("X is 0"))
    expect(page.locator("#x-ready [aria-current]")).to_have_count(0)
    expect(page.locator("#x-how")).to_have_count(0)
    expect(page.locator("#x-zone")).to_have_value("hand")
    assert visitor.loads == 1


def test_back_takes_a_choice_back(visit: Any) -> None:
    page = visit().page
    page.goto("/x/?in=mana-cost,text&how=without-paying&cost=%7BX%7D%7BR%7D")
    expect(page.locator("#x-ready [aria-current]")).to_contain_text("Cast for free")
    page.goto("/x/?how=without-paying")
    page.locator("#x-what").select_option("permanent")
    expect(page).to_have_url(re.compile(r"/x/\?what=permanent$"))
    page.go_back()
    expect(page).to_have_url(re.compile(r"/x/\?how=without-paying$"))
    expect(page.locator("#x-how")).to_have_value("without-paying")
    expect(page.locator("#headline")).to_contain_text("the only legal choice")


def test_a_wrong_number_is_said_at_its_control_while_typing_goes_on(visit: Any) -> None:
    page = visit().page
    page.goto("/x/")
    page.locator("#x-announced").fill("-")
    expect(page.locator("#x-wrong-announced")).to_contain_text("whole number")
    page.locator("#x-announced").fill("-2")
    expect(page.locator("#x-wrong-announced")).to_contain_text("107.1b")
    expect(page.locator("#said")).to_contain_text("107.1b")
    page.locator("#x-announced").fill("2")
    expect(page.locator("#x-wrong-announced")).to_be_empty()
    expect(page.locator("#headline")).to_contain_text("X is 2")
    expect(page.locator("#x-announced")).to_be_focused()


def test_a_control_itself_says_whether_it_is_wrong(visit: Any) -> None:
    visitor = visit()
    page = visitor.page
    page.goto("/x/")
    announced = page.locator("#x-announced")
    announced.fill("-2")
    expect(announced).to_have_attribute("aria-invalid", "true")
    announced.fill("3")
    expect(announced).not_to_have_attribute("aria-invalid", "true")
    expect(page.locator("#headline")).to_contain_text("X is 3")
    # The same where the page was wrong when it came.
    page.goto("/x/?announced=-2")
    assert [each for each in visitor.complaints if "422" not in each] == []
    visitor.complaints.clear()
    expect(announced).to_have_attribute("aria-invalid", "true")
    announced.fill("3")
    expect(page.locator("#x-wrong-announced")).to_be_empty()
    expect(announced).not_to_have_attribute("aria-invalid", "true")
    page.locator("#x-cost").fill("{R}")
    expect(page.locator("#x-wrong-cost")).to_contain_text("no X")
    expect(page.locator("#x-cost")).to_have_attribute("aria-invalid", "true")
    page.locator("#x-cost").fill("{X}{R}")
    expect(page.locator("#answer .drawn .pip")).to_have_count(4)
    expect(page.locator("#x-cost")).not_to_have_attribute("aria-invalid", "true")


def test_with_nothing_ticked_there_is_no_answer(visit: Any) -> None:
    page = visit().page
    page.goto("/x/")
    page.locator("#x-in-mana-cost").focus()
    page.keyboard.press("Space")
    expect(page.locator("#x-wrong-in")).to_contain_text("a mana cost")
    expect(page.locator("#x-in-mana-cost")).not_to_be_checked()
    expect(page.locator("#x-in-mana-cost")).to_be_focused()
    page.locator("#x-how").select_option("without-paying")
    expect(page.locator("#x-wrong-in")).to_contain_text("a mana cost")
    page.locator("#x-in-text").check()
    expect(page.locator("#headline")).to_contain_text("as it is put onto the stack or as it resolves")
    expect(page.locator("#x-wrong-in")).to_be_empty()


def test_the_map_is_folded_until_asked_for(visit: Any) -> None:
    page = visit().page
    page.goto("/x/?what=card")
    shown = page.locator("#map li:visible")
    expect(shown).to_have_count(0)
    lit = page.locator("#map details.lit")
    expect(lit).to_contain_text("A card or a permanent")
    lit.locator("summary").click()
    expect(shown).to_have_count(3)
    page.locator("#x-what").select_option("spell")
    expect(lit).to_contain_text("A spell")


def test_the_keyboard_alone(visit: Any) -> None:
    page = visit().page
    page.goto("/x/")
    page.locator("#x-what").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#headline")).to_contain_text("as the ability is activated")
    expect(page.locator("#x-what")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#x-zone")).to_be_focused()
    page.locator("#x-in-loyalty-cost").focus()
    page.keyboard.press("Space")
    expect(page.locator("#answer")).to_contain_text("606.6")
    expect(page.locator("#x-in-loyalty-cost")).to_be_focused()
    expect(page.locator("#x-in-loyalty-cost")).to_be_checked()


def test_a_control_answers_from_the_moment_it_is_shown(visit: Any) -> None:
    page = visit().page
    page.goto("/x/")
    page.evaluate("""() => new MutationObserver((_, observer) => {
        observer.disconnect();
        document.querySelector("#x-in-loyalty-cost").click();
    }).observe(document.querySelector("#explorer"), { childList: true })""")
    page.locator("#x-what").select_option("activated-ability")
    expect(page.locator("#answer")).to_contain_text("606.6")


def test_without_javascript_the_form_is_sent(visit: Any) -> None:
    page = visit(java_script_enabled=False).page
    page.goto("/x/")
    page.locator("#x-cost").fill("{X}{X}")
    page.locator("#x-announced").fill("3")
    page.get_by_role("button", name="Answer").click()
    expect(page).to_have_url(re.compile(r"/x/\?announced=3&cost=%7BX%7D%7BX%7D$"))
    expect(page.locator("#answer .row").first).to_contain_text("each is 3")
    page.locator("#x-what").select_option("card")
    page.get_by_role("button", name="Answer").click()
    expect(page.locator("#headline")).to_contain_text("X is 0.")
    expect(page.locator("#x-wrong-what")).to_contain_text("Left out: the number announced.")


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_is_wider_than_the_page_and_everything_can_be_hit(visit: Any, width: int) -> None:
    page = visit(viewport={"width": width, "height": 844}).page
    for address in ("/x/", "/x/?what=activated-ability&in=loyalty-cost,text&announced=3&cost=%5B-X%5D"):
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") == width
        for control in page.locator("#x-form select, #x-form label.tickbox, #x-form input[type=text]").all():
            box = control.bounding_box()
            assert box
            assert box["height"] >= 44
