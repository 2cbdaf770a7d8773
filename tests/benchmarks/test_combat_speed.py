"""How long combat damage takes, at the most that is always answered, against one attacker and one blocker."""

from typing import Any

import pytest

from symbols.trials import answered
from symbols.trials.catalog import trial_named
from tests.trials.readings import Words

ALL = "1, 2, 3, 4"
EACH = ("3/3", "4/4 trample", "5/5", "6/6 deathtouch")
COMBATS = {
    "one against one": ("4/4 trample", "2/2 -> 1"),
    "four against four": ("\n".join(EACH), "\n".join(f"{size} -> {ALL}" for size in EACH)),
    "double strike everywhere": (
        "\n".join(f"{one} double strike" for one in EACH),
        "\n".join(f"{one} double strike -> {ALL}" for one in EACH),
    ),
    "alike, with double strike": (
        "\n".join(["4/4 double strike"] * 4),
        "\n".join([f"4/4 double strike -> {ALL}"] * 4),
    ),
    "wither and double strike": (
        "\n".join(f"{one} double strike wither" for one in EACH),
        "\n".join(f"{one} double strike -> {ALL}" for one in EACH),
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", COMBATS)
def test_combat_damage(benchmark: Any, name: str) -> None:
    trial = trial_named("combat")
    assert trial is not None
    attackers, blockers = COMBATS[name]
    values = {"attackers": attackers, "blockers": blockers, "defender": "player", "divide": ""}
    assert benchmark(lambda: answered(trial, values, Words())).facts["steps"]
