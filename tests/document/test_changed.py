"""Editions that nobody has seen yet: real ones, changed as the official ones differ from each other.

Everything that is there must come back, and be where it was; or there must be a sentence that says why not.
"""

import datetime
import random
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.document.body import correct_numbers
from explorer.document.decode import decode
from explorer.document.lines import raw_lines
from explorer.document.numbers import DocumentError, NumberKind, RuleNumber
from explorer.document.opening import open_document
from explorer.document.tree import Document, count, gaps, has_all_rules, in_words, sections_in_words
from tests.document import changed
from tests.document.editions import NAMES, content, document, text
from tests.document.samples import BACK, BODY, DOCUMENT, FRONT, STATEMENT
from tests.shared import examples
from tests.tables import cases

pytestmark = pytest.mark.slow

# One of each family: numbers without subrules' letters settled, wrapped lines, multiplayer rules, the chapters of
# today, and today's glossary.
FAMILIES = ["2003-03-15.txt", "2003-10-01.txt", "2008-02-01.txt", "2010-06-18.txt", "2024-03-08.txt"]
UNWRAPPED = [name for name in FAMILIES if name != "2003-10-01.txt"]
SMALL = "2003-03-15.txt"


def plain(name: str) -> str:
    return "\n".join(raw_lines(text(name)))


def opened(source: str) -> Document:
    return open_document(source.encode())


def wordings(read: Document) -> dict[str, list[tuple[str, str]]]:
    return {
        str(entry.number): [(paragraph.kind, paragraph.text) for paragraph in entry.paragraphs] for entry in read.walk()
    }


def meanings(read: Document) -> dict[str, list[str]]:
    return {term.slug: [paragraph.text for paragraph in term.paragraphs] for term in read.terms}


def different(some: dict[str, Any], others: dict[str, Any]) -> set[str]:
    return {key for key, value in some.items() if others.get(key) != value}


def test_harmless_changes_lose_nothing(subtests: pytest.Subtests) -> None:
    for name, change in changed.HARMLESS.items():
        with subtests.test(change=name):
            source = plain(SMALL)
            other = change(source)
            assert other != source
            read = opened(other)
            assert wordings(read) == wordings(document(SMALL))
            assert meanings(read) == meanings(document(SMALL))
            assert read.complete
            assert read.effective == document(SMALL).effective


def test_in_every_family(subtests: pytest.Subtests) -> None:
    for name in FAMILIES:
        for change in ["no blank lines between rules", "a comma for a full stop", "a capital letter"]:
            with subtests.test(name=name, change=change):
                read = opened(changed.HARMLESS[change](plain(name)))
                assert wordings(read) == wordings(document(name))


def test_encodings_and_line_ends(subtests: pytest.Subtests) -> None:
    for end in ["\n", "\r\n", "\r", "mixed"]:
        for encoding in ["utf-8", "utf-8-sig", "cp1252", "mac-roman", "cp437", "utf-16", "utf-16-le", "utf-16-be"]:
            for name in ["2003-10-01.txt", "2014-02-01.txt"]:
                with subtests.test(end=end, encoding=encoding, name=name):
                    source = plain(name)
                    if "utf" not in encoding:
                        source = source.encode(encoding, errors="ignore").decode(encoding)
                    written = changed.mixed_line_ends(source) if end == "mixed" else source.replace("\n", end)
                    assert "\n".join(raw_lines(decode(written.encode(encoding)))) == source


def test_examples_are_marked_in_many_ways(subtests: pytest.Subtests) -> None:
    for beginning in cases("document/changed", "examples_are_marked_in_many_ways"):
        with subtests.test(beginning=beginning):
            read = opened(plain(SMALL).replace("\nExample:", f"\n{beginning}"))
            assert count(read) == count(document(SMALL))


