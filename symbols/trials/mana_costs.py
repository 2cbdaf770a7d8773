"""Mana cost, color and converted mana cost as the parts of a card that they are (202.1 to 202.3)."""

from collections.abc import Iterator, Mapping
from typing import Final

from symbols.engine.costs.cost import Cost
from symbols.engine.costs.slots import COLOR_NAMES, Amount, amount_as_json, amount_as_text
from symbols.engine.costs.symbols import ManaSymbol
from symbols.engine.errors import BadRequest
from symbols.engine.wording import listed
from symbols.plain_text import plain_text
from symbols.trials.asked import Asked
from symbols.trials.trial import Choice, Control, Outcome, Placement, Reading, Row, Step, Trial
from symbols.trials.typed import cost_in, typed_in, with_tries

__all__ = ["MANA_COSTS"]

_COST: Final = Control(
    key="cost",
    label="Mana cost",
    kind="cost",
    default="{3}{U}{U}",
    optional=True,
    hint="Empty: the object has no mana cost, as a land.",
)
_ABOUT: Final = Control(
    key="about",
    label="What about it?",
    kind="choice",
    default="value",
    choices=(
        Choice("value", "its converted mana cost, today mana value"),
        Choice("color", "its color"),
        Choice("paying", "what is paid to cast it"),
    ),
)
_WHERE: Final = Control(
    key="where",
    label="Where the object is",
    kind="choice",
    default="elsewhere",
    choices=(Choice("elsewhere", "not on the stack"), Choice("stack", "on the stack")),
)
_ASPECT: Final = {"color": "color", "paying": "what pays for it"}
_FACE: Final = Control(
    key="face",
    label="What it is",
    kind="choice",
    default="front",
    choices=(
        Choice("front", "an object with this mana cost"),
        Choice("back", "the back of a card with this front"),
        Choice("copy", "a copy of such a back"),
    ),
)
_X: Final = Control(key="x", label="Number chosen for X", default="0", least=0)

_HYBRID: Final = frozenset({"hybrid", "monocolored hybrid", "colorless hybrid"})
_PHYREXIAN: Final = frozenset({"phyrexian", "hybrid phyrexian"})


def _run(said: Mapping[str, str], reading: Reading) -> Outcome:
    asked = Asked(said, MANA_COSTS.controls)
    front, about = _mana_cost(asked), asked.choice("about")
    x = asked.number("x")
    x = x if asked.choice("where") == "stack" else 0
    # A back face has no mana cost of its own.
    cost = front if asked.choice("face") == "front" else None
    counted = front if asked.choice("face") == "back" and _has_back_rule(reading) else cost
    value: Amount = counted.mana_value({"X": x, "Y": x, "Z": x}) if counted else 0
    steps = list({"value": _of_value, "color": _of_color, "paying": _of_paying}[about](cost, asked, reading))
    steps += _outside(cost)
    colors = cost.colors if cost else ()
    term = _term(reading)
    return Outcome(
        sentence=_sentence(about, cost, value, term, indicated=_indicated(reading)) + _strange(cost),
        steps=tuple(steps),
        facts={
            "mana_value": str(amount_as_json(value)) if not isinstance(value, int) else value,
            "colors": list(colors),
            "mana_cost": cost.canonical if cost else None,
            "payable": bool(cost),
        },
        caption=f"Symbol by symbol: {_ASPECT.get(about, term)}" if cost else "",
        rows=tuple(_rows(cost, about, x)),
    )


def _mana_cost(asked: Asked) -> Cost | None:
    cost = cost_in(asked, _COST)
    with typed_in(_COST):
        if cost is not None and not cost.may_be_mana_cost:
            raise BadRequest("not_mana", "a mana cost is mana symbols and nothing else (202.1).")
    return cost


def _term(reading: Reading) -> str:
    """The words of the edition: “converted mana cost” until 2021, “mana value” since."""
    return (
        "converted mana cost"
        if "converted mana cost" in plain_text(reading.words(reading.find("202.3")))
        else "mana value"
    )


