"""Every rule that the engine, the trials, X or the symbols can cite has a name that is looked up."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import symbols
from explorer.citations import NAMES
from symbols.catalog.definitions import all_definitions
from symbols.engine.costs.symbols import NAMED
from symbols.engine.errors import EngineError
from symbols.engine.reading.keywords import KEYWORDS
from symbols.engine.request import CheckRequest
from symbols.engine.x import EXAMPLES, OTHER_RULES, SUBRULES, what_is_x
from symbols.engine.x.table import ROWS
from symbols.trials import Outcome, answered
from symbols.trials.catalog import TRIALS, trial_named
from symbols.trials.examples import all_cases
from tests.citations.editions import DATES, words_of
from tests.citations.requests import check_requests
from tests.trials.readings import Words

SYMBOLS = Path(symbols.__file__).parent
_NUMBER = re.compile(r"[1-9]\d\d\.\d+[a-z]?")


def numbers_written(file: Path) -> set[str]:
    """Rule numbers that stand alone in a module's strings."""
    strings = (node.value for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.Constant))
    return {text for text in strings if isinstance(text, str) and _NUMBER.fullmatch(text)}


@pytest.mark.slow
@pytest.mark.parametrize("package", ["engine", "trials"])
def test_every_number_that_is_written_in_code_is_a_name(package: str) -> None:
    written = {number for file in (SYMBOLS / package).rglob("*.py") for number in numbers_written(file)}
    assert len(written) > 30
    assert written - NAMES == set()


def numbers_in(value: object) -> set[str]:
    if isinstance(value, dict | list):
        return {
            number for each in (value.values() if isinstance(value, dict) else value) for number in numbers_in(each)
        }
    return {value} if isinstance(value, str) and _NUMBER.fullmatch(value) else set()


def test_every_number_that_is_written_in_data_is_a_name() -> None:
    files = [SYMBOLS / "data" / "facts.toml", SYMBOLS / "data" / "layouts.toml", *(SYMBOLS / "data/trials").iterdir()]
    written = {number for file in files for number in numbers_in(tomllib.loads(file.read_text(encoding="utf-8")))}
    assert len(written) > 150
    assert written - NAMES == set()


@pytest.mark.slow
def test_every_rule_that_the_checker_cites_is_a_name() -> None:
    cited: set[str] = set()
    for request in check_requests():
        try:
            result = CheckRequest.parse(request).check()
        except EngineError:
            continue
        cited |= {citation.rule for citation in result.citations}
        cited |= {rule for part in result.parts for rule in part.check.rules}
        if result.shortfall:
            cited |= set(result.shortfall.rules)
    assert len(cited) > 40
    assert cited - NAMES == set()


def test_every_rule_that_x_cites_is_a_name() -> None:
    situations = [one.situation for one in (*SUBRULES, *EXAMPLES, *OTHER_RULES)]
    cited = {step.rule for situation in situations for step in what_is_x(situation).steps}
    assert cited | {row.rule for row in ROWS} <= NAMES


def outcomes(reading: Words) -> Iterator[Outcome]:
    """Yield what every trial answers, whatever is asked with one tap, and to every official example."""
    for trial in TRIALS:
        usual = trial.initial
        for place in trial.places:
            for said in ({}, *(one.values for one in place.tries)):
                yield answered(trial, {**usual, **place.given, **said}, reading)
    for case in all_cases():
        if case.trial and (tried := trial_named(case.trial)):
            usual = tried.initial
            yield answered(tried, {**usual, **case.inputs}, reading)


@pytest.mark.slow
@pytest.mark.parametrize("date", ["2025-06-06", DATES[-1]])
def test_every_rule_that_a_trial_cites_is_a_name(date: str) -> None:
    """Each step is looked up by its name."""
    reading = Words(words_of(date))
    cited = {step.rule for outcome in outcomes(reading) for step in outcome.steps}
    assert len(cited) > 100
    assert cited - NAMES == set()


def test_every_rule_of_a_keyword_is_a_name() -> None:
    cited = {citation.rule for keyword in KEYWORDS.values() for citation in keyword.citations}
    assert len(cited) > 80
    assert cited - NAMES == set()


def test_every_rule_of_a_symbol_is_a_name() -> None:
    cited = {rule for one in all_definitions() for rule in one.rules}
    cited |= {rule for symbol in NAMED.values() for rule in symbol.rules}
    assert cited - NAMES == set()