class TestGlossary:
    @pytest.mark.parametrize("name", FAMILIES)
    def test_without_blank_lines(self, name: str) -> None:
        """Names are told by their looks; nearly all of them, and none that is no name."""
        read = opened(changed.within("glossary", changed.without_blank_lines)(plain(name)))
        expected = set(meanings(document(name)))
        found = set(meanings(read))
        assert found <= expected
        assert len(found) >= len(expected) * 0.95

    @pytest.mark.parametrize("name", UNWRAPPED)
    def test_terms_are_the_lines_above_a_text(self, name: str) -> None:
        """Counted in another way: by blank lines alone."""
        start, end = changed.part(plain(name), "glossary")
        blocks = [block.strip("\n").split("\n") for block in re.split(r"\n[ \t]*\n", plain(name)[start:end])]
        names = {block[0].strip() for block in blocks if len(block) > 1 and not block[0].startswith(" ")}
        assert names <= {term.name for term in document(name).terms}
        assert len(document(name).terms) - len(names) <= 1

    def test_without_a_heading_it_is_refused(self) -> None:
        source = changed.within("glossary", lambda part: part.replace("Glossary", "", 1))(plain(SMALL))
        with pytest.raises(DocumentError, match="552 paragraphs have no number"):
            opened(source)

    def test_missing_glossary(self) -> None:
        read = opened(changed.without("glossary")(plain(SMALL)))
        assert (read.complete, read.stops_at) == (False, "without the glossary")


class TestCredits:
    def test_without_a_heading(self) -> None:
        source = plain("2010-06-18.txt")
        start, _ = changed.part(source, "credits")
        read = opened(source[:start] + source[start:].replace("Credits", "", 1))
        assert meanings(read) == meanings(document("2010-06-18.txt"))
        assert read.complete

    @pytest.mark.parametrize("name", FAMILIES[:3])
    def test_missing(self, name: str) -> None:
        read = opened(changed.without("credits")(plain(name)))
        assert read.stops_at == f"the glossary entry “{document(name).terms[-1].name}”"


@pytest.mark.parametrize("other", [SMALL, "2024-03-08.txt"])
def test_two_documents_in_one_file(other: str) -> None:
    with pytest.raises(DocumentError, match="more than one document") as caught:
        opened(f"{plain(SMALL)}\n{plain(other)}")
    assert caught.value.line is not None
    assert caught.value.line > len(plain(SMALL).split("\n"))


