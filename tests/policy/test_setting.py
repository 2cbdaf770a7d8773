"""How a PDF is set becomes tables, links, headings within lines, and plain letters."""

import pytest

from explorer.policy.reading import lines
from explorer.policy.reading.lines import join_lines
from explorer.policy.reading.pieces import Link
from explorer.policy.reading.tree import Paragraph, PolicyDocument
from tests.policy.samples import BOLD, COURIER, ITALIC, Linked, Pages, Printed
from tests.policy.test_reading import official_document, other_reader, read, section, words_of


def begun() -> Pages:
    pages = Pages()
    pages.add("Judging at Regular Rules Enforcement Level (REL)", size=14)
    pages.add("Updated September 25, 2020", font=ITALIC)
    pages.add("This line is as long as any on this page, so that every line after it could have taken a word more.")
    return pages


def paragraphs(pages: Pages) -> list[Paragraph]:
    content = pages.done()
    document = read(content)
    assert words_of(document.text()) == other_reader(content)
    return list(document.sections[0].paragraphs[1:])


def add_row(pages: Pages, *cells: tuple[float, str], font: int = 0, gap: float = 14) -> None:
    pages.top += gap
    for left, text in cells:
        pages.pages[-1].append(Printed(left, pages.top, text, font))


class TestTablesWithoutRules:
    def test_columns_by_where_their_words_are(self) -> None:
        pages = begun()
        add_row(pages, (60, "Players"), (220, "Rounds"), (380, "Playoff"), font=BOLD, gap=24)
        add_row(pages, (62, "five to eight"), (230, "three"), (370, "none at all"))
        add_row(pages, (70, "nine"), (225, "four"), (390, "top"))
        pages.add("Ask the desk.")
        table, text = paragraphs(pages)
        assert table.rows == (
            ("Players", "Rounds", "Playoff"),
            ("five to eight", "three", "none at all"),
            ("nine", "four", "top"),
        )
        assert (table.head, text.text) == (1, "Ask the desk.")

    def test_rows_that_head_others_and_empty_cells(self) -> None:
        pages = begun()
        add_row(pages, (60, "Late"), (220, "Loss"), (330, "once"), gap=24)
        add_row(pages, (60, "In a game"))
        add_row(pages, (60, "Slow"), (220, "Warning"))
        add_row(pages, (60, "Rude"), (220, "Warning"), (330, "twice"))
        (table,) = paragraphs(pages)
        assert table.rows == (
            ("Late", "Loss", "once"),
            ("In a game", None, None),
            ("Slow", "Warning", ""),
            ("Rude", "Warning", "twice"),
        )
        assert "In a game\nSlow | Warning | \n" in table.words()

    def test_two_lines_with_a_gap_are_no_table(self) -> None:
        pages = begun()
        add_row(pages, (60, "Slow Play"), (400, "Warning"), gap=24)
        add_row(pages, (60, "Late"), (400, "Loss"))
        assert {one.kind for one in paragraphs(pages)} == {"text"}

    def test_two_lists_in_columns_on_one_page_stay_apart(self) -> None:
        pages = begun()
        for heading, first, second in (("Legal:", "abc", "def"), ("Banned:", "uvw", "xyz")):
            pages.add(heading)
            for place, (left, right) in enumerate(zip(first, second, strict=True)):
                add_row(pages, (90, f"\u2022 {left}{left}"), (300, f"\u2022 {right}{right}"), gap=14 if place else 24)
        found = paragraphs(pages)
        assert [one.text for one in found] == [
            *("Legal:", "aa", "bb", "cc", "dd", "ee", "ff"),
            *("Banned:", "uu", "vv", "ww", "xx", "yy", "zz"),
        ]

    def test_the_official_ones(self) -> None:
        rules = official_document("mtr-2024-05-13")
        draft = next(one for one in section(rules, "8.5").paragraphs if one.kind == "table")
        assert draft.rows[1] == ("Player 1C—card 2", "Player 1A—card 7", "Player 1B—card 12")
        rounds = next(one for one in section(rules, "appendix-e").paragraphs if one.kind == "table")
        assert rounds.rows[3][1] == "4 (if Limited Format with Booster Draft in Playoff)\n5 (All Other Formats)"
        timing = [one for one in section(rules, "appendix-b").paragraphs if one.kind == "table"][1]
        assert timing.rows[0] == ("Cards remaining in pack", None, "")
        items = [one.text for one in section(rules, "6.7").paragraphs]
        banned = items.index("The following cards are banned in Pioneer tournaments:")
        assert items.index("War of the Spark") < banned < items.index("Balustrade Spy") < items.index("Veil of Summer")


