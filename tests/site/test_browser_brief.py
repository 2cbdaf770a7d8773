"""A brief and links to selected words, in a real browser."""

import re
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from playwright.sync_api import expect

from tests.servers import Site

pytestmark = pytest.mark.browser

RULE = "/rules/2025-06-06/107.4f/"
CLIPBOARD = ["clipboard-read", "clipboard-write"]
CHECK = "/check/?cost=%7B2%2FW%7D%7B2%2FW%7D&pool=WWC"


def said_in(page: Any) -> list[tuple[str, str]]:
    return [pair for pair in parse_qsl(urlsplit(page.url).query) if pair[0] in {"note", "part"}]


@pytest.mark.slow
def test_answers_of_rules_to_try_are_added_beside_share(visit: Any, site: Site) -> None:
    page = visit().page
    for place, (address, said) in enumerate(
        [
            ("/try/board/?board=Bear+2/2+damaged+2", "destroyed"),
            ("/try/ending/?players=you+0+life", "You lose. Your opponent wins."),
            ("/try/card-parts/?card=%7B2%7D%7BU%7D&about=color", "The card is blue."),
        ],
        1,
    ):
        page.goto(address)
        page.get_by_role("link", name="Add to brief").click()
        expect(page.locator("#toast")).to_have_text(f"Added to your brief: {place} part{'s' * (place > 1)}")
        expect(page.get_by_role("link", name="Open brief")).to_be_focused()
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Done").click()
        expect(page.locator("article")).to_contain_text(said)
        expect(page.get_by_role("link", name="Add to brief")).to_be_hidden()


@pytest.mark.slow
def test_what_is_added_on_several_pages_gathers_in_one_link(visit: Any, site: Site) -> None:
    page = visit(permissions=CLIPBOARD).page
    page.goto("/rules/107.4f/")
    page.locator(".r.at").get_by_role("button", name="Share").click()
    page.get_by_role("button", name="Add to brief").click()
    expect(page.locator("#toast")).to_have_text("Added to your brief: 1 part")
    expect(page.get_by_role("link", name="Open brief")).to_be_focused()
    page.goto(CHECK)
    page.get_by_role("link", name="Add to brief").click()
    expect(page.get_by_role("link", name="Open brief")).to_be_focused()
    page.locator("nav").get_by_role("link", name="Brief (2)").click()
    page.get_by_label("Your note").fill("Life and mana\nBoth work.")
    page.get_by_label("Note on part 2").fill("Checked.")
    # Another page in between takes nothing of it away.
    page.goto("/rules/")
    page.locator("nav").get_by_role("link", name="Brief (2)").click()
    page.get_by_role("button", name=re.compile("^Move Can you pay .* up$")).focus()
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_have_text("Moved to place 1 of 2.")
    expect(page.get_by_role("button", name=re.compile("^Move Can you pay .* down$"))).to_be_focused()
    field = page.get_by_label("Add a rule")
    field.fill("zeppelin")
    field.press("Enter")
    expect(page.locator("#add-wrong")).to_contain_text("“zeppelin” isn’t a rule number")
    page.get_by_label("Add a rule").fill("107.3a")
    page.get_by_label("Add a rule").press("Enter")
    expect(page.locator("#said")).to_have_text("Added 107.3a.")
    expect(page.get_by_label("Add a rule")).to_be_focused()
    page.get_by_role("button", name="Done").click()
    expect(page.locator("h1")).to_have_text("Life and mana")
    found = said_in(page)
    assert [key for key, _ in found] == ["note", "part", "note", "part", "part"]
    assert [found[0][1], found[2][1]] == ["Life and mana\nBoth work.", "Checked."]
    page.locator(".head").get_by_role("button", name="Share").click()
    page.get_by_role("button", name="Plain text").click()
    copied = page.evaluate("navigator.clipboard.readText()")
    first, *lines = copied.split("\n")
    assert first == "Life and mana. Both work."
    assert lines[0].startswith("Can you pay {2/W}{2/W} with WWC (edition: June 6, 2025)? Yes.")
    assert lines[1] == "Checked."
    assert lines[2].startswith("107.4f. Phyrexian mana symbols are colored mana symbols: {W/P} is white,")
    assert lines[-1] == page.url
    page.get_by_role("link", name="Edit", exact=True).click()
    page.get_by_role("link", name="Start over").click()
    expect(page.locator(".brief-form textarea")).to_have_count(1)
    page.goto("/rules/107.4f/")
    expect(page.locator("nav [data-brief]")).to_be_hidden()


@pytest.mark.slow
def test_somebody_elses_brief_replaces_the_readers_own_only_when_asked_to(visit: Any) -> None:
    page = visit().page
    page.goto("/rules/107.4f/")
    page.locator(".r.at").get_by_role("button", name="Share").click()
    page.get_by_role("button", name="Add to brief").click()
    expect(page.get_by_role("link", name="Open brief")).to_be_focused()
    theirs = "/brief/?part=/rules/107.4e/&part=/rules/107.4d/"
    page.goto(theirs)
    page.get_by_role("link", name="Edit", exact=True).click()
    choice = page.locator("[data-brief-choice]")
    expect(choice).to_contain_text("You’re working on another brief, with 1 part.")
    page.get_by_label("Your note").fill("Theirs.")
    page.get_by_label("Add a rule").fill("107.4c")
    page.get_by_label("Add a rule").press("Enter")
    expect(page.locator("#said")).to_have_text("Added 107.4c.")
    choice.get_by_role("link", name="Keep mine").click()
    expect(page.locator(".part h2")).to_have_text(["1. 107.4f"])
    expect(choice).to_be_hidden()
    # Its bare address is typed by whoever wants their own.
    page.goto("/brief/")
    expect(page.locator(".part h2")).to_have_text(["1. 107.4f"])
    expect(choice).to_be_hidden()
    page.goto(theirs.replace("?", "?edit=1&"))
    page.get_by_role("button", name="Use this one instead").click()
    expect(choice).to_be_hidden()
    expect(page.locator("nav [data-brief]")).to_have_text("Brief (2)")
    page.get_by_label("Your note").fill("Mine now.")
    page.goto("/rules/")
    page.locator("nav").get_by_role("link", name="Brief (2)").click()
    expect(page.get_by_label("Your note")).to_have_value("Mine now.")
    expect(choice).to_be_hidden()


