"""Mana costs in examples, and links to check them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from explorer.web import addresses
from symbols.rendering import Layer

# A number or a second color, since single capitals may be words.
_COST = re.compile(r"\b(?P<role>for|costs?) (?P<cost>\d{1,2}[WUBRG]{1,6}|[WUBRG]{2,6})(?!\w)")
_SYMBOL = re.compile(r"\d+|[WUBRG]")


@dataclass(frozen=True, slots=True)
class WrittenCost:
    """A cost without braces, such as `2WW`; `is_paid` for mana that a player paid for another cost."""

    start: int
    text: str
    is_paid: bool

    @property
    def symbols(self) -> list[str]:
        return _SYMBOL.findall(self.text)

    def layers(self) -> Iterator[Layer]:
        for symbol in _SYMBOL.finditer(self.text):
            start = self.start + symbol.start()
            yield Layer(start, start + len(symbol[0]), "symbol", code=symbol[0])


def written_costs(text: str) -> list[WrittenCost]:
    """Such as `3W` and `2WW` in “casts Wrath of God for 3W (actual cost 2WW)”."""
    return [WrittenCost(found.start("cost"), found["cost"], found["role"] == "for") for found in _COST.finditer(text)]


def check_address(text: str) -> str:
    """The checker with an example's cost and the mana paid for it; empty without a cost."""
    costs = written_costs(text)
    if not costs:
        return ""
    paid = next((cost for cost in costs if cost.is_paid), None)
    due = next((cost for cost in costs if not cost.is_paid), costs[0])
    braced = "".join(f"{{{symbol}}}" for symbol in due.symbols)
    if paid is None or paid is due:
        return addresses.check(braced)
    # Assume that generic costs were paid with mana that the other cost can't use.
    return addresses.check(braced, pool="".join("C" * int(one) if one.isdigit() else one for one in paid.symbols))
