"""Error page for a symbol that does not exist, with those that may have been meant."""

from explorer import addresses
from explorer.views.lost import Entry, Lost, Way
from symbols.catalog.finding import LONGEST, nearest
from symbols.rendering import pip

_SHOWN = 40


def no_such_symbol(asked: str) -> Lost:
    """Return an error that nothing is written so, with the nearest symbols."""
    shown = asked if len(asked) <= _SHOWN else f"{asked[: _SHOWN - 1]}…"
    near = [Entry(pip(one.code, decorative=True), one.name, addresses.symbol(one.slug)) for one in nearest(asked)]
    search = Entry("?", f"Look for “{shown}” among the symbols", addresses.symbols(asked[:LONGEST]))
    return Lost(
        "There is no such symbol",
        f"No symbol is written “{shown}”.",
        [Way("The nearest symbols", near), Way("You could", [search])],
    )
