"""Pages of history: a rule's life, what changed between two editions, all years in one picture."""

import re
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client

from tests.html import markup_of
from tests.shared import EVERY_EDITION, NEWEST, NEWEST_WRITTEN
from tests.site.test_pages import as_of

KIND_AND_COUNT = re.compile(r"</svg>([A-Z][a-z ]+) <b>(\d+)</b>")
"""A link to one kind of change, with how many there are."""


def text_of(client: Client, address: str, status: int = 200) -> str:
    return plain(html_of(client, address, status))


def html_of(client: Client, address: str, status: int = 200) -> str:
    response = client.get(address)
    assert response.status_code == status
    return markup_of(response)


def beside_rules(html: str) -> dict[str, tuple[str, str]]:
    """What became of the rules of a page, by number: a link, and its words."""
    found = re.findall(
        r'<section class="r[^>]+? id="([^"]+)"[^>]*>(?:(?!<section).)*?</a>\s*<p class="where since"><a href="([^"]+)">'
        r"([^<]+)<",
        html,
    )
    return {number: (address, words) for number, address, words in found}


def plain(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html.replace("&#x27;", "'")).split())


def feed_of(client: Client, address: str) -> list[tuple[str, str, str]]:
    """The entries of the feed that a page links to: title, address and content."""
    found = re.search(
        r'<link rel="alternate" type="application/atom\+xml" title="[^"]+" href="([^"]+)">', html_of(client, address)
    )
    assert found
    response = client.get(found[1])
    assert response.headers["Content-Type"].startswith("application/atom+xml")
    atom = "{http://www.w3.org/2005/Atom}"
    feed = ElementTree.fromstring(response.content)  # noqa: S314 - our own
    entries = feed.findall(f"{atom}entry")
    days = [entry.findtext(f"{atom}updated") or "" for entry in entries]
    assert days == sorted(days, reverse=True)
    assert not days or feed.findtext(f"{atom}updated") == days[0]
    names = ("title", "id", "summary")
    return [tuple(entry.findtext(f"{atom}{name}") or "" for name in names) for entry in entries]  # type: ignore[misc]


