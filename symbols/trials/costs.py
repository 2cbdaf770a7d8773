"""Trial: how the mana symbols of a cost can be paid (107.4)."""

from itertools import islice
from typing import Final

from symbols.engine import CheckRequest, CheckResult
from symbols.engine.costs import COLOR_NAMES, Amounts, amount_as_text
from symbols.engine.ways import announced
from symbols.sentences import join_words
from symbols.trials.inputs import Inputs
from symbols.trials.outcome import Outcome, Step
from symbols.trials.trial import Reading

MOST_WAYS: Final = 24


def request(inputs: Inputs, reading: Reading) -> dict[str, str]:
    """Return the values for `CheckRequest.parse`: those that aren't empty, and always a cost."""
    keys = ("cost", "pool", "snow", "reduce")
    edition = {"edition": reading.edition.isoformat()} if reading.edition else {}
    return {key: text for key in keys if (text := inputs.text(key)) or key == "cost"} | edition


def paying(inputs: Inputs, reading: Reading) -> Outcome:
    result = CheckRequest.parse(request(inputs, reading)).check()
    cost = result.cost
    ways = [_way(result, amounts) for amounts in islice(result.announcements, MOST_WAYS)]
    count = result.announcements.count()
    value = amount_as_text(result.mana_value_on_stack)
    colors = join_words([COLOR_NAMES[color] for color in cost.colors]) or "colorless"
    can = "" if result.payable is None else f" The mana given {'pays' if result.payable else 'doesn’t pay'} for it."
    citations = result.citations
    home = next((citation for citation in citations if citation.rule.startswith("107.4")), citations[0])
    return Outcome(
        sentence=f"Its mana value is {value}, it’s {colors}, and it can be paid in {_ways(count)}.{can}",
        steps=tuple(Step(one.rule, one.fact, decides=one is home) for one in citations),
        facts={
            "ways": ways,
            "count": count,
            "mana_value": value,
            "colors": list(cost.colors),
            "payable": result.payable,
            "total": [_as_text(amounts) for amounts in islice(result.totals, MOST_WAYS)],
        },
    )


def _ways(count: int | None) -> str:
    if count is None:
        return "very many ways"
    return "one way" if count == 1 else f"{count:,} ways"


def _way(result: CheckResult, amounts: Amounts) -> str:
    """One way to announce a cost: `{G}{W}`, `{W} and 2 life`."""
    one = announced(result.announcements, amounts)
    if not one.life:
        return str(one)
    return f"{one} and {one.life} life" if one.symbols else f"{one.life} life"


def _as_text(amounts: Amounts) -> str:
    return ", ".join(f"{amount_as_text(amount)} {slot}" for slot, amount in amounts.items())
