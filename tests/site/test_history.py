"""Pages of history: a rule's life, what changed between two editions, all years in one picture."""

import re
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client

from tests.html import markup_of
from tests.shared import EVERY_EDITION, NEWEST, NEWEST_WRITTEN
from tests.site.test_pages import as_of

KIND_AND_COUNT = re.compile(r"</span>([A-Z][a-z ]+) <b>(\d+)</b>")
"""A link to one kind of change, with how many there are."""


def text_of(client: Client, address: str, status: int = 200) -> str:
    """Return a page without its tags."""
    return plain(html_of(client, address, status))


def html_of(client: Client, address: str, status: int = 200) -> str:
    response = client.get(address)
    assert response.status_code == status
    return markup_of(response)


def beside_rules(html: str) -> dict[str, tuple[str, str]]:
    """Return what became of the rules of a page, by number: where it leads, and its words."""
    found = re.findall(
        r'<section class="r[^>]+? id="([^"]+)"[^>]*>(?:(?!<section).)*?</a>\s*<p class="where since"><a href="([^"]+)">'
        r"([^<]+)<",
        html,
    )
    return {number: (address, words) for number, address, words in found}


def plain(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html.replace("&#x27;", "'")).split())


def feed_of(client: Client, address: str) -> list[tuple[str, str, str]]:
    """Return the entries of the feed that a page leads to: title, address and content."""
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


@pytest.mark.django_db
def test_nothing_is_compared_where_there_are_only_excerpts(client: Client) -> None:
    assert "Compare" not in html_of(client, "/changes/")


