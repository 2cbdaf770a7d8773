"""Reading without a network: the service worker in a real browser, and what it is given to keep."""

import json
import re
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from playwright.sync_api import expect

from explorer.importing.documents import import_bytes
from explorer.library.loaded import library
from explorer.offline.view import PARTS
from tests.document.samples import DOCUMENT
from tests.processes import HANGING, ROOT, manage
from tests.servers import Site, free_port, serving
from tests.shared import EVERY_EDITION, shared
from tests.visitors import Visitor

MOST_BYTES = 1_000_000
READY = "() => navigator.serviceWorker.ready.then(() => true)"
# A worker that can’t be installed may be gone before a test asks for it.
KEPT = """const register = ServiceWorkerContainer.prototype.register;
ServiceWorkerContainer.prototype.register = function (...given) {
    return window.registered = register.apply(this, given);
};"""
ENDED = """async () => {
    while (!window.registered) await new Promise(done => setTimeout(done, 20));
    const worker = (await window.registered).installing;
    while (worker && !["activated", "redundant"].includes(worker.state)) {
        await new Promise(done => setTimeout(done, 20));
    }
}"""
UNTIL = """async ([begins, ends, there]) => {
    const found = async () => (await caches.keys()).some(name => name.startsWith(begins) && name.endsWith(ends));
    while ((await found()) !== there) await new Promise(done => setTimeout(done, 100));
}"""
READ = """async (address) => {
    const found = () => caches.match(address, { ignoreVary: true });
    while (!(await found())) await new Promise(done => setTimeout(done, 100));
}"""
TYPED = "/try/halves/?number=9&part=half&round=up"
EVERY_KEPT_KIND = (
    *("/", "/rules/", "/rules/1/", "/rules/107/", "/rules/107.4/", "/glossary/", "/glossary/?letter=T"),
    *("/glossary/trample/", "/index/", "/index/?letter=T", "/symbols/", "/symbols/W-U/", "/check/", "/search/"),
)
"""An address of each kind of page that is kept."""
LATER = DOCUMENT.replace("June 6, 2025", "June 13, 2026")


def kept_by(script: str) -> dict[str, Any]:
    """The configuration of a service worker."""
    match = re.match(r"self\.kept = (\{.*\});", script)
    assert match, script
    kept: dict[str, Any] = json.loads(match[1])
    return kept


@pytest.fixture
def whole_folder(tmp_path: Path, prepare_folder: Callable[[Path], None], library_of: Callable[..., str]) -> Path:
    """Data folder with a complete edition."""
    shared("rules")
    prepare_folder(tmp_path)
    shutil.copy(library_of(EVERY_EDITION[-1]).removeprefix("sqlite:///"), tmp_path / "pipwise.sqlite3")
    return tmp_path


def rules_on(page: Any) -> list[str]:
    """Rules on a page, each with its paragraphs, without links that run examples."""
    found: list[str] = page.locator("article > .r").evaluate_all("""all => all.map(rule => {
        const copy = rule.cloneNode(true);
        copy.querySelectorAll(".runs").forEach(one => one.remove());
        const words = [...copy.querySelectorAll(":scope > p")].map(one => one.textContent.replace(/\\s+/g, " ").trim());
        return [rule.id, ...words].join("|");
    })""")
    return found


def is_small_and_whole(site: Site) -> None:
    """Check the size of the cached parts, and that they have every page of the newest rules."""
    with httpx.Client(base_url=site.address, trust_env=False, timeout=HANGING) as client:
        kept = kept_by(client.get("/worker.js").text)
        texts, size = {}, 0
        for address in (*kept["files"], *kept["parts"].values()):
            with client.stream("GET", address, headers={"Accept-Encoding": "gzip"}) as response:
                texts[address] = response.read()
                size += response.num_bytes_downloaded
                assert response.status_code == 200, address
        assert size < MOST_BYTES
        made = [json.loads(texts[address]) for address in kept["parts"].values()]
        assert {one["version"] for one in made} == {kept["version"]}
        entries = {entry["address"] for one in made for entry in one.get("entries", ())}
        listed = re.findall(f"<loc>{site.address}(.*?)</loc>", client.get("/sitemap-pages.xml").text)
        asked = {address for address in listed if address.startswith(("/rules/", "/glossary/", "/symbols/", "/index/"))}
        assert len(asked) > 3_000
        assert asked - entries == set()


