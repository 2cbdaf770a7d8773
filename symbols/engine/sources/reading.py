"""Parse mana abilities as they are printed or shortened.

{T}: Add {W} or {U}.       {1}, {T}: {R}{W}       {W/U}, {T}: {W}{W} or {W}{U} or {U}{U}
Sacrifice: any             {W/U}                  {T}: Add {G} for each creature you control.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, combinations_with_replacement

from symbols.engine.costs.cost import Cost
from symbols.engine.costs.parts import Energy, PayLife, Tap, TextPart
from symbols.engine.costs.requirements import requirement_of
from symbols.engine.costs.slots import COLORS, MANA_TYPES, ManaType
from symbols.engine.errors import BadRequest, EngineError
from symbols.engine.reading.reader import read_cost
from symbols.engine.sources.ability import Made, ManaAbility, Unknown, UsedUp
from symbols.sentences import COUNT_OR_ARTICLE, COUNT_WORDS

MOST_MADE = 20
"""By one activation, before it is multiplied."""

_SYMBOLS = re.compile(r"(?:\{[^{}]+\})+")
_ADD = re.compile(r"^(?:add|adds)\s+", re.I)
_ANY = re.compile(r"any(?: (?:one )?color)?|(?:1|one) of any color|rainbow", re.I)
_SEVERAL = re.compile(r"(?P<count>\w+) mana ", re.I)
_OF_ONE = re.compile(r"of any (?:one )?(?P<what>color|type)", re.I)
# “that a land you control could produce”, “in your commander’s color identity”, “of the chosen color”.
_OPEN_CHOICE = re.compile(r"of (?:the chosen color|any (?:one )?(?P<what>color|type) (?:that|in|among|of|to) .+)", re.I)
_DIFFERENT = re.compile(r"of different colors", re.I)
_COMBINATION = re.compile(r"in any combination of (?P<what>colors|(?:\{[WUBRGC]\}|,| |and/or|or|and)+)", re.I)
_COUNTED = re.compile(r"(?P<made>.+?),? (?:for each|where X is|equal to) (?!.*\b(?:plus|minus|twice|half)\b).+", re.I)
_AN_AMOUNT = re.compile(r"^an amount of (?:mana )?", re.I)
_OR = re.compile(r",?\s+or\s+|,\s*|\s+and/or\s+", re.I)
_RESTRICTION = re.compile(r"^(?:spend this mana only |this mana (?=can['’]t be spent to cast ))(?P<what>.+?)\.?$", re.I)
_DAMAGE = re.compile(r"^(?:.{1,60} deals (?P<count>\w+) damage to you|you lose (?P<life>\w+) life)\b.*$", re.I)
_INSTEAD = re.compile(r"^if (?P<condition>.+?), (?:instead )?add (?P<made>.+?)(?: instead)?\.?$", re.I)
# While a spell is cast, nobody could cast an instant (601.2g).
_NOT_THEN = re.compile(r"^activate .*only (?:any time you could cast|as) an? (?:instant|sorcery)", re.I)
_EACH_TURN = re.compile(
    r"^activate .*(?:only (?P<once>once) each turn|no more than (?P<most>\w+) times each turn)", re.I
)
_ONLY_IF = re.compile(r"^activate (?:this ability )?only if .+", re.I)
_ADDS_MORE = re.compile(r"\badds?\b|\bmana (?:can['’]t|only)|\binstead\b", re.I)
_OWN = r"(?:this(?: \w+)?|it|~)"
_USED_UP: dict[UsedUp, re.Pattern[str]] = {
    "sacrifice": re.compile(rf"sacrifice(?: {_OWN})?", re.I),
    "exile": re.compile(rf"exile {_OWN} from your hand", re.I),
    "return": re.compile(rf"return {_OWN} to its owner['’]s hand", re.I),
}
_FREE = re.compile(rf"exert {_OWN}|put the top card of your library into your graveyard|mill a card", re.I)
_COUNTER = re.compile(r"remove (?:an?|one|two|three|four|five) [\w+/-]+ counters? from .+", re.I)
_X_MANA = re.compile(r"^X mana ", re.I)
_MANY = re.compile(r"(?:remove|sacrifice|exile|discard|tap) (?:any number of|X) .+", re.I)
_LOOSE_DIGITS = re.compile(r"\}\d")
_EACH = re.compile(
    r"(?:sacrifice (?:an?|another) [^.]+|sacrifice a token .+|discard a card"
    r"|exile an? .+|tap an untapped .+ you control)",
    re.I,
)
# Wordings that say the same as a plainer one.
_PLAINER = (
    (re.compile(r"^choose a color\. add (?P<what>.+?) of that color", re.I), r"Add \g<what> of any one color"),
    (
        re.compile(r"^choose a color of (?P<of>[^.]+)\. add (?P<what>.+?) of that color", re.I),
        r"Add \g<what> of any one color of \g<of>",
    ),
    (
        re.compile(
            r"^(?:choose a player\. that player|a player of your choice) adds (?P<what>[^.]+?)(?: they choose)?\.", re.I
        ),
        r"Add \g<what>.",
    ),
    (re.compile(r" to your mana pool", re.I), ""),
)


@lru_cache(maxsize=2048)
def read_abilities(text: str) -> tuple[ManaAbility, ...]:
    """Parse a mana ability; one for each part of it that depends on something else."""
    typed = " ".join(text.split())
    before, colon, after = typed.rpartition(":") if ":" in typed else ("", "", typed)
    if ":" in before:
        # Two abilities are two sources, or a card.
        raise _not_understood(text, before)
    effect = after.strip()
    for wording, plainer in _PLAINER:
        effect = wording.sub(plainer, effect, count=1)
    first, *more = [sentence for sentence in re.split(r"(?<=\.)\s+", effect) if sentence] or [""]
    plain = ManaAbility(typed, (), taps=not colon)
    abilities = list(_making(plain, _ADD.sub("", first).removesuffix(".").strip()))
    if not abilities or any(len(made) > MOST_MADE for ability in abilities for made in ability.makes):
        raise _not_understood(text, first)
    if colon:
        abilities = [_with_cost(ability, before, text) for ability in abilities]
    for sentence in more:
        if instead := _INSTEAD.match(sentence):
            abilities = list(_instead(abilities, instead["made"], text))
        else:
            abilities = [_with_sentence(ability, sentence, text) for ability in abilities]
    return tuple(abilities)


def _not_understood(text: str, piece: str) -> BadRequest:
    start = text.find(piece)
    message = "Type a mana ability such as {T}: {W} or {U}, or only what it makes, such as {C}{C} or any."
    return BadRequest("bad_source", message, start=max(0, start), end=max(0, start) + len(piece))


# ---------- what it makes ----------


def _making(whole: ManaAbility, words: str) -> Iterator[ManaAbility]:
    """One ability for all that is known, and one for each unknown; none if the words aren't understood."""
    counted = _COUNTED.fullmatch(words)
    if counted or _X_MANA.match(words):
        each = _X_MANA.sub("one mana ", counted["made"] if counted else words)
        made, unknown = _choices(_AN_AMOUNT.sub("one mana ", each))
        if not made:
            made, unknown = _choices(_AN_AMOUNT.sub("", each))
        if made and not unknown:
            yield replace(whole, makes=made, unknown="number", is_mixed="combination" in each)
        return
    made, unknown = _choices(words)
    if made:
        yield replace(whole, makes=made, unknown=unknown)
        return
    by_unknown: dict[Unknown, list[Made]] = {}
    for piece in _OR.split(words):
        made, unknown = _choices(piece)
        if not made:
            return
        by_unknown.setdefault(unknown, []).extend(made)
    for unknown, several in by_unknown.items():
        yield replace(whole, makes=tuple(dict.fromkeys(several)), unknown=unknown)