@pytest.mark.usefixtures("all_editions")
class TestEveryEdition:
    def test_the_life_of_the_legend_rule(self, client: Client) -> None:
        html = html_of(client, "/rules/704.5j/history/")
        text = plain(html)
        assert "In the rules since at least March 15, 2003 (as 420.5e). 7 wordings, 3 numbers." in text
        assert "Last changed between April 22, 2021 and October 7, 2022." in text
        assert "Number only: 704.5k became 704.5j, between April 28, 2017 and July 13, 2018" in text
        assert "Edited, and 420.5e became 704.5k · all changes" in text
        assert "<del>in play</del>" in html
        assert "<ins>on the battlefield</ins>" in html
        assert 'href="/changes/2009-05-01/2009-07-11/"' in html
        assert "From July 11, 2009 to April 28, 2017, 704.5j was a different rule (since removed)." in text

    def test_a_removed_rule_says_when_it_went(self, client: Client) -> None:
        html = html_of(client, "/rules/2017-04-28/704.5j/")
        assert "Removed between April 28, 2017 and July 13, 2018." in plain(html)
        assert "Since at least July 13, 2018, 704.5j has been a different rule." in plain(html)

    @pytest.mark.parametrize(
        ("address", "label", "credit"),
        [
            (
                "/rules/2003-03-15/503/",
                "503.1 What copies are",
                "Labels by Pipwise. Those with “…” are a rule’s first words.",
            ),
            (
                "/rules/2003-03-15/503/",
                "503.7 Because the “choices” of a…",
                "Labels by Pipwise. Those with “…” are a rule’s first words.",
            ),
            ("/rules/2026-01-16/707/", "707.1 What copies are", "Labels by Pipwise"),
        ],
    )
    def test_an_old_rule_has_the_label_of_what_it_became(
        self, client: Client, address: str, label: str, credit: str
    ) -> None:
        index = text_of(client, address).partition(" Close ")[2].replace("&quot;", '"')
        assert label.replace("“", '"').replace("”", '"') in index
        assert credit in index

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

    def test_an_old_text_says_so_and_leads_to_the_newest(self, client: Client) -> None:
        html = html_of(client, "/rules/2009-05-01/104.3f/")
        assert "Last reworded between" in plain(html)
        assert "It’s 107.4e now." in plain(html)
        assert '<a href="/rules/107.4e/">Newest wording</a>' in html

    @pytest.mark.parametrize(
        ("address", "said"),
        [
            ("2003-10-01/104", "It’s 107 now. Of 10 rules here, 8 were reworded and 2 were removed since."),
            ("2009-05-01/502", "It’s 702 now. Of 317 rules here,"),
            ("2014-02-01/704.5", "Of 23 rules here, 11 were reworded and 1 was removed since."),
            ("2014-02-01/702.2", "Of 7 rules here, 1 was reworded since."),
            ("2025-06-06/100.1", "These rules haven’t been reworded since."),
            ("2014-02-01/704.5f", f"704.5f has the same wording in the {NEWEST_WRITTEN} rules."),
            ("2014-02-01/704.5k", "Last reworded between April 22, 2021 and October 7, 2022. It’s 704.5j now."),
        ],
    )
    def test_the_band_speaks_of_all_that_is_read(self, client: Client, address: str, said: str) -> None:
        assert said in as_of(html_of(client, f"/rules/{address}/"))

    def test_what_became_of_each_old_rule_is_beside_it(self, client: Client) -> None:
        beside = beside_rules(html_of(client, "/rules/2014-02-01/704.5/"))
        assert beside["704.5j"] == ("/rules/2014-02-01/704.5j/history/", "Removed since")
        assert beside["704.5k"] == ("/rules/704.5j/", "Reworded since, now 704.5j")
        assert beside["704.5m"] == ("/rules/704.5k/", "Now 704.5k")
        assert beside["704.5d"] == ("/rules/704.5d/", "Reworded since")
        assert "704.5f" not in beside
        assert beside_rules(html_of(client, "/rules/704.5/")) == {}
        # A glossary entry quotes the rules of its edition.
        assert beside_rules(html_of(client, "/glossary/2014-02-01/mana-cost/"))["107.4"][1] == "Reworded since"
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
        split = f"Split since, now {' and '.join(now)}"
        assert f">{split}</a>" in html
        assert f"{split}." in as_of(html)
        assert f"{split}." in text_of(client, f"/rules/{day}/{number}/history/")
        assert f'data-newest="/rules/{now[0]}/"' in html
        gone = html_of(client, f"/rules/{number}/", 404)
        assert f"Until May 1, 2009, {number} was a rule that is now {' and '.join(now)}." in plain(gone)
        assert all(f'href="/rules/{other}/"' in gone for other in now)
        found = text_of(client, f"/search/?q={number} on May 1, 2009")
        assert f"{split}. " in found

    def test_a_number_that_another_rule_had(self, client: Client) -> None:
        assert "From May 1, 2007 to May 1, 2009, 104.3f was a different rule (now 107.4e)." in text_of(
            client, "/rules/104.3f/"
        )
        gone = text_of(client, "/rules/2026-01-16/420.5e/", 404)
        assert "Until May 1, 2009, 420.5e was a rule that is now 704.5j." in gone
        # Chapter 4 was another one then, so what is near the number is no way on; the section is.
        assert "Closest numbers" not in gone
        assert "704 Its section now" in gone
        assert "112 Its section now" in text_of(client, "/rules/213.3/", 404)
        assert "Closest numbers" in text_of(client, "/rules/213.3/", 404)

    @pytest.mark.parametrize(
        ("address", "said"),
        [
            ("/rules/2024-09-20/107.4f/", "Since at least June 17, 2011, 107.4f has been the rule it is now."),
            (
                "/rules/2024-09-20/107.4f/",
                "From July 11, 2009 to June 18, 2010, 107.4f was a rule that is now 107.4h.",
            ),
            (
                "/rules/2011-07-15/704.5j/",
                "From July 11, 2009 to April 28, 2017, 704.5j was a rule that has since been removed.",
            ),
        ],
    )
    def test_a_number_that_is_not_there_is_different_from_nothing(
        self, client: Client, address: str, said: str
    ) -> None:
        gone = text_of(client, address, 404)
        assert said in gone
        assert "different" not in gone

    @pytest.mark.parametrize(
        ("number", "said"),
        [
            ("103.2", "From February 15, 2021 to April 22, 2021, 103.2 was a different rule (now in 103.2 and 103.3)."),
            ("106.4a", "July 11, 2009 to April 28, 2017, 106.4a was a different rule (now in 106.4a and 106.4b)."),
            ("712.1", "From April 28, 2017 to April 22, 2021, 712.1 was a different rule (now in 712.1)."),
            ("712.1", "Added between June 17, 2011 and June 1, 2012 (as 711.1). 6 wordings, 2 numbers."),
        ],
    )
    def test_a_rule_that_took_the_number_of_one_it_absorbed(self, client: Client, number: str, said: str) -> None:
        text = text_of(client, f"/rules/{number}/")
        assert said in text
        assert "is a different rule" not in text

    def test_what_is_not_there_has_the_nearest_beside_it(self, client: Client) -> None:
        assert "905 Conspiracy Draft" in text_of(client, "/rules/999.9z/", 404)
        assert "905.3" not in text_of(client, "/rules/999.9z/", 404)
        for address in ("/glossary/2003-03-15/", "/glossary/"):
            assert f'href="{address}trample/"' in html_of(client, f"{address}trampl/", 404)
        assert "Closest entries" not in text_of(client, "/glossary/zeppelin/", 404)

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

    def test_changes_between_two_editions(self, client: Client) -> None:
        html = html_of(client, "/changes/2025-06-06/2026-01-16/")
        text = plain(html)
        for part in ("All 330", "New 72", "Edited 105", "Removed 2", "New number only 117", "References only 34"):
            assert part in text
        assert "701.68 New Blight" in text
        assert "only changed their number" in text
        assert "1 rule in which only the numbers it refers to changed 104.6 : 725 became 726" in text
        assert "entries in which only the numbers they refer to changed" in text
        references = text_of(client, "/changes/2025-06-06/2026-01-16/?show=references")
        assert "104.6 : 725 became 726" in references
        assert "701.68 New Blight" not in references
        removed = text_of(client, "/changes/2025-06-06/2026-01-16/?show=removed")
        assert "Friends Forever Removed" in removed
        assert "Blight" not in removed

    def test_the_newest_changes_are_counted_on_the_home_page_and_lead_the_feed(self, client: Client) -> None:
        address = f"/changes/{EVERY_EDITION[-2]}/{NEWEST}/"
        counts = {name: int(count) for name, count in KIND_AND_COUNT.findall(html_of(client, address))}
        assert sum(counts.values()) > 0
        said = ", ".join(f"{counts.get(name, 0)} {name.lower()}" for name in ("New", "Edited", "Removed"))
        assert f": {said} " in plain(html_of(client, "/"))
        title, link, _ = feed_of(client, "/changes/")[0]
        assert link == f"http://testserver{address}"
        counts.pop("References only", None)
        assert title == f"{NEWEST_WRITTEN}: " + ", ".join(f"{count} {name.lower()}" for name, count in counts.items())

    def test_a_bar_has_a_part_for_each_kind_of_change(self, client: Client) -> None:
        html = html_of(client, "/changes/2025-06-06/2026-01-16/")
        chips = dict(KIND_AND_COUNT.findall(html))
        assert "Compare" in html_of(client, "/changes/")
        bar = re.search(r'<svg class="sum".*?</svg>\s*</svg>', html, re.DOTALL)
        assert bar
        parts = re.findall(r'<svg x="([\d.]+)%" width="([\d.]+)%".*?href="([^"]+)".*?<title>([^:]+): (\d+)', bar[0])
        assert {name: count for *_, name, count in parts} == chips
        assert all(re.search(rf'<a class="chip"\s+href="{re.escape(address)}"', html) for _, _, address, _, _ in parts)
        widths = [float(width) for _, width, *_ in parts]
        assert sorted(widths) == [width for _, width in sorted((int(part[4]), float(part[1])) for part in parts)]
        begins = [float(begin) for begin, *_ in parts]
        ends = [begin + width for begin, width in zip(begins, widths, strict=True)]
        assert begins[0] == 0
        assert abs(ends[-1] - 100) < 0.1
        assert all(0 < begin - end < 1 for begin, end in zip(begins[1:], ends[:-1], strict=True))

    def test_too_many_changes_are_offered_by_section(self, client: Client) -> None:
        html = html_of(client, "/changes/2003-03-15/2026-01-16/")
        assert "Choose a section." in html
        assert "/changes/2003-03-15/2026-01-16/?section=107" in html
        section = text_of(client, "/changes/2003-03-15/2026-01-16/?section=107")
        assert "What changed in Numbers and Symbols" in section
        assert "107.4e" in section

    def test_what_a_change_leaves_out_is_marked(self, client: Client) -> None:
        for view in ("", "&view=side"):
            section = text_of(client, f"/changes/2011-07-15/2014-02-01/?section=208{view}")
            assert re.search("Edited, was 207.2a … (Before )?Example: Lost Order of Jarkeld has", section)

    def test_the_order_of_two_editions_makes_no_difference(self, client: Client) -> None:
        response = client.get("/changes/2026-01-16/2025-06-06/?show=new")
        assert response.headers["Location"].startswith("/changes/2025-06-06/2026-01-16/")

    def test_all_years(self, client: Client) -> None:
        html = html_of(client, "/changes/")
        text = plain(html)
        assert "23 years of rules" in text
        assert 'href="/changes/?chapter=7"' in html
        assert 'href="/changes/2009-05-01/2009-07-11/"' in html
        chapter = html_of(client, "/changes/?chapter=7")
        assert 'href="/rules/702/history/"' in chapter
        year = html_of(client, "/changes/?year=2009")
        assert 'href="/changes/2009-05-01/2009-07-11/"' in year

    def test_a_section_lists_the_editions_that_changed_it(self, client: Client) -> None:
        html = html_of(client, "/rules/702/history/")
        assert 'href="/changes/2025-06-06/2026-01-16/?section=702"' in html

    def test_the_picture_names_great_changes_and_new_sections(self, client: Client) -> None:
        html = html_of(client, "/changes/")
        picture = html.partition('aria-label="Great changes"')[2].partition('class="rows6"')[0]
        calls = re.findall(r'<svg x="([\d.]+)%"[^>]*><a href="([^"]+)">(.*?)</a>', picture)
        assert [(address, plain(words)) for _, address, words in calls] == [
            ("/changes/2004-10-01/2005-08-01/", "Aug 2005 Multiplayer rules"),
            ("/changes/2009-05-01/2009-07-11/", "Jul 2009 Almost every rule gets a new number"),
            ("/changes/2017-04-28/2018-07-13/", "Jul 2018 “He or she” is replaced"),
        ]
        assert [float(at) for at, _, _ in calls] == sorted(float(at) for at, _, _ in calls)
        named = dict(re.findall(r'<a href="(/rules/\d{3}/history/)"><text[^>]*>([^<]+)</text>', html))
        assert named["/rules/310/history/"] == "Battles"
        # So many sections began with the great renumbering that none of them is named.
        assert "/rules/403/history/" not in named
        assert '<a href="/changes/?year=2012">' in html

    def test_feeds(self, client: Client) -> None:
        pair = "http://testserver/changes/2025-06-06/2026-01-16/"
        [(title, _, content)] = [entry for entry in feed_of(client, "/changes/") if entry[1] == pair]
        assert title.startswith("January 16, 2026: 72 new, 105 edited, 2 removed")
        assert f'href="{pair}?section=702"' in content
        [title] = [title for title, link, _ in feed_of(client, "/rules/702/history/") if link == f"{pair}?section=702"]
        assert title == "January 16, 2026: 21 new, 16 edited"
        entries = feed_of(client, "/rules/704.5j/")
        assert entries[0][0] == "October 7, 2022: Edited, between April 22, 2021 and October 7, 2022"
        assert entries[0][1] == "http://testserver/rules/2022-10-07/704.5j/"
        assert "<del>a player controls</del>" in entries[0][2]
        assert "The oldest edition loaded" in entries[-1][0]
        entries = feed_of(client, "/glossary/mana-value/")
        assert entries[0][0] == "April 22, 2021: Name only: Converted Mana Cost became Mana Value"
        assert len({address for _, address, _ in entries}) == len(entries)
        assert client.get("/glossary/converted-mana-cost/feed.atom").status_code == 200

    def test_the_life_of_a_glossary_entry(self, client: Client) -> None:
        text = text_of(client, "/glossary/mana-value/history/")
        assert "In the rules since at least March 15, 2003 (as Converted Mana Cost). 6 wordings, 2 names." in text
        assert "Name only: Converted Mana Cost became Mana Value · all changes" in text
        assert "Edited, between March 15 and October 1, 2003" in text
        response = client.get("/glossary/state-based-action/history/")
        assert response.headers["Location"] == "/glossary/state-based-actions/history/"
        assert client.get("/glossary/no-such-entry/history/").status_code == 404

    def test_an_entry_shows_its_life_and_leads_to_the_newest(self, client: Client) -> None:
        html = html_of(client, "/glossary/2009-05-01/converted-mana-cost/")
        assert "Last reworded on April 22, 2021. It’s Mana Value now." in plain(html)
        assert '<a href="/glossary/mana-value/">Newest wording</a>' in html
        assert '<a href="/glossary/2009-05-01/converted-mana-cost/history/">History</a>' in html
        assert "You are reading" not in text_of(client, "/glossary/mana-value/")

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
            ("/rules/702/history/", 8),
        ],
    )
    def test_few_questions(self, client: Client, django_assert_max_num_queries: Any, address: str, most: int) -> None:
        with django_assert_max_num_queries(most):
            assert client.get(address).status_code == 200


