"""Text to tree and back: the shapes that documents come in, and what is refused."""

import datetime
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.document.lines import first_difference, raw_lines
from explorer.document.numbers import DocumentError
from explorer.document.opening import open_document, write_document
from explorer.document.reader import read_document, read_excerpt
from explorer.document.tree import Counts, Document, Paragraph, count, digest, slugify
from tests.document.editions import document, text
from tests.document.samples import BACK, BODY, DOCUMENT, FRONT, STATEMENT, TITLE


def entries(read: Document) -> dict[str, list[str]]:
    return {str(entry.number): [paragraph.text for paragraph in entry.paragraphs] for entry in read.walk()}


def same_words(read: Document, source: str) -> bool:
    return write_document(read).split() == source.split()


class TestWhole:
    def test_parts(self) -> None:
        read = read_document(DOCUMENT)
        assert read.title == TITLE
        assert read.statement == STATEMENT
        assert read.effective == datetime.date(2025, 6, 6)
        assert read.introduction[0] == "Introduction"
        assert read.contents[:3] == ("Contents", "1. First Things", "100. General")
        assert read.glossary_heading == "Glossary"
        assert read.credits[0] == "Credits"
        assert read.complete
        assert count(read) == Counts(sections=3, rules=8, examples=2, terms=3)

    def test_tree(self) -> None:
        read = read_document(DOCUMENT)
        first, other = read.body
        assert [str(section.number) for section in first.children] == ["100", "101"]
        assert [section.heading for section in first.children] == ["General", "Some Rules"]
        rule = first.children[0].children[0]
        assert str(rule.number) == "100.1"
        assert [str(child.number) for child in rule.children] == ["100.1a", "100.1b"]
        assert [paragraph.kind for paragraph in rule.children[0].paragraphs] == ["text", "example", "example"]
        assert other.heading == "Other Things"

    def test_a_rule_that_is_only_a_title_has_it_as_its_heading_too(self) -> None:
        found = {str(entry.number): entry for entry in read_document(DOCUMENT).walk()}
        assert found["101.1"].heading == "Titles"
        assert found["101.1"].paragraphs == (Paragraph("text", "Titles"),)
        assert found["100.1b"].heading == ""

    def test_glossary(self) -> None:
        terms = read_document(DOCUMENT).terms
        assert [(term.slug, len(term.paragraphs), term.obsolete) for term in terms] == [
            ("ability", 3, False),
            ("card", 1, False),
            ("mana-burn-obsolete", 1, True),
        ]

    def test_a_date_from_elsewhere_counts_more(self) -> None:
        date = datetime.date(2025, 6, 13)
        assert read_document(DOCUMENT, date).effective == date


def wrap(source: str, width: int = 100) -> str:
    """Break every line at a width, with the space left at its end, as old editions are."""
    lines = []
    for line in raw_lines(source):
        rest = line.rstrip()
        while len(rest) > width:
            end = rest.rindex(" ", 0, width)
            lines.append(rest[: end + 1])
            rest = rest[end + 1 :]
        lines.append(rest)
    return "\r\n".join(lines)


def without_blank_lines(source: str) -> str:
    return "".join(f"{line}\n" for line in raw_lines(source) if line.strip())


