"""How fast costs are read and announcements counted, as ratios within one run on one machine.

`pytest tests/benchmarks --benchmark-enable --benchmark-group-by=group` shows them; without that every function
runs once, so that it stays right.
"""

import re

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from symbols.engine import check
from symbols.engine.costs.symbols import CHOICES
from symbols.engine.reading.reader import read_cost
from symbols.engine.ways.announcements import Announcements
from symbols.engine.ways.counting import count_choices
from tests.shared import shared

TEN = "{W/U}{W/B/P}{2/R}{G/W}{B/G/P}{U/R}{R/P}{2/G}{C/B}{G/U}"


@pytest.fixture(scope="module")
def printed() -> list[str]:
    return (shared("costs") / "printed.txt").read_text().split()


STATES = {
    "outside": [(r"\{", "open")],
    "open": [(r"[0-9]", "number"), (r"[WUBRGCS]", "mana"), (r"[XYZ]", "variable")],
    "number": [(r"[0-9]", "number"), (r"/", "half"), (r"\}", "outside")],
    "mana": [(r"/", "half"), (r"\}", "outside")],
    "variable": [(r"\}", "outside")],
    "half": [(r"[WUBRG]", "mana"), (r"P", "mana")],
}


def state_machine(cost: str) -> tuple[list[str], int]:
    """Baseline: read official notation letter by letter and add up the mana value, as one would first write it."""
    symbols: list[str] = []
    value = 0
    state, held = "outside", ""
    for char in cost:
        following = next((then for pattern, then in STATES[state] if re.match(pattern, char)), None)
        if following is None:
            raise ValueError(f"{char} was not expected")
        if following == "outside":
            symbols.append(held)
            worths = [int(part) if part.isdigit() else 0 if part in "XYZ" else 1 for part in held.split("/")]
            value += max(worths)
            held = ""
        elif char != "{":
            held += char
        state = following
    if state != "outside":
        raise ValueError("a brace is open")
    return symbols, value


def by_state_machine(costs: list[str]) -> int:
    return sum(state_machine(cost)[1] for cost in costs)


def by_engine(costs: list[str]) -> int:
    return sum(int(read_cost(cost).mana_value()) for cost in costs)


@pytest.mark.benchmark(group="reading the printed costs and their mana values")
def test_reading_by_state_machine(benchmark: BenchmarkFixture, printed: list[str]) -> None:
    assert benchmark(by_state_machine, printed) == by_engine(printed)


@pytest.mark.benchmark(group="reading the printed costs and their mana values")
def test_reading_by_engine(benchmark: BenchmarkFixture, printed: list[str]) -> None:
    assert benchmark(by_engine, printed) == by_state_machine(printed)


@pytest.mark.benchmark(group="reading the printed costs and their mana values")
def test_reading_loose_notation(benchmark: BenchmarkFixture, printed: list[str]) -> None:
    loose = [" ".join(cost.lower()[1:-1].split("}{")) for cost in printed]
    assert benchmark(by_engine, loose) == by_engine(printed)


ANNOUNCED = {
    "ten kinds, ten symbols": (read_cost(TEN).symbols, 1274),
    "ten kinds, two hundred symbols": (read_cost(TEN * 20).symbols, 125_457_406_221),
    "all kinds, two hundred symbols": ((sorted(CHOICES, key=str) * 6)[:200], 379_934_840_121),
}


@pytest.mark.benchmark(group="counting announcements")
@pytest.mark.parametrize("name", ANNOUNCED)
def test_counting_announcements(benchmark: BenchmarkFixture, name: str) -> None:
    symbols, expected = ANNOUNCED[name]

    def count() -> int:
        count_choices.cache_clear()
        return Announcements(symbols).count()

    assert benchmark(count) == expected


@pytest.mark.benchmark(group="the whole answer as JSON, over the printed costs")
def test_checking_without_a_pool(benchmark: BenchmarkFixture, printed: list[str]) -> None:
    answers = benchmark(lambda: [check(cost).as_json() for cost in printed])
    assert len(answers) == len(printed)
