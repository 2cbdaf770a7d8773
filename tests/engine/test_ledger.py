"""A total cost line by line (601.2f)."""

from collections.abc import Mapping, Sequence
from itertools import islice
from math import isnan

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from symbols.engine import CheckRequest
from symbols.engine.costs.cost import Cost
from symbols.engine.costs.slots import MANA_TYPES, Amounts
from symbols.engine.costs.symbols import CHOICES, NAMED, ManaSymbol, generic_symbol
from symbols.engine.totals.changes import CostChanges, CostToPay, Reduction
from symbols.engine.totals.ledger import Line, ledger_of
from symbols.engine.totals.total_costs import TotalCosts
from symbols.engine.ways import mana_as_text
from tests.shared import examples
from tests.tables import cases

FIXED = [symbol for symbol in NAMED.values() if not symbol.is_choice and symbol.kind != "infinity"]
COST_SYMBOLS = st.sampled_from(FIXED) | st.sampled_from(CHOICES) | st.integers(0, 6).map(generic_symbol)
OFF = [symbol for symbol in (*FIXED, *CHOICES) if not symbol.variable]
OFF_SYMBOLS = st.sampled_from(OFF) | st.integers(0, 4).map(generic_symbol)


def shown(lines: Sequence[Line]) -> list[str]:
    """`reduction 2: -{1}{W}, 1 left`; a reduction is counted by its place."""
    return [_shown(line) for line in lines]


def _shown(line: Line) -> str:
    is_off = line.kind == "reduction" and line.cost is not None
    sign = -1 if any(amount < 0 for amount in line.amount.values()) else 1
    life = line.amount.get("life", 0)
    open_ = "".join(f"{{{name}}}" for name in line.unvalued)
    mana = mana_as_text(Amounts({slot: sign * amount for slot, amount in line.amount.items()}))
    amount = " and ".join(filter(None, [f"{open_}{mana}", f"{life} life" if life else "", *line.parts])) or "nothing"
    name = f"{line.kind} {line.place + 1}" if is_off or line.place else line.kind
    left = f", {line.left} left" if line.left else ""
    return f"{name}: {'-' if sign < 0 else ''}{amount}{left}"


def ledgers(request: Mapping[str, str], given: Mapping[str, int] | None = None) -> list[list[Line]]:
    """One for each total."""
    found = CheckRequest.parse(request)
    to_pay = CostToPay(found.cost, found.changes, found.values, found.announced)
    return [ledger_of(to_pay, total, found.values if given is None else given) for total in TotalCosts(to_pay)]


def test_ledger_lines(subtests: pytest.Subtests) -> None:
    for request, *expected in cases("engine/ledger", "lines"):
        with subtests.test(**request):
            assert [shown(lines) for lines in ledgers(request)] == expected


def test_ledger_without_a_total(subtests: pytest.Subtests) -> None:
    for request, values, expected in cases("engine/ledger", "without_a_total"):
        with subtests.test(**request):
            found = CheckRequest.parse(request)
            to_pay = CostToPay(found.cost, found.changes, found.values, found.announced)
            assert shown(ledger_of(to_pay, None, values)) == expected


def test_variables_without_a_value_in_json() -> None:
    ((first, *_),) = ledgers({"cost": "{X}{X}{2}{HW}", "y": "3"}, {})
    assert first.unvalued == ("X", "X")
    assert first.amount_as_json() == {"W": 0.5, "generic": 2, "X": 2}
    ((first, *_),) = ledgers({"cost": "{X}{X}{2}", "x": "3"})
    assert first.amount_as_json() == {"generic": 8}


@pytest.mark.parametrize(
    ("cost", "reduce", "expected"),
    [
        ("{∞}{W}", "{5}", ["cost: {∞}{W}", "reduction 1: -{5}", "total: {∞}{W}"]),
        ("{∞}{W}", "{∞}", ["cost: {∞}{W}", "reduction 1: -{∞}", "total: {W}"]),
        ("{∞}{W}", "{W}", ["cost: {∞}{W}", "reduction 1: -{W}", "total: {∞}"]),
    ],
)
def test_reductions_of_infinity(cost: str, reduce: str, expected: list[str]) -> None:
    ((*lines,),) = ledgers({"cost": cost, "reduce": reduce})
    assert not any(isnan(amount) for line in lines for amount in (*line.amount.values(), line.left))
    assert shown(lines) == expected


@pytest.mark.parametrize(
    "asked",
    [
        {"cost": "{B/P}", "additional": "{G/P}", "announced": "2 life, 2 life"},
        {"cost": "{R}", "additional": "Pay 2 life", "increase": "Pay 2 life"},
        {"cost": "{R}", "additional": "{G/P}", "increase": "{1}{W/P}", "announced": "2 life, 2 life"},
    ],
)
def test_life_is_in_its_own_costs_line(asked: dict[str, str]) -> None:
    ((*lines,),) = ledgers(asked)
    assert_adds_up(lines)
    assert [line.amount.get("life", 0) for line in lines if line.parts] == [2, 2]


