"""Who wins and who loses, as read in the rules of each edition before the code was asked."""

import re

import pytest

from symbols.trials import Outcome
from symbols.trials.inputs import TrialError
from symbols.trials.printed import PrintedCard
from tests.tables import rows
from tests.trials import readings
from tests.trials.readings import Words, check_rules, official


@pytest.fixture(autouse=True)
def loaded_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    cards = [PrintedCard(name, text=text) for name, text in rows("ending_cards.tsv")]
    monkeypatch.setattr(Words, "cards", {card.name.casefold(): card for card in cards})


def ask(lines: str, reading: Words | None = None, **said: str) -> Outcome:
    return readings.ask("ending", {"players": lines.replace(" | ", "\n"), **said}, reading)


def results(outcome: Outcome) -> dict[str, str]:
    players = outcome.facts["players"]
    assert isinstance(players, list)
    return {one["name"]: one["result"] for one in players}


def test_situations(subtests: pytest.Subtests) -> None:
    for situation, edition, game, limit, lines, expected, rules in rows("endings.tsv"):
        with subtests.test(situation=situation):
            outcome = ask(lines, official(edition), game=game, range=limit)
            assert {f"{name} {result}" for name, result in results(outcome).items()} == {*expected.split(", ")}
            check_rules(outcome, rules)


def test_what_is_not_understood(subtests: pytest.Subtests) -> None:
    for lines, limit, said in rows("endings_unread.tsv"):
        with subtests.test(lines=lines), pytest.raises(TrialError, match=re.escape(said)):
            ask(lines, range=limit)
