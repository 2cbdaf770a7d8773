"""Spells and abilities as judges are asked about them: verdict, total, the step that stops, the rules cited.

The answers of `casts.tsv` were written from card texts, rules and rulings before anything was asked. `total` is mana and
life: `none` for neither, `-` where it isn't settled, or where a step before it is impossible. Of states with `or`
between them, either is right.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import pytest

from explorer.casting.ledger import amount_text
from tests.casting.cards import answer_to, query, stopped_at, symbols_in
from tests.conftest import with_editions
from tests.tables import rows

# Editions whose numbers of the steps of casting differ.
OLD = ("2003-03-15", "2009-05-01", "2009-07-11", "2014-02-01")

# Requests that are still answered otherwise than the table says.
STILL_WRONG: frozenset[str] = frozenset()


class Case(NamedTuple):
    request: str
    verdict: str
    total: str
    state: str
    rules: str
    source: str

    @property
    def wrong(self) -> list[str]:
        """What is answered otherwise."""
        answer = answer_to(query(self.request))
        return list(_wrong(self, answer))


CASES = [Case(*row) for row in rows("casts.tsv")[1:]]


def _wrong(case: Case, answer: Mapping[str, Any]) -> Iterator[str]:
    if (verdict := answer["verdict"] or "-") != case.verdict:
        yield f"verdict {verdict}, not {case.verdict}"
    total = _total(answer)
    is_reached = case.total != "-" or "impossible" not in case.state
    if is_reached and ((total == "-") != (case.total == "-") or symbols_in(total) != symbols_in(case.total)):
        yield f"total {total}, not {case.total}"
    if (state := stopped_at(answer)) not in case.state.split(" or "):
        yield f"{state}, not {case.state}"
    cited = {fact[key] for fact in answer["citations"] for key in ("rule", "number")}
    if missing := [rule for rule in case.rules.split(",") if rule not in cited | {"-"}]:
        yield f"no {', '.join(missing)}"


def _total(answer: Mapping[str, Any]) -> str:
    locked = answer["total"] and answer["total"]["locked"]
    return "-" if locked is None else amount_text(locked)


def check(subtests: pytest.Subtests, cases: list[Case]) -> None:
    for case in cases:
        with subtests.test(case.request):
            assert bool(case.wrong) is (case.request in STILL_WRONG), (case.wrong, case.source)


@pytest.mark.usefixtures("cast_cards")
def test_newest_rules(subtests: pytest.Subtests) -> None:
    check(subtests, [case for case in CASES if "edition" not in query(case.request)])


@pytest.mark.slow
@with_editions(*OLD)
class TestOldRules:
    @pytest.mark.usefixtures("cast_cards")
    def test_old_rules(self, subtests: pytest.Subtests) -> None:
        cases = [case for case in CASES if "edition" in query(case.request)]
        assert {query(case.request)["edition"] for case in cases} == {*OLD}
        check(subtests, cases)
