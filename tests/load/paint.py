"""How soon pages are painted and answer on a slow telephone: `python -m tests.load.paint ADDRESS`."""

import argparse
import shutil
from dataclasses import dataclass
from typing import Any

from tests.kinds import ONE_OF_EACH
from tests.servers import CHROMIUM, CHROMIUM_FLAGS


@dataclass(frozen=True)
class Network:
    """Speed in kilobits a second, both ways, and latency in ms."""

    kilobits: int
    delay: int

    def slow_down(self, tools: Any, slower: float) -> None:
        """Emulate this network, and a CPU slowed down by a factor."""
        speed = self.kilobits * 1000 / 8
        conditions = {"offline": False, "latency": self.delay, "downloadThroughput": speed, "uploadThroughput": speed}
        tools.send("Network.enable")
        tools.send("Network.emulateNetworkConditions", conditions)
        tools.send("Emulation.setCPUThrottlingRate", {"rate": slower})


NETWORKS = {"slow": Network(1_600, 150), "fast": Network(9_000, 60)}
#: How many times slower than this machine's the telephone's processor is.
SLOWER = 4
NOTE = """
window.seen = {lcp: 0, cls: 0, interaction: 0};
const note = (type, take) => new PerformanceObserver(list => list.getEntries().forEach(take))
    .observe({type, buffered: true, durationThreshold: 16});
note("largest-contentful-paint", one => seen.lcp = one.startTime);
note("layout-shift", one => seen.cls += one.hadRecentInput ? 0 : one.value);
note("event", one => seen.interaction = Math.max(seen.interaction, one.interactionId ? one.duration : 0));
"""
READ = """() => new Promise(done => setTimeout(() => {
    done({...seen, fcp: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN});
    seen.interaction = 0;
}, 300))"""


def visit(browser: Any, address: str, network: Network) -> dict[str, float]:
    """Open a page in a fresh context and press keys; returns times (ms), layout shifts, and transferred bytes."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, device_scale_factor=2, bypass_csp=True, service_workers="block"
    )
    context.add_init_script(NOTE)
    page = context.new_page()
    tools = context.new_cdp_session(page)
    received = [0.0]
    tools.on("Network.loadingFinished", lambda one: received.append(one["encodedDataLength"]))
    network.slow_down(tools, SLOWER)
    page.goto(address)
    # A letter in the page's own box, then one of the page's keys.
    box = page.locator("#cost, #box").last
    if box.is_visible():
        box.press("2")
        box.press("Escape")
    for key in ("j", "?", "Escape"):
        page.keyboard.press(key)
    found = page.evaluate(READ)
    # The largest change there is: all that is painted gets another color.
    if page.locator(".menu").is_visible():
        page.locator(".menu summary").press("Enter")
        page.locator("[data-theme-switch]:visible").press("Enter")
    theme = page.evaluate(READ)["interaction"]
    context.close()
    return {**found, "theme": theme, "bytes": sum(received)}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.load.paint", description=__doc__)
    parser.add_argument("address", help="where the site is, such as http://127.0.0.1:8000")
    parser.add_argument("pages", nargs="*", default=ONE_OF_EACH, help="pages of it, such as /rules/702/")
    parser.add_argument("--network", choices=NETWORKS, default="slow")
    asked = parser.parse_args()
    executable = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if executable is None:
        parser.error("needs Chromium; Debian's package is called chromium-headless-shell")
    from playwright.sync_api import sync_playwright

    print(f"{'first paint':>12}{'largest':>9}{'shifts':>8}{'longest':>9}{'theme':>7}{'kB':>7}  page (times in ms)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=CHROMIUM_FLAGS)
        for page in asked.pages:
            it = visit(browser, asked.address.rstrip("/") + page, NETWORKS[asked.network])
            print(
                f"{it['fcp']:12.0f}{it['lcp']:9.0f}{it['cls']:8.3f}{it['interaction']:9.0f}{it['theme']:7.0f}"
                f"{it['bytes'] / 1000:7.1f}  {page[:60]}",
                flush=True,
            )
        browser.close()


if __name__ == "__main__":
    main()
