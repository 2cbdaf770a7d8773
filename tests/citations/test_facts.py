"""A rule is cited for a fact only where its wording of the time gives the fact."""

import datetime as dt
from collections.abc import Mapping

import pytest
from rapidfuzz import fuzz

from explorer.citations import citations_in, giving_words
from explorer.citations.names import PHRASES
from explorer.costcheck.check.checking import check
from explorer.document.tree import from_json
from explorer.library.loaded import library
from explorer.models import CitedRule, Wording
from symbols.plain_text import plain_text
from tests.citations.requests import facts
from tests.tables import cases

LIKE = 80
"""How alike, in percent, wordings are of which all give the facts that one of them gives."""

pytestmark = pytest.mark.usefixtures("all_editions")


def wordings() -> Mapping[str, Mapping[dt.date, str]]:
    """By name and edition, the newest first."""
    rows = CitedRule.objects.filter(rule__edition__complete=True).order_by("-rule__edition__date")
    places = list(rows.values_list("cited", "rule__edition__date", "rule__wording_id"))
    texts = Wording.objects.filter(pk__in={wording for _, _, wording in places}).values_list("pk", "paragraphs")
    words = {
        key: plain_text("\n".join(each.text for each in from_json(body) if each.kind != "example"))
        for key, body in texts
    }
    found: dict[str, dict[dt.date, str]] = {}
    for name, date, wording in places:
        found.setdefault(name, {})[date] = words[wording]
    return found


def test_where_a_rule_is_cited_its_wording_gives_the_fact_or_is_like_the_newest() -> None:
    """And where an edition has a wording that gives it, the rule is cited: in every edition."""
    loaded, words = library(), wordings()
    # Facts that differ in a color only have the same words.
    distinct = {(name, giving_words(name, fact)): fact for fact, name in facts()}
    wrong, right = [], 0
    for edition in (each for each in loaded.editions if each.complete):
        citations = citations_in(edition.date, loaded)
        citations.read(name for name, _ in distinct)
        for (name, giving), fact in distinct.items():
            found, there = citations.giving(name, fact), words[name].get(edition.date, "")
            if giving is None:
                newest = next(iter(words[name].values()))
                fits = bool(found) == bool(there) and (not there or fuzz.ratio(there, newest) >= LIKE)
            elif any(each in there for each in giving.words):
                fits = found == name
            else:
                earlier = words[giving.before].get(edition.date, "") if giving.before else ""
                fits = found == (giving.before if any(each in earlier for each in PHRASES.get(found, ())) else "")
            right += fits and bool(found)
            if not fits:
                wrong.append((edition.iso, name, fact, found))
    assert wrong == []
    assert right > 3000


def said(query: str, day: str) -> list[tuple[str, str]]:
    """Each fact and its rule's number in an edition, or nothing."""
    request = dict(each.split("=", 1) for each in query.split("&"))
    return [(fact.fact, fact.number) for fact in check({**request, "edition": day}).facts]


REDUCED = "cost={4}{W}{W}&reduce={1}{W}&minimum=3"


def test_a_fact_is_that_of_an_edition_which_says_it(subtests: pytest.Subtests) -> None:
    for query, beginning, numbers in cases("citations/facts", "a_fact_is_that_of_an_edition_which_says_it"):
        with subtests.test(query=query, beginning=beginning, numbers=numbers):
            found = {
                day: [number for fact, number in said(query, day) if fact.startswith(beginning)] for day in numbers
            }
            assert found == {day: [number] for day, number in numbers.items()}
