"""`manage.py cost` with a pool and with changes to the cost."""

import io
import json
import sys
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError


def cost(*arguments: str) -> str:
    """Run the command and return what it prints."""
    out = io.StringIO()
    call_command("cost", *arguments, stdout=out)
    return out.getvalue()


def answer(*arguments: str) -> dict[str, Any]:
    """Run the command for JSON."""
    found: dict[str, Any] = json.loads(cost(*arguments, "--json"))
    return found


def test_a_pool_without_a_life_total_has_twenty() -> None:
    found = answer("w/pw/p", "--pool", "")
    assert found["payable"] is True
    assert found["payment"]["left"] == {"mana": {}, "snow": {}, "life": 16}
    assert answer("w/pw/p", "--pool", "", "--life", "3")["payable"] is False
    assert answer("w/pw/p", "--pool", "", "--life", "4")["payable"] is True


def test_no_pool_is_not_an_empty_pool() -> None:
    for found in (answer("{X}{W}"), answer("{X}{W}", "--life", "3")):
        assert [found[key] for key in ("payable", "payment", "shortfall", "max_x")] == [None] * 4
    assert answer("{X}{W}", "--pool", "")["payable"] is False


def test_snow_is_part_of_the_pool() -> None:
    found = answer("{S}{S}", "--pool", "GG", "--snow", "G")
    assert (found["payable"], found["shortfall"]["slots"]) == (False, ["snow"])
    assert answer("{S}{S}", "--snow", "GG")["payable"] is True
    with pytest.raises(CommandError, match=r"107\.4h") as caught:
        cost("{S}", "--pool", "G", "--snow", "U")
    assert caught.value.returncode == 2


def test_the_greatest_x() -> None:
    assert answer("{X}{X}{R}", "--pool", "RRRRR")["max_x"] == 2
    assert answer("{X}{R}", "--pool", "UU")["max_x"] is None
    found = answer("{X}{X}{R}", "--pool", "RRRRR", "--x", "1")
    assert found["payment"]["total"] == {"R": 1, "generic": 2}


def test_reductions_and_increases_can_be_given_again() -> None:
    found = answer("{1}{W}", "--reduce", "WW")
    assert found["totals"] == {"count": 1, "items": [{}], "truncated": False}
    found = answer(
        "{2}{W}", "--increase", "{U}", "--increase", "1", "--reduce", "1", "--reduce", "{B}", "--pool", "WUU"
    )
    assert found["totals"]["items"] == [{"W": 1, "U": 1, "generic": 1}]
    assert found["mana_value"] == {"stack": 3, "elsewhere": 3}


def test_a_bad_reduction_is_bad_input() -> None:
    with pytest.raises(CommandError) as caught:
        cost("{W}", "--reduce", "{X}")
    assert caught.value.returncode == 2


def test_the_report_shows_payment_or_reason() -> None:
    paid = cost("{1}{W/P}", "--pool", "GU", "--snow", "G")
    assert "You can pay" in paid
    assert "2 life" in paid
    assert "{G} from snow sources" not in paid
    refused = cost("{W/U}{W/U}{W/U}", "--pool", "WUR")
    assert "These three symbols need white or blue mana; you have two." in refused
    assert "107.4e" in refused


def test_lines_of_costs_share_a_pool(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO('{W}\n{"cost": "{U}", "pool": "U", "life": 3}\n{U}{U}\n'))
    lines = [json.loads(line) for line in cost("-", "--pool", "WU").splitlines()]
    assert [line["payable"] for line in lines] == [True, True, False]
    assert lines[1]["payment"]["left"]["life"] == 3
