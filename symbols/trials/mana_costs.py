"""Trial: what a mana cost means for an object's mana value, color and payment (202.1 to 202.3)."""

from collections.abc import Iterator, Sequence
from typing import Final

from symbols.engine import Cost
from symbols.engine.costs import COLOR_NAMES, Amount, ManaSymbol, amount_as_json, amount_as_text
from symbols.sentences import join_words
from symbols.trials.inputs import Inputs
from symbols.trials.loading import steps_of
from symbols.trials.outcome import Outcome, Row, Step
from symbols.trials.trial import Reading

_ASPECT: Final = {"value": "mana value", "color": "color", "paying": "what pays for it"}
_HYBRID: Final = frozenset({"hybrid", "monocolored hybrid", "colorless hybrid"})
_PHYREXIAN: Final = frozenset({"phyrexian", "hybrid phyrexian"})
_NO_FACES: Final = Step("712.8a", "Only a double-faced card has a back face.", needed=True)


def mana_cost(inputs: Inputs, reading: Reading) -> Outcome:
    front, aspect, face = inputs.mana_cost_or_none("cost"), inputs.choice("about"), inputs.choice("face")
    x = inputs.variable("x", [front] if front and inputs.choice("where") == "stack" else [])
    # A back face has no mana cost of its own.
    cost = front if face == "front" else None
    counted = front if face == "back" and _has_back_rule(reading) else cost
    value: Amount = counted.mana_value(dict.fromkeys("XYZ", x)) if counted else 0
    free = cost is None and aspect == "paying" and inputs.decided("lands_cost_zero")
    colors = cost.colors if cost else ()
    outside = list(dict.fromkeys(symbol for symbol in cost.symbols if symbol.outside_rules)) if cost else []
    sentence = _sentence(aspect, cost, value, indicated=_indicated(reading)) + _outside_rules(outside)
    return Outcome(
        sentence="It has a mana cost of {0}, if it’s a land or token." if free else sentence,
        steps=(
            *((_NO_FACES,) if face != "front" and not _has_faces(reading) else ()),
            *_steps(aspect, cost, inputs, reading),
            *(
                Step("107.1", f"{symbol} is from un-cards only, outside these rules: the game’s numbers are integers.")
                for symbol in outside
            ),
        ),
        facts={
            "mana_value": str(amount_as_json(value)) if not isinstance(value, int) else value,
            "colors": list(colors),
            "mana_cost": cost.canonical if cost else None,
            "payable": bool(cost) or free,
        },
        caption=f"Symbol by symbol: {_ASPECT[aspect]}" if cost else "",
        rows=tuple(_rows(cost, aspect, x)),
    )


def _steps(aspect: str, cost: Cost | None, inputs: Inputs, reading: Reading) -> tuple[Step, ...]:
    kinds = {symbol.kind for symbol in cost.symbols} if cost else set()
    colors, lands_cost_zero = cost.colors if cost else (), inputs.decided("lands_cost_zero")
    facts = {
        "about": aspect,
        "has_cost": cost is not None,
        "face": inputs.choice("face"),
        "where": inputs.choice("where"),
        "lands_cost_zero": lands_cost_zero,
        "free": cost is None and lands_cost_zero,
        "not_a_spell": inputs.decided("not_a_spell"),
        "back_rule": _has_back_rule(reading),
        "variable": "variable" in kinds,
        "hybrid": bool(kinds & _HYBRID),
        "phyrexian": bool(kinds & _PHYREXIAN),
        "colors": min(len(colors), 2),
        "mixed": bool(colors and kinds & (_HYBRID | _PHYREXIAN)),
        "indicated": _indicated(reading),
    }
    names = join_words([COLOR_NAMES[color] for color in colors])
    symbols = join_words([f"{{{color}}}" for color in colors])
    return steps_of("mana-cost", facts, reading, symbols=symbols, names=names)


def _has_faces(reading: Reading) -> bool:
    return reading.edition is None or any(map(reading.find, ("712.8a", "712.2a")))


def _has_back_rule(reading: Reading) -> bool:
    """Whether back faces have the mana value of their front; the first rules about them gave them 0."""
    return not _has_faces(reading) or reading.edition is None or bool(reading.find("202.3b"))


def _outside_rules(symbols: Sequence[ManaSymbol]) -> str:
    if not symbols:
        return ""
    named = join_words([str(symbol) for symbol in symbols])
    return f" But {named} {'is' if len(symbols) == 1 else 'are'} from un-cards only, outside the rules."


def _indicated(reading: Reading) -> bool:
    """Whether the edition has color indicators: since Innistrad, 2011."""
    return reading.edition is None or bool(reading.find("202.2e"))


def _sentence(aspect: str, cost: Cost | None, value: Amount, *, indicated: bool) -> str:
    what = f"An object with the mana cost {cost.canonical}" if cost else "An object without a mana cost of its own"
    if aspect == "value":
        return f"{what} has a mana value of {amount_as_text(value)}."
    if aspect == "color":
        names = [COLOR_NAMES[color] for color in cost.colors] if cost else []
        is_open = indicated and not names
        unless = ", unless it has a color indicator; then it is each color that shows" if is_open else ""
        return f"{what} is {join_words(names) or 'colorless'}{unless}."
    if cost is None:
        return f"{what} can’t be cast for its mana cost: there’s nothing to pay."
    symbols = cost.canonical_symbols
    each = [
        f"{'each ' * (symbols.count(symbol) > 1)}{symbol} takes {_ways(symbol)}" for symbol in dict.fromkeys(symbols)
    ]
    return f"To cast a card with the mana cost {cost.canonical}: {join_words(each)}."


def _ways(symbol: ManaSymbol) -> str:
    """`{W}, {U} or 2 life`."""
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