def _of_value(cost: Cost | None, asked: Asked, reading: Reading) -> Iterator[Step]:
    term = _term(reading)
    if cost is None:
        yield from _without_cost(asked.choice("face"), term, known=_has_back_rule(reading))
        return
    kinds = {symbol.kind for symbol in cost.symbols}
    found = []
    if "variable" in kinds:
        stack = asked.choice("where") == "stack"
        why = "it is the number chosen for it, as the object is on the stack" if stack else "it is 0, off the stack"
        found.append(("202.3e", f"X in the mana cost: {why}."))
    if kinds & _HYBRID:
        found.append(("202.3f", "Each hybrid symbol counts as its largest component."))
    if kinds & _PHYREXIAN:
        found.append(("202.3g", "Each Phyrexian mana symbol contributes 1."))
    yield Step("202.3", f"The {term} is the total amount of mana in the mana cost, regardless of color.", not found)
    for rule, why in found:
        yield Step(rule, why, decides=(rule, why) == found[0])


def _has_back_rule(reading: Reading) -> bool:
    """Whether back faces take the mana value of their fronts: today they do, in editions up to 2015 they didn't."""
    if reading.edition is None or not reading.find("202.3"):
        return True
    return bool(reading.find("202.3b"))


def _without_cost(face: str, term: str, *, known: bool) -> Iterator[Step]:
    plain_object = face == "front" or not known
    yield Step("202.3a", f"The {term} of an object with no mana cost is 0.", decides=plain_object)
    if plain_object:
        return
    if face == "back":
        yield Step(
            "202.3b", f"The {term} of a back face is found as though it had its front’s mana cost.", decides=True
        )
    else:
        yield Step("202.3b", f"The {term} of a copy of a back face is 0, whatever is printed elsewhere.", decides=True)


def _of_color(cost: Cost | None, asked: Asked, reading: Reading) -> Iterator[Step]:
    colors = cost.colors if cost else ()
    names = [COLOR_NAMES[color] for color in colors]
    mixed = bool(cost and colors and any(symbol.kind in _HYBRID | _PHYREXIAN for symbol in cost.symbols))
    yield Step("202.2", "An object is the color or colors of the mana symbols in its mana cost, whatever its frame.")
    if not names:
        yield Step("202.2b", "There is no colored mana symbol in it, so the object is colorless.", decides=True)
        if _indicated(reading):
            yield Step("202.2e", "If it has a color indicator, it is each color of that all the same.")
        return
    symbols = listed([f"{{{color}}}" for color in colors])
    yield Step("202.2a", f"The symbols {symbols} represent {listed(names)}.", decides=len(names) == 1 and not mixed)
    if len(names) > 1:
        yield Step("202.2c", "With different colored symbols, the object is each of those colors.", decides=not mixed)
    if mixed:
        why = "Hybrid and Phyrexian symbols make it all of their colors, whatever is paid for them."
        yield Step("202.2d", why, decides=True)


def _outside(cost: Cost | None) -> Iterator[Step]:
    for symbol in dict.fromkeys(cost.symbols if cost else ()):
        if symbol.outside_rules:
            why = f"{symbol} is from un-cards only, outside these rules: the game’s numbers are integers."
            yield Step("107.1", why)


def _strange(cost: Cost | None) -> str:
    """Say that the rules have no such symbols, where the cost has some."""
    strange = [str(symbol) for symbol in dict.fromkeys(cost.symbols if cost else ()) if symbol.outside_rules]
    if not strange:
        return ""
    return f" But {listed(strange)} {'is' if len(strange) == 1 else 'are'} from un-cards only, outside the rules."


def _indicated(reading: Reading) -> bool:
    """Whether objects can have color indicators: since Innistrad, 2011."""
    return reading.edition is None or bool(reading.find("202.2e"))


def _of_paying(cost: Cost | None, asked: Asked, reading: Reading) -> Iterator[Step]:
    yield Step("202.1", "The mana cost is indicated by mana symbols near the top of the card.")
    if cost is None:
        yield Step("202.1b", "Having no mana cost represents an unpayable cost, which is unlike {0}.", decides=True)
        yield Step("118.6", "An unpayable cost can’t be paid, but an alternative cost can be.")
        return
    why = "Each colored or colorless symbol takes mana of its type, the rest any mana"
    if any(symbol.kind in _PHYREXIAN for symbol in cost.symbols):
        why += "; a Phyrexian symbol takes mana of its color or 2 life (107.4f)"
    yield Step("202.1a", f"{why}.", decides=True)


