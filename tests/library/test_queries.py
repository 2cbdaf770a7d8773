"""The read side answers what pages ask, in few questions."""

import datetime
from collections.abc import Callable
from typing import Any

import pytest

from explorer.document.numbers import RuleNumber
from explorer.importing.documents import import_bytes
from explorer.library import queries
from explorer.library.glossaries import terms_of
from explorer.library.links import extent, extent_of, outline_of, outlines_of
from explorer.library.loaded import library, library_with, library_with_term
from explorer.library.place import find_number, find_term
from explorer.models import Edition, Rule
from explorer.rules.rule.query import rule_page
from tests.conftest import ON_BOTH_DATABASES, forget_everything
from tests.document.editions import content
from tests.document.samples import DOCUMENT
from tests.library.trees import edition, section_tree

pytestmark = [pytest.mark.usefixtures("default_library"), *ON_BOTH_DATABASES]

Counting = Callable[[int], Any]


class TestEditions:
    def test_oldest_first(self) -> None:
        dates = [found.iso for found in library().editions]
        assert dates == sorted(dates)
        current = library().newest
        assert current == edition(dates[-1])

    @pytest.mark.parametrize(
        ("number", "dates"),
        [
            ("107.4f", ["2024-03-08", "2025-06-06"]),
            ("107.3a", ["2024-03-08", "2024-09-20", "2025-06-06"]),
            ("202.3", ["2011-07-15"]),
            ("104", ["2008-03-17"]),
            ("107.18", ["2025-06-06"]),
            ("999.9", []),
            ("nonsense", []),
        ],
    )
    def test_which_have_a_number(self, number: str, dates: list[str]) -> None:
        loaded, wordings = library_with(number)
        assert [found.iso for found in loaded.among(wordings)] == dates[::-1]
        newest = queries.newest_rule(number, loaded.editions)
        assert (newest and newest.edition.iso) == (dates[-1] if dates else None)

    def test_an_empty_library(self, empty_library: None) -> None:
        assert library().editions == ()
        assert library().newest is None
        assert queries.newest_rule("107.4", library().editions) is None
        assert queries.rules_near(RuleNumber.parse("107.4"), library().editions) == []


class TestRules:
    def test_one(self) -> None:
        rule = queries.newest_rule("202.3", [edition("2011-07-15")])
        assert rule is not None
        assert rule.kind == "rule"
        assert [paragraph.kind for paragraph in rule.paragraphs] == ["text", "example"]
        assert rule.text.startswith("The converted mana cost of an object is")
        assert not rule.is_title
        assert queries.newest_rule("107.4", [edition("2011-07-15")]) is None

    def test_a_title(self) -> None:
        rule = queries.newest_rule("204.2", [edition("2011-07-15")])
        assert rule is not None
        assert rule.heading == rule.text == "Card Types"
        assert rule.is_title

    def test_a_section_is_one_query(self, django_assert_num_queries: Counting) -> None:
        there = edition("2024-03-08")
        with django_assert_num_queries(1):
            tree = section_tree(there, "107")
        assert tree.heading == "Numbers and Symbols"
        assert [rule.number for rule in tree.children] == [f"107.{rule}" for rule in range(1, 18)]
        by_number = {rule.number: rule for rule in tree.children}
        assert [child.number[-1] for child in by_number["107.3"].children] == list("abcdefghijkmnp")

    def test_a_rule_with_its_subrules(self) -> None:
        tree = section_tree(edition("2024-03-08"), "107.1")
        assert [child.number for child in tree.children] == ["107.1a", "107.1b", "107.1c"]

    def test_a_subrule_and_a_chapter(self) -> None:
        there = edition("2011-07-15")
        subrule = section_tree(there, "204.3m")
        assert subrule.number == "204.3m"
        assert subrule.children == ()
        chapter = section_tree(there, "2")
        assert len(chapter.children) == 12

    def test_a_section_that_an_excerpt_has_in_parts(self) -> None:
        tree = section_tree(edition("2024-09-20"), "107")
        assert (tree.number, tree.heading) == ("107", "")
        assert [rule.number for rule in tree.children] == ["107.3"]


class TestOutline:
    def test_chapters_with_sections(self, django_assert_num_queries: Counting) -> None:
        there = edition("2011-07-15")
        forget_everything()
        with django_assert_num_queries(1):
            outline = outline_of(there)
            assert outline_of(there) is outline
        ((chapter, sections),) = outline.contents.items()
        assert (str(chapter), outline.headings["2"]) == ("2", "Parts of a Card")
        assert [str(section) for section in sections] == [str(n) for n in range(200, 212)]

    def test_what_an_excerpt_lacks_has_no_heading(self) -> None:
        outline = outline_of(edition("2024-09-20"))
        ((chapter, sections),) = outline.contents.items()
        assert (str(chapter), list(map(str, sections))) == ("1", ["107"])
        assert outline.headings == {}
        assert list(map(str, outline.rules)) == ["107.3"]

    def test_a_whole_edition(self) -> None:
        done = import_bytes(DOCUMENT.replace("June 6", "June 13").encode(), "sample.txt")
        outline = outline_of(edition(done.date.isoformat()))
        found = [
            (outline.headings[str(chapter)], [outline.headings[str(section)] for section in sections])
            for chapter, sections in outline.contents.items()
        ]
        assert found == [("First Things", ["General", "Some Rules"]), ("Other Things", ["General"])]

    def test_many_are_one_query(self, django_assert_num_queries: Counting) -> None:
        loaded = library().editions
        with django_assert_num_queries(1):
            outlines = outlines_of(loaded)
        assert {edition: extent(edition, outlines[edition.id]) for edition in loaded} == {
            edition: extent_of(edition) for edition in loaded
        }


