"""The default library holds the quoted rule text, word for word, and nothing else."""

import datetime
import re
from collections.abc import Iterator

import pytest

from explorer.importing.prepare import DATA, load_default, manifest
from explorer.library import queries
from explorer.library.glossaries import terms_of
from explorer.library.loaded import library
from explorer.models import Edition, Rule
from tests.conftest import ON_BOTH_DATABASES
from tests.library.trees import edition, section_tree
from tests.shared import shared
from tests.tables import cases

pytestmark = [pytest.mark.django_db, *ON_BOTH_DATABASES]


def official(name: str, start: str, end: str) -> list[str]:
    """The lines of an official edition from the second line `start` up to the line `end`."""
    text = (shared("rules") / name).read_bytes().decode("utf-8-sig")
    lines = [" ".join(line.split()) for line in re.split(r"\r\n|\r|\n", text)]
    first = lines.index(start, lines.index(start) + 1)
    return [line for line in lines[first : lines.index(end, first)] if line]


def stored(date: str, number: str) -> list[str]:
    """What the library has of a chapter or section, a line for each paragraph."""
    return list(printed_lines(section_tree(edition(date), number)))


def printed_lines(entry: queries.RuleText) -> Iterator[str]:
    head = entry.number if entry.kind == "subrule" else f"{entry.number}."
    first, *rest = entry.text.split("\n")
    if first:
        yield f"{head} {first}"
        yield from rest
    for child in entry.children:
        yield from printed_lines(child)


@pytest.mark.usefixtures("default_library")
class TestWordForWord:
    @pytest.mark.parametrize("date", ["2024-03-08", "2025-06-06"])
    def test_section_107_is_the_official_one(self, date: str) -> None:
        expected = official(f"{date}.txt", "107. Numbers and Symbols", "108. Cards")
        assert stored(date, "107") == expected

    def test_rule_104_of_2008_differs_from_the_official_text_only_as_listed(self) -> None:
        expected = official("2008-02-01.txt", "104. Numbers and Symbols", "2. Parts of the Game")
        # The source's own misspellings and its notation for the tap symbol are kept.
        kept = {
            "the hybrid symbols {W/U}": "the bybrid symbols {W/U}",
            "A hybrid mana symbol is": "A hybrid mana systmbol is",
            "The tap symbol is {T}.": "The tap symbol is {Tap}.",
            'that says "{T}: Add': 'that says "{Tap}: Add',
            "See rule 212.3f.": "See Rule 212.3f.",
        }
        text = "\n".join(expected)
        for official_words, quoted in kept.items():
            assert text.count(official_words) == 1
            text = text.replace(official_words, quoted)
        assert stored("2008-03-17", "104") == text.split("\n")

    def test_sections_200_to_211_differ_from_the_edition_before_only_as_listed(self) -> None:
        expected = official("2011-06-17.txt", "200. General", "3. Card Types")
        # Between June and July 2011, a plane was added, and a title to one reference. The source
        # has registered marks as one letter, makes one paragraph of two in three subrules, and
        # marks up the reference of 204.2a and the address of 205.5 instead of writing them out.
        text = "\n".join(expected)
        for old, new in cases("importing/default", "sections_200_to_211_differ_from_the_edition_before_only_as_listed"):
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        assert stored("2011-07-15", "2") == ["2. Parts of a Card", *text.split("\n")]

    def test_107_3_of_2024_09_20_is_still_the_one_of_2024_11_08(self) -> None:
        expected = official("2024-11-08.txt", "107. Numbers and Symbols", "108. Cards")
        assert stored("2024-09-20", "107.3") == [line for line in expected if line.startswith("107.3")]

    def test_glossary_entry_x(self) -> None:
        (term,) = terms_of(edition("2024-09-20"))
        assert (term.slug, term.name) == ("x", "X")
        assert [paragraph.text for paragraph in term.paragraphs] == [
            "A placeholder for a number that needs to be determined. See rule 107.3."
        ]
        assert not term.obsolete


@pytest.mark.usefixtures("default_library")
class TestDates:
    def test_paragraphs_of_2008_carry_their_dates(self) -> None:
        rule = queries.newest_rule("104.3f", [edition("2008-03-17")])
        assert rule is not None
        assert [paragraph.kind for paragraph in rule.paragraphs] == ["text", "example"]
        assert rule.dates == (datetime.date(2007, 5, 1), datetime.date(2005, 10, 1))

    def test_every_paragraph_of_2008_is_dated_and_no_other(self) -> None:
        for rule in Rule.objects.exclude(wording=None).select_related("edition", "wording"):
            if rule.edition.date == datetime.date(2008, 3, 17):
                assert rule.dates is not None
                assert rule.wording is not None
                assert len(rule.dates) == len(rule.wording.paragraphs)
                assert all(rule.dates)
            else:
                assert rule.dates is None


@pytest.mark.usefixtures("default_library")
class TestWhatIsThere:
    def test_editions(self) -> None:
        found = [(edition.iso, edition.complete, edition.sections, edition.rules) for edition in library().editions]
        assert found == [
            ("2008-03-17", False, 1, 17),
            ("2011-07-15", False, 12, 81),
            ("2024-03-08", False, 1, 48),
            ("2024-09-20", False, 0, 15),
            ("2025-06-06", False, 1, 49),
        ]

    def test_every_excerpt_says_where_it_is_from(self) -> None:
        assert all(len(one.source.split()) > 5 for one in library().editions)

    def test_every_file_is_listed_and_every_listed_file_is_there(self) -> None:
        files = {path.name for path in DATA.glob("*.txt")}
        assert {excerpt["file"] for excerpt in manifest()} == files

    def test_a_library_with_anything_in_it_is_left_alone(self) -> None:
        Edition.objects.filter(date=datetime.date(2008, 3, 17)).delete()
        assert load_default() == []
        assert len(library().editions) == 4
