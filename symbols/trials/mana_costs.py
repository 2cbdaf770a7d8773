"""Trial: what a mana cost means for an object's mana value, color and payment (202.1 to 202.3)."""

from collections.abc import Iterator
from typing import Final

from symbols.engine import Cost
from symbols.engine.costs import COLOR_NAMES, Amount, ManaSymbol, amount_as_json, amount_as_text
from symbols.sentences import join_words
from symbols.trials.inputs import Inputs
from symbols.trials.loading import steps_of
from symbols.trials.outcome import Outcome, Row, Step
from symbols.trials.trial import Reading

_ASPECT: Final = {"color": "color", "paying": "what pays for it"}

_HYBRID: Final = frozenset({"hybrid", "monocolored hybrid", "colorless hybrid"})
_PHYREXIAN: Final = frozenset({"phyrexian", "hybrid phyrexian"})


def mana_cost(inputs: Inputs, reading: Reading) -> Outcome:
    front, aspect = inputs.mana_cost_or_none("cost"), inputs.choice("about")
    x = inputs.variable("x", [front] if front and inputs.choice("where") == "stack" else [])
    # A back face has no mana cost of its own.
    cost = front if inputs.choice("face") == "front" else None
    counted = front if inputs.choice("face") == "back" and _has_back_rule(reading) else cost
    value: Amount = counted.mana_value(dict.fromkeys("XYZ", x)) if counted else 0
    steps = list({"value": _of_value, "color": _of_color, "paying": _of_paying}[aspect](cost, inputs, reading))
    free = cost is None and aspect == "paying" and inputs.decided("lands_cost_zero")
    if inputs.choice("face") != "front" and not _has_faces(reading):
        steps.insert(0, Step("712.8a", "Only a double-faced card has a back face.", needed=True))
    steps += _outside(cost)
    colors = cost.colors if cost else ()
    return Outcome(
        sentence="It has a mana cost of {0}, if it’s a land or token."
        if free
        else _sentence(aspect, cost, value, indicated=_indicated(reading)) + _outside_rules(cost),
        steps=tuple(steps),
        facts={
            "mana_value": str(amount_as_json(value)) if not isinstance(value, int) else value,
            "colors": list(colors),
            "mana_cost": cost.canonical if cost else None,
            "payable": bool(cost) or free,
        },
        caption=f"Symbol by symbol: {_ASPECT.get(aspect, 'mana value')}" if cost else "",
        rows=tuple(_rows(cost, aspect, x)),
    )


def _of_value(cost: Cost | None, inputs: Inputs, reading: Reading) -> Iterator[Step]:
    kinds = {symbol.kind for symbol in cost.symbols} if cost else set()
    facts = {
        "about": "value",
        "has_cost": cost is not None,
        "face": inputs.choice("face"),
        "where": inputs.choice("where"),
        "lands_cost_zero": inputs.decided("lands_cost_zero"),
        "back_rule": _has_back_rule(reading),
        "variable": "variable" in kinds,
        "hybrid": bool(kinds & _HYBRID),
        "phyrexian": bool(kinds & _PHYREXIAN),
    }
    return steps_of("mana-cost", facts, reading)


def _has_faces(reading: Reading) -> bool:
    """Whether the edition has double-faced cards."""
    return reading.edition is None or any(map(reading.find, ("712.8a", "712.2a")))


def _has_back_rule(reading: Reading) -> bool:
    """Whether back faces have the mana value of their front; the first rules about them gave them 0."""
    return not _has_faces(reading) or reading.edition is None or bool(reading.find("202.3b"))


def _of_color(cost: Cost | None, inputs: Inputs, reading: Reading) -> Iterator[Step]:
    colors = cost.colors if cost else ()
    mixed = bool(cost and colors and any(symbol.kind in _HYBRID | _PHYREXIAN for symbol in cost.symbols))
    facts = {"about": "color", "colors": min(len(colors), 2), "mixed": mixed, "indicated": _indicated(reading)}
    symbols = join_words([f"{{{color}}}" for color in colors])
    return steps_of(
        "mana-cost", facts, reading, symbols=symbols, names=join_words([COLOR_NAMES[color] for color in colors])
    )


