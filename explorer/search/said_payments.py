"""Costs with what there is to pay, as people say it: `{2/W}{2/W} with WWC`, “w/p w/p with 1 white and 3 life”."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from symbols.engine import Cost, EngineError, read_cost

_ASKED = re.compile(
    r"(?:(?:can|could|do|may)\s+(?:i|you|we|one)\s+(?:pay(?:\s+for)?|cast|afford)|is|pay(?:ing)?|cost)\s+",
    re.IGNORECASE,
)
_WITH = re.compile(
    r"\s+(?:(?:payable\s+)?(?:with|from|using|out\s+of)|(?:if|when)\s+i\s+(?:only\s+)?have|having|given)\s+",
    re.IGNORECASE,
)
# What a loose cost is made of: a word is none.
_COST = re.compile(r"(?:\{[^{}]{1,9}\}|[\dwubrgcxyzsp/()\s½∞])+", re.IGNORECASE)
_BETWEEN = re.compile(r"\s*(?:,|;|&|\+|\band\b|\bplus\b)\s*")
_LEAD = re.compile(r"^(?:only|just|exactly|i have|my)\s+")
_MANA = re.compile(r"(?:\{[wubrgc]\}|[wubrgc])+")
_COUNTED = re.compile(r"(?P<count>\d{1,4}|[a-z]+)\s*(?P<what>[a-z]+|\{[wubrgc]\})(?:\s+(?:mana|counters?|points?))?")
_NUMBERS = "zero one two three four five six seven eight nine ten"
_COUNTS = {"a": 1, "an": 1, "no": 0} | {word: value for value, word in enumerate(_NUMBERS.split())}
_COLORS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G", "colorless": "C", "colourless": "C"}
_LANDS = {"plains": "W", "island": "U", "swamp": "B", "mountain": "R", "forest": "G", "wastes": "C"}
_COLORS |= _LANDS | {f"{land}s": color for land, color in _LANDS.items()} | {color: color.upper() for color in "wubrgc"}
_MOST = 999


@dataclass(frozen=True, slots=True)
class SaidPayment:
    """Cost and what there is to pay.

    Attributes:
        cost: the cost.
        fields: what the checker is to be asked (`symbols.engine.request`).
    """

    cost: Cost
    fields: Mapping[str, str]


def read_payment(typed: str) -> SaidPayment | None:
    """Return the cost and what there is to pay in a text; None where it says nothing of the kind."""
    text = _ASKED.sub("", typed.strip().rstrip("?!. "), count=1) if _ASKED.match(typed.strip()) else typed.strip("?!. ")
    parts = _WITH.split(text)
    if len(parts) != len(("cost", "means")) or not _COST.fullmatch(parts[0]):
        return None
    means = _means(parts[1].lower())
    if means is None:
        return None
    try:
        return SaidPayment(read_cost(parts[0]), {"cost": parts[0].strip(), **means})
    except EngineError:
        return None


def _means(text: str) -> Mapping[str, str] | None:
    """Return what there is to pay; None where some of it can't be understood."""
    pool: list[str] = []
    out: dict[str, str] = {}
    for part in _BETWEEN.split(_LEAD.sub("", text)):
        bare = part.removesuffix(" mana").strip()
        if _MANA.fullmatch(bare):
            pool += [letter.upper() for letter in bare if letter.isalpha()]
            continue
        match = _COUNTED.fullmatch(bare)
        if match is None:
            return None
        what = match["what"].strip("{}")
        count = int(match["count"]) if match["count"].isdigit() else _COUNTS.get(match["count"], -1)
        if not 0 <= count <= _MOST:
            return None
        if what in {"life", "energy", "tickets", "ticket"}:
            out["tickets" if what == "ticket" else what] = str(count)
        elif what in _COLORS:
            pool += [_COLORS[what]] * count
        else:
            return None
    return {"pool": "".join(pool), **out}
