"""Mana abilities as they are printed or shortened: what they cost, and what they make (605.1a).

{T}: Add {W} or {U}.       {1}, {T}: {R}{W}       {W/U}, {T}: {W}{W} or {W}{U} or {U}{U}
Sacrifice: any             {W/U}                  {C}{C}
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import combinations_with_replacement

from symbols.engine.costs.cost import Cost
from symbols.engine.costs.parts import PayLife, Tap, TextPart
from symbols.engine.costs.slots import COLORS, MANA_TYPES, ManaType
from symbols.engine.errors import BadRequest, EngineError
from symbols.engine.reading.reader import read_cost

Made = tuple[ManaType, ...]
"""Mana that is made together, in the order W U B R G C."""

MOST_MADE = 20
"""The most mana of one activation."""

_NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7}
_SYMBOLS = re.compile(r"(?:\{[^{}]+\})+")
_ADD = re.compile(r"^(?:add|adds)\s+", re.IGNORECASE)
_ONE_COLOR = re.compile(r"(?P<count>\w+) mana of any (?:one )?(?P<what>color|type)\b", re.IGNORECASE)
_COMBINATION = re.compile(
    r"(?P<count>\w+) mana in any combination of (?P<what>colors|(?:\{[WUBRGC]\}|,| |and/or|or|and)+)", re.I
)
_OR = re.compile(r",?\s+or\s+|,\s*|\s+and/or\s+", re.IGNORECASE)
_ONLY = re.compile(
    r"^(?:spend this mana only |this mana (?=can['’]t be spent to cast ))(?P<what>.+?)\.?$", re.IGNORECASE
)
_PAIN = re.compile(r"^(?:.{1,60} deals (?P<count>\w+) damage to you|you lose (?P<life>\w+) life)\b.*$", re.IGNORECASE)
_COUNTER = re.compile(r"remove (?:a|an|one) [\w+/-]+ counter from .+", re.IGNORECASE)
_ADDS_MORE = re.compile(r"\badds?\b|\bmana (?:can['’]t|only)|\binstead\b", re.IGNORECASE)
_SACRIFICE = re.compile(r"sacrifice(?: (?:this|~|it)\b.*)?$", re.IGNORECASE)
_ANY = re.compile(r"any(?: (?:one )?color)?$|(?:1|one) of any color$|rainbow$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ManaAbility:
    """One way in which a source makes mana.

    Attributes:
        text: as typed or printed, for the plan.
        makes: the choices, each with the mana that it makes.
        cost: mana to pay for it.
        life: life to pay for it; `pain` is damage that it deals, which is no cost (119.3).
        only: what its mana may be spent on, as printed after “only”, or what it can’t; empty for anything (106.6).
    """

    text: str
    makes: tuple[Made, ...]
    cost: Cost = field(default_factory=lambda: Cost(""))
    taps: bool = True
    sacrifices: bool = False
    life: int = 0
    pain: int = 0
    only: str = ""

    @property
    def types(self) -> frozenset[ManaType]:
        return frozenset(name for made in self.makes for name in made)


def made_as_text(made: Made) -> str:
    return "".join(f"{{{name}}}" for name in made)


@lru_cache(maxsize=2048)
def read_ability(text: str) -> ManaAbility:
    """Parse a mana ability.

    Raises:
        BadRequest: it isn't one, or something in it isn't understood.
    """
    typed = " ".join(text.split())
    before, colon, after = typed.rpartition(":") if ":" in typed else ("", "", typed)
    first, *more = [sentence for sentence in re.split(r"(?<=\.)\s+", after.strip()) if sentence]
    made = tuple(dict.fromkeys(_made(_ADD.sub("", first).removesuffix(".").strip())))
    if not made or max(map(len, made)) > MOST_MADE:
        raise _not_understood(text, first)
    ability = ManaAbility(typed, made, taps=not colon)
    ability = _with_cost(ability, before, text) if colon else ability
    for sentence in more:
        ability = _with_sentence(ability, sentence, text)
    return ability


def _not_understood(text: str, piece: str) -> BadRequest:
    start = text.find(piece)
    message = "Write a mana ability such as {T}: {W} or {U}, or only what it makes, such as {C}{C} or any."
    return BadRequest("bad_source", message, start=max(0, start), end=max(0, start) + len(piece))


def _made(words: str) -> Iterator[Made]:
    """The choices, by what follows “Add”; none if it isn't understood."""
    if _ANY.fullmatch(words):
        yield from ((color,) for color in COLORS)
    elif match := _ONE_COLOR.fullmatch(words):
        count = _NUMBERS.get(match["count"].lower(), 0)
        yield from ((name,) * count for name in (MANA_TYPES if match["what"].lower() == "type" else COLORS) if count)
    elif match := _COMBINATION.fullmatch(words):
        count = _NUMBERS.get(match["count"].lower(), 0)
        named = [name for name in MANA_TYPES if f"{{{name}}}" in match["what"]]
        yield from combinations_with_replacement(named or COLORS, count) if count else ()
    else:
        pieces = _OR.split(words)
        if all(map(_SYMBOLS.fullmatch, pieces)):
            yield from (made for piece in pieces for made in _of_symbols(piece))


def _of_symbols(piece: str) -> Iterator[Made]:
    """`{R}{W}` makes both; `{W/U}` one of the two; `{2}` two colorless (106.10)."""
    try:
        cost = read_cost(piece)
    except EngineError:
        return
    if cost.parts:
        return
    results: list[Made] = [()]
    for symbol in cost.symbols:
        each: list[Made] = []
        for option in symbol.options:
            if option.slot in MANA_TYPES:
                each.append((option.slot,))
            elif option.slot == "generic" and symbol.code.isdigit() and len(symbol.options) == 1:
                colorless: Made = ("C",)
                each.append(colorless * int(option.amount))
            else:
                return
        results = [(*made, *one) for made in results for one in each]
    yield from (tuple(sorted(made, key=MANA_TYPES.index)) for made in results if made)


def _with_cost(ability: ManaAbility, before: str, text: str) -> ManaAbility:
    # “Sacrifice: any” is short for sacrificing the source.
    cost = read_cost(re.sub(r"\bsacrifice\s*(?=,|$)", "Sacrifice it", before.strip(), flags=re.IGNORECASE))
    taps = sacrifices = counters = False
    life = 0
    for part in cost.parts:
        if isinstance(part, Tap):
            taps = True
        elif isinstance(part, PayLife) and not part.variable:
            life += part.amount or 0
        elif isinstance(part, TextPart) and _SACRIFICE.fullmatch(part.text):
            sacrifices = True
        elif isinstance(part, TextPart) and _COUNTER.fullmatch(part.text):
            counters = True
        else:
            raise _not_understood(text, part.text)
    if any(symbol.variable for symbol in cost.symbols):
        raise _not_understood(text, before)
    return replace(ability, cost=Cost.of(cost.symbols), taps=taps or counters, sacrifices=sacrifices, life=life)


def _with_sentence(ability: ManaAbility, sentence: str, text: str) -> ManaAbility:
    if only := _ONLY.match(sentence):
        return replace(ability, only=only["what"])
    if pain := _PAIN.match(sentence):
        return replace(ability, pain=_NUMBERS.get((pain["count"] or pain["life"]).lower(), 1))
    # What happens besides doesn't matter here, and what is listed counts as able to be used.
    if _ADDS_MORE.search(sentence):
        raise _not_understood(text, sentence)
    return ability
