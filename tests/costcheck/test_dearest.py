"""How many steps the dearest requests known take. `tests.load.dearest` looks for dearer ones."""

from collections import Counter
from unittest import mock
from urllib.parse import urlencode

import pytest
from django.test import Client

from symbols.engine import counting
from symbols.engine.paying.question import Question
from tests.dearest import BRIEF, CHECKS

pytestmark = pytest.mark.django_db

MOST_STEPS, MOST_ASKED = 300_000, 500


@pytest.mark.slow
@pytest.mark.parametrize("address", ["/check/", "/api/check", "/check.png"])
@pytest.mark.parametrize("name", CHECKS)
def test_a_dear_check_takes_few_steps(client: Client, name: str, address: str) -> None:
    asked: Counter[str] = Counter()
    pays = Question.pays

    def counted(question: Question, most: int) -> bool:
        asked["questions"] += 1
        return pays(question, most)

    with mock.patch.object(Question, "pays", counted), counting() as steps:
        response = client.get(f"{address}?{urlencode(CHECKS[name])}")
    assert response.status_code == 200
    assert 0 < steps.taken <= MOST_STEPS
    assert asked["questions"] <= MOST_ASKED


@pytest.mark.slow
def test_a_brief_shows_no_more_checks_once_they_take_long(client: Client) -> None:
    assert len(BRIEF) < 8_000
    with counting() as steps:
        page = client.get(BRIEF).content.decode()
    assert steps.taken <= 2 * MOST_STEPS
    assert "The checks above already take a while. Put this one in another brief." in page


@pytest.mark.parametrize("cost", ["{HW}{∞}", "{½}{W}"])
def test_what_no_rule_pays_for_takes_no_steps(client: Client, cost: str) -> None:
    found = client.get("/api/check", {"cost": cost, "pool": "WW", "reduce": "{1} least 1"}).json()
    assert (found["payable"], found["payment"]) == (False, None)