def reads_the_newest(window: Visitor) -> None:
    """Go offline, and read each kind of cached page."""
    page, context = window.page, window.context
    page.goto("/rules/107.4e/")
    expect(page.locator(".offline")).to_have_count(0)
    online = rules_on(page)
    address = page.url.partition("/rules/")[0]

    context.set_offline(True)
    page.goto("/rules/107.4f/")
    expect(page.locator("article .r.at")).to_have_attribute("id", "107.4f")
    expect(page.locator(".offline")).to_contain_text("You’re offline. These are the")
    expect(page).to_have_title("107.4f · Pipwise")
    assert rules_on(page) == online
    page.locator(".acts").get_by_role("button", name="Share").click()
    expect(page.locator(".pop [data-part=link]")).to_have_text("/rules/107.4f/")
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    expect(page.locator("article .r.at")).to_have_attribute("id", "107.4g")
    expect(page).to_have_url(f"{address}/rules/107.4g/")

    for kind in EVERY_KEPT_KIND:
        answer = page.goto(kind)
        assert answer.status == 200, kind
        assert "default-src 'none'" in answer.headers["content-security-policy"], kind
        expect(page.locator(".offline")).to_have_count(1)
        assert "§" not in page.content(), kind
    page.goto("/rules/107.4/")
    page.get_by_role("navigation", name="Previous and next").get_by_role("link", name="107.5").click()
    expect(page).to_have_url(f"{address}/rules/107.5/")

    page.locator("#box").fill("trample")
    page.locator("#box").press("Enter")
    expect(page.locator("h1")).to_have_text(re.compile(r"\d results"))
    expect(page.locator("#box")).to_have_value("trample")
    expect(page.locator(".label", has=page.locator("h1"))).to_contain_text("Offline search")
    expect(page.locator(".hits .n").first).to_have_text("702.19")
    page.locator(".hits a", has_text="702.19b").first.click()
    expect(page.locator("article .r.at")).to_contain_text("lethal damage")
    page.locator("#box").fill("{W/P}")
    page.locator("#box").press("Enter")
    expect(page.locator(".hits .n").first).to_have_text("Symbol")
    expect(page.locator(".hits .r")).not_to_have_count(0)
    for typed, shown in (("/107.4F", "/rules/107.4f/"), ("/glossary/Trample/", "/glossary/trample/")):
        page.goto(typed)
        expect(page).to_have_url(f"{address}{shown}")
    # A page that was opened before the network went finds what is typed, too.
    context.set_offline(False)
    page.goto("/")
    context.set_offline(True)
    page.locator("#box").press_sequentially("trample", delay=10)
    expect(page.locator("#answer .hits .n").first).to_have_text("702.19")
    expect(page).to_have_url(f"{address}/?q=trample")
    assert {one for one in window.complaints if "ERR_INTERNET_DISCONNECTED" not in one} == set()


def reads_what_was_read(window: Visitor) -> None:
    """Read pages opened before, and others, which say that they aren't cached."""
    page = window.page
    page.goto("/rules/2024-03-08/107.4f/")
    expect(page.locator(".offline")).to_contain_text("You opened this page")
    assert page.goto("/rules/2024-03-08/107.4e/").status == 503
    expect(page.locator("h1")).to_have_text("Not saved for offline")
    page.locator("main").get_by_role("link", name="107.4e in the").click()
    expect(page.locator("article .r.at")).to_have_attribute("id", "107.4e")
    assert page.goto("/changes/").status == 503
    page.goto("/rules/999.9/")
    expect(page.locator(".lead")).to_contain_text("There’s no 999.9 in the")
    # What was typed is kept as the page that it led to.
    page.goto(TYPED)
    expect(page.locator(".offline")).to_contain_text("You opened this page")
    expect(page.locator("main input[name=number]")).to_have_value("9")
    page.goto("/check/?cost=%7BX%7D%7BR%7D&pool=RR%22&life=7")
    expect(page.locator(".offline")).to_contain_text("Checking a cost needs a network")
    for label, typed in (("Cost", "{X}{R}"), ("Pay with", 'RR"'), ("Life", "7")):
        expect(page.get_by_label(label, exact=True)).to_have_value(typed)
    page.get_by_label("Cost", exact=True).fill("{2}{R}")
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.get_by_label("Cost", exact=True)).to_have_value("{2}{R}")
    expect(page.get_by_label("Pay with", exact=True)).to_have_value('RR"')


