"""“Choose any number” against X: what is chosen, when, and which rule decides."""

import pytest

from tests.trials.readings import run


@pytest.mark.parametrize(
    ("way", "free", "number", "rule", "allowed"),
    [
        ("choose", "", "5", "107.1c", True),
        ("choose", "", "-1", "107.1b", False),
        ("cost", "", "5", "107.3a", True),
        ("cost", "", "-1", "107.1b", False),
        ("cost", "yes", "0", "107.3b", True),
        ("cost", "yes", "5", "107.3b", False),
        ("cost", "yes", "-1", "107.1b", False),
        ("text", "", "5", "107.3f", True),
        ("text", "yes", "-1", "107.1b", False),
    ],
)
def test_the_clause_that_decides_is_the_one_that_the_sentence_goes_by(
    way: str, free: str, number: str, rule: str, allowed: bool
) -> None:
    found = run("choosing", way=way, free=free, number=number)
    assert [step.rule for step in found.steps if step.decides] == [rule]
    assert found.facts == {"allowed": allowed, "rule": rule}
    assert ("can’t " in found.sentence) is not allowed
