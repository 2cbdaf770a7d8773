"""No text takes long."""

import time

import pytest

from explorer.citing.checking import ON_SITE, Checker
from explorer.citing.dates import stated_date
from explorer.citing.finding import find_citations
from explorer.citing.quoting import find_quotes
from explorer.library.loaded import library
from symbols.engine import BadRequest
from tests.conftest import with_editions

_SIZE = 100_000
# The slowest takes a third of a second alone on a fast machine; a pattern that takes quadratic time takes minutes.
_SECONDS = 5
_HOSTILE = (
    *("<!--", "<blockquote>", "<blockquote ", "“", "“” ", "“a", '"', '" a', "[", "](", "&", "> ", ">\n", " ", "\n"),
    *("\n ", "[quote", "[quote]", "[/quote]", "[b]", "‘", "‘a’", "a’ ", "'", " 'a", "*a", "“*a b c d” (704.3) "),
    *("704.5k ", "704.5k,", "704.5k" + " " * 78 + "“", "704.5k" + "_*" * 38 + "“", "704.5a–z ", "100.1–60 "),
    *("://", "://704.5k ", "rule ", "rule 704.5k “a b c d” ", "“a b c d” (704.5k) ", "<q>", "> 704.5k\n", "CR "),
    *("May 5, ", "current ", "updated ", "(" * 50 + "704.5k", "704.5k says that ", "1" * 100 + ".", "704.5", "a.b"),
    *("/* ", "“a … b … c … d” (704.5k)", "> 704.5k “a b c d” ", "cite: ignore 704.5k ", "cite: ignore\n704.5k\n"),
    *("{{", "{{a|", "|a=", "```\n", "~~~\n```\n", "704.5k | A b c d ", "704.5k\n| A b c d\n", "&nbsp;", "CR&nbsp;"),
    *("<a ", "704.5(a), ", "704.5 (", "«", "``", "``a'", "<td>", "704.5k*", "|704.5k", "f(a, ", "704.5k **** "),
    "*_" * 40 + "704.5k",
)


@pytest.mark.slow
@pytest.mark.parametrize("part", _HOSTILE, ids=repr)
def test_finding_takes_linear_time(part: str) -> None:
    text = (part * (_SIZE // len(part) + 1))[:_SIZE]
    began = time.thread_time()
    find_quotes(text, find_citations(text))
    stated_date(text)
    assert time.thread_time() - began < _SECONDS


@pytest.mark.django_db
@with_editions("2026-02-27")
class TestLimits:
    @pytest.mark.slow
    def test_numbers(self) -> None:
        checker = Checker(library(), limits=ON_SITE)
        with pytest.raises(BadRequest, match="This text has 6,000"):
            checker.check("704.5k " * 6_000)
        assert len(checker.check("704.5k " * 4_000).citations) == 4_000

    @pytest.mark.slow
    def test_quotes_to_look_for(self) -> None:
        text = "“one two three {} four” (704.5k) "
        with pytest.raises(BadRequest, match="aren’t their rule’s words"):
            Checker(library(), limits=ON_SITE).check("".join(text.format(count) for count in range(1_000)))