@pytest.mark.usefixtures("all_editions")
class TestEveryEdition:
    @pytest.mark.parametrize(
        ("address", "newest"),
        [
            ("/rules/2014-02-01/704.5k/", "/rules/704.5j/"),
            ("/rules/2017-04-28/704.5j/", ""),
            ("/glossary/2014-02-01/legend-rule/", "/glossary/legend-rule/"),
            ("/search/?q=704.5k+in+2014", "/rules/704.5j/"),
        ],
    )
    def test_what_is_shared_of_an_old_text_offers_the_newest(self, client: Client, address: str, newest: str) -> None:
        assert re.findall(r' data-newest="([^"]*)"', html_of(client, address)) == [newest]

    def test_what_became_of_each_old_rule_is_beside_it(self, client: Client) -> None:
        beside = beside_rules(html_of(client, "/rules/2014-02-01/704.5/"))
        assert beside["704.5j"] == ("/rules/2014-02-01/704.5j/history/", "Later removed")
        assert beside["704.5k"] == ("/rules/704.5j/", "Later reworded, now 704.5j")
        assert beside["704.5m"] == ("/rules/704.5k/", "Now 704.5k")
        assert beside["704.5d"] == ("/rules/704.5d/", "Later reworded")
        assert "704.5f" not in beside
        assert beside_rules(html_of(client, "/rules/704.5/")) == {}
        # A glossary entry quotes the rules of its edition.
        assert beside_rules(html_of(client, "/glossary/2014-02-01/mana-cost/"))["107.4"][1] == "Later reworded"
        assert beside_rules(html_of(client, "/glossary/mana-cost/")) == {}

    @pytest.mark.parametrize(
        ("number", "day", "now"),
        [
            ("409.4", "2009-05-01", ["602.5"]),
            ("419.3", "2009-05-01", ["614.3", "615.3"]),
            ("408.1d", "2003-03-15", ["117.1a", "117.1b"]),
        ],
    )
    def test_a_split_rule_names_all_that_lives_on(self, client: Client, number: str, day: str, now: list[str]) -> None:
        """Also where the one half is gone, as 601.5 is, which was a part of 409.4."""
        html = html_of(client, f"/rules/{day}/{number}/")
        split = f"Later split, now {' and '.join(now)}"
        assert f">{split}</a>" in html
        assert f"{split}." in as_of(html)
        assert f"{split}." in text_of(client, f"/rules/{day}/{number}/history/")
        assert f'data-newest="/rules/{now[0]}/"' in html
        gone = html_of(client, f"/rules/{number}/", 404)
        assert f"Until May 1, 2009, {number} was a rule that’s now {' and '.join(now)}." in plain(gone)
        assert all(f'href="/rules/{other}/"' in gone for other in now)
        found = text_of(client, f"/search/?q={number} on May 1, 2009")
        assert f"{split}. " in found

    @pytest.mark.parametrize(
        "address",
        [
            "/rules/{}/",
            "/rules/{}/704.5j/",
            "/rules/{}/704.5j/history/?show=side",
            "/glossary/{}/?letter=m",
            "/glossary/{}/mana-cost/",
            "/glossary/{}/mana-cost/history/",
        ],
    )
    def test_a_day_between_two_editions_leads_to_the_edition_of_that_day(self, client: Client, address: str) -> None:
        response = client.get(address.format("2014-03-01"))
        assert (response.status_code, response.headers["Location"]) == (302, address.format("2014-02-01"))
        # The rules of that day aren’t loaded: another edition was published before it.
        missing = text_of(client, address.format("2003-08-01"), 404)
        assert "The July 1, 2003 rules applied then. Pipwise doesn’t have them." in missing

    @pytest.mark.parametrize(
        ("asked", "leads_to"),
        [
            ("/rules/2008-03-20/420.5e/", "/rules/2008-02-01/420.5e/"),
            ("/rules/2008-03-20/420.5e/history/", "/rules/2008-02-01/420.5e/history/"),
            ("/rules/2008-03-20/104.3f/", "/rules/2008-03-17/104.3f/"),
            ("/rules/2008-03-20/", "/rules/2008-02-01/"),
            ("/glossary/2008-03-20/mana-cost/", "/glossary/2008-02-01/mana-cost/"),
            ("/changes/2014-05-01/2018-08-01/?section=704", "/changes/2014-02-01/2018-07-13/?section=704"),
        ],
    )
    def test_a_day_leads_to_a_quotation_only_for_what_that_has(self, client: Client, asked: str, leads_to: str) -> None:
        assert client.get(asked).headers["Location"] == leads_to

    def test_the_newest_changes_are_counted_on_the_home_page_and_lead_the_feed(self, client: Client) -> None:
        address = f"/changes/{EVERY_EDITION[-2]}/{NEWEST}/"
        counts = {name: int(count) for name, count in KIND_AND_COUNT.findall(html_of(client, address))}
        assert sum(counts.values()) > 0
        said = ", ".join(f"{count} {name.lower()}" for name, count in counts.items() if name != "References only")
        assert f": {said} " in plain(html_of(client, "/"))
        title, link, _ = feed_of(client, "/changes/")[0]
        assert link == f"http://testserver{address}"
        words = {"References only": "in references only"}
        said = ", ".join(f"{count} {words.get(name, name.lower())}" for name, count in counts.items())
        assert title == f"{NEWEST_WRITTEN}: {said}"

    def test_bars_are_as_long_as_what_they_count(self, client: Client) -> None:
        """Of the most rewritten sections and of chapters, each list on one scale."""
        html = html_of(client, "/changes/2024-03-08/2025-06-06/")
        assert sum(int(count) for _, count in KIND_AND_COUNT.findall(html)) == 833
        for row in (r"<li>.*?</li>", r'<details class="chap".*?</summary>'):
            bars = {}
            for one in re.findall(row, html, re.DOTALL):
                widths = map(float, re.findall(r'x="[\d.]+%" width="([\d.]+)%"', one))
                if found := re.search(r"<b>(\d+)<", one):
                    bars[int(found[1])] = sum(widths)
            assert len(bars) > 3
            most = max(bars)
            assert bars[most] == pytest.approx(100, abs=1)
            assert all(width == pytest.approx(100 * count / most, abs=3) for count, width in bars.items())

    def test_new_numbers_hide_no_rewritten_section(self, client: Client) -> None:
        html = html_of(client, "/changes/2024-03-08/2025-06-06/")
        ranked = re.findall(r"<li>(.*?)</li>", html.partition("Most rewritten")[2].partition("</ol>")[0], re.DOTALL)
        assert plain(ranked[0]) == "702 Keyword Abilities 103 59 added, 44 edited"
        assert plain(ranked[1]) == "701 Keyword Actions 23 18 added, 5 edited"
        assert "Most rewritten" not in html_of(client, "/changes/2024-03-08/2025-06-06/?show=moved")

    def test_the_first_section_is_open_and_the_others_load(self, client: Client) -> None:
        html = html_of(client, "/changes/2024-03-08/2025-06-06/")
        assert set(re.findall(r'id="(\d{3})\.\w+"', html)) == {"107"}
        loading = re.findall(r'<details class="[^"]+"[^>]*hx-get="([^"]+)"', html)
        assert len(loading) > 50
        assert f'{loading[0]}">Show what changed' in html
        assert 'id="differences"' in html_of(client, loading[0])

    def test_few_changes_are_all_there(self, client: Client) -> None:
        html = html_of(client, f"/changes/{EVERY_EDITION[-2]}/{NEWEST}/")
        assert "Show what changed" not in html
        assert "Most rewritten" not in html

    def test_what_a_change_leaves_out_is_marked(self, client: Client) -> None:
        for view in ("", "&view=side"):
            section = text_of(client, f"/changes/2011-07-15/2014-02-01/?section=208{view}")
            assert re.search("Edited, was 207.2a … (Before )?Example: Lost Order of Jarkeld has", section)

    def test_the_order_of_two_editions_makes_no_difference(self, client: Client) -> None:
        response = client.get("/changes/2026-01-16/2025-06-06/?show=new")
        assert response.headers["Location"].startswith("/changes/2025-06-06/2026-01-16/")

    def test_the_picture_names_great_changes_and_new_sections(self, client: Client) -> None:
        html = html_of(client, "/changes/")
        picture = html.partition('aria-label="Major changes"')[2].partition('class="rows6"')[0]
        calls = re.findall(r'<svg x="([\d.]+)%"[^>]*><a href="([^"]+)">(.*?)</a>', picture)
        assert [(address, plain(words)) for _, address, words in calls] == [
            ("/changes/2004-10-01/2005-08-01/", "Aug 2005 Multiplayer rules"),
            ("/changes/2009-05-01/2009-07-11/", "Jul 2009 The book is rewritten and renumbered"),
            ("/changes/2017-04-28/2018-07-13/", "Jul 2018 “He or she” is replaced"),
        ]
        assert "Most changed in July 2009: the book was rewritten and renumbered." in plain(html)
        assert "July 2009: rewritten and renumbered" in html_of(client, "/")
        assert [float(at) for at, _, _ in calls] == sorted(float(at) for at, _, _ in calls)
        named = dict(re.findall(r'<a href="(/rules/\d{3}/history/)"><text[^>]*>([^<]+)</text>', html))
        assert named["/rules/310/history/"] == "Battles"
        # So many sections began with the great renumbering that none of them is named.
        assert "/rules/403/history/" not in named
        assert '<a href="/changes/?year=2012">' in html

    def test_a_section_lists_what_its_last_edition_changed(self, client: Client) -> None:
        def listed(address: str) -> str:
            beside = re.search(r'<section class="news">(.*?)</section>', html_of(client, address), re.DOTALL)
            return beside[1] if beside else ""

        newest = listed("/rules/702/")
        assert plain(newest) == (
            "New in February 2026 702.49c edited 702.124i edited 702.190 Sneak added All changes in 702"
        )
        assert '<a href="#702.190">702.190</a>' in newest
        assert 'href="/changes/2026-01-16/2026-02-27/?section=702"' in newest
        # A rule that is gone may have left its number to another.
        old = listed("/rules/2022-10-07/702/")
        assert "Old 702.6d removed" in plain(old)
        assert re.search(r"\d+ more", plain(old))
        # Newer editions left it alone.
        assert plain(listed("/rules/703/")).startswith("Changed in ")
        assert listed("/rules/2003-03-15/502/") == ""
        assert listed("/rules/702.9/") == ""

    def test_feeds(self, client: Client) -> None:
        pair = "http://testserver/changes/2025-06-06/2026-01-16/"
        [(title, _, content)] = [entry for entry in feed_of(client, "/changes/") if entry[1] == pair]
        assert title.startswith("January 16, 2026: 72 added, 105 edited, 2 removed")
        assert f'href="{pair}?section=702"' in content
        [title] = [title for title, link, _ in feed_of(client, "/rules/702/history/") if link == f"{pair}?section=702"]
        assert title == "January 16, 2026: 21 added, 16 edited, 1 in references only"
        entries = feed_of(client, "/rules/704.5j/")
        assert entries[0][0] == "October 7, 2022: Edited, between April 22, 2021 and October 7, 2022"
        assert entries[0][1] == "http://testserver/rules/2022-10-07/704.5j/"
        assert "<del>a player controls</del>" in entries[0][2]
        assert "The oldest edition loaded" in entries[-1][0]
        entries = feed_of(client, "/glossary/mana-value/")
        assert entries[0][0] == "April 22, 2021: Name only: Converted Mana Cost became Mana Value"
        assert len({address for _, address, _ in entries}) == len(entries)
        assert client.get("/glossary/converted-mana-cost/feed.atom").status_code == 200

    def test_another_name_leads_to_the_history_of_the_entry(self, client: Client) -> None:
        response = client.get("/glossary/state-based-action/history/")
        assert response.headers["Location"] == "/glossary/state-based-actions/history/"

    @pytest.mark.parametrize(
        "address", ["/rules/704.5j/history/?show=side", "/changes/2025-06-06/2026-01-16/?view=side&section=702"]
    )
    def test_side_by_side(self, client: Client, address: str) -> None:
        html = html_of(client, address)
        sides = re.findall(r'<div class="was"><b>Before</b>(.*?)</div><div class="is"><b>After</b>(.*?)</div>', html)
        assert any("<del>" in before for before, _ in sides)
        assert any("<ins>" in after for _, after in sides)
        assert not any("<ins>" in before or "<del>" in after for before, after in sides)
        # The other ways to show it are a link away, and nothing that was chosen is lost.
        other = "/rules/704.5j/history/" if "show" in address else "/changes/2025-06-06/2026-01-16/?section=702"
        assert f'href="{other}"' in html

    @pytest.mark.parametrize(
        ("address", "most"),
        [
            ("/rules/704.5j/history/", 5),
            ("/glossary/mana-value/history/", 7),
            ("/changes/", 6),
            ("/changes/2025-06-06/2026-01-16/", 8),
            ("/search/?q=changes+since+2025", 14),
            ("/rules/702/history/", 8),
        ],
    )
    def test_few_queries(self, client: Client, django_assert_max_num_queries: Any, address: str, most: int) -> None:
        with django_assert_max_num_queries(most):
            assert client.get(address).status_code == 200


@pytest.mark.django_db
class TestExcerpts:
    def test_feeds(self, client: Client) -> None:
        assert feed_of(client, "/changes/") == []
        assert [title for title, _, _ in feed_of(client, "/rules/107.4e/")] != []
