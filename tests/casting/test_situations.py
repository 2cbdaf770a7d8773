"""Spells and abilities as judges are asked about them: verdict, total, the step that stops, the rules cited.

The answers of `casts.tsv` were written from card texts, rules and rulings before anything was asked. `total` is mana
and life: `none` for neither, `-` where it isn't settled, or where a step before it is impossible. Of states with `or`
between them, either is right.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import pytest

from explorer.casting.ledger import amount_text
from tests.casting.cards import answer_to, query, stopped_at, symbols_in
from tests.conftest import with_editions
from tests.shared import EVERY_EDITION
from tests.tables import rows


class Case(NamedTuple):
    request: str
    verdict: str
    total: str
    state: str
    rules: str
    source: str

    def differences(self, answer: Mapping[str, Any]) -> Iterator[str]:
        if (verdict := answer["verdict"] or "-") != self.verdict:
            yield f"verdict {verdict}, not {self.verdict}"
        total = _total(answer)
        is_reached = self.total != "-" or "impossible" not in self.state
        if is_reached and ((total == "-") != (self.total == "-") or symbols_in(total) != symbols_in(self.total)):
            yield f"total {total}, not {self.total}"
        if (state := stopped_at(answer)) not in self.state.split(" or "):
            yield f"{state}, not {self.state}"
        cited = {fact[key] for fact in answer["citations"] for key in ("rule", "number")}
        if missing := [rule for rule in self.rules.split(",") if rule not in cited | {"-"}]:
            yield f"no {', '.join(missing)}"


CASES = [Case(*row) for row in rows("casts.tsv")[1:]]


def _total(answer: Mapping[str, Any]) -> str:
    locked = answer["total"] and answer["total"]["locked"]
    return "-" if locked is None else amount_text(locked)


def check(subtests: pytest.Subtests, cases: list[Case]) -> None:
    for case in cases:
        with subtests.test(case.request):
            differences = list(case.differences(answer_to(query(case.request))))
            assert not differences, case.source


@pytest.mark.slow
@pytest.mark.usefixtures("cast_cards")
def test_newest_rules(subtests: pytest.Subtests) -> None:
    check(subtests, [case for case in CASES if "edition" not in query(case.request)])


@with_editions(*EVERY_EDITION)
class TestOldRules:
    @pytest.mark.usefixtures("cast_cards")
    def test_old_rules(self, subtests: pytest.Subtests) -> None:
        check(subtests, [case for case in CASES if "edition" in query(case.request)])
