"""Every official edition at hand is read whole, and nothing of it is lost or put elsewhere."""

import datetime
import itertools
import re
from collections import Counter
from collections.abc import Collection, Iterable

import pytest

from explorer.document.lines import raw_lines
from explorer.document.numbers import NumberKind, RuleNumber
from explorer.document.opening import write_document
from explorer.document.references import FoundReference, find_references
from explorer.document.terms import Glossary, Name
from explorer.document.tree import Document, Entry, GlossaryEntry, count
from tests.document.editions import EVERY_EDITION, document, text

# Editions that break lines at about 100 columns: here a number at the beginning of a line may
# belong to the sentence before.
WRAPPED = {"2003-10-01.txt", "2004-02-01.txt"}

NEWEST_LISTED = "2026-02-27.txt"
"""The tables below have the flaws of every edition up to this one; a newer one may have `MOST_FLAWS` of a kind."""
MOST_FLAWS = 2

# What the editions say of themselves, where that is not how the files are named.
OTHER_DATES = {
    "2006-06-01.txt": datetime.date(2004, 6, 1),
    "2013-04-29.txt": datetime.date(2013, 5, 1),
    "2013-07-11.txt": datetime.date(2013, 7, 13),
    "2021-02-24.txt": datetime.date(2021, 2, 15),
    "2021-04-19.txt": datetime.date(2021, 4, 22),
}

# Numbers printed in the wrong place, and what they have to be.
TYPOS = {
    ("2005-08-01.txt", "605.2c"): "609.2c",
    ("2006-06-01.txt", "502.35b"): "502.36b",
    ("2007-05-01.txt", "432.2b"): "423.2b",
    ("2010-06-18.txt", "505.54."): "505.5",
}

# Numbers that an edition leaves out.
GAPS = {
    ("2003-03-15.txt", "214.8i", "214.8k"),
    ("2005-08-01.txt", "609.2c", "609.4"),
    ("2009-07-11.txt", "113.7c", "113.9"),
}

# Titles that the table of contents gives otherwise.
UNLIKE_CONTENTS = {"2009-07-11.txt": {"1. Game Concepts", "1. The Game"}}

# References that lead nowhere in the editions themselves, by edition.
DANGLING = {
    "2005-08-01.txt": {"102.6"},
    "2007-05-01.txt": {"419.1f", "landcycling"},
    "2009-07-11.txt": {"602.1i", "405.3c"},
    "2017-04-28.txt": {"903.11a"},
} | {
    f"{date}.txt": {"110.10"}
    for date in (
        "2023-11-17", "2024-03-08", "2024-11-08", "2025-04-04", "2025-06-06", "2026-01-16", "2026-02-27",
    )
}  # fmt: skip


# How paragraphs end; the comma is that of two sentences (2018: 706.2b, 2025: 701.40d) whose ends
# the editions themselves have lost.
ENDS = (".", ")", '"', "”", "!", ":", "]", "copy to change,", "instruction to explore,")


def assert_flaws(name: str, found: Collection[object], listed: Collection[object]) -> None:
    """Expect the listed flaws and no others; in an edition too new to be listed, no more than editors leave."""
    if name <= NEWEST_LISTED:
        assert found == listed
    else:
        assert len(found) <= MOST_FLAWS, found


def body_lines(name: str) -> list[str]:
    lines = [line.strip() for line in raw_lines(text(name))]
    first = next(index for index, line in enumerate(lines) if line == "Credits")
    last = [index for index, line in enumerate(lines) if line == "Glossary"][1]
    return [line for line in lines[first + 1 : last] if line]


def written_again_it_is_the_same(name: str) -> None:
    assert write_document(document(name)).split() == text(name).split()


def it_is_whole_and_dated_by_itself(name: str) -> None:
    read = document(name)
    assert read.complete
    assert read.stops_at == ""
    named = datetime.date.fromisoformat(name.removesuffix(".txt"))
    if name <= NEWEST_LISTED:
        assert read.effective == OTHER_DATES.get(name, named)
    else:
        assert abs(read.effective - named) <= datetime.timedelta(days=14)


def every_number_at_the_beginning_of_a_line_is_an_entry(name: str) -> None:
    if name in WRAPPED:
        return
    shown = [re.match(r"(\d{3})\. ?(\d+)([a-z](?![a-z]))?", line) for line in body_lines(name)]
    numbers = {f"{found[1]}.{found[2]}{found[3] or ''}" for found in shown if found}
    read = count(document(name))
    assert read.rules == len(numbers)
    assert read.examples == sum(line.startswith("Example:") for line in body_lines(name))


def sections_are_those_of_the_table_of_contents(name: str) -> None:
    read = document(name)
    promised = {line for line in read.contents if line[0].isdigit()}
    titles = {
        f"{entry.number}. {entry.heading}"
        for entry in read.walk()
        if entry.kind in (NumberKind.CHAPTER, NumberKind.SECTION) and entry.heading
    }
    assert_flaws(name, promised ^ titles, UNLIKE_CONTENTS.get(name, set()))


def numbers_go_on_from_each_other(name: str) -> None:
    entries = list(document(name).walk())
    gaps = {
        (name, str(before.number), str(after.number))
        for before, after in itertools.pairwise(entries)
        if not after.number.follows(before.number)
    }
    assert_flaws(name, gaps, {gap for gap in GAPS if gap[0] == name})
    assert [entry.number for entry in entries] == sorted(entry.number for entry in entries)
    assert max(Counter(entry.number for entry in entries).values()) == 1