class TestCut:
    @pytest.mark.parametrize("name", FAMILIES)
    def test_a_cut_document_is_right_up_to_the_cut(self, name: str) -> None:
        """All but the last entry is as it is in the whole document; and it says that it breaks off."""
        whole = content(name)
        chance = random.Random(name)  # noqa: S311
        for length in [chance.randrange(len(whole) // 20, len(whole) - 3000) for _ in range(3)]:
            try:
                read = open_document(whole[:length])
            except DocumentError as error:
                assert "rule" in error.message  # noqa: PT017 - cut before the first of them
                continue
            assert not read.complete
            assert read.stops_at
            assert len(different(wordings(read), wordings(document(name)))) <= 1
            assert len(different(meanings(read), meanings(document(name)))) <= 1

    def test_in_the_imprint(self) -> None:
        source = plain("2018-07-13.txt").rstrip()
        assert opened(source).complete
        assert opened(source[:-400]).stops_at == "the credits"
        assert opened(plain("2003-03-15.txt").rstrip()[:-600]).complete is False

    @pytest.mark.parametrize(
        ("mark", "encoding"),
        [(b"", "utf-8"), (b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"", "utf-16-be")],
    )
    def test_within_a_character(self, mark: bytes, encoding: str) -> None:
        """What there is of the letter is left out; all before it comes in, as if it had been cut there."""
        source = text("2024-03-08.txt")
        before = source[: source.rindex("’", 0, source.rindex("\nCredits"))]
        letter = "’".encode(encoding)
        whole = open_document(before.encode())
        for kept in range(1, len(letter)):
            read = open_document(mark + before.encode(encoding) + letter[:kept])
            assert not read.complete
            assert read.stops_at == whole.stops_at
            assert (wordings(read), meanings(read)) == (wordings(whole), meanings(whole))

    def test_at_the_very_end(self) -> None:
        read = open_document(plain("2024-03-08.txt").rstrip().encode() + "”".encode()[:2])
        assert (read.complete, read.stops_at) == (False, "the credits")

    @pytest.mark.parametrize("end", [b"", b"\xe2"])
    def test_damage_elsewhere_is_refused(self, end: bytes) -> None:
        damaged = content("2024-03-08.txt").replace("’".encode(), b"\xe2\x80", 1) + end
        with pytest.raises(DocumentError, match="damaged"):
            open_document(damaged)
        with pytest.raises(DocumentError, match="damaged"):
            open_document(b"\xff\xfe" + "107.1. \ud800 of".encode("utf-16-le", "surrogatepass") + end)

    def test_a_letter_of_windows_at_the_end_is_kept(self) -> None:
        assert open_document(f"{DOCUMENT.rstrip()} Dé".encode("cp1252")).credits[-1].endswith("Dé")


class TestHoles:
    def test_what_official_editions_leave_out(self, subtests: pytest.Subtests) -> None:
        known = {"2003-03-15": ["214.8j"], "2005-08-01": ["609.3"], "2009-07-11": ["113.8"]}
        for name in NAMES:
            with subtests.test(name=name):
                found = gaps(entry.number for entry in document(name).walk())
                assert found == known.get(name[:10], [])
                for number in found:
                    assert not re.search(rf"^{re.escape(number)}\b", text(name), re.MULTILINE)

    def test_within_a_section(self) -> None:
        source = plain("2024-11-08.txt")
        start, end = (source.rindex(f"\n603.{rule}. ") for rule in (3, 6))
        read = opened(source[:start] + source[end:])
        assert read.complete
        assert gaps(entry.number for entry in read.walk()) == ["603.3–603.5"]

    def test_of_whole_sections(self) -> None:
        source = plain("2024-11-08.txt")
        start, end = (source.rindex(f"\n{section}. ") for section in (603, 606))
        assert opened(source[:start] + source[end:]).stops_at == "without sections 603–605"
        cut = source.rindex("\nTap\n")
        stops_at = "without sections 603–605, and breaks off at the glossary entry “Swampwalk”"
        read = opened(source[:start] + source[end:cut])
        assert read.stops_at == stops_at

    def test_at_the_beginning(self) -> None:
        read = opened(f"{STATEMENT}\n\n{DOCUMENT[DOCUMENT.rindex('101. Some Rules') :]}")
        assert read.stops_at == "without what comes before section 101"


@pytest.mark.parametrize(
    ("stops_at", "words", "all_rules"),
    [
        ("rule 101.2", "breaks off at rule 101.2", False),
        ("the glossary entry “Card”", "breaks off at the glossary entry “Card”", True),
        ("the credits", "breaks off at the credits", True),
        ("without section 101", "lacks section 101", False),
        ("without the glossary", "lacks the glossary", True),
        (
            "without section 101, and breaks off at the glossary entry “Card”",
            "lacks section 101, and breaks off at the glossary entry “Card”",
            False,
        ),
    ],
)
def test_incomplete_documents_in_words(stops_at: str, words: str, all_rules: bool) -> None:
    assert (in_words(stops_at), has_all_rules(stops_at)) == (words, all_rules)


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ([603], "section 603"),
        ([603, 604], "sections 603–604"),
        ([507, 700, 603, 604], "sections 507, 603–604, 700"),
        (list(range(102, 120, 2)), "sections 102, 104, 106, 108, 110 and others"),
    ],
)
def test_sections_in_words(numbers: list[int], words: str) -> None:
    assert sections_in_words(map(RuleNumber.of, numbers)) == words


