"""Trying what a mana symbol asks for: rule 107.4 and its subrules, on a cost of the reader's own."""

from collections.abc import Mapping
from itertools import islice
from typing import Final

from symbols.engine import CheckRequest, CheckResult
from symbols.engine.costs import COLOR_NAMES, Amounts, amount_as_text
from symbols.engine.ways import announced
from symbols.sentences import join_words
from symbols.trials.asked import Asked
from symbols.trials.trial import Control, Outcome, Placement, Reading, Step, Trial, Try

__all__ = ["PAYING", "request"]

MOST_WAYS: Final = 24

_CONTROLS: Final = (
    Control(key="cost", label="Cost", kind="cost", default="{2}{W/U}", hint="As printed, {2}{W/U}, or 2 w/u."),
    Control(key="pool", label="Mana to pay with", kind="cost", optional=True, hint="For example WWU or {C}{C}{G}."),
    Control(key="snow", label="Of it from snow sources", kind="cost", optional=True, hint="For example G."),
    Control(key="reduce", label="Cost reduction", kind="cost", optional=True, hint="For example {2}."),
)


def request(said: Mapping[str, str]) -> dict[str, str]:
    """Return what the checker is asked (`symbols.engine.request`): what is said, and a cost in any case."""
    asked = Asked(said, _CONTROLS)
    keys = (control.key for control in _CONTROLS)
    return {key: text for key in keys if (text := asked.text(key)) or key == "cost"}


def _run(said: Mapping[str, str], reading: Reading) -> Outcome:
    result = CheckRequest.parse(request(said)).check()
    cost = result.cost
    ways = [_way(result, amounts) for amounts in islice(result.announcements, MOST_WAYS)]
    count = result.announcements.count()
    value = amount_as_text(result.mana_value_on_stack)
    colors = join_words([COLOR_NAMES[color] for color in cost.colors]) or "colorless"
    can = "" if result.payable is None else f" The mana given {'pays' if result.payable else 'doesn’t pay'} for it."
    citations = result.citations
    home = next((citation for citation in citations if citation.rule.startswith("107.4")), citations[0])
    return Outcome(
        sentence=f"Its mana value is {value}, it is {colors}, and it can be paid in {_ways(count)}.{can}",
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
    """Write one way to announce a cost: `{G}{W}`, `{W} and 2 life`."""
    one = announced(result.announcements, amounts)
    if not one.life:
        return str(one)
    return f"{one} and {one.life} life" if one.symbols else f"{one.life} life"


def _as_text(amounts: Amounts) -> str:
    return ", ".join(f"{amount_as_text(amount)} {slot}" for slot, amount in amounts.items())


def _place(number: str, phrase: str, cost: str, *tries: str, former: bool = False, **given: str) -> Placement:
    return Placement(
        number,
        phrase,
        {"cost": cost, **given},
        tuple(Try(one, {"cost": one, "pool": "", "snow": "", "reduce": ""}) for one in tries),
        former=former,
    )


PAYING: Final = Trial(
    slug="paying",
    title="What a cost asks for",
    lead="Any cost: what each symbol in it can be paid with, how often it counts, and which rule says so.",
    controls=_CONTROLS,
    run=_run,
    places=(
        _place("107.4", "the mana symbols are", "{2}{W/U}", "{X}{R}", "{2/W}{2/U}", "{G/W/P}", "{C/W}", "{S}{S}"),
        _place("107.4a", "colored mana", "{W}{U}{B}", "{R}{R}", "{W}{U}{B}{R}{G}"),
        _place("107.4b", "generic mana", "{3}", "{1}", "{X}", "{X}{X}{2}", pool="WWU"),
        _place("107.4c", "one colorless mana", "{C}", "{2}{C}", "{C}{C}", pool="W"),
        _place("107.4d", "the symbol {0} represents zero mana", "{0}", "{0}{W}"),
        _place("107.4e", "hybrid mana symbol", "{G/W}{G/W}", "{G/W}{G/W}", "{W/U}", "{2/B}", "{C/W}"),
        _place("107.4f", "phyrexian mana symbols are", "{W/P}{W/P}", "{W/P}{W/P}", "{G/U/P}", "{1}{B/P}{B/P}"),
        _place("107.4h", "snow mana symbol {s}", "{2}{S}", "{S}", "{S}{S}", pool="CCG", snow="G", reduce="{3}"),
        _place(
            "107.4f", "snow mana symbol {s}", "{2}{S}", "{S}", "{S}{S}", pool="CCG", snow="G", reduce="{3}", former=True
        ),
        _place("107.4c", "can also represent colorless mana", "{2}{C}", "{C}", "{2}", former=True),
        # The numbers before 2009.
        _place("104.3", "the mana symbols are", "{2}{W}", "{X}{R}", "{W/U}", "{S}{S}"),
        _place("104.3a", "represents one colored mana", "{W}{U}{B}", "{R}{R}", "{W}{U}{B}{R}{G}"),
        _place("104.3b", "generic mana", "{3}", "{1}", pool="WWU"),
        _place("104.3c", "unspecified amount", "{X}{R}", "{X}", "{X}{X}{2}"),
        _place("104.3d", "can also represent colorless mana", "{2}", "{1}", "{X}"),
        _place("104.3g", "mana represented by a hybrid mana symbol", "{G/W}{G/W}", "{W/U}"),
        _place(
            "104.3h", "reduced by an amount of mana represented by a hybrid", "{2}{W/U}", "{G/W}{G/W}", reduce="{W/U}"
        ),
        _place("104.3e", "represents zero mana", "{0}", "{0}{W}"),
        _place("104.3f", "hybrid mana symbols", "{G/W}{G/W}", "{G/W}{G/W}", "{W/U}"),
        _place("104.3h", "snow mana symbol {s}", "{2}{S}", "{S}", pool="CCG", snow="G", reduce="{3}"),
        _place("104.3i", "snow mana symbol {s}", "{2}{S}", "{S}", pool="CCG", snow="G", reduce="{3}"),
    ),
)