class TestShapes:
    @pytest.mark.parametrize("width", [60, 75, 90, 100])
    def test_wrapped(self, width: int) -> None:
        wrapped = wrap(DOCUMENT, width)
        read = read_document(wrapped)
        assert entries(read) == entries(read_document(DOCUMENT))
        assert same_words(read, wrapped)

    @pytest.mark.parametrize("name", ["2004-10-01.txt", "2012-06-01.txt", "2026-01-16.txt"])
    def test_an_edition_wrapped_at_100_columns(self, name: str) -> None:
        wrapped = wrap(text(name))
        read = read_document(wrapped)
        assert entries(read) == entries(document(name))
        assert same_words(read, wrapped)
        # The same without blank lines before rules.
        start = re.search(r"^Credits\s*$", wrapped, re.M)
        end = list(re.finditer(r"^Glossary\s*$", wrapped, re.M))[1].start()
        assert start is not None
        body = without_blank_lines(wrapped[start.end() : end])
        read = read_document(f"{wrapped[: start.end()]}\n{body}\n{wrapped[end:]}")
        assert entries(read) == entries(document(name))

    def test_without_blank_lines_before_rules(self) -> None:
        source = FRONT + without_blank_lines(BODY) + BACK
        assert entries(read_document(source)) == entries(read_document(DOCUMENT))

    def test_blank_lines_everywhere(self) -> None:
        source = DOCUMENT.replace("\n", "\n\n")
        assert entries(read_document(source)) == entries(read_document(DOCUMENT))
        assert len(read_document(source).terms) == 3

    @pytest.mark.parametrize("end", ["\r", "\r\n", "\r\r\n", "\n"])
    def test_line_ends(self, end: str) -> None:
        read = read_document(DOCUMENT.replace("\n", end))
        assert entries(read) == entries(read_document(DOCUMENT))

    @pytest.mark.parametrize(
        ("usual", "printed"),
        [
            ("100.1a A", "100.1a. A"),
            ("100.1a A", "100. 1a A"),
            ("100.1a A", "100.1 a A"),
            ("100.2. This", "100.2 This"),
            ("100.2. This", "100.2.This"),
            ("101. Some", "101.  Some"),
            ("\n100.2. This", "\n 100.2. This"),
        ],
    )
    def test_numbers_printed_otherwise(self, usual: str, printed: str) -> None:
        for source in (DOCUMENT, wrap(DOCUMENT)):
            changed = usual.join(source.split(usual)[:-1]) + printed + source.split(usual)[-1]
            read = read_document(changed)
            assert entries(read) == entries(read_document(DOCUMENT))
            assert same_words(read, changed)

    def test_a_mistyped_number_is_kept_as_printed(self) -> None:
        source = DOCUMENT.replace("100.1b A", "101.1b A")
        read = read_document(source)
        assert next(entry.printed for entry in read.walk() if str(entry.number) == "100.1b") == "101.1b "
        assert same_words(read, source)
        assert count(read).rules == count(read_document(DOCUMENT)).rules

    def test_a_number_printed_twice(self) -> None:
        source = DOCUMENT.replace("100.2. This", "100.1b Another one.\n\n100.2. This")
        read = read_document(source)
        assert entries(read)["100.1c"] == ["Another one."]
        assert same_words(read, source)
        # Distinct numbers as printed.
        assert count(read).rules == count(read_document(DOCUMENT)).rules

    def test_a_line_that_begins_with_a_number_it_speaks_of(self) -> None:
        source = DOCUMENT.replace(
            "(See rule 101.1.)", "It goes on until here, and some more words, (see rule\n100.1b) and on."
        )
        read = read_document(wrap(source, 80))
        assert entries(read)["100.1b"] == ["A second subrule follows it."]

    @pytest.mark.parametrize(
        ("number", "before", "after"),
        [
            ("100.1b", "A second subrule", "A state-\r\nbased subrule"),
            ("100.1", "These are the rules", "These are the state-\r\nbased rules"),
            ("100.1a", "It is the first", "It is the state-\r\nbased first"),
        ],
    )
    def test_a_compound_broken_by_a_line(self, number: str, before: str, after: str) -> None:
        source = wrap(DOCUMENT.replace("it is the first", "It is the first"), 80)
        source = source.replace(before, after)
        read = read_document(source)
        assert "state-based" in " ".join(entries(read)[number])
        assert same_words(read, source)

    def test_sections_may_be_empty(self) -> None:
        source = DOCUMENT.replace("\n200. General\n\n200.1. There", "\n200. This is empty.\n\n200.1. There")
        read = read_document(source)
        section = read.body[1].children[0]
        assert section.heading == ""
        assert section.paragraphs == (Paragraph("text", "This is empty."),)
        assert same_words(read, source)

    def test_a_term_right_under_another(self) -> None:
        source = DOCUMENT.replace("rule 100.1.\n\nMana", "rule 100.1.\nMana")
        assert len(read_document(source).terms) == 3
        assert same_words(read_document(source), source)


class TestBrokenOff:
    @pytest.mark.parametrize(
        ("until", "stops_at"),
        [
            ("100.1b A second", "subrule 100.1b"),
            ("101.1a The rule", "subrule 101.1a"),
            ("2. Other Things\n\n200", "chapter 2"),
            ("See rule 100, ", "the glossary entry “Ability”"),
            ("Written by: Nobody", "the credits"),
        ],
    )
    def test_it_says_where(self, until: str, stops_at: str) -> None:
        source = DOCUMENT[: DOCUMENT.rindex(until) + len(until)]
        read = read_document(source)
        assert not read.complete
        assert read.stops_at == stops_at
        assert same_words(read, source)

    def test_what_is_missing_in_the_middle(self) -> None:
        start, end = DOCUMENT.rindex("101. Some Rules"), DOCUMENT.rindex("2. Other Things")
        assert read_document(DOCUMENT[:start] + DOCUMENT[end:]).stops_at == "without section 101"

    @pytest.mark.parametrize("heading", ["101 Some Rules", "101: Some Rules", ""])
    def test_a_heading_without_its_number(self, heading: str) -> None:
        source = DOCUMENT.replace("101. Some Rules\n\n101.1", f"{heading}\n\n101.1")
        read = read_document(source)
        assert read.complete
        assert entries(read).keys() | {"101"} == entries(read_document(DOCUMENT)).keys()
        assert ("101" in entries(read)) is bool(heading)

    @given(st.integers(min_value=0, max_value=len(DOCUMENT)))
    def test_anywhere(self, length: int) -> None:
        source = DOCUMENT[:length]
        try:
            read = open_document(source.encode())
        except DocumentError:
            # Too little to be a document: its first rule isn't there yet.
            assert length <= DOCUMENT.index("100.1. These") + len("100.1")
        else:
            assert same_words(read, source)
            assert read.complete == source.rstrip().endswith("publishes them.")