def typos(number: RuleNumber, chance: random.Random) -> dict[str, str]:
    a, b, c = list(str(number.section))
    rule, letter = str(number.rule), number.letter
    ways = {
        "digits of the section turned round": f"{a}{c}{b}.{rule}{letter}",
        "the chapter turned round": f"{b}{a}{c}.{rule}{letter}",
        "the section before": f"{number.section - 1}.{rule}{letter}",
        "the section after": f"{number.section + 1}.{rule}{letter}",
        "a digit twice": f"{number.section}.{rule}{rule[-1]}{letter}",
        "the rule before": f"{number.section}.{number.rule - 1}{letter}",
    }
    if letter:
        ways["the letter before"] = f"{number.section}.{rule}{chr(max(ord(letter) - 1, ord('a')))}"
        ways["another letter"] = f"{number.section}.{rule}{chance.choice('abcdefghijkmnp')}"
    return ways


@pytest.mark.parametrize("name", ["2005-08-01.txt", "2024-03-08.txt"])
def test_typos_in_numbers_are_corrected(name: str) -> None:
    numbers = [entry.number for entry in document(name).walk()]
    chance = random.Random(name)  # noqa: S311
    # Where the next number would do after either, nobody can tell a typo from a gap.
    rules = [index for index in range(5, len(numbers) - 5) if numbers[index].rule]
    tried = 0
    wrong = []
    for index in chance.sample(rules, 60):
        before, right, after = numbers[index - 1 : index + 2]
        for way, printed in typos(right, chance).items():
            shown = RuleNumber.try_parse(printed)
            if shown is None or shown == right or (shown.follows(before) and shown not in numbers):
                continue
            if after.follows(shown) and shown not in numbers and shown.rule - right.rule in (0, 1):
                continue
            tried += 1
            settled = correct_numbers([*numbers[:index], shown, *numbers[index + 1 :]])
            if settled != numbers:
                wrong.append((way, str(before), printed, str(after), str(settled[index])))
    assert tried > 200
    assert not wrong


class TestLists:
    """“1. ” begins a chapter only where its sections follow."""

    def test_a_list_in_a_rule(self) -> None:
        source = DOCUMENT.replace("follows it.\n", "follows it:\n1. One thing.\n2. Another thing.\n3. The last.\n", 1)
        read = opened(source)
        assert [str(chapter.number) for chapter in read.body] == ["1", "2"]
        assert wordings(read)["100.1b"][1:] == [
            ("text", "1. One thing."),
            ("text", "2. Another thing."),
            ("text", "3. The last."),
        ]

    def test_a_chapter_with_the_wrong_number(self) -> None:
        source = DOCUMENT.replace(
            "\n2. Other Things\n\n200. General\n\n200.1", "\n1. Other Things\n\n200. General\n\n200.1"
        )
        read = opened(source)
        assert [(str(chapter.number), chapter.printed) for chapter in read.body] == [("1", ""), ("2", "1. ")]

    def test_a_stray_line_end(self) -> None:
        source = plain("2010-06-18.txt")
        changed_source = re.sub(r"(\n\d{3}\.\d+[a-z] [^\n]{300,}? [a-z]+) (?=[a-z])", r"\1\n", source)
        assert changed_source != source
        read = opened(changed_source)
        assert wordings(read) == wordings(document("2010-06-18.txt"))

    def test_a_stray_line_end_before_a_number(self) -> None:
        source = plain("2024-03-08.txt")
        changed_source = re.sub(r"(\n\d{3}\.\d+[a-z] [^\n]{300,}? see rule) (?=\d{3}\.\d)", r"\1\n", source)
        assert changed_source != source
        assert wordings(opened(changed_source)).keys() == wordings(document("2024-03-08.txt")).keys()


