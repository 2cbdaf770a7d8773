"""Two answers on a phone at a tournament, step by step: a link with its quote, and whether a cost can be paid."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.servers import Site
from tests.tables import cases

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def test_sharing_a_rule_on_a_phone(visit: Any, site: Site) -> None:
    page = visit(**PHONE, permissions=["clipboard-read", "clipboard-write"]).page
    page.goto("/")
    page.locator("#box").press_sequentially("104.3f")
    page.locator("#box").press("Enter")
    page.wait_for_url("**/rules/104.3f/")
    share = page.locator(".sheetbar").get_by_role("button", name="Share")
    expect(share).to_be_in_viewport()
    share.tap()
    panel = page.get_by_role("group", name="Share 104.3f")
    expect(panel).to_be_in_viewport(ratio=1)
    panel.get_by_role("button", name="Plain text").tap()
    expect(page.locator("#toast")).to_have_text("Copied as plain text")
    expect(panel).to_have_count(0)
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("104.3f. ")
    assert copied.endswith(f"(Comprehensive Rules, March 17, 2008)\n{site.address}/rules/2008-03-17/104.3f/")


def test_checking_a_cost_on_a_phone(visit: Any) -> None:
    page = visit(**PHONE).page
    page.goto("/check/")
    page.locator("#cost").press_sequentially("2/w2/w")
    page.locator("#mana").tap()
    page.locator("#mana").press_sequentially("wwc")
    verdict = page.locator(".v.yes")
    expect(verdict).to_contain_text("Yes.")
    expect(verdict).to_be_in_viewport()
    expect(page).to_have_url(re.compile(r"cost=2%2Fw2%2Fw&pool=wwc$", re.IGNORECASE))


def test_the_share_panel_has_links_and_the_quote_in_every_form(visit: Any, site: Site) -> None:
    page = visit(permissions=["clipboard-read", "clipboard-write"]).page
    page.goto("/rules/107.4e/")
    share = page.locator(".r.at").get_by_role("button", name="Share")
    share.click()
    panel = page.get_by_role("group", name="Share 107.4e")
    pinned, current = (f"{site.address}/rules/{day}107.4e/" for day in ("2025-06-06/", ""))
    wanted = {
        "link": rf"{current}",
        "pinned": rf"{pinned}",
        "cite": rf"CR 107\.4e \(June 6, 2025\): {pinned}",
        "plain": rf"107\.4e\. A hybrid mana symbol(?s:.)*\(Comprehensive Rules, June 6, 2025\)\n{pinned}",
        "markdown": rf"> \*\*\[107\.4e\]\({pinned}\)\*\* A hybrid(?s:.)*",
        "discord": rf"> \*\*107\.4e\*\* A hybrid(?s:.)*\(<{pinned}>\)",
        "reddit": rf"> \*\*\[107\.4e\]\({pinned}\)\*\* A hybrid(?s:.)*",
        "bbcode": rf"\[quote\]\[b\]\[url={pinned}\]107\.4e\[/url\]\[/b\] A hybrid(?s:.)*\[/quote\]",
    }
    buttons = panel.locator("[data-format]")
    assert [button.get_attribute("data-format") for button in buttons.all()] == list(wanted)
    said = {"link": "Link copied", "plain": "Copied as plain text", "discord": "Copied for Discord"}
    for form, pattern in wanted.items():
        panel.locator(f"[data-format={form}]").click()
        # The panel has closed, and one message says what was copied.
        expect(panel).to_have_count(0)
        expect(share).to_be_focused()
        expect(page.locator("#toast")).to_have_text(said.get(form, re.compile("opied")))
        copied = page.evaluate("navigator.clipboard.readText()")
        assert re.fullmatch(pattern, copied), copied
        assert "Example" not in copied
        share.click()
    assert "Plain words" not in copied
    panel.get_by_label("With examples").check()
    panel.get_by_role("button", name="Discord").click()
    assert "\n> Example: {G/W}{G/W} can be paid" in page.evaluate("navigator.clipboard.readText()")
    share.click()
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    expect(share).to_be_focused()


def test_links_are_readable_and_give_the_same_answer(visit: Any, site: Site) -> None:
    page = visit(permissions=["clipboard-read", "clipboard-write"]).page
    page.goto("/check/?cost=%7B2%2FW%7D%7B2%2FW%7D&pool=%7BW%7D%7BW%7D&haste=yes")
    verdict = page.locator(".v.yes").inner_text()
    page.get_by_role("button", name="Share").click()
    page.locator("[data-format=link]").click()
    expect(page.locator("#toast")).to_have_text("Link copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith(f"{site.address}/check/?cost=2/W+2/W&pool=W+W")
    page.goto(copied)
    expect(page.locator(".v.yes")).to_have_text(verdict)


@pytest.mark.parametrize(
    ("address", "within", "title", "source"), cases("site/two_answers", "everything_that_can_be_shared_has_the_button")
)
def test_everything_that_can_be_shared_has_the_button(
    visit: Any, address: str, within: str, title: str, source: str
) -> None:
    page = visit(permissions=["clipboard-read", "clipboard-write"]).page
    page.goto(address)
    page.locator(within).first.hover()
    page.locator(within).first.locator("[data-sharing]:visible").first.click()
    panel = page.get_by_role("group", name=f"Share {title.rstrip('.')}", exact=True)
    panel.get_by_role("button", name="Plain text").click()
    copied = page.evaluate("navigator.clipboard.readText()").split("\n")
    assert copied[0].startswith(f"{title} ")
    assert len(copied[0]) > len(title) + 3, "it has a quote"
    assert copied[-2].startswith(source)
    assert copied[-1].startswith("http")
    assert re.search(r"[/=]\d{4}-\d\d-\d\d", copied[-1])
    page.goto(copied[-1])
    words = copied[0].removeprefix(f"{title} ").removeprefix("Before: ")
    expect(page.locator("main")).to_contain_text(words.split(" {")[0][:20])


def test_a_glossary_entry_is_shared_by_keys_as_by_its_button(visit: Any) -> None:
    page = visit(permissions=["clipboard-read", "clipboard-write"]).page
    page.goto("/glossary/x/")
    expect(page.locator(".r.at")).to_be_visible()
    page.keyboard.press("c")
    expect(page.locator("#toast")).to_have_text("Copied as plain text")
    page.keyboard.press("s")
    expect(page.get_by_role("group", name="Share X", exact=True)).to_be_visible()


def test_a_failed_copy_shows_the_text(visit: Any) -> None:
    page = visit().page
    page.add_init_script(
        """Object.defineProperty(navigator, "clipboard", {value: {writeText: () => Promise.reject(new Error("no"))}});
        document.execCommand = () => false;"""
    )
    page.goto("/rules/107.4e/")
    button = page.locator(".r.at").get_by_role("button", name="Copy")
    button.click()
    failed = page.get_by_role("dialog", name="Couldn’t copy")
    expect(failed.locator("textarea")).to_have_value(re.compile("A hybrid mana symbol"))
    assert "Copied" not in page.locator("#toast").inner_text()
    failed.get_by_role("button", name="Close").click()
    expect(failed).to_be_hidden()


def test_a_phone_offers_its_share_sheet(visit: Any) -> None:
    page = visit(**PHONE).page
    page.add_init_script("navigator.share = sent => { window.sent = sent; return Promise.resolve(); };")
    page.goto("/rules/107.4e/")
    page.locator(".sheetbar").get_by_role("button", name="Share").tap()
    page.locator("[data-send]").tap()
    sent = page.evaluate("window.sent")
    assert sent["url"].endswith("/rules/107.4e/")
    assert sent["text"].startswith("107.4e. A hybrid mana symbol")