class TestLinks:
    @pytest.mark.parametrize("target", ["javascript:alert\\(1\\)", "mailto:a@example.com", "file:///etc/passwd"])
    def test_only_those_to_the_web(self, target: str) -> None:
        pages = begun()
        pages.add("Report it here.")
        pages.pages[-1].append(Linked(50, pages.top - 2, 300, 16, target))
        (text,) = paragraphs(pages)
        assert text.links == ()

    def test_where_they_are(self) -> None:
        pages = begun()
        pages.item("\u2022", "ask here", first=True)
        pages.pages[-1].append(Linked(125, pages.top - 2, 40, 16, "https://example.com/a?b=1"))
        (item,) = paragraphs(pages)
        assert item.links == (Link(4, 8, "https://example.com/a?b=1"),)
        assert Paragraph.from_json(item.as_json()) == item

    def test_in_the_cells_of_tables(self) -> None:
        pages = begun()
        pages.table([("Round", "Where"), ("First one", "see here"), ("Last", "nowhere")])
        pages.pages[-1].append(Linked(272, pages.top - 38, 40, 16, "https://example.com/ruled"))
        add_row(pages, (60, "Slow"), (220, "Warning"), gap=40)
        add_row(pages, (60, "In a game"))
        add_row(pages, (60, "Rude"), (220, "Warning"))
        add_row(pages, (60, "Late"), (220, "Loss"), (330, "ask twice"))
        pages.pages[-1].append(Linked(344, pages.top - 2, 40, 16, "https://example.com/unruled"))
        found = paragraphs(pages)
        assert [one.kind for one in found] == ["table", "table"]
        linked = [(one.words()[link.start : link.end], link.target) for one in found for link in one.links]
        assert linked == [("here", "https://example.com/ruled"), ("twice", "https://example.com/unruled")]
        assert [Paragraph.from_json(one.as_json()) for one in found] == found

    @pytest.mark.slow
    def test_of_the_official_documents(self) -> None:
        found = {
            (document, one.text[link.start : link.end], link.target)
            for document in ("mtr-2024-05-13", "ipg-2024-04-15", "jar")
            for each in official_document(document).sections
            for one in each.paragraphs
            for link in one.links
        }
        assert (
            "ipg-2024-04-15",
            "here.",
            "https://askwpn-na.wizards.com/hc/en-us/requests/new?ticket_form_id=360001446253",
        ) in found
        assert len(found) >= 10
        assert all(target.startswith("http") for *_, target in found)


class TestHeadingsInLines:
    def test_they_are_bold_up_to_a_sign(self) -> None:
        pages = begun()
        pages.add("Upgrade:", font=BOLD)
        pages.pages[-1].append(Printed(110, pages.top, "It costs a game."))
        pages.add("Downgrade", font=BOLD)
        pages.pages[-1].append(Printed(108.5, pages.top, ": It costs nothing."))
        pages.add("Magic", font=BOLD)
        pages.pages[-1].append(Printed(90, pages.top, "is a game."))
        found = paragraphs(pages)
        assert [one.text[: one.lead] for one in found][:1] == ["Upgrade:"]
        assert found[1].text[: found[1].lead].startswith("Downgrade")
        assert found[2].lead == 0

    def test_an_example_may_begin_with_its_name(self) -> None:
        pages = begun()
        pages.add("Example:", font=ITALIC)
        pages.pages[-1].append(Printed(100, pages.top, "A player sings."))
        (example,) = paragraphs(pages)
        assert (example.kind, example.mark, example.text) == ("example", "Example:", "A player sings.")

    def test_every_one_of_the_guide(self) -> None:
        guide: PolicyDocument = official_document("ipg-2024-04-15")
        begun = [
            (one.kind, one.text[: one.lead])
            for each in guide.sections
            for one in each.paragraphs
            if one.text.startswith(("Upgrade", "Downgrade", "Philosophy", "Additional Remedy", "Definition"))
        ]
        assert {("heading", "Philosophy"), ("heading", "Additional Remedy"), ("text", "Upgrade:")} <= set(begun)
        assert all(lead for _, lead in begun)


@pytest.mark.parametrize(
    ("printed", "font", "text"),
    [
        ("\uf0b7", "ABCDEF+SymbolMT", "•"),
        ("\uf0a7", "Wingdings-Regular", "▪"),
        ("·", "Symbol", "•"),
        ("ü", "Wingdings", "•"),
        ("\ufb01", "Times", "fi"),
        ("\uf0b7", "Times", "•"),
        ("o", "Times", "o"),
    ],
)
def test_letters_of_signs(printed: str, font: str, text: str) -> None:
    assert lines._readable(printed, font) == text


def test_the_bullet_of_an_inner_list() -> None:
    pages = begun()
    pages.add("o", left=110, font=COURIER)
    pages.pages[-1].append(Printed(130, pages.top, "an inner item"))
    pages.add("o is a letter", left=110)
    content = pages.done()
    item, text = read(content).sections[0].paragraphs[1:]
    assert (item.kind, item.mark, item.text) == ("item", "◦", "an inner item")
    assert (text.kind, text.text) == ("text", "o is a letter")


def test_a_soft_hyphen_is_no_letter() -> None:
    assert join_lines(["infor\xad", "mation", "for all"]) == "information for all"
