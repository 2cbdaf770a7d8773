"""Reading the rules: references and words of the glossary as links, what cites a rule, folds, and light pages."""

import datetime
import gzip
import re
from pathlib import Path

import brotli
import pytest
from django.test import Client

from explorer.importing.documents import import_bytes
from explorer.models import Edition, Wording
from tests.conftest import with_editions
from tests.document.samples import DOCUMENT
from tests.shared import EVERY_EDITION
from tests.site.test_pages import Outline, read

pytestmark = pytest.mark.django_db

JUNE = datetime.date(2025, 6, 6)

BOOK = (
    DOCUMENT.replace(
        "100.1b A second subrule follows it.",
        "100.1b A second subrule has first strike and first strikes. See rules 101.1–2, rule 101.9, and section 2.\n"
        "Example: First strike is nothing here.\n\n"
        "100.1c Here are first strike, flash, an Aura, and the “Flash Flood” card (see rule 101, “First Strike”).",
    )
    .replace(
        "Mana Burn (Obsolete)",
        "Aura\nAn enchantment subtype. See also Spell.\n\nDouble Strike\nLike first strike. See First Strike.\n\n"
        "First Strike\nA keyword ability. See rule 100.1.\n\nFlash\nAnother keyword ability.\n\nMana Burn (Obsolete)",
    )
    .replace('See rule 100, "General."', "See rule 100, “General.” See also Cards, and Flash.")
)


@pytest.fixture
def book() -> None:
    """A library with one small book in it."""
    Edition.objects.all().delete()
    Wording.objects.all().delete()
    import_bytes(BOOK.encode(), "book.txt")


def rule_html(page: str, number: str) -> str:
    """Return one rule of a page."""
    found = re.search(rf'<section class="r[^"]*" id="{re.escape(number)}">.*?</section>', page, re.DOTALL)
    assert found, number
    return found[0]


def links(html: str) -> list[tuple[str, str]]:
    """Return the links of some HTML: words, and where they lead."""
    return [(words, address) for address, words in re.findall(r'<a href="([^"]+)"[^>]*>([^<]*)</a>', html)]


def citing(page: str) -> dict[str, str]:
    """Return what a page says cites each number, as HTML; a long list folds."""
    lists = re.findall(r'<(details|div) class="(?:more )?cited">(.*?)</\1>', page, re.DOTALL)
    found = [re.match(r"(?:<summary>|<p><span[^>]*>)(\S+)(.*)", shown, re.DOTALL) for _, shown in lists]
    assert all(found)
    return {each[1]: each[2] for each in found if each}


def cited(page: str) -> dict[str, list[str]]:
    """Return what a page says cites each number: the words of the links under each title."""
    return {number: [words for words, _ in links(shown)] for number, shown in citing(page).items()}


@pytest.mark.usefixtures("book")
class TestLinksInText:
    def test_words_are_linked_once_in_each_rule(self, client: Client) -> None:
        page = read(client, "/rules/100/")
        assert ("first strike", "/glossary/first-strike/") in links(rule_html(page, "100.1b"))
        assert page.count("/glossary/first-strike/") == 1, "not again in 100.1c, which belongs to the same rule"
        assert links(rule_html(page, "100.1c")) == [
            ("flash", "/glossary/flash/"),
            ("Aura", "/glossary/aura/"),
            ("101", "/rules/101/"),
        ]

    def test_a_pinned_page_links_within_its_edition(self, client: Client) -> None:
        page = read(client, "/rules/2025-06-06/100.1b/")
        addresses = {address for _, address in links(rule_html(page, "100.1b"))}
        assert "/glossary/2025-06-06/first-strike/" in addresses
        assert "/rules/2025-06-06/101.1/" in addresses
        assert {address for address in addresses if "2025-06-06" not in address} == set()

    def test_a_reference_to_nothing_says_so(self, client: Client) -> None:
        html = rule_html(read(client, "/rules/100/"), "100.1b")
        assert re.search(r'<span class="missing" title="[^"]+">101\.9</span>', html)
        entry = read(client, "/glossary/aura/")
        assert re.search(r'<span class="missing" title="[^"]+">Spell</span>', entry)

    def test_a_name_in_the_glossary_leads_to_the_entry_that_it_means(self, client: Client) -> None:
        found = links(read(client, "/glossary/ability/"))
        assert ("Cards", "/glossary/card/") in found
        assert ("Flash", "/glossary/flash/") in found

    def test_an_import_elsewhere_is_seen_at_once(self, client: Client) -> None:
        """What is kept in memory is not what another process could change."""
        assert "/glossary/first-strike/" in read(client, "/rules/100/")
        later = BOOK.replace("June 6", "June 13").replace("101.1. Titles", "101.3. Titles").replace("101.1a", "101.3a")
        import_bytes(later.encode(), "later.txt")
        newest = rule_html(read(client, "/rules/100/"), "100.1b")
        assert re.search(r'<span class="missing" title="[^"]+">101\.1</span>', newest)
        old = rule_html(read(client, "/rules/2025-06-06/100/"), "100.1b")
        assert ("101.1", "/rules/2025-06-06/101.1/") in links(old)


