"""What examples lead to: the mana costs that they spell out, and the rule that they break."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from explorer.library.loaded import Library
from explorer.policy.beside import numbers_now
from explorer.web import addresses
from symbols.data_files import read_data
from symbols.rendering import Layer

# Words, too, have capitals: a number or a second color makes sure.
_COST = re.compile(r"\b(?P<role>for|costs?) (?P<cost>\d{1,2}[WUBRG]{1,6}|[WUBRG]{2,6})(?!\w)")
_SYMBOL = re.compile(r"\d+|[WUBRG]")


@dataclass(frozen=True, slots=True)
class WrittenCost:
    """A cost without braces, `2WW`; `is_paid` if it’s what a player paid instead."""

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
    """The costs of “casts Wrath of God for 3W (actual cost 2WW)”."""
    return [WrittenCost(found.start("cost"), found["cost"], found["role"] == "for") for found in _COST.finditer(text)]


def check_address(text: str) -> str:
    """The checker with an example's cost and the mana that was paid for it; empty without a cost."""
    costs = written_costs(text)
    if not costs:
        return ""
    paid = next((cost for cost in costs if cost.is_paid), None)
    due = next((cost for cost in costs if not cost.is_paid), costs[0])
    braced = "".join(f"{{{symbol}}}" for symbol in due.symbols)
    if paid is None or paid is due:
        return addresses.check(braced)
    # Nobody says which mana paid a generic cost; it was none that the cost asks for.
    return addresses.check(braced, pool="".join("C" * int(one) if one.isdigit() else one for one in paid.symbols))


def broken_rule(text: str, loaded: Library) -> str:
    """The rule that an example breaks, by its number in the newest whole rules; empty if we name none."""
    said = text.casefold()
    target = next((number for words, number in _data()["rules"].items() if words.casefold() in said), "")
    return _rules_now(loaded).get(target, "")


@lru_cache(maxsize=4)
def _rules_now(loaded: Library) -> Mapping[str, str]:
    data = _data()
    return numbers_now(set(data["rules"].values()), data["numbers_of"], loaded)


@cache
def _data() -> Mapping[str, Any]:
    return read_data("policy_examples.toml", "explorer")