def test_search_for_many_reductions_stops() -> None:
    """The search for the order stops, and what is taken off is one line."""
    reduce = ", ".join(f"{{{amount}}} least {floor}" for amount in (1, 2, 3) for floor in (1, 2, 3, 4, 5))
    found = ledgers({"cost": "{20}{W}", "reduce": reduce})
    assert found
    for lines in found:
        assert_adds_up(lines)


@st.composite
def costs_to_pay(draw: st.DrawFn) -> CostToPay:
    """Costs with everything that changes them, and every symbol announced."""

    def cost(most: int = 4) -> Cost:
        return Cost.of(draw(st.lists(COST_SYMBOLS, min_size=1, max_size=most)))

    def reduction() -> Cost:
        kind = draw(st.sampled_from(["ordinary", "ordinary", "colored only", "floor"]))
        if kind == "floor":
            amount = generic_symbol(draw(st.integers(1, 4)))
            return Reduction.like(Cost.of([amount]), floor=draw(st.integers(1, 3)))
        off = Cost.of(draw(st.lists(OFF_SYMBOLS, min_size=1, max_size=2)))
        return Reduction.like(off, colored_only=True) if kind == "colored only" else off

    instead = draw(st.sampled_from(["", "", "alternative", "free"]))
    changes = CostChanges(
        alternative=cost() if instead == "alternative" else None,
        without_paying=instead == "free",
        additional=tuple(cost(2) for _ in range(draw(st.integers(0, 2)))),
        increases=tuple(cost(2) for _ in range(draw(st.integers(0, 2)))),
        reductions=tuple(reduction() for _ in range(draw(st.integers(0, 3)))),
        minimum=draw(st.sampled_from([0, 0, 2, 5])),
        commander_casts=draw(st.sampled_from([0, 0, 1, 3])),
    )
    printed = CostToPay(cost(), changes)
    values = {name: draw(st.integers(0, 4)) for name in printed.variables if name not in printed.zeroed}
    choices = [entry.symbol for entry in printed.symbols if entry.symbol.is_choice]
    announced = tuple(draw(st.sampled_from(symbol.options)) for symbol in choices)
    return CostToPay(printed.cost, changes, values, announced)


@examples(200)
@given(costs_to_pay())
def test_lines_add_up_to_each_total(to_pay: CostToPay) -> None:
    # See `test_life_is_in_its_own_costs_line`.
    totals = list(islice(TotalCosts(to_pay), 6))
    event(f"totals: {min(2, len(totals))}")
    for total in totals:
        lines = ledger_of(to_pay, total, to_pay.values)
        assert lines[-1] == Line("total", None, 0, total)
        assert_adds_up(lines)
        assert_is_a_way(lines, to_pay)


def assert_adds_up(lines: Sequence[Line]) -> None:
    reached = Amounts([pair for line in lines[:-1] for pair in line.amount.items()])
    assert reached == lines[-1].amount
    assert [line.kind for line in lines].count("total") == 1


def assert_is_a_way(lines: Sequence[Line], to_pay: CostToPay) -> None:
    """What is added comes first, then each reduction once, then a minimum if it is needed."""
    kinds = [line.kind for line in lines]
    added = [line for line in lines if line.kind not in ("reduction", "minimum", "total")]
    taken = [line for line in lines if line.kind == "reduction"]
    assert lines[: len(added)] == added
    costs = [line.cost for line in added if line.kind != "free"]
    assert costs == [cost for _, cost in to_pay.costs]
    assert ("free" in kinds) == to_pay.changes.without_paying
    assert sorted(line.place for line in taken) == list(range(len(to_pay.changes.reductions)))
    mana = Amounts([pair for line in added for pair in line.amount.items()])
    for line in taken:
        after = mana + line.amount
        assert_is_allowed(line, to_pay.changes.reductions[line.place], mana, after)
        mana = after
    if "minimum" in kinds:
        assert kinds[-2:] == ["minimum", "total"]
        assert dict(lines[-2].amount) == {"generic": to_pay.changes.minimum - mana.mana}
    else:
        assert mana.mana >= to_pay.changes.minimum


def assert_is_allowed(line: Line, reduction: Cost, before: Amounts, after: Amounts) -> None:
    assert all(amount < 0 for amount in line.amount.values())
    assert all(amount > 0 for amount in after.values())
    assert {"life", "snow"}.isdisjoint(line.amount)
    colored_only, floor = getattr(reduction, "colored_only", False), getattr(reduction, "floor", 0)
    taken = -line.amount.mana
    assert taken + line.left in _sizes(reduction.symbols)
    assert line.left >= 0
    if colored_only:
        assert {*line.amount} <= {*MANA_TYPES}
    if floor:
        assert after.mana >= min(floor, before.mana)
    # What is left over finds nothing more, but for a floor.
    if line.left and not colored_only:
        assert "generic" not in after or (floor and after.mana <= floor) or after["generic"] < 1


def _sizes(symbols: Sequence[ManaSymbol]) -> set[object]:
    """How much a reduction says, by the halves that can be chosen (118.7e)."""
    sizes: set[object] = {0}
    for symbol in symbols:
        amounts = {option.amount for option in symbol.options if option.slot != "life"}
        sizes = {size + amount for size in sizes for amount in amounts}  # type: ignore[operator]
    return sizes