class TestCitedBy:
    @pytest.mark.usefixtures("book")
    @pytest.mark.parametrize(
        ("address", "expected"),
        [
            ("/rules/101.1/", {"101.1": ["100.1a", "100.1b"]}),
            ("/rules/101.1a/", {"101.1": ["100.1a", "100.1b"]}),
            ("/rules/101.2/", {"101.2": ["100.1b"]}),
            ("/rules/100.1/", {"100.1": ["Card", "First Strike"], "100.1b": ["101.2"]}),
            ("/rules/100.1b/", {"100.1b": ["101.2"], "100.1": ["Card", "First Strike"]}),
            ("/rules/100/", {"100": ["Ability"]}),
            ("/rules/2/", {"2": ["100.1b"]}),
            ("/rules/200.1/", {}),
        ],
    )
    def test_a_rule_tells_what_cites_it(self, client: Client, address: str, expected: dict[str, list[str]]) -> None:
        assert cited(read(client, address)) == expected

    def test_in_an_excerpt_as_far_as_it_goes(self, client: Client) -> None:
        page = read(client, "/rules/2024-03-08/107.3/")
        assert cited(page) == {"107.3": ["107.4b"], "107.3i": ["107.3j", "107.3k", "107.3m"]}
        assert 'id="excerpt"' in page

    @pytest.mark.usefixtures("book")
    def test_by_its_own_rule(self, client: Client) -> None:
        """The number is in one place more; a rule that names itself is none that cites it."""
        source = BOOK.replace("100.1c Here", "100.1c As in 100.1b and rule 100.1b and in rule 100.1c, here")
        import_bytes(source.replace("June 6", "June 13").encode(), "later.txt")
        page = read(client, "/rules/100.1b/")
        assert cited(page) == {"100.1b": ["100.1c", "101.2"], "100.1": ["Card", "First Strike"]}
        assert "100.1c" in citing(page)["100.1b"]

    def test_by_excerpts_whose_references_lead_here(self, client: Client) -> None:
        page = read(client, "/rules/107.4/")
        assert cited(page) == {"107.4": ["202.1"], "107.4e": ["202.2d"], "107.4f": ["202.1a"]}
        assert "(July 15, 2011)" in citing(page)["107.4"]
        assert '<a href="/rules/2011-07-15/202.1/">202.1</a>' in page
        assert cited(read(client, "/rules/2025-06-06/107.4/")) == {}, "not on a page that stays in its edition"

    @pytest.mark.usefixtures("book")
    def test_its_links_stay_with_the_text(self, client: Client) -> None:
        """101.1 is of an older edition, so what cites it is too, though a newer one has those numbers."""
        later = BOOK.replace("June 6", "June 13").replace("101.1. Titles", "101.3. Titles").replace("101.1a", "101.3a")
        import_bytes(later.encode(), "later.txt")
        shown = citing(read(client, "/rules/2025-06-06/101.1/"))["101.1"]
        assert links(shown) == [("100.1a", "/rules/2025-06-06/100.1a/"), ("100.1b", "/rules/2025-06-06/100.1b/")]