def is_renewed(window: Visitor, site: Site) -> None:
    """Import newer rules: once online, pages and caches have them."""
    page, context = window.page, window.context
    (before,) = (name for name in page.evaluate("caches.keys()") if not name.startswith("pipwise-read-"))
    (site.data / "later.txt").write_text(LATER)
    assert manage("import_rules", str(site.data / "later.txt"), data=site.data).returncode == 0
    # The browser ends a worker that nothing was asked of meanwhile, and one that starts isn't cut from the network yet.
    context.set_offline(False)
    page.evaluate("() => fetch('/favicon.svg').then(() => true)")
    context.set_offline(True)
    page.goto("/rules/100.1a/")
    expect(page.locator(".offline")).to_contain_text("These are the")
    context.set_offline(False)
    page.locator(".offline").get_by_role("link", name="Try again").click()
    expect(page.locator(".offline")).to_have_count(0)
    expect(page.locator("article .r.at")).to_contain_text("it says a little more")
    page.evaluate(UNTIL, [before, "", False])
    context.set_offline(True)
    page.goto("/rules/101.2/")
    expect(page.locator("article .r.at")).to_contain_text("The last rule of the chapter")
    expect(page.locator(".offline")).to_contain_text("June 13, 2026 rules")
    page.goto("/rules/107.4f/")
    expect(page.locator(".lead")).to_have_text("There’s no 107.4f in the June 13, 2026 rules.")
    # What was read before the rules changed is still there, and says so.
    page.goto(TYPED)
    expect(page.locator("main input[name=number]")).to_have_value("9")
    expect(page.locator(".offline")).to_contain_text("Newer rules have been saved since.")


@pytest.mark.browser
@pytest.mark.slow
def test_reading_offline(chromium: Any, whole_folder: Path) -> None:
    with serving(whole_folder, "--workers", "1", "--offline") as site:
        window = Visitor(chromium, site, service_workers="allow")
        page, context = window.page, window.context
        context.add_init_script(KEPT)
        # An older edition's page is the first thing read, before there is a worker.
        page.goto("/rules/2024-03-08/107.4f/")
        # The first try is cut; the next page has another.
        page.evaluate(UNTIL, ["pipwise-", "", True])
        context.set_offline(True)
        page.evaluate(ENDED)
        context.set_offline(False)
        assert page.evaluate("navigator.serviceWorker.controller") is None
        page.reload()
        page.evaluate(READY)
        is_small_and_whole(site)
        page.evaluate(UNTIL, ["pipwise-read-", "", True])
        page.goto("/try/halves/")
        page.locator("main input[name=number]").fill("9")
        expect(page).to_have_url(f"{site.address}{TYPED}")
        page.evaluate(READ, TYPED)
        reads_the_newest(window)
        reads_what_was_read(window)
        is_renewed(window, site)
    # The network is there, and the site isn't.
    context.set_offline(False)
    page.goto("/rules/101.1a/")
    expect(page.locator("article .r.at")).to_contain_text("nothing but a title")
    expect(page.locator(".offline")).to_contain_text("Can’t reach Pipwise. These are the June 13, 2026 rules")
    window.context.close()


@pytest.mark.slow
@pytest.mark.browser
def test_pages_load_without_quota_or_permission_for_a_worker(visit: Any, site: Site) -> None:
    without_room = visit(service_workers="allow")
    quota = {"origin": site.address, "quotaSize": 100_000}
    without_room.context.new_cdp_session(without_room.page).send("Storage.overrideQuotaForOrigin", quota)
    without_right = visit(service_workers="allow")
    refused = "() => Promise.reject(new DOMException('No', 'SecurityError'))"
    without_right.context.add_init_script(f"ServiceWorkerContainer.prototype.register = {refused}")
    without_room.context.add_init_script(KEPT)
    without_room.page.goto("/rules/107.4f/")
    without_room.page.evaluate(ENDED)
    assert without_room.page.evaluate("caches.keys()") == []
    for window in (without_room, without_right):
        window.page.goto("/rules/107.4f/")
        expect(window.page.locator("article .r.at")).to_have_attribute("id", "107.4f")
        expect(window.page.locator(".offline")).to_have_count(0)