def _choices(words: str) -> tuple[tuple[Made, ...], Unknown]:
    """What one phrase lets a player choose from; empty if it isn't understood."""
    if _ANY.fullmatch(words):
        return tuple((color,) for color in COLORS), ""
    if several := _SEVERAL.match(words):
        count = COUNT_OR_ARTICLE.get(several["count"].lower(), 0)
        return _of_words(words[several.end() :], count) if count else ((), "")
    made = tuple(dict.fromkeys(_of_symbols(words))) if _SYMBOLS.fullmatch(words) else ()
    return made, ""


def _of_words(words: str, count: int) -> tuple[tuple[Made, ...], Unknown]:
    if one := _OF_ONE.fullmatch(words):
        return _of_each(one["what"], count), ""
    if open_choice := _OPEN_CHOICE.fullmatch(words):
        return _of_each(open_choice["what"] or "color", count), "colors"
    if _DIFFERENT.fullmatch(words):
        return tuple(combinations(COLORS, count)), ""
    if combination := _COMBINATION.fullmatch(words):
        named = [name for name in MANA_TYPES if f"{{{name}}}" in combination["what"]]
        return tuple(combinations_with_replacement(named or COLORS, count)), ""
    return (), ""


def _of_each(what: str, count: int) -> tuple[Made, ...]:
    return tuple((name,) * count for name in (MANA_TYPES if what.lower() == "type" else COLORS))


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
                colorless: tuple[ManaType, ...] = ("C",)
                each.append(colorless * int(option.amount))
            else:
                return
        results = [(*made, *one) for made in results for one in each]
    yield from (tuple(sorted(made, key=MANA_TYPES.index)) for made in results if made)