class TestContents:
    def test_sections_show_at_once(self, client: Client) -> None:
        page = read(client, "/rules/2011-07-15/")
        lists = page[page.index('<ul class="secs">') :]
        assert [f"/rules/2011-07-15/{number}/" in lists for number in range(200, 212)] == [True] * 12
        assert "<details" not in lists[: lists.index("</main>")]

    def test_the_rule_being_read_is_marked_in_the_index_of_its_section(self, client: Client) -> None:
        page = read(client, "/rules/2011-07-15/202.3b/")
        index = page[page.index('<nav class="toc"') :]
        index = index[: index.index("</nav>")]
        assert 'href="/rules/2011-07-15/202/"' in index
        entries = re.findall(r'<li( aria-current="true")?><a href="[^"]+">([\d.]+)<span>', index)
        assert [number for current, number in entries if current] == ["202.3"]
        assert {"202.1", "202.2", "202.3"} <= {number for _, number in entries}
        letters = dict(re.findall(r'<a href="([^"]+)"( aria-current="true")?>[a-z]</a>', index))
        assert [address for address, current in letters.items() if current] == ["/rules/2011-07-15/202.3b/"]
        assert "/rules/2011-07-15/202.3a/" in letters
        assert not [address for address in letters if "/202.1" in address], "only the open rule shows its letters"


@pytest.mark.usefixtures("book")
class TestGlossary:
    def test_an_entry_tells_where_it_is_used(self, client: Client) -> None:
        page = read(client, "/glossary/first-strike/")
        lists = page[page.index("<h1") : page.index('class="body pager"')]
        numbers = re.findall(r'<a class="n" href="[^"]+">([^<]+)</a>', lists)
        assert numbers == ["100.1", "100.1b", "100.1c"], "the rule that it cites, then two that use it"
        assert ("Double Strike", "/glossary/double-strike/") in links(lists)

    def test_a_word_that_is_everywhere_says_so(self, client: Client) -> None:
        page = read(client, "/glossary/card/")
        assert "Used in" in page
        assert 'class="body hits"' not in page
        assert "/search/?q=Card" in page

    def test_obsolete_words_are_marked(self, client: Client) -> None:
        assert "Obsolete:" in read(client, "/glossary/mana-burn-obsolete/")
        assert "Obsolete:" in read(client, "/glossary/?letter=M")
        assert "Obsolete:" not in read(client, "/glossary/flash/")

    @pytest.mark.parametrize(
        ("address", "leads_to"),
        [
            ("/glossary/cards/", "/glossary/card/"),
            ("/glossary/mana-burn/", "/glossary/mana-burn-obsolete/"),
            ("/glossary/2025-06-06/auras/", "/glossary/2025-06-06/aura/"),
        ],
    )
    def test_another_form_of_a_name_leads_to_the_entry(self, client: Client, address: str, leads_to: str) -> None:
        response = client.get(address)
        assert (response.status_code, response.headers["Location"]) == (302, leads_to)

    def test_turning_to_the_next_entry(self, client: Client) -> None:
        assert ("‹ Double Strike", "/glossary/double-strike/") in [
            (words, address)
            for address, words in re.findall(
                r'rel="prev" href="([^"]+)">([^<]+)', read(client, "/glossary/first-strike/")
            )
        ]
        assert 'rel="prev"' not in read(client, "/glossary/ability/")


def own_part(page: str) -> bytes:
    """Return a page without the style sheets and scripts within it, which all pages have."""
    return re.sub(r"<(style|script)>.*?</\1>", "", page, flags=re.DOTALL).encode()