@pytest.mark.django_db
def test_the_worker_changes_with_an_edition(client: Client) -> None:
    before, part = kept_by(client.get("/worker.js").content.decode()), client.get("/offline/pages.json").json()
    assert part["version"] == before["version"]
    assert before["edition"] == "the newest rules loaded"
    import_bytes(LATER.encode(), "later.txt")
    after, part = kept_by(client.get("/worker.js").content.decode()), client.get("/offline/pages.json").json()
    assert after["edition"] == "the June 13, 2026 rules"
    assert part["version"] == after["version"] != before["version"]
    # Pages as they were read stay where only the rules are others.
    assert after["build"] == before["build"]


@pytest.mark.django_db
def test_parts_are_revalidated(client: Client) -> None:
    first = client.get("/offline/rules-1.json")
    assert "107.4f" in {entry.get("number") for entry in first.json()["entries"]}
    assert client.get("/offline/rules-1.json", headers={"If-None-Match": first.headers["ETag"]}).status_code == 304
    assert client.get("/offline/nothing.json").status_code == 404


@pytest.mark.slow
@pytest.mark.django_db
def test_parts_need_few_queries(subtests: pytest.Subtests) -> None:
    for name in PARTS:
        with subtests.test(name=name):
            loaded = library()
            with CaptureQueriesContext(connection) as asked:
                PARTS[name](loaded)
            # A few, and one for each excerpt.
            assert len(asked) <= 6 + 2 * len(loaded.undated)


@pytest.mark.slow
@pytest.mark.django_db
def test_every_entry_has_a_path_to_the_home_page() -> None:
    entries = {entry["address"]: entry for name in PARTS for entry in PARTS[name](library()).get("entries", ())}
    for entry in entries.values():
        while entry["over"]:
            entry = entries[entry["over"]]
        assert entry["address"] == "/"


ENTRIES: list[dict[str, object]] = [
    {"number": "107", "title": "Numbers and Symbols"},
    {"number": "107.4", "title": "Mana symbols", "words": "The mana symbols are {W} and {W/U}."},
    {"number": "107.4f", "title": "", "words": "A Phyrexian mana symbol can’t be paid with life alone."},
    {"number": "118.3", "title": "", "words": "A player cannot pay a cost without its resources, life or mana."},
    {"kind": "Glossary", "title": "Mana", "words": "The primary resource."},
    {"kind": "Symbol", "title": "White or blue mana", "code": "{W/U}", "words": ""},
    {"kind": "Card", "title": "Mana Drain", "cost": "{U}{U}"},
    {"kind": "Card", "title": "Æther Vial", "cost": "{1}"},
    {"title": "M"},
]


@pytest.mark.browser
def test_search_ranks_numbers_then_titles_then_words(chromium: Any) -> None:
    script = (ROOT / "static/js/offline/search.js").read_text(encoding="utf-8")
    expected = {
        "107.4F": ["107.4f"],
        "rule 107.4": ["107.4", "107.4f"],
        "107": ["107", "107.4", "107.4f"],
        "mana": ["Mana", "107.4", "White or blue mana", "107.4f", "118.3", "Mana Drain"],
        "life MANA": ["107.4f", "118.3"],
        "can't": ["107.4f"],
        "phyr": ["107.4f"],
        "{w/u}": ["White or blue mana", "107.4"],
        "without": ["118.3"],
        "thout": [],
        "phyrexain": [],
        "aether vial": ["Æther Vial"],
        "æther": ["Æther Vial"],
        "mana drain": ["Mana Drain"],
        "M": ["107.4", "Mana", "White or blue mana", "107.4f", "118.3", "Mana Drain"],
        "…": [],
    }
    with closing(chromium.new_page()) as page:
        found = page.evaluate(
            f"""async ([entries, typed]) => {{
                const library = async () => ({{ entries }});
                {script}
                const names = async (text) => (await search(text)).map(one => one.number ?? one.title);
                return Promise.all(typed.map(names));
            }}""",
            [ENTRIES, list(expected)],
        )
    assert dict(zip(expected, found, strict=True)) == expected


@pytest.mark.browser
def test_the_worker_retries_busy_responses(chromium: Any) -> None:
    script = (ROOT / "static/js/offline/worker.js").read_text(encoding="utf-8")
    with closing(chromium.new_page()) as page:
        asked = page.evaluate(f"""async () => {{
            const self = {{ kept: {{ parts: {{}}, files: [] }}, addEventListener() {{}} }};
            const answers = [429, 503, 200, 404], headers = {{ "Retry-After": "0" }};
            const fetch = async () => new Response("", {{ status: answers.shift(), headers }});
            {script}
            return [(await bring("/part")).status, (await bring("/part")).status];
        }}""")
    assert asked == [200, 404]