@pytest.mark.django_db
class TestExcerpts:
    @pytest.mark.parametrize(
        ("address", "said", "mark"),
        [
            ("104.3f", "It’s 107.4e now.", "Reworded since, now 107.4e"),
            ("2008-03-17/104.3f", "It’s 107.4e now.", "Reworded since, now 107.4e"),
            ("2024-03-08/107.4e", "Last reworded no later than June 6, 2025.", "Reworded since"),
        ],
    )
    def test_an_old_text_leads_to_the_newer_one_of_another_excerpt(
        self, client: Client, address: str, said: str, mark: str
    ) -> None:
        html = html_of(client, f"/rules/{address}/")
        assert said in as_of(html)
        assert '<a href="/rules/107.4e/">Newest wording</a>' in html
        assert f'<p class="where since"><a href="/rules/107.4e/">{mark}</a></p>' in html
        assert "Unchanged" not in plain(html)

    def test_what_only_one_excerpt_has_is_not_called_the_same(self, client: Client) -> None:
        assert "Newer rules for this number aren’t loaded." in as_of(html_of(client, "/rules/2011-07-15/205/"))

    def test_a_life(self, client: Client) -> None:
        text = text_of(client, "/rules/107.4e/history/")
        assert "In the rules since at least March 17, 2008 (as 104.3f)." in text

    def test_two_excerpts_are_compared_in_what_both_have(self, client: Client) -> None:
        text = text_of(client, "/changes/2024-03-08/2025-06-06/")
        assert "Pipwise has an excerpt" in text
        assert "Removed" not in text

    def test_feeds(self, client: Client) -> None:
        assert feed_of(client, "/changes/") == []
        assert [title for title, _, _ in feed_of(client, "/rules/107.4e/")] != []

    def test_no_whole_editions(self, client: Client) -> None:
        assert "needs two whole editions" in text_of(client, "/changes/")

    @pytest.mark.parametrize(
        "address",
        [
            "/rules/999.9z/history/",
            "/rules/999.9z/feed.atom",
            "/rules/zzz/feed.atom",
            "/glossary/no-such-entry/feed.atom",
            "/rules/zzz/history/",
            "/changes/2001-01-01/2025-06-06/",
            "/changes/2001-13-41/2025-06-06/",
        ],
    )
    def test_what_is_not_there(self, client: Client, address: str) -> None:
        assert client.get(address).status_code == 404
