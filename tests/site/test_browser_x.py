"""The X explorer in a real browser: choosing, typing, going back, the keyboard, and what works without JavaScript."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def choose(page: Any, key: str, value: str) -> None:
    page.locator(f".tickbox:has(#x-{key}-{value})").click()


def unfold(page: Any) -> None:
    page.locator("#x-more > summary").click()


@pytest.mark.slow
def test_choosing_and_typing_answer_at_once(visit: Any) -> None:
    visitor = visit()
    page = visitor.page
    page.goto("/x/")
    sentence = page.locator("#answer .v")
    expect(page.locator(".x-asked")).to_have_count(2)
    choose(page, "how", "normal")
    expect(page.locator(".x-asked")).to_have_count(3)
    expect(page.locator("#x-how-normal")).to_be_focused()
    expect(page).to_have_url(re.compile(r"/x/\?how=normal$"))
    unfold(page)
    page.locator("#x-cost").press_sequentially("{X}{R}", delay=15)
    expect(page.locator("#answer table tbody tr")).to_have_count(6)
    page.locator("#x-announced").press_sequentially("3", delay=15)
    expect(sentence).to_contain_text("3. Chosen by its controller as the spell is cast.")
    expect(page.locator("#said")).to_have_text("X is 3, chosen by its controller as the spell is cast.")
    expect(page.locator("#answer .drawn .pip")).to_have_count(4)
    expect(page).to_have_url(re.compile(r"/x/\?announced=3&cost=%7BX%7D%7BR%7D$"))
    expect(page.locator("#x-announced")).to_be_focused()
    choose(page, "how", "without-paying")
    expect(sentence).to_contain_text("0. The only legal choice.")
    expect(page.locator("#x-how-without-paying")).to_be_focused()
    expect(page.locator("#x-wrong-how")).to_contain_text("Left out: the number announced.")
    expect(page.locator("#map .decides")).to_contain_text("107.3b")
    expect(page.locator("#x-announced")).to_have_count(0)
    choose(page, "what", "card")
    expect(sentence).to_have_text(re.compile(r"\s*0\."))
    expect(page.locator("#x-ready [aria-current]")).to_have_count(0)
    expect(page.locator("[name=how]")).to_have_count(0)
    expect(page.locator("#x-zone")).to_have_value("hand")
    assert visitor.loads == 1


@pytest.mark.slow
def test_what_is_unfolded_stays_so_with_the_focus(visit: Any) -> None:
    page = visit().page
    page.goto("/x/")
    unfold(page)
    page.locator("#x-why > summary").click()
    letter = page.locator("#x-letter")
    for value in ("Y", "X"):
        letter.focus()
        letter.select_option(value)
        expect(page.locator("#x-form legend").first).to_have_text(f"{value} is on")
        expect(letter).to_be_focused()
        expect(page.locator("#x-why .r.at")).to_be_visible()


@pytest.mark.slow
def test_back_takes_a_choice_back(visit: Any) -> None:
    page = visit().page
    page.goto("/x/?in=mana-cost,text&how=without-paying&cost=%7BX%7D%7BR%7D")
    expect(page.locator("#x-ready [aria-current]")).to_contain_text("Cast for free")
    page.goto("/x/?how=without-paying")
    choose(page, "what", "permanent")
    expect(page).to_have_url(re.compile(r"/x/\?what=permanent$"))
    page.go_back()
    expect(page).to_have_url(re.compile(r"/x/\?how=without-paying$"))
    expect(page.locator("#x-how-without-paying")).to_be_checked()
    expect(page.locator("#answer")).to_contain_text("The only legal choice")


@pytest.mark.parametrize(
    "query", ["", "how=normal", "what=triggered-ability&in=mana-cost,text", "what=enters-ability&origin=chosen"]
)
def test_folded_it_says_little(visit: Any, query: str) -> None:
    page = visit(viewport={"width": 390, "height": 844}).page
    page.goto(f"/x/?{query}")
    assert page.locator("main details[open]").count() == 0
    assert 100 < len(page.locator("main").inner_text().split()) <= 250


@pytest.mark.slow
def test_a_control_itself_says_whether_it_is_wrong(visit: Any) -> None:
    visitor = visit()
    page = visitor.page
    page.goto("/x/")
    unfold(page)
    announced = page.locator("#x-announced")
    announced.fill("-")
    expect(page.locator("#x-wrong-announced")).to_contain_text("whole number")
    announced.fill("-2")
    expect(page.locator("#x-wrong-announced")).to_contain_text("107.1b")
    expect(page.locator("#said")).to_contain_text("107.1b")
    expect(announced).to_have_attribute("aria-invalid", "true")
    announced.fill("3")
    expect(page.locator("#x-wrong-announced")).to_be_empty()
    expect(announced).to_be_focused()
    expect(announced).not_to_have_attribute("aria-invalid", "true")
    expect(page.locator("#answer .v")).to_contain_text("3. Chosen")
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
    page.goto("/x/?how=normal")
    page.locator("#x-in-mana-cost").focus()
    page.keyboard.press("Space")
    expect(page.locator("#x-wrong-in")).to_contain_text("a mana cost")
    expect(page.locator("#x-in-mana-cost")).not_to_be_checked()
    expect(page.locator("#x-in-mana-cost")).to_be_focused()
    choose(page, "how", "without-paying")
    expect(page.locator("#x-wrong-in")).to_contain_text("a mana cost")
    page.locator("#x-in-text").check()
    expect(page.locator("#answer")).to_contain_text("as it is put onto the stack or as it resolves")
    expect(page.locator("#x-wrong-in")).to_be_empty()


def test_the_keyboard_alone(visit: Any) -> None:
    page = visit().page
    page.goto("/x/")
    page.locator("#x-what-spell").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#answer .v")).to_contain_text("as the ability is activated")
    expect(page.locator("#x-what-activated-ability")).to_be_focused()
    for there in ("mana-cost", "alternative-cost", "additional-cost", "activation-cost", "loyalty-cost"):
        page.keyboard.press("Tab")
        expect(page.locator(f"#x-in-{there}")).to_be_focused()
    page.keyboard.press("Space")
    page.locator("#x-why > summary").click()
    expect(page.locator("#x-why")).to_contain_text("606.6")
    expect(page.locator("#x-in-loyalty-cost")).to_be_checked()


def test_a_control_answers_from_the_moment_it_is_shown(visit: Any) -> None:
    page = visit().page
    page.goto("/x/")
    page.evaluate("""() => new MutationObserver((_, observer) => {
        observer.disconnect();
        document.querySelector("#x-in-loyalty-cost").click();
    }).observe(document.querySelector("#explorer"), { childList: true })""")
    choose(page, "what", "activated-ability")
    expect(page.locator("#answer")).to_contain_text("606.6")


def test_nothing_is_wider_than_the_page_and_everything_can_be_hit(visit: Any) -> None:
    page = visit().page
    for address in (
        "/x/",
        "/x/?what=mana-cost-payment",
        "/x/?what=activated-ability&in=loyalty-cost,text&announced=3&cost=%5B-X%5D",
    ):
        page.goto(address)
        for width in (320, 390, 1280):
            page.set_viewport_size({"width": width, "height": 844})
            assert page.evaluate("document.documentElement.scrollWidth") == width
            small = page.evaluate("""() => [...document.querySelectorAll(
                "#x-form :is(select, label.tickbox, input[type=text]), main :is(summary, a.chip)")]
                .filter(one => one.checkVisibility() && one.getBoundingClientRect().height < 44)
                .map(one => one.outerHTML)""")
            assert small == []
