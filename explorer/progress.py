"""Progress bars, on standard error, drawn only once there is something to wait for."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tqdm import tqdm


@contextmanager
def steps(title: str, total: int) -> Iterator[Callable[[str], None]]:
    """Give a function that is told each of `total` steps as it begins; the first call draws the bar."""
    bar: tqdm[Any] | None = None

    def tell(sentence: str) -> None:
        nonlocal bar
        if bar is None:
            bar = tqdm(desc=title, total=total, unit="step", file=sys.stderr, dynamic_ncols=True)
        else:
            bar.update()
        bar.set_postfix_str(sentence)

    try:
        yield tell
    finally:
        if bar is not None:
            bar.update()
            bar.set_postfix_str("done")
            bar.close()
