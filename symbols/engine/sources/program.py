"""An integer program for HiGHS, passed as one matrix, since adding rows one by one takes longer than solving it.

x <= 2, y <= 3 and x + y = 4: the least 5x + y is 8, at x = 1 and y = 3.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from symbols.engine.errors import TooLarge

Terms = Iterable[tuple[int, float]]
"""Variables with their factors."""

UNBOUNDED: Final = 1e30
_SECONDS: Final = 2.0
_LOOKING: Final = tuple(
    f"mip_heuristic_run_{name}" for name in ("feasibility_jump", "rins", "rens", "root_reduced_cost")
)


class Program:
    """Variables of at least 0, and rows that are sums of them. Bounds may change after it has been solved."""

    def __init__(self) -> None:
        self._most: list[float] = []
        self._whole: list[bool] = []
        self._rows: list[dict[int, float]] = []
        self._bounds: list[tuple[float, float]] = []
        # HiGHS has no types.
        self._solver: Any = None

    def variable(self, most: float = UNBOUNDED, *, whole: bool = False) -> int:
        self._solver = None
        self._most.append(most)
        self._whole.append(whole)
        return len(self._most) - 1

    def at_most(self, terms: Terms, most: float = 0) -> int:
        """Add a row with an upper bound; return its number."""
        return self._row(terms, -UNBOUNDED, most)

    def exactly(self, terms: Terms, amount: float = 0) -> int:
        """Add a row with a value; return its number."""
        return self._row(terms, amount, amount)

    def _row(self, terms: Terms, least: float, most: float) -> int:
        self._solver = None
        summed: dict[int, float] = {}
        for variable, factor in terms:
            summed[variable] = summed.get(variable, 0) + factor
        self._rows.append(summed)
        self._bounds.append((least, most))
        return len(self._rows) - 1

    def change(self, row: int, least: float, most: float) -> None:
        if self._bounds[row] != (least, most):
            self._bounds[row] = least, most
            if self._solver:
                self._solver.changeRowBounds(row, least, most)

    def solve(self, cost: Mapping[int, float], *, greatest: bool = False) -> Sequence[float] | None:
        """Values of all variables for the least or greatest cost; None if infeasible."""
        # Loaded only here: it takes a fifteenth of a second, and most checks have no sources.
        import highspy
        import numpy as np

        if self._solver is None:
            self._solver = self._passed()
        columns = np.arange(len(self._most), dtype=np.int32)
        costs = np.array([cost.get(column, 0.0) for column in range(len(columns))])
        self._solver.changeColsCost(len(columns), columns, costs)
        sense = highspy.ObjSense.kMaximize if greatest else highspy.ObjSense.kMinimize
        self._solver.changeObjectiveSense(sense)
        self._solver.run()
        status = self._solver.getModelStatus()
        if status == highspy.HighsModelStatus.kInfeasible:
            return None
        if status != highspy.HighsModelStatus.kOptimal:
            message = "There are too many ways to use your sources. List fewer."
            raise TooLarge("too_many_ways", message)
        return list(self._solver.getSolution().col_value)

    def _passed(self) -> Any:
        import highspy
        import numpy as np

        solver = highspy.Highs()
        solver.silent()
        # Presolving some programs of ten variables doesn't end, and minds no limit of time.
        options = {"threads": 1, "presolve": "off", "mip_heuristic_effort": 0.0, "time_limit": _SECONDS}
        # Without a gap: a tap weighs little beside much life. Costs are whole numbers.
        options |= {"mip_rel_gap": 0.0, "mip_abs_gap": 0.9}
        # Looking for a first solution takes longer than to solve such small programs.
        options |= dict.fromkeys(_LOOKING, False)
        for name, value in options.items():
            solver.setOptionValue(name, value)
        program = highspy.HighsLp()
        program.num_col_, program.num_row_ = len(self._most), len(self._rows)
        program.col_cost_ = program.col_lower_ = np.zeros(len(self._most))
        program.col_upper_ = np.array(self._most)
        kinds = highspy.HighsVarType.kContinuous, highspy.HighsVarType.kInteger
        program.integrality_ = [kinds[whole] for whole in self._whole]
        program.row_lower_ = np.array([least for least, _ in self._bounds])
        program.row_upper_ = np.array([most for _, most in self._bounds])
        program.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        program.a_matrix_.start_ = np.cumsum([0, *map(len, self._rows)], dtype=np.int32)
        program.a_matrix_.index_ = np.array([at for row in self._rows for at in row], dtype=np.int32)
        program.a_matrix_.value_ = np.array([factor for row in self._rows for factor in row.values()], dtype=float)
        solver.passModel(program)
        return solver