def _outside(cost: Cost | None) -> Iterator[Step]:
    for symbol in dict.fromkeys(cost.symbols if cost else ()):
        if symbol.outside_rules:
            why = f"{symbol} is from un-cards only, outside these rules: the game’s numbers are integers."
            yield Step("107.1", why)


def _outside_rules(cost: Cost | None) -> str:
    """Sentence about the cost's symbols that the rules don't have."""
    outside = [str(symbol) for symbol in dict.fromkeys(cost.symbols if cost else ()) if symbol.outside_rules]
    if not outside:
        return ""
    return f" But {join_words(outside)} {'is' if len(outside) == 1 else 'are'} from un-cards only, outside the rules."


def _indicated(reading: Reading) -> bool:
    """Whether the edition has color indicators: since Innistrad, 2011."""
    return reading.edition is None or bool(reading.find("202.2e"))


def _of_paying(cost: Cost | None, inputs: Inputs, reading: Reading) -> Iterator[Step]:
    phyrexian = bool(cost and any(symbol.kind in _PHYREXIAN for symbol in cost.symbols))
    facts = {
        "about": "paying",
        "has_cost": cost is not None,
        "free": cost is None and inputs.decided("lands_cost_zero"),
        "phyrexian": phyrexian,
        "not_a_spell": inputs.decided("not_a_spell"),
    }
    return steps_of("mana-cost", facts, reading)


def _sentence(aspect: str, cost: Cost | None, value: Amount, *, indicated: bool) -> str:
    what = f"An object with the mana cost {cost.canonical}" if cost else "An object without a mana cost of its own"
    if aspect == "value":
        return f"{what} has a mana value of {amount_as_text(value)}."
    if aspect == "color":
        names = [COLOR_NAMES[color] for color in cost.colors] if cost else []
        unless = (
            ", unless it has a color indicator; then it is each color that shows" if indicated and not names else ""
        )
        return f"{what} is {join_words(names) or 'colorless'}{unless}."
    if cost is None:
        return f"{what} can’t be cast for its mana cost: there’s nothing to pay."
    symbols = cost.canonical_symbols
    each = [
        f"{'each ' * (symbols.count(symbol) > 1)}{symbol} takes {_ways(symbol)}" for symbol in dict.fromkeys(symbols)
    ]
    return f"To cast a card with the mana cost {cost.canonical}: {join_words(each)}."


def _ways(symbol: ManaSymbol) -> str:
    """What one symbol can be paid with: `{W}, {U} or 2 life`."""
    ways = []
    for option in symbol.options:
        amount = amount_as_text(option.amount)
        if option.slot == "life":
            ways.append(f"{amount} life")
        elif option.slot == "generic":
            ways.append(f"{symbol.variable or amount} mana of any type")
        elif option.slot == "snow":
            ways.append(f"{amount} mana from a snow source")
        else:
            ways.append(f"{{{option.slot}}}" if option.amount == 1 else f"{amount} {{{option.slot}}}")
    return join_words(ways, "or")


def _rows(cost: Cost | None, aspect: str, x: int) -> Iterator[Row]:
    if cost is None:
        return
    for symbol in dict.fromkeys(cost.canonical_symbols):
        count = cost.canonical_symbols.count(symbol)
        each = x if symbol.variable else symbol.mana_value
        times = f" × {count}" if count > 1 else ""
        if aspect == "color":
            yield Row(str(symbol), join_words([COLOR_NAMES[color] for color in symbol.colors]) or "no color")
        elif aspect == "paying":
            yield Row(f"{symbol}{times}", _ways(symbol))
        else:
            yield Row(str(symbol), f"{amount_as_text(each)}{times}")