@pytest.mark.slow
def test_without_scripts_a_brief_is_made_by_its_form(visit: Any) -> None:
    page = visit(java_script_enabled=False, viewport={"width": 390, "height": 844}).page
    page.goto("/rules/107.4f/")
    page.get_by_role("link", name="Add to brief").first.click()
    titles = page.locator(".part h2")
    for count, typed in enumerate(("{2/W} with WW", "107.4e"), 2):
        page.get_by_label("Add a rule").fill(typed)
        page.get_by_label("Add a rule").press("Enter")
        expect(titles).to_have_count(count)
    page.get_by_label("Note on part 1").fill("Mine.")
    page.get_by_role("button", name="Move 107.4e up").click()
    expect(titles.nth(1)).to_have_text("2. 107.4e")
    page.get_by_role("button", name="Remove Can you pay").click()
    expect(titles).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_role("link", name="Edit", exact=True)).to_be_visible()
    assert said_in(page) == [("part", RULE), ("note", "Mine."), ("part", RULE.replace("4f", "4e"))]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.emulate_media(media="print")
    assert page.locator("form:visible, button:visible, .acts:visible").count() == 0
    assert "/brief/?part=" in page.locator(".on-paper").inner_text()
    number, text = (page.locator(f"#text-1 {part}").first.bounding_box() for part in (".n", "p"))
    assert number["y"] + number["height"] <= text["y"] + 12
    assert page.locator("#text-1").evaluate("one => getComputedStyle(one).breakInside") == "avoid"
    page.goto("/brief/?part=/x/?what%3Dcard&part=/check/?cost%3DW%26pool%3DW")
    page.emulate_media(media="print")
    assert page.locator(".r.at").bounding_box()["x"] >= page.locator(".why").first.bounding_box()["x"]
    assert page.locator("h2:visible").all_text_contents().count("Why") == 1
    expect(page.locator(".shown .flow")).to_be_visible()


# Words of 107.4f: only there, in another rule before, around drawings, over two paragraphs, and in its example.
SELECTED = [
    ("can be paid either", "its color", "#:~:text=can%20be%20paid%20either%20with%20one%20mana%20of%20its%20color"),
    ("component colors", "colors", "#:~:text=either%20of%20its-,component%20colors"),
    ("hite, ", "is blu", "#:~:text=%7BW%2FP%7D-,is%20white%2C,is%20blue"),
    (
        "A hybrid Phyrexian mana symbol represents",
        "paid by spending",
        "#:~:text=A%20hybrid%20Phyrexian%20mana%20symbol,can%20be%20paid%20by%20spending",
    ),
    ("or by paying 4 life", "4 life", "#:~:text=or%20by%20paying%204%20life"),
]
SELECT = """([from, to]) => {
    const walker = document.createTreeWalker(document.querySelector(".r.at"), NodeFilter.SHOW_TEXT);
    const nodes = [];
    let text = "";
    while (walker.nextNode()) { nodes.push([walker.currentNode, text.length]); text += walker.currentNode.data; }
    const place = (at) => {
        const [node, start] = nodes.findLast(([, start]) => start <= at);
        return [node, at - start];
    };
    const range = document.createRange();
    const begin = text.indexOf(from);
    range.setStart(...place(begin));
    const [node, at] = place(text.indexOf(to, begin) + to.length - 1);
    range.setEnd(node, at + 1);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    // What makes the link comes with the first selection.
    return new Promise((done) => {
        const wait = () => (window.pipwise.selected ? done() : setTimeout(wait, 20));
        wait();
    });
}"""


@pytest.mark.slow
def test_a_link_leads_to_the_words_that_are_selected(visit: Any, site: Site) -> None:
    page = visit(permissions=CLIPBOARD, viewport={"width": 1280, "height": 400}).page
    for begin, end, fragment in SELECTED:
        page.goto("/rules/107.4f/")
        for form, address in (("link", "/rules/107.4f/"), ("pinned", RULE), ("plain", "")):
            page.evaluate(SELECT, [begin, end])
            page.locator(".r.at").get_by_role("button", name="Share").click()
            panel = page.get_by_role("group", name="Share 107.4f")
            # Whole words, as the link has them.
            expect(panel.locator("[data-part=title]")).to_have_text(re.compile(r"^Link to “(?!hite|d ).*(?<!blu)”$"))
            panel.locator(f"[data-format={form}]").click()
            copied = page.evaluate("navigator.clipboard.readText()")
            assert copied == f"{site.address}{address}{fragment}" if address else ":~:" not in copied
    # The example is below the fold.
    page.goto("about:blank")
    page.goto(f"/rules/107.4f/{fragment}")
    expect(page.locator(".r.at .ex")).to_be_in_viewport()
    page.goto("/rules/107.4f/")
    page.locator(".r.at").get_by_role("button", name="Share").click()
    expect(page.locator(".pop [data-part=title]")).to_have_text("Link to 107.4f")
