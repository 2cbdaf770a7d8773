"""Attack strings in every parameter of every address: no fault, nothing back as it came, nobody led elsewhere."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any
from urllib.error import HTTPError
from urllib.parse import parse_qsl, quote, urlencode
from urllib.request import Request, urlopen

import pytest
from django.test import Client
from django.urls import URLResolver, get_resolver, resolve

from explorer.api.refusals import paths_of
from explorer.api.service import api
from symbols.engine import KEYS
from symbols.engine.x import KEYS as X_KEYS
from symbols.trials.catalog import TRIALS
from tests.processes import HANGING
from tests.servers import Site
from tests.shared import is_search
from tests.tables import cases

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.usefixtures("embedded")]

# Percent-encoded where no text says it.
ATTACKS: tuple[str, ...] = tuple(cases("site/attacks", "attacks"))
SAFE = "%/'()*;:@!$,~"
"""What stands in a path or a query as it is; a percent sign begins what is encoded above."""
ALIVE = ("<svg onload", "<script>alert", '" autofocus onfocus', "'\"><", "31348", "root:x:0")

GOOD = {
    "edition": "2025-06-06", "number": "107.4", "slug": "x", "old": "2024-03-08", "new": "2025-06-06",
    "code": "W", "document": "mtr", "name": "pages", "form": "json", "rule_id": "107.4", "term": "x", "rest": "nothing",
    "id": "4457ed35-7c10-48c8-9776-456485fdf070",
}  # fmt: skip
Pattern = tuple[str, tuple[str, ...]]


@pytest.fixture
def embedded(settings: Any) -> None:
    """Other sites may show pages in frames, so that these pages are there."""
    settings.EMBED = ["https://forum.example"]


def patterns(resolver: URLResolver, before: str = "/") -> Iterator[Pattern]:
    """Yield each pattern as a template of its address, with the names of its parameters."""
    for each in resolver.url_patterns:
        if isinstance(each, URLResolver):
            yield from patterns(each, before + str(each.pattern))
            continue
        written, names = str(each.pattern), tuple(each.pattern.regex.groupindex)
        if written.startswith("^"):
            # These three are written as regular expressions.
            written = {"short-rule": "{number}/"}.get(each.name or "", "rules/{number}.{form}")
            written = written.replace("{number}", "{edition}/{number}") if "edition" in names else written
        for name, converter in getattr(each.pattern, "converters", {}).items():
            for kind in ("date:", "str:", "slug:", "code:", "path:", "policy:", ""):
                written = written.replace(f"<{kind}{name}>", f"{{{name}}}")
            assert converter
        yield before + written, names


def templates() -> dict[str, tuple[str, ...]]:
    return dict(patterns(get_resolver()))


def tried(place: int) -> tuple[str, ...]:
    """Return the attacks that one parameter meets: another than the next, and in the long search all."""
    return ATTACKS if is_search() else (ATTACKS[place % len(ATTACKS)],)


def check(client: Client, address: str, **headers: str) -> int:
    response = client.get(address, headers=headers)
    assert response.status_code < 500, f"{response.status_code} {address[:300]}"
    body = b"" if response.streaming else response.content
    # In JSON, a quote is written so.
    text = body.decode(errors="replace").replace('\\"', "")
    kind = response.headers.get("Content-Type", "")
    if "html" in kind or "xml" in kind:
        # A page’s own drawings and scripts have no such attribute or text.
        alive = [each for each in ALIVE if each in text]
        assert not alive, f"{alive} {address[:300]}"
    assert not response.cookies, address[:300]
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    led = response.headers.get("Location", "/")
    assert led.startswith(("/", "http://testserver/")), led
    assert not led.startswith(("//", "/\\")), led
    return response.status_code


def test_every_pattern_is_reached() -> None:
    found = templates()
    assert len(found) > 80
    for template, names in found.items():
        assert {*resolve(template.format(**GOOD)).kwargs} == {*names}, template


def test_in_a_path(client: Client, subtests: pytest.Subtests) -> None:
    for place, template, name in [
        (at, *each)
        for at, each in enumerate((template, name) for template, names in templates().items() for name in names)
    ]:
        with subtests.test(place=place, template=template, name=name):
            for attack in tried(place):
                check(client, template.format(**{**GOOD, name: quote(attack, safe=SAFE)}))


# Pages with the parameters of their queries; of a page in three forms, one for each.
QUERIES: Mapping[str, Sequence[str]] = {
    "/": ("q",),
    "/search/": ("q", "edition", "page", "for"),
    "/search/suggestions/": ("q",),
    "/rules/107.4/history/": ("show",),
    "/rules/2025-06-06/107.4/history/": ("show",),
    "/glossary/x/history/": ("show",),
    "/glossary/": ("letter",),
    "/index/": ("letter",),
    "/changes/?to=2025-06-06": ("from", "chapter", "year"),
    "/changes/?from=2025-06-06": ("to",),
    "/changes/2024-03-08/2025-06-06/": ("show", "section", "view"),
    "/brief/": ("part", "note", "add", "at", "do", "edit"),
    "/brief/?part=/rules/107.4/": ("part", "at", "do"),
    "/check/?cost={X}{W/P}": (*KEYS, "mana", "mana_w", "snow_w", "open"),
    "/check/embed/?cost={X}{W/P}": KEYS[::3],
    "/check.png?cost={X}{W/P}": KEYS[1::3],
    "/x/?cost={X}{R}": (*X_KEYS, "edition", "letter"),
    "/numbers/": ("edition",),
    "/symbols/": ("q",),
    "/symbols/W/": ("edition",),
    "/symbols/W.png": ("edition",),
    "/symbols/W.svg": ("v",),
    **{f"/try/{trial.slug}.png": ("edition",) for trial in TRIALS},
    **{f"/try/{trial.slug}/": (*(control.key for control in trial.controls), "edition", "rule") for trial in TRIALS},
}


def in_queries() -> Iterator[tuple[str, str]]:
    yield from ((page, key) for page, keys in QUERIES.items() for key in keys)
    for template, methods in paths_of(api).items():
        named = [each["name"] for each in methods["get"].get("parameters", ()) if each["in"] == "query"]
        needed = urlencode({"cost": "{X}"} if "cost" in named else {"q": "mana"} if "q" in named else {})
        yield from ((f"{template.format(**GOOD)}?{needed}", name) for name in named)


def test_in_a_query(client: Client, subtests: pytest.Subtests) -> None:
    for place, page, key in [(at, *each) for at, each in enumerate(in_queries())]:
        with subtests.test(place=place, page=page, key=key):
            path, _, others = page.partition("?")
            kept = [(name, text) for name, text in parse_qsl(others) if name != key]
            for attack in tried(place):
                query = urlencode(kept) + f"&{key}={quote(attack, safe=SAFE)}"
                check(client, f"{path}?{query}")


def test_in_a_header(client: Client, subtests: pytest.Subtests) -> None:
    """As far as a header can have it: in a line, of bytes."""
    for place, page in [*enumerate(("/", "/check/", "/rules/107.4/", "/try/halves/", "/x/"))]:
        with subtests.test(place=place, page=page):
            named = (
                "HX-Target",
                "HX-Current-URL",
                "HX-Trigger",
                "Accept",
                "Accept-Encoding",
                "If-None-Match",
                "Referer",
            )
            for number, name in enumerate(
                (*named, "Range", "Cookie", "X-Forwarded-For", "X-Forwarded-Proto", "Origin")
            ):
                for attack in tried(place + number):
                    said = attack.encode(errors="replace").decode("latin-1")
                    check(client, f"{page}?q=mana&cost=2WU", **{"HX-Request": "true", name: said})


def test_as_the_encoding_of_what_is_sent_or_wanted(site: Site, subtests: pytest.Subtests) -> None:
    for header in ["Content-Type", "Accept"]:
        for page in ["/rules/107.4f/", "/nothing/"]:
            for parts in ["charset*=x'y'z%ff", "charset/*=x'y'z%ff", "a*=b; a*0=c"]:
                with subtests.test(header=header, page=page, parts=parts):
                    asked = Request(site.address + page, headers={header: f"text/html; {parts}"})
                    with suppress(HTTPError), urlopen(asked, timeout=HANGING) as answer:
                        assert answer.status == 200
                    assert "Traceback" not in (site.data / "errors.txt").read_text()


def test_an_encoding_makes_no_page_of_it_for_others(site: Site, subtests: pytest.Subtests) -> None:
    for encoding in ["cp037", "hex", "undefined", "nothing"]:
        with subtests.test(encoding=encoding):
            page = f"{site.address}/search/?q=trample+{encoding}"
            for headers in ({"Content-Type": f"text/html; charset={encoding}"}, {}):
                with urlopen(Request(page, headers=headers), timeout=HANGING) as answer:
                    assert f"<title>trample {encoding} " in answer.read().decode()


def test_all_that_clients_accept_is_read(site: Site, subtests: pytest.Subtests) -> None:
    for accepted in ["application/json, *; q=.2", "application/json, text/html; q=.1; a='b'"]:
        with subtests.test(accepted=accepted):
            asked = Request(f"{site.address}/nothing/", headers={"Accept": accepted})
            with pytest.raises(HTTPError) as refused, urlopen(asked, timeout=HANGING):
                pass
            with refused.value as answer:
                assert answer.headers.get_content_type() == "application/json"


def test_as_the_name_of_the_site(client: Client, subtests: pytest.Subtests) -> None:
    for attack in ATTACKS:
        with subtests.test(attack=attack):
            assert check(client, "/", Host=attack.encode().decode("latin-1")) == 400


def test_as_the_name_of_a_parameter(client: Client, subtests: pytest.Subtests) -> None:
    for place, page in [
        *enumerate(("/check/", "/x/", "/search/", "/brief/", "/api/check", "/api/search", "/try/halves/"))
    ]:
        with subtests.test(place=place, page=page):
            for attack in tried(place):
                check(client, f"{page}?{quote(attack, safe=SAFE)}=1&cost=W&q=mana")