class TestRefused:
    @pytest.mark.parametrize(
        ("content", "sentence"),
        [
            (FRONT.encode(), "before its first rule"),
            (b"Dear reader, this is the letter of a man to his wife and to the rest.", "no numbered"),
            (BODY.encode(), "--effective"),
            (DOCUMENT.replace("June 6", "June 31").encode(), "isn’t a date"),
            ("規則".encode("shift-jis") * 20, "English|encodings"),
            (b"<html><body>1. Game Concepts</body></html>", "web page"),
        ],
    )
    def test_with_a_sentence(self, content: bytes, sentence: str) -> None:
        with pytest.raises(DocumentError, match=sentence) as caught:
            open_document(content)
        assert caught.value.message.endswith(".")

    def test_the_first_difference_is_named(self) -> None:
        assert first_difference("a b\nc d", "a  b c\nd") is None
        assert first_difference("a b\nc d e", "a b c x e") == (2, "d e", "x e")
        assert first_difference("a b", "a b c") == (1, "", "c")
        assert first_difference("a\n\nb", "a") == (3, "b", "")


class TestExcerpts:
    DATE = datetime.date(2008, 3, 17)

    def test_dates_of_paragraphs(self) -> None:
        read = read_excerpt(
            "104.1. One. [CompRules 2007/05/01]\nExample: Two. [CompRules 2005/10/01]\n\n104.2. Three.",
            self.DATE,
        )
        first, second = read.walk()
        assert [paragraph.text for paragraph in first.paragraphs] == ["One.", "Example: Two."]
        assert first.dates == (datetime.date(2007, 5, 1), datetime.date(2005, 10, 1))
        assert second.dates == ()
        assert not read.complete

    def test_written_again_it_is_the_same(self) -> None:
        source = "104.1. One. [CompRules 2007/05/01]\n\nGlossary\n\nX\nA letter."
        assert same_words(read_excerpt(source, self.DATE), source)

    @pytest.mark.parametrize("source", ["", "Hello\n\n104.1. One.", "Glossary\n\nA sentence that explains."])
    def test_refused(self, source: str) -> None:
        with pytest.raises(DocumentError):
            read_excerpt(source, self.DATE)


WORDS = st.lists(st.sampled_from(["a", "card", "{T}:", "rule", "107.4f", "“Fear.”", "x/x", "2"]), min_size=1)
SENTENCES = WORDS.map(lambda words: f"The {' '.join(words)} end.")


@given(st.lists(st.lists(SENTENCES, min_size=1, max_size=3), min_size=1, max_size=30))
def test_any_rules_come_out_as_they_went_in(rules: list[list[str]]) -> None:
    source = "".join(
        f"107.{number}. {first}\n{''.join(f'Example: {other}' + chr(10) for other in rest)}\n"
        for number, (first, *rest) in enumerate(rules, 1)
    )
    read = read_excerpt(f"107. Numbers\n\n{source}", datetime.date(2025, 6, 6))
    assert same_words(read, f"107. Numbers\n\n{source}")
    section = read.body[0]
    assert len(section.children) == len(rules)
    for entry, (first, *rest) in zip(section.children, rules, strict=True):
        expected = [Paragraph("text", first)]
        expected += [Paragraph("example", f"Example: {other}") for other in rest]
        assert list(entry.paragraphs) == expected


def test_digest_tells_wordings_apart() -> None:
    texts = [
        (Paragraph("text", "a"),),
        (Paragraph("example", "a"),),
        (Paragraph("text", "a"), Paragraph("text", "")),
        (Paragraph("text", "a\ntext"),),
        (),
    ]
    assert len({digest(wording) for wording in texts}) == len(texts)
    assert digest(texts[0]) == digest((Paragraph("text", "a"),))


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("X", "x"),
        ("Active Player, Nonactive Player Order", "active-player-nonactive-player-order"),
        ("Intervening “If” Clause", "intervening-if-clause"),
        ("Æther", "aether"),
        ("Player’s Turn", "players-turn"),
        ("Owner's", "owners"),
        ("½", "1-2"),
        ("∞", "term"),
    ],
)
def test_slugs(name: str, slug: str) -> None:
    assert slugify(name) == slug
