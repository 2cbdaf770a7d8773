"""Tables of cases that one test goes through: a test for each row costs more than most rows do."""

import functools
import inspect
import reprlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest

from tests.shared import SHARED, missing

Test = Callable[..., None]
_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = 300
_SHORT.maxtuple = _SHORT.maxlist = _SHORT.maxdict = _SHORT.maxlevel = 12


def every(names: str | Sequence[str], rows: Iterable[Any]) -> Callable[[Test], Test]:
    """Run a test for every row of a table, as `pytest.mark.parametrize` does, but as one test.

    It goes on after a row that fails, and at the end names each of them with what was wrong. All rows share the
    test’s fixtures, so none may change what another sees.
    """
    alone = isinstance(names, str) and "," not in names
    keys = [name.strip() for name in names.split(",")] if isinstance(names, str) else [*names]
    table = [dict(zip(keys, [row] if alone else row, strict=True)) for row in rows]

    def over_all(test: Test) -> Test:
        @functools.wraps(test)
        def run(*instance: object, **fixtures: Any) -> None:
            __tracebackhide__ = True
            if not table:
                # Tables that may be empty have a row for each edition.
                missing(f"needs official editions, looked for in {SHARED / 'rules'}")
            wrong = []
            for row in table:
                try:
                    test(*instance, **row, **fixtures)
                except (Exception, pytest.fail.Exception) as error:  # noqa: BLE001 - named below
                    wrong.append(f"{_SHORT.repr(tuple(row.values()))}: {type(error).__name__}: {error}")
            if wrong:
                raise AssertionError(f"{len(wrong)} of {len(table)} rows:\n" + "\n".join(wrong))

        signature = inspect.signature(test)
        left = [each for name, each in signature.parameters.items() if name not in keys]
        run.__signature__ = signature.replace(parameters=left)  # type: ignore[attr-defined]
        return run

    return over_all
