"""PDFs become sections: whole, without what only pages need, and with every word."""

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pypdfium2
import pytest

from explorer.policy.kinds import KINDS
from explorer.policy.reading.lines import join_lines
from explorer.policy.reading.pdf import read_pdf
from explorer.policy.reading.pieces import PolicyError
from explorer.policy.reading.sections import read_document
from explorer.policy.reading.tree import Paragraph, PolicyDocument, Section
from tests.policy.samples import BOLD, ITALIC, Pages, ipg, jar, mtr, pdf
from tests.shared import shared

TITLES = {kind.key: kind.known_by for kind in KINDS.values()}
OFFICIAL = {"mtr-2024-05-13": (104, 10), "ipg-2024-04-15": (36, 4), "jar": (5, 0)}


def read(content: bytes) -> PolicyDocument:
    return read_document(read_pdf(content), TITLES)


@cache
def official_document(name: str) -> PolicyDocument:
    return read(Path(shared(f"policy/{name}.pdf")).read_bytes())


def section(document: PolicyDocument, number: str) -> Section:
    return next(one for one in document.sections if one.number == number)


class TestASample:
    def test_its_title_its_date_and_its_sections(self) -> None:
        document = read(mtr())
        assert (document.kind, document.effective.isoformat()) == ("mtr", "2024-05-13")
        assert document.title == "MAGIC: THE GATHERING® TOURNAMENT RULES"
        numbers = [one.number for one in document.sections]
        assert numbers == ["introduction", "1", "1.1", "2", "2.1", "2.2", "2.3", "appendix-a"]
        assert document.notice == ("All trademarks are property of nobody.",)
        assert "....." not in document.text()

    def test_paragraphs_lists_and_headings(self) -> None:
        own = section(read(mtr()), "1.1").paragraphs
        assert own == (
            Paragraph("text", "There are invitation-only events and others. A list of those that any-body may join:"),
            Paragraph("item", "the first kind, which goes on over a second line", "•"),
            Paragraph("item", "the second kind", "•"),
            Paragraph("heading", "Large Events"),
            Paragraph(
                "text",
                "These come last on their page and go on after the turn of it, as long texts in such documents do, "
                "since nobody sets them otherwise.",
            ),
        )

    def test_examples_tables_and_headings_that_only_the_contents_know(self) -> None:
        document = read(mtr())
        assert [one.mark for one in section(document, "2.1").paragraphs if one.kind == "example"] == ["1.", "2."]
        heading, text, table = section(document, "appendix-a").paragraphs
        assert (heading.kind, heading.text, text.kind) == ("heading", "Short Rounds", "text")
        assert table.rows == (("Round", "Minutes"), ("First", "40"), ("Last", "none"))

    def test_an_infraction_has_its_penalty_and_its_parts(self) -> None:
        slow = section(read(ipg()), "2.1")
        assert (slow.title, slow.penalty, slow.chapter) == ("Tournament Error — Slow Play", "Warning", "2")
        parts = [one.text for one in slow.paragraphs if one.kind == "heading"]
        assert parts == ["Definition", "Examples", "Philosophy"]
        upgrade = slow.paragraphs[-1]
        assert upgrade.text[: upgrade.lead] == "Upgrade:"

    def test_capitals_of_headings_are_those_of_the_contents(self) -> None:
        assert section(read(ipg()), "1").title == "General Philosophy"

    def test_a_document_without_contents_goes_by_the_size_of_its_headings(self) -> None:
        document = read(jar())
        assert [one.number for one in document.sections] == ["introduction", "common-issues"]
        assert [one.kind for one in document.sections[1].paragraphs] == ["heading", "text"]


def test_a_word_broken_at_the_end_of_a_line_keeps_its_hyphen() -> None:
    assert join_lines(["an 8-", "player event - or", "two"]) == "an 8-player event - or two"
    assert join_lines(["disruptive -", "do it"]) == "disruptive - do it"


def titled(*lines: str) -> bytes:
    pages = Pages()
    for line in lines:
        pages.add(line, font=BOLD, size=14)
    return pages.done()


ENCRYPTION = b"/Root 1 0 R /ID [<00><00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <%s> /U <%s> >>"
REFUSED = {
    "isn’t a PDF": b"100. General\n",
    r"broken or incomplete|no text": mtr()[:2000],
    "encrypted": mtr().replace(b"/Root 1 0 R", ENCRYPTION % (b"00" * 32, b"00" * 32)),
    "no text": titled(),
    "isn’t the Magic Tournament Rules": titled("A Cookbook", "Effective May 1, 2024"),
    "no date": mtr().replace(b"Effective May 13, 2024", b"As of late spring time"),
    "“.*February 30, 2024” isn’t a date": mtr("February 30, 2024"),
    "“.*Soon 1, 2024” isn’t a date": mtr("Soon 1, 2024"),
    r"isn’t whole: its contents name “2\.2 Leaving”": mtr().replace(b"(2.2 Leaving) Tj", b"(2.2 Loitering) Tj"),
    "nothing but its title": titled("Magic: The Gathering Tournament Rules", "Effective May 13, 2026"),
    "says it has 5 pages, and has 4": mtr().replace(b"/Count 4", b"/Count 5"),
    "its contents name page 9, and it ends on page 4": mtr().replace(b". 2) Tj", b". 9) Tj"),
}
"""What is said of documents that can't be read."""


