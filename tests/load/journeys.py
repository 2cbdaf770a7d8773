"""How many steps and seconds a reader needs: `python -m tests.load.journeys ADDRESS`, with full rules loaded."""

import argparse
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.load.paint import NETWORKS, SLOWER
from tests.servers import CHROMIUM, CHROMIUM_FLAGS

KEY = 120
"""Milliseconds from one key to the next."""


@dataclass
class Reader:
    """Someone at a page; taps and typed fields are steps."""

    page: Any
    steps: list[str] = field(default_factory=list)
    scrolled: int = 0

    def tap(self, name: str, within: str = "body") -> None:
        """Tap the element with this name, scrolling if necessary."""
        found = self.page.locator(within).locator("a, button, summary").filter(has_text=name, visible=True).first
        found.wait_for()
        below = found.evaluate("one => Math.max(0, one.getBoundingClientRect().bottom - innerHeight)")
        self.scrolled += round(below)
        self.steps.append(f"tap {name}")
        found.click()

    def ask(self, words: str) -> None:
        """Type into the box and press Enter."""
        box = self.page.locator("#box")
        if self.page.viewport_size["width"] < 500:
            # A phone opens its keyboard for a finger only.
            self.steps.append("tap the box")
            box.tap()
        self.steps += [f"type “{words}”", "Enter"]
        box.press_sequentially(words, delay=KEY)
        box.press("Enter")

    def sees(self, words: str, within: str = "main") -> None:
        self.page.locator(within).filter(has_text=words, visible=True).first.wait_for()


def quote(number: str, words: str) -> Callable[[Reader], None]:
    """From a rule number to a copied quote with its link."""

    def go(reader: Reader) -> None:
        reader.ask(number)
        reader.page.wait_for_url(f"**/rules/{number}/")
        reader.tap("Share", ".sheetbar, .r.at > .acts")
        reader.tap("Discord", ".pop")
        reader.sees("Copied for Discord", "#toast")
        copied = reader.page.evaluate("navigator.clipboard.readText()")
        assert words in copied, copied
        assert f"/{number}/" in copied, copied

    return go


def changed(reader: Reader) -> None:
    """To the words that the newest edition changed."""
    reader.ask("what changed in 702")
    reader.sees("702 Keyword Abilities")
    if not reader.page.locator(".answer :is(ins, .whole)").count():
        reader.tap("Show what changed")
    reader.page.locator("main :is(ins, .whole)").first.wait_for()


def unanswered(reader: Reader) -> None:
    reader.ask("who won the world cup")
    reader.sees("No sure answer")
    assert reader.page.locator(".hits .r:visible").count() <= len("123")


JOURNEYS = {
    "107.4f, quoted": quote("107.4f", "Phyrexian mana symbols are colored mana symbols"),
    "205.3m, quoted": quote("205.3m", "Creatures and kindreds share their lists of subtypes"),
    "what changed in 702": changed,
    "no answer": unanswered,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.load.journeys", description=__doc__)
    parser.add_argument("address", help="where the site is, such as http://127.0.0.1:8000")
    address = parser.parse_args().address.rstrip("/")
    executable = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if executable is None:
        parser.error("needs Chromium; Debian's package is called chromium-headless-shell")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=CHROMIUM_FLAGS)
        for width, network, slower in ((390, NETWORKS["slow"], SLOWER), (1280, NETWORKS["fast"], 1)):
            for name, journey in JOURNEYS.items():
                context = browser.new_context(
                    viewport={"width": width, "height": 844},
                    has_touch=width < 500,
                    permissions=["clipboard-read", "clipboard-write"],
                )
                reader = Reader(context.new_page())
                network.slow_down(context.new_cdp_session(reader.page), slower)
                reader.page.goto(address)
                began = time.monotonic()
                journey(reader)
                seconds = time.monotonic() - began
                steps = "; ".join(reader.steps)
                print(f"{width:5} {name:20} {len(reader.steps)} steps {seconds:5.1f} s, {reader.scrolled} px: {steps}")
                context.close()
        browser.close()


if __name__ == "__main__":
    main()