def test_dates_however_they_are_written(subtests: pytest.Subtests) -> None:
    for statement, date in cases("document/changed", "dates_however_they_are_written"):
        with subtests.test(statement=statement, date=date):
            source = DOCUMENT.replace(STATEMENT, statement, 1)
            assert opened(source).effective == datetime.date.fromisoformat(date)


@pytest.mark.parametrize(
    ("rule", "subrule"),
    [
        ("Diese Regeln gelten für jede Partie mit zwei oder mehr Spielern.", "Eine Partie ist in zwei Teile geteilt."),
        ("Ces règles s'appliquent à toute partie avec deux joueurs ou plus.", "Une partie qui a lieu est une partie."),
        ("Estas reglas se aplican a cualquier partida de dos o más jugadores.", "Una partida a dos jugadores."),
        ("Deze regels gelden of is in het spel met twee of meer spelers.", "Een spel is in het algemeen of niet."),
        ("Queste regole si applicano a ogni partita in cui ci sono giocatori.", "Una partita a due giocatori."),
        (
            "このルールは、２人以上のプレイヤーが参加するゲームに適用される。",
            "２人対戦のゲームとは、２人で始まるゲームである。",
        ),
    ],
)
def test_other_languages(rule: str, subrule: str) -> None:
    source = f"Magic\n\n100. X\n\n100.1. {rule}\n\n100.1a {subrule}\n"
    with pytest.raises(DocumentError, match="in English"):
        open_document(source.encode(), datetime.date(2025, 6, 6))


PIECES = ["\n", "\r", "\n\n", " ", "\t", ".", "107.4f ", "100.1a ", "1. ", "2. ", "Glossary\n", "Credits\n",
          "Contents\n", "Example: ", "100. ", "\u2028", "\ufeff", "“", "999.999z ", "101. X\n\n"]  # fmt: skip
EDITS = st.lists(
    st.tuples(st.integers(0, len(DOCUMENT)), st.integers(0, 60), st.sampled_from(["", *PIECES])), min_size=1, max_size=6
)


@given(EDITS)
def test_a_damaged_document_is_read_or_refused(edits: list[tuple[int, int, str]]) -> None:
    source = DOCUMENT
    for place, length, piece in edits:
        source = source[:place] + piece + source[place + length :]
    check(source.encode())


@given(st.binary(max_size=200), st.integers(0, len(BODY)))
def test_bytes_among_the_rules(piece: bytes, place: int) -> None:
    source = (FRONT + BODY[:place]).encode() + piece + (BODY[place:] + BACK).encode()
    check(source)


@examples(10)
@given(st.data())
def test_a_damaged_edition_is_read_or_refused(data: st.DataObject) -> None:
    source = plain(SMALL)
    for _ in range(data.draw(st.integers(1, 5))):
        place, length = data.draw(st.integers(0, len(source))), data.draw(st.sampled_from([0, 1, 10, 1000, 30000]))
        moved = source[place : place + length] if data.draw(st.booleans()) else ""
        other = data.draw(st.integers(0, len(source)))
        piece = moved or data.draw(st.sampled_from(PIECES))
        source = source[:other] + piece + source[other:] if moved else source[:place] + piece + source[place + length :]
    check(source.encode())


def check(source: bytes) -> None:
    """Opening compares the words; what it gives must also fit into a library."""
    try:
        read = open_document(source)
    except DocumentError as error:
        assert error.message.endswith(".")  # noqa: PT017 - refused or read, both are right
        return
    numbers = [str(entry.number) for entry in read.walk()]
    assert len(set(numbers)) == len(numbers)
    assert all(RuleNumber.parse(str(entry.number)) == entry.number for entry in read.walk())
    assert all(len(entry.printed) <= 24 and len(entry.heading) <= 120 for entry in read.walk())
    assert len({term.slug for term in read.terms}) == len(read.terms)
    assert bool(read.stops_at) is not read.complete
    assert all(
        entry.kind is not NumberKind.CHAPTER
        for chapter in read.body
        for child in chapter.children
        for entry in child.walk()
    )