@pytest.mark.parametrize("message", REFUSED)
def test_refuses(message: str) -> None:
    with pytest.raises(PolicyError, match=message):
        read(REFUSED[message])


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ("1 2 4 5", "It isn’t whole: page 3 is missing."),
        ("2 3 4 5", "It isn’t whole: page 1 is missing."),
        ("1 – 4 5", "It isn’t whole: page 3 is missing."),
        ("1 2 2 3", "Its pages aren’t in order: page 2 comes after page 2."),
        ("1 3 2 4", "It isn’t whole: page 2 is missing."),
        ("Page_1_of_4 Page_2_of_4 Page_3_of_4", "It isn’t whole: page 4 is missing."),
    ],
)
def test_refuses_missing_pages(numbers: str, message: str) -> None:
    with pytest.raises(PolicyError, match=f"^{message}$"):
        read(numbered(*(number.replace("_", " ") for number in numbers.split())))


def numbered(*printed: str) -> bytes:
    """A document with these page numbers; “–” for none."""
    pages = Pages()
    pages.add("Judging at Regular Rules Enforcement Level (REL)", size=14)
    pages.add("Updated September 25, 2020", font=ITALIC)
    for number in printed:
        pages.add("Keep it friendly.", "Be kind.", f"Of what is on {number.translate(WORDS)}.")
        if number != "–":
            pages.add(number, left=300)
        pages.pages.append([])
        pages.top = 72.0
    return pdf([page for page in pages.pages if page])


WORDS = str.maketrans("0123456789", "abcdefghij")


@pytest.mark.parametrize("numbers", ["1 2 3", "- 1 2", "1 - 3", "Page_1_of_3 Page_2_of_3 Page_3_of_3"])
def test_page_numbers_are_no_paragraphs(numbers: str) -> None:
    printed = [number.replace("_", " ") for number in numbers.replace("-", "–").split()]
    document = read(numbered(*printed))
    assert not re.search(r"\d", "".join(document.sections[0].words()))


def test_a_heading_after_a_list_and_the_turn_of_a_page_is_a_heading() -> None:
    pages = Pages()
    pages.add("Judging at Regular Rules Enforcement Level (REL)", size=14)
    pages.add("Updated September 25, 2020", font=ITALIC)
    pages.add("This line is as long as any on this page, so that every line after it could have taken a word more.")
    pages.item(
        "A.", "This line of a list is as long as it can be without going beyond the other one, and no ", first=True
    )
    pages.page()
    pages.add("Philosophy", font=BOLD)
    pages.add("Be kind.")
    assert [one.kind for one in section(read(pages.done()), "introduction").paragraphs[1:]] == [
        "item",
        "heading",
        "text",
    ]


def words_of(text: str) -> Counter[str]:
    # This reader marks where a word may be broken.
    return Counter(re.findall(r"\w+", re.sub("[\ufffe\x02]", "-", text).casefold()))


def other_reader(content: bytes) -> Counter[str]:
    """All words as another library reads them, without contents and page numbers."""
    lines = [
        (place, line.strip())
        for place, page in enumerate(pypdfium2.PdfDocument(content), 1)
        for line in page.get_textpage().get_text_range().splitlines()
    ]
    kept = (
        line for place, line in lines if not re.search(r"\.{4,}\s*\d+$", line) and line not in {str(place), "CONTENTS"}
    )
    return words_of("\n".join(kept))


@pytest.mark.parametrize("name", ["mtr", "ipg", "jar"])
def test_no_word_of_a_sample_is_lost(name: str) -> None:
    content = {"mtr": mtr(), "ipg": ipg(), "jar": jar()}[name]
    assert words_of(read(content).text()) == other_reader(content)


@pytest.mark.slow
@pytest.mark.parametrize("name", OFFICIAL)
def test_no_word_of_an_official_document_is_lost(name: str) -> None:
    document = official_document(name)
    assert words_of(document.text()) == other_reader(Path(shared(f"policy/{name}.pdf")).read_bytes())
    sections, chapters = OFFICIAL[name]
    assert len(document.sections) == sections
    assert sum(one.number.isdigit() for one in document.sections) == chapters


@pytest.mark.slow
def test_what_is_set_in_an_official_document() -> None:
    """Two columns, penalties, and no paragraph that starts within a sentence."""
    rules, guide = official_document("mtr-2024-05-13"), official_document("ipg-2024-04-15")
    banned = [one.text for one in section(rules, "6.4").paragraphs if one.kind == "item"]
    assert banned.index("Mox Opal") + 1 == banned.index("Mycosynth Lattice")
    penalties = Counter(one.penalty for one in guide.sections if one.penalty)
    assert penalties["No Penalty"] == 1
    assert penalties.total() == 23
    for document in (rules, guide):
        begun = [one.text for each in document.sections for one in each.paragraphs if one.kind in {"text", "item"}]
        assert not [text for text in begun if text[:1].islower() and not text.startswith("http")]