def mistyped_numbers_are_known_for_what_they_are(name: str) -> None:
    found = {
        (name, entry.printed.strip()): str(entry.number)
        for entry in document(name).walk()
        if entry.printed and RuleNumber.parse(entry.printed) != entry.number
    }
    assert_flaws(name, found, {key: number for key, number in TYPOS.items() if key[0] == name})


def every_entry_stands_under_its_parent(name: str) -> None:
    for chapter in document(name).body:
        assert chapter.kind is NumberKind.CHAPTER
        for entry in chapter.walk():
            assert all(child.number.parent == entry.number for child in entry.children)


def references_lead_somewhere(name: str) -> None:
    """This holds only if entries and terms were told apart rightly."""
    read = document(name)
    numbers = {str(entry.number) for entry in read.walk()}
    glossary = Glossary(Name(term.slug, term.name) for term in read.terms)
    paragraphs = [paragraph for entry in read.walk() for paragraph in entry.paragraphs]
    paragraphs += [paragraph for term in read.terms for paragraph in term.paragraphs]

    def leads_somewhere(reference: FoundReference) -> bool:
        if reference.kind != "glossary":
            return reference.target in numbers
        return glossary.find(reference.target) is not None

    missing = {
        part.target
        for paragraph in paragraphs
        for reference in find_references(paragraph.text)
        if not leads_somewhere(reference)
        for part in reference.parts or (reference,)
        if not leads_somewhere(part)
    }
    assert_flaws(name, missing, DANGLING.get(name, set()))


def paragraphs_begin_and_end_like_sentences(name: str) -> None:
    unended = []
    for entry in document(name).walk():
        for paragraph in entry.paragraphs:
            assert not paragraph.text[0].islower(), (entry.number, paragraph.text)
            assert paragraph.text == " ".join(paragraph.text.split())
            if not (entry.heading or paragraph.text.endswith(ENDS)):
                unended.append((str(entry.number), paragraph.text))
    assert_flaws(name, unended, [])


def glossary_is_alphabetical_enough(name: str) -> None:
    terms = document(name).terms
    slugs = [term.slug for term in terms]
    assert len(set(slugs)) == len(slugs)
    assert all(term.paragraphs for term in terms)
    # Editors put a few names in the wrong place; a misread glossary has many.
    initials = [slug[0] for slug in slugs if slug[0].isalpha()]
    backwards = sum(b < a for a, b in itertools.pairwise(initials))
    assert backwards <= 2


CHECKS = [
    written_again_it_is_the_same,
    it_is_whole_and_dated_by_itself,
    every_number_at_the_beginning_of_a_line_is_an_entry,
    sections_are_those_of_the_table_of_contents,
    numbers_go_on_from_each_other,
    mistyped_numbers_are_known_for_what_they_are,
    every_entry_stands_under_its_parent,
    references_lead_somewhere,
    paragraphs_begin_and_end_like_sentences,
    glossary_is_alphabetical_enough,
]


@EVERY_EDITION
def test_an_edition_is_read_whole_and_in_order(name: str, subtests: pytest.Subtests) -> None:
    for check in CHECKS:
        with subtests.test(check=check.__name__):
            check(name)


def test_terms_that_lost_their_blank_line() -> None:
    assert "concede" in {term.slug for term in document("2020-06-01.txt").terms}
    assert "floor-rules" in {term.slug for term in document("2008-02-01.txt").terms}


def test_compounds_broken_by_a_line_are_whole_again() -> None:
    read = document("2003-10-01.txt")
    assert any(entry.breaks for entry in read.walk())
    words = " ".join(paragraph.text for entry in read.walk() for paragraph in entry.paragraphs)
    assert "State- Based" not in words
    assert "State-Based Effects" in words


def plain(text: str) -> str:
    """A text as the editions around 2004 agree on it: they write dashes and marks in different ways."""
    text = text.replace("\N{REGISTERED SIGN}", "(r)").replace("\N{TRADE MARK SIGN}", "(tm)").replace("(TM)", "(tm)")
    return text.replace("\N{EN DASH}", "-").replace("--", "-")


@pytest.mark.parametrize(("name", "rules", "terms"), [("2003-10-01.txt", 600, 240), ("2004-02-01.txt", 640, 280)])
def test_wrapped_editions_have_the_paragraphs_of_one_that_is_not(name: str, rules: int, terms: int) -> None:
    """The edition of June 2004 leaves lines whole; where it says the same, it says it in the same paragraphs."""
    wrapped, whole = document(name), document("2006-06-01.txt")

    def paragraphs(owner: Entry | GlossaryEntry) -> list[tuple[str, str]]:
        return [(paragraph.kind, plain(paragraph.text)) for paragraph in owner.paragraphs]

    def same(ours: Iterable[Entry | GlossaryEntry], theirs: Iterable[Entry | GlossaryEntry]) -> int:
        by_text = {" ".join(words for _, words in paragraphs(other)): paragraphs(other) for other in theirs}
        found = [(paragraphs(one), by_text.get(" ".join(words for _, words in paragraphs(one)))) for one in ours]
        # The one entry whose source has lost a line end.
        different = [mine for mine, other in found if other not in (None, mine) and "Protection is" not in mine[0][1]]
        assert different == []
        return sum(other is not None for _, other in found)

    assert same(wrapped.walk(), whole.walk()) > rules
    assert same(wrapped.terms, whole.terms) > terms


def wording(read: Document, number: str) -> list[str]:
    entries = {str(entry.number): entry for entry in read.walk()}
    return [paragraph.text for paragraph in entries[number].paragraphs]


def test_a_number_that_continues_a_sentence_is_no_entry() -> None:
    read = document("2003-10-01.txt")
    assert wording(read, "419.8") == ["Sources of Damage"]
    assert wording(read, "102.7")[0].startswith("A player may concede")