@with_editions(*EVERY_EDITION)
class TestTheWholeDocument:
    """The newest edition, with the largest section and the largest glossary."""

    def test_pages_are_light(self, client: Client) -> None:
        most = {
            "/rules/702.19b/": 15,
            "/rules/": 8,
            "/rules/704/": 15,
            "/glossary/": 18,
            "/glossary/?letter=C": 20,
            "/glossary/triggered-ability/": 10,
            # More than half of this is the rules' own words: 34 kB of them, compressed.
            "/rules/702/": 60,
        }
        weights = {address: len(gzip.compress(own_part(read(client, address)), 6)) / 1000 for address in most}
        assert {address: weight for address, weight in weights.items() if weight > most[address]} == {}

    @pytest.mark.parametrize(
        ("address", "most"),
        [
            ("/rules/702.19b/", 60),
            ("/rules/704.5j/", 60),
            ("/rules/702/", 100),
            ("/glossary/", 60),
            ("/glossary/trample/", 60),
        ],
    )
    def test_a_first_visit_is_light(self, client: Client, static_files: Path, address: str, most: int) -> None:
        """The page and all that it loads, in thousands of bytes on their way."""
        response = client.get(address, headers={"Accept-Encoding": "gzip, br"})
        assert response.headers["Content-Encoding"] == "br"
        page = brotli.decompress(response.content).decode()
        # What is in a template is loaded with the first form that opens.
        page = re.sub(r"<template.*?</template>", "", page, flags=re.DOTALL)
        loaded = set(re.findall(r'(?:src|href)="/static/([^"#]+)', page))
        assert len(loaded) >= 8
        # A picture is as small as it can be already, and only an installed app asks for the icons.
        files = {name: static_files / f"{name}.br" for name in loaded if not name.startswith("icons/")}
        weights = {name: file.stat().st_size for name, file in files.items()}
        assert (len(response.content) + sum(weights.values())) / 1000 <= most, weights

    def test_a_large_section_has_every_subrule_to_jump_to(self, client: Client) -> None:
        page = Outline(read(client, "/rules/702/"))
        places = {attributes.get("id") for attributes in page.all("section")}
        assert len(places) > 700
        assert {"702.1", "702.19b", "702.150a"} <= places
        assert client.get("/rules/702/").content == client.get("/rules/702/").content

    def test_contents_show_the_sections_of_every_chapter(self, client: Client) -> None:
        page = read(client, "/rules/")
        parts = re.split(r'id="chapter-(\d)"', page)
        chapters = dict(zip(parts[1::2], parts[2::2], strict=True))
        assert list(chapters) == list("123456789")
        assert 'href="/rules/704/"' in chapters["7"]
        assert "State-Based Actions" in chapters["7"]
        assert 'id="chapter-7"' in read(client, "/rules/7/")
        assert 'id="chapter-1"' not in read(client, "/rules/7/")

    def test_long_lists_fold(self, client: Client) -> None:
        page = read(client, "/rules/704/")
        assert re.search(r'<details class="more cited"><summary>704', page)
        assert len(cited(page)["704"]) > 30
        page = read(client, "/rules/2026-01-16/107.3/")
        assert '<div class="cited"><p><span>107.3' in page

    def test_the_glossary_by_letter(self, client: Client) -> None:
        index = Outline(read(client, "/glossary/"))
        identifiers = {attributes.get("id") for _, attributes in index.elements}
        assert {"letter-A", "letter-Z", "state-based-actions", "x"} <= identifiers
        page = read(client, "/glossary/?letter=c")
        names = re.findall(r'<h2><a href="/glossary/[^"]*">([^<]*)</a>', page)
        assert len(names) > 40
        assert {name.lstrip("“")[0] for name in names} == {"C"}
        assert 'href="/glossary/?letter=C" aria-current="true"' in page
        assert "No glossary entry in" in read(client, "/glossary/?letter=ß", 404)
        assert "No glossary entry in" in read(client, "/glossary/?letter=%00", 404)
        for _, address in links(read(client, "/glossary/"))[::40]:
            assert client.get(address).status_code == 200, address


@with_editions(*EVERY_EDITION)
def test_a_glossary_entry_says_what_it_leaves_out_of_its_rule_and_quotes_nothing_twice(client: Client) -> None:
    page = read(client, "/glossary/deathtouch/")
    assert '<a class="next" href="/rules/702.2/">… 4 more under 702.2</a>' in page
    assert page.count('<section class="r" id="702.2b">') == 1