def _sentence(about: str, cost: Cost | None, value: Amount, term: str, *, indicated: bool) -> str:
    what = f"An object with the mana cost {cost.canonical}" if cost else "An object without a mana cost of its own"
    if about == "value":
        return f"{what} has a {term} of {amount_as_text(value)}."
    if about == "color":
        names = [COLOR_NAMES[color] for color in cost.colors] if cost else []
        unless = ", unless it has a color indicator; then it is each color of that" if indicated and not names else ""
        return f"{what} is {listed(names) or 'colorless'}{unless}."
    if cost is None:
        return f"{what} can’t be cast for its mana cost: there is nothing that could be paid."
    symbols = cost.canonical_symbols
    each = [
        f"{'each ' * (symbols.count(symbol) > 1)}{symbol} takes {_ways(symbol)}" for symbol in dict.fromkeys(symbols)
    ]
    return f"To cast a card with the mana cost {cost.canonical}: {listed(each)}."


def _ways(symbol: ManaSymbol) -> str:
    """Say what one symbol can be paid with."""
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
    return listed(ways, "or")


def _rows(cost: Cost | None, about: str, x: int) -> Iterator[Row]:
    if cost is None:
        return
    for symbol in dict.fromkeys(cost.canonical_symbols):
        count = cost.canonical_symbols.count(symbol)
        each = x if symbol.variable else symbol.mana_value
        times = f" × {count}" if count > 1 else ""
        if about == "color":
            yield Row(str(symbol), listed([COLOR_NAMES[color] for color in symbol.colors]) or "no color")
        elif about == "paying":
            yield Row(f"{symbol}{times}", _ways(symbol))
        else:
            yield Row(str(symbol), f"{amount_as_text(each)}{times}")


def _place(number: str, phrase: str, cost: str, about: str = "value", **given: str) -> Placement:
    return Placement(number, phrase, {"cost": cost, "about": about, **given})


_CONTROLS: Final = (_COST, _ABOUT, _WHERE, _X, _FACE)
_TRIES: Final = {
    "{3}{U}{U}": {},
    "{X}{R} on the stack, X is 3": {"cost": "{X}{R}", "where": "stack", "x": "3"},
    "{2/B}{2/B}{2/B}": {"cost": "{2/B}{2/B}{2/B}"},
    "{1}{W/P}{W/P}": {"cost": "{1}{W/P}{W/P}"},
    "color of {2}{W}{B}": {"cost": "{2}{W}{B}", "about": "color"},
    "no mana cost": {"cost": "", "about": "paying"},
}

MANA_COSTS: Final = Trial(
    slug="mana-cost",
    title="What a mana cost says",
    lead="Type a mana cost, and ask for the object’s mana value, its color, or what is paid.",
    controls=_CONTROLS,
    run=_run,
    places=with_tries(
        _CONTROLS,
        _TRIES,
        (
            Placement("202.3", "a number equal to the total amount of mana in its mana cost"),
            _place("202.1", "mana cost is indicated by mana symbols", "{2}{W}{B}", "paying"),
            _place(
                "202.1a", "the mana cost of an object represents what a player must spend", "{1}{W/P}{W/P}", "paying"
            ),
            _place("202.1b", "some objects have no mana cost", "", "paying"),
            _place("202.2", "of the mana symbols in its mana cost", "{2}{W}", "color"),
            _place("202.2a", "the five colors are white, blue, black, red, and green", "{2}{W}", "color"),
            _place("202.2b", "no colored mana symbols in their mana costs are colorless", "{2}", "color"),
            _place("202.2c", "two or more different colored mana symbols", "{2}{W}{B}", "color"),
            _place("202.2d", "one or more hybrid mana symbols", "{1}{W/U}{W/U}", "color"),
            _place("202.3a", "of an object with no mana cost is 0", ""),
            _place("202.3b", "as though it had the mana cost of its front face", "{2}{R}{G}", face="back"),
            _place("202.3e", "x is treated as 0 while the object is not on the stack", "{X}{R}", where="stack", x="3"),
            _place("202.3f", "use the largest component of each hybrid symbol", "{2/B}{2/B}{2/B}"),
            _place("202.3g", "each phyrexian mana symbol in a card's mana cost contributes 1", "{1}{W/P}{W/P}"),
        ),
    ),
)