class TestLoaded:
    def test_the_key_changes_whenever_the_library_does(self) -> None:
        before = library()
        assert library() == before
        done = import_bytes(DOCUMENT.replace("June 6", "June 13").encode(), "sample.txt")
        after = library()
        assert after != before
        assert (after.newest and after.newest.date) == done.date
        Edition.objects.filter(date=done.date).delete()
        assert library().editions == before.editions

    def test_with_a_number_in_one_query(self, django_assert_num_queries: Counting) -> None:
        with django_assert_num_queries(1):
            loaded, wordings = library_with("107.4f")
        assert [there.iso for there in loaded.editions if there.id in wordings] == ["2024-03-08", "2025-06-06"]
        assert loaded == library()
        assert library_with("999.9") == (loaded, {})


class TestNeighbours:
    @pytest.mark.parametrize(
        ("date", "number", "before", "after"),
        [
            ("2024-03-08", "107.4", "107.3", "107.5"),
            ("2024-03-08", "107.1", None, "107.2"),
            ("2024-03-08", "107.9", "107.8", "107.10"),
            ("2024-03-08", "107.17", "107.16", None),
            ("2024-03-08", "107.3m", "107.2", "107.4"),
            ("2011-07-15", "202", "201", "203"),
            ("2011-07-15", "201.1", "200.3", "201.2"),
            ("2024-09-20", "107.3", None, None),
        ],
    )
    def test_the_page_before_and_after(self, date: str, number: str, before: str | None, after: str | None) -> None:
        page = rule_page(
            find_number(RuleNumber.parse(number), datetime.date.fromisoformat(date)), datetime.date(2026, 1, 16)
        )
        assert (page.previous and page.previous.number) == before
        assert (page.next and page.next.number) == after

    @pytest.mark.parametrize(
        ("one", "other", "missing"),
        [
            ("107.3", "107.4", False), ("107.4", "107.3", False), ("107.3", "107.5", True),
            ("201.5", "202.1", False), ("201.5", "203.1", True), ("107.3k", "107.3m", False),
            ("107.3a", "107.3c", True), ("104", "107", True),
        ],
    )  # fmt: skip
    def test_what_an_excerpt_leaves_out(self, one: str, other: str, *, missing: bool) -> None:
        assert queries.is_neighbour_missing(edition("2011-07-15"), one, other) is missing

    @pytest.mark.parametrize(
        ("number", "near"),
        [("107.44", "107.4"), ("107.3l", "107.3k"), ("107.3l", "107.3m"), ("202.9", "202.4")],
    )
    def test_nearest(self, number: str, near: str) -> None:
        editions = library().editions
        found = queries.rules_near(RuleNumber.parse(number), editions)
        assert near in [number for number, _ in found]
        for there, rule in found:
            assert rule == queries.newest_rule(there, editions)
        assert len(queries.rules_near(RuleNumber.parse(number), editions, limit=2)) == 2

    @pytest.mark.parametrize(("number", "near"), [("999", "211"), ("108", "107"), ("9", "2")])
    def test_nearest_are_of_the_same_kind(self, number: str, near: str) -> None:
        wanted = RuleNumber.parse(number)
        found = [RuleNumber.parse(other) for other, _ in queries.rules_near(wanted, library().editions)]
        assert near in map(str, found)
        assert {other.kind for other in found} == {wanted.kind}

    def test_nearest_in_one_edition(self) -> None:
        found = queries.rules_near(RuleNumber.parse("202.3"), library().editions, edition("2008-03-17"))
        assert found
        assert all(number.startswith("104") for number, _ in found)


class TestGlossary:
    def test_entries(self) -> None:
        there = find_term("x", None).edition
        assert [term.slug for term in terms_of(there)] == ["x"]
        for slug, having in (("x", [there]), ("y", [])):
            loaded, wordings = library_with_term(slug)
            assert loaded.among(wordings) == having


@pytest.mark.slow
def test_a_whole_edition_is_read_in_order(empty_library: None) -> None:
    import_bytes(content("2012-06-01.txt"), "2012")
    there = edition("2012-06-01")
    stored = Rule.objects.order_by("position").values_list("number", flat=True)

    def walk(entry: queries.RuleText) -> list[str]:
        return [entry.number, *(number for child in entry.children for number in walk(child))]

    trees = [section_tree(there, str(chapter)) for chapter in outline_of(there).contents]
    assert [number for tree in trees for number in walk(tree)] == list(stored)