def _instead(abilities: Sequence[ManaAbility], words: str, text: str) -> Iterator[ManaAbility]:
    """“If you control an Urza’s Tower, add {C}{C} instead”: without the condition, the other mana is made."""
    others = list(_making(abilities[0], words))
    if not others or any(ability.unknown for ability in (*abilities, *others)):
        raise _not_understood(text, words)
    yield from (replace(ability, unknown="condition") for ability in others)
    least = [made for ability in abilities for made in ability.makes]
    if len(least) == 1 and all(not Counter(least[0]) - Counter(made) for one in others for made in one.makes):
        # There is at least as much either way.
        yield from abilities
    else:
        yield from (replace(ability, unknown="condition", when=False) for ability in abilities)


def _with_sentence(ability: ManaAbility, sentence: str, text: str) -> ManaAbility:
    if restriction := _RESTRICTION.match(sentence):
        return replace(ability, restriction=restriction["what"])
    if damage := _DAMAGE.match(sentence):
        number = (damage["count"] or damage["life"]).lower()
        return replace(ability, damage=int(number) if number.isdigit() else COUNT_OR_ARTICLE.get(number, 1))
    # What happens besides doesn't matter here, and what is listed counts as able to be used.
    if _ADDS_MORE.search(sentence) or _NOT_THEN.match(sentence):
        raise _not_understood(text, sentence)
    if limit := _EACH_TURN.match(sentence):
        return replace(ability, most=1 if limit["once"] else {"twice": 2, **COUNT_WORDS}.get(limit["most"].lower(), 1))
    if _ONLY_IF.match(sentence):
        if ability.unknown:
            raise _not_understood(text, sentence)
        return replace(ability, unknown="condition")
    return ability


# ---------- what it costs ----------


def _with_cost(ability: ManaAbility, before: str, text: str) -> ManaAbility:
    # “Sacrifice: any” is short for sacrificing the source.
    cost = read_cost(re.sub(r"\bsacrifice\s*(?=,|$)", "Sacrifice it", before.strip(), flags=re.I))
    if any(symbol.variable for symbol in cost.symbols) or _LOOSE_DIGITS.search(before):
        raise _not_understood(text, before)
    paid = [symbol for symbol in cost.symbols if symbol.mana_value]
    if any(requirement_of(symbol).group not in ("plain", "generic") for symbol in paid):
        raise _not_understood(text, before)
    ability = replace(ability, cost=Cost.of(paid), taps=False, most=None)
    for part in cost.parts:
        ability = _with_part(ability, part, text)
    return replace(ability, most=1) if ability.is_once else ability


def _with_part(ability: ManaAbility, part: object, text: str) -> ManaAbility:
    if isinstance(part, Tap):
        return replace(ability, taps=True)
    if isinstance(part, PayLife) and not part.variable:
        return replace(ability, life=ability.life + (part.amount or 0))
    if isinstance(part, Energy) and part.count and not ability.unknown:
        return replace(ability, unknown="number", each=True, other_costs=(*ability.other_costs, part.text))
    words = part.text if isinstance(part, TextPart) else ""
    for used_up, pattern in _USED_UP.items():
        if pattern.fullmatch(words):
            return replace(ability, used_up=used_up)
    also = replace(ability, other_costs=(*ability.other_costs, words))
    if _FREE.fullmatch(words) or (_MANY.fullmatch(words) and ability.unknown == "number"):
        return replace(also, most=1)
    if _COUNTER.fullmatch(words):
        # One with {T} is there unless said otherwise; of several, only the player knows how many.
        if "{T}" in text or ability.unknown:
            return replace(also, uses_counter=True)
        return replace(also, unknown="number", each=True)
    if _EACH.fullmatch(words) and not ability.unknown:
        return replace(also, unknown="number", each=True)
    raise _not_understood(text, words)