class EarlierRelease(BaseHTTPRequestHandler):
    """An earlier release: a page, and a service worker that answers from its caches."""

    CACHES = ("pipwise-0123456789abcdef", "pipwise-read", "pipwise-read-0123456789abcdef", "pipwise-newest")
    WORKER = """
        const keep = async (name, address, words) =>
            (await caches.open(name)).put(address, new Response(words, {headers: {"Content-Type": "text/html"}}));
        addEventListener("install", event => event.waitUntil(Promise.all([
            keep("pipwise-0123456789abcdef", "/rules/107.4f/", "kept before"),
            keep("pipwise-read", "/rules/107.4f/", "read before"),
            keep("pipwise-read-0123456789abcdef", "/rules/107.4f/", "read before"),
            keep("pipwise-newest", "/edition", "the rules before"),
            skipWaiting(),
        ])));
        addEventListener("activate", event => event.waitUntil(clients.claim()));
        addEventListener("fetch", event => event.respondWith(
            fetch(event.request).catch(() => caches.match(event.request, {ignoreVary: true}))));
    """
    PAGE = "<!doctype html><title>Before</title><script>navigator.serviceWorker.register('/worker.js')</script>"

    def do_GET(self) -> None:
        is_worker = self.path == "/worker.js"
        self.send_response(200)
        self.send_header("Content-Type", "text/javascript" if is_worker else "text/html")
        self.end_headers()
        self.wfile.write((self.WORKER if is_worker else self.PAGE).encode())

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's name
        """Say nothing."""


@contextmanager
def earlier_release(port: int) -> Iterator[None]:
    server = ThreadingHTTPServer(("127.0.0.1", port), EarlierRelease)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.mark.slow
@pytest.mark.browser
def test_the_worker_replaces_that_of_an_earlier_release(
    chromium: Any, tmp_path: Path, prepare_folder: Callable[[Path], None]
) -> None:
    prepare_folder(tmp_path)
    port = free_port()
    window = Visitor(chromium, Site(f"http://127.0.0.1:{port}", tmp_path), service_workers="allow")
    page, context = window.page, window.context
    with earlier_release(port):
        page.goto("/")
        page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
        page.evaluate(UNTIL, ["pipwise-newest", "", True])
        context.set_offline(True)
        page.goto("/rules/107.4f/")
        assert page.content().count("before") == 1
        context.set_offline(False)
    with serving(tmp_path, "--workers", "1", "--offline", "--port", str(port)):
        page.goto("/rules/107.4/")
        for name in EarlierRelease.CACHES:
            page.evaluate(
                """async (name) => {
                while (await caches.has(name)) await new Promise(done => setTimeout(done, 100));
            }""",
                name,
            )
        context.set_offline(True)
        page.goto("/rules/107.4f/")
        expect(page.locator("article .r.at")).to_have_attribute("id", "107.4f")
        expect(page.locator(".offline")).to_contain_text("These are the newest rules loaded, saved on")
        assert "before" not in page.locator("main").inner_text()
    context.close()


@pytest.mark.django_db
def test_the_site_can_be_installed(client: Client) -> None:
    page = client.get("/").content.decode()
    address = re.search('<link rel="manifest" href="([^"]+)">', page)
    assert address
    described = client.get(address[1])
    assert described.headers["Content-Type"] == "application/manifest+json"
    manifest = described.json()
    assert (manifest["name"], manifest["start_url"], manifest["scope"]) == ("Pipwise: the rules of Magic", "/", "/")
    assert {(icon["sizes"], icon.get("purpose", "")) for icon in manifest["icons"]} >= {
        *(("192x192", "any"), ("512x512", "any"), ("512x512", "maskable"))
    }
    for icon in manifest["icons"]:
        served = client.get(icon["src"])
        content = served.getvalue()
        served.close()
        assert served.headers["Content-Type"] == icon["type"]
        if icon["type"] == "image/png":
            head = content[16:24]
            assert f"{int.from_bytes(head[:4])}x{int.from_bytes(head[4:])}" == icon["sizes"]
    for scheme in ("light", "dark"):
        assert f'media="(prefers-color-scheme: {scheme})"' in page
