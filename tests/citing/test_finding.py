"""Which numbers in a text are citations of rules."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.citing.finding import find_citations

CITATIONS = {
    "See 601.2b.": "601.2b",
    "(rule 502.2c)": "502.2c",
    "CR 418.5a and CR418.5b, cr 418.5c": "418.5a 418.5b 418.5c",
    "C.R. 704.5k": "704.5k",
    "CR-601.2f": "601.2f",
    "rule #704.5k, rule: 704.5j": "704.5k 704.5j",
    "704.5f–h": "704.5f 704.5h",
    "704.5f-h and 704.5f — h": "704.5f 704.5h 704.5f 704.5h",
    "601.2b, f": "601.2b 601.2f",
    "601.2b, c, and f": "601.2b 601.2c 601.2f",
    "601.2b/f": "601.2b 601.2f",
    "601.2b/601.2f": "601.2b 601.2f",
    "704.5f and 704.5g": "704.5f 704.5g",
    "704.5f and g": "704.5f 704.5g",
    "601.2f through 601.2h": "601.2f 601.2h",
    "418.5b-418.5g": "418.5b 418.5g",
    "509.1–3": "509.1 509.3",
    "rule 601, section 702, CR 613, §509": "601 702 613 509",
    "rules 601 and 602": "601 602",
    "CR 601–603": "601 603",
    "704.5(k)": "704.5k",
    "704.5K is old": "704.5k",
    "**704.5k** and _704.5j_": "704.5k 704.5j",
    "`704.5k`": "704.5k",
    "[704.5k](https://pipwise.example/rules/704.5j/)": "704.5k 704.5j",
    '<a href="/rules/704.5k/history/">704.5j</a>': "704.5k 704.5j",
    "// 704.5k: the “legend rule”": "704.5k",
    "# rule 704.5k\nassert True": "704.5k",
    '"\\n704.5k"': "704.5k",
    "legend rule(704.5j)": "704.5j",
    "Under 601.2b, a player announces": "601.2b",
    "Under 601.2b, i.e. when you announce": "601.2b",
    "601.2b and a card": "601.2b",
    "It follows 704.3.": "704.3",
    "704.5j/704.5k/704.5m": "704.5j 704.5k 704.5m",
    "costs (601.2f)": "601.2f",
    "{{CR|704.5k}} [[704.5j]] |704.3|": "704.5k 704.5j 704.3",
    "&#167;704.5k&nbsp;and 704.5j’s": "704.5k 704.5j",
    "See 100.2, 101.3 and 104.1": "100.2 101.3 104.1",
    "rule 100.2 points out": "100.2",
    "rule number 613, rule no. 704.5k, rules nos. 601 and 602": "613 704.5k 601 602",
    "601.2b‑d, 601.2f − 601.2h, 704.5f thru h": "601.2b 601.2d 601.2f 601.2h 704.5f 704.5h",
    '<a href="https://pipwise.example/cr.html#704.5k">704.5k</a>': "704.5k",
    "(https://pipwise.example/x)704.5k": "704.5k",
    "f();//704.5k": "704.5k",
    "\\emph{704.5k} __704.5k__ 704.5k² 704.5k to m": "704.5k 704.5k 704.5k 704.5k 704.5m",
}
NONE = (
    "It costs $704.50, €601.2 or 601.2 EUR or £ 702.5",
    "v601.2 and 1.601.2, version 601.2, Chrome/601.2.7, Firefox 102.3",
    "192.168.101.5 and 101.5.1.1",
    "on 12.05.2014, 2014.101.5",
    "at 10:101.5",
    "100.2 kg, 100.2kg, 100.5%, 100.5 %, 101.3 °F, 101.5 percent, 128.5 MB, 100.5m, 101.3F",
    "https://example.com/?rule=601.2b&x=702.3a https://example.com/a/601.2b.html#704.5k",
    "1,601.25 and 21,704.5",
    "601, 702 and 613",
    "0x601.2 a704.5f deadbeef704.5f 601.2px",
    "{100.2, 100.3} {704.5f, 704.6f} {100.2f}",
    "float x = 704.5f; lerp(704.5f, 100.2f); return 100.5f;",
    'width="100.2"',
    "601.02 and 704.0",
    "704.5fg and 1601.2b",
    "about ≈ 100.2, ±101.5, approximately 104.3",
    "mana value, tap, state-based actions",
    "/rules/2014-02-01/704.5k/",
    "100.2 million and 601.2 seconds",
    "user@704.5k",
    "http://704.5k https://pipwise.example/x?a=b#704.5k",
    "ISO 639.2b, IEEE 802.11n, 45 C.F.R. 164.512b, 26 U.S.C. § 501.3c",
    'd="M50 101.5 0 0 1 -2.5 101.5Z"',
)


def test_finds_citations(subtests: pytest.Subtests) -> None:
    for text, numbers in CITATIONS.items():
        with subtests.test(text):
            assert " ".join(str(one.number) for one in find_citations(text)) == numbers


def test_leaves_other_numbers_alone(subtests: pytest.Subtests) -> None:
    for text in NONE:
        with subtests.test(text):
            assert [text[one.start : one.end] for one in find_citations(text) if not one.needs] == []


def test_what_must_exist() -> None:
    found = find_citations("100.2 or (100.2) or rule 100.2, 100.2b, section 100")
    assert [one.needs for one in found] == ["number", "section", "", "", "number"]


def test_spans_cover_only_what_is_written() -> None:
    text = "See 704.5f–h, 601.2b, f and 704.5(k)."
    assert [text[one.start : one.end] for one in find_citations(text)] == ["704.5f", "h", "601.2b", "f", "704.5(k)"]


def test_ranges_know_what_is_within() -> None:
    assert find_citations("704.5f–h")[1].within == ("704.5g",)
    assert find_citations("rules 601.2f through 601.2i")[1].within == ("601.2g", "601.2h")
    assert find_citations("rules 601–604")[1].within == ("602", "603")


def test_runs_are_lists_and_ranges() -> None:
    found = find_citations("704.5f–h and 601.2b, f. Also 702.2b.")
    assert [one.run for one in found] == [1, 1, 1, 1, 2]


@given(st.text(alphabet="6017042.5kfabr,–- ()/$:#“”\nCRuleand", max_size=60))
def test_spans_are_in_order(text: str) -> None:
    found = find_citations(text)
    assert all(one.end <= other.start for one, other in pairwise(found))
    for one in found:
        assert text[one.start : one.end].strip("()") == text[one.start : one.end].strip("()").strip()
        assert 0 <= one.start < one.end <= len(text)
