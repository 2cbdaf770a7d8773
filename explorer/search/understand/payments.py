"""Parse a cost and the means to pay it: `{2/W}{2/W} with WWC`, “w/p w/p with 1 white and 3 life”."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from explorer.search.words.splitting import trimmed
from symbols.engine import Cost, EngineError, read_cost
from symbols.engine.sources import known_sources, split_count
from symbols.sentences import COUNT_OR_ARTICLE

_I = r"(?:i|you|we|one|someone)"
_PAY = r"(?:pay(?:\s+for)?|cast|afford|play|activate)"
_ENOUGH = rf"enough(?:\s+mana)?\s+(?:for|to\s+{_PAY})"
_CAN = rf"(?:can|could|may|will|would|do|does)\s+{_I}\s+(?:still\s+|be\s+able\s+to\s+)?(?:{_PAY}|have\s+{_ENOUGH})"
_X = r"(?:what|how\s+(?:big|large|much|high))\s+(?:can|could|may)\s+x\s+be\s+(?:for|in|with|of)"
_HAVE = rf"(?:{_I}(?:\s+|(?=[’']|ve\s)))?(?:(?:only|just)\s+)?(?:have|had|[’']?ve(?:\s+got)?|control|got|am\s+at)"
NUMBERS = {"no": 0, "zero": 0, **COUNT_OR_ARTICLE}
_COUNT = rf"\d{{1,4}}|{'|'.join(NUMBERS)}"
# A cost before the means; the means before a cost; the means as the subject (“can WW pay {1}{W}”).
_SHAPES = tuple(
    re.compile(shape, re.IGNORECASE)
    for shape in (
        rf"(?:if\s+)?{_HAVE}\s+(?P<means>.+?),?\s+(?:then\s+|and\s+)?{_CAN}\s+(?P<cost>.+?)\s+(?:with|using)\s+(?P<more>.+)",
        rf"(?:(?:{_CAN}|how\s+(?:can|do|could)\s+{_I}\s+{_PAY}|{_ENOUGH}|{_X}|is|pay(?:ing)?|cast(?:ing)?|cost)\s+)?(?P<cost>.+?)"
        rf",?\s+(?:(?:payable\s+)?(?:with|from|using|out\s+of|at)|(?:if|when)\s+{_HAVE}|having|given)\s+(?P<means>.+)",
        rf"(?:cost\s+)?(?P<cost>\S+?)[,?;]?\s+(?:(?:but|and)\s+)?{_HAVE}\s+(?P<means>.+)",
        rf"(?:if|when|with|having|given)?\s*(?:{_HAVE}\s+)?(?P<means>.+?),?\s+(?:then\s+|and\s+)?{_CAN}\s+(?P<cost>.+)",
        rf"(?:can|could|will|would|do|does|is|are)\s+(?P<means>.+?)\s+(?:pay(?:\s+for)?|cast|cover|{_ENOUGH})\s+(?P<cost>.+)",
        rf"{_HAVE}\s+(?P<means>.+?),?\s+(?:(?:and|but)\s+)?(?:{_I}\s+)?need\s+(?P<cost>.+)",
        rf"(?:{_HAVE}\s+)?(?P<means>.+?)\s+for\s+(?P<cost>.+)",
        r"(?P<cost>(?:\{[^{}]+\})+)\s+(?P<means>no\s.+)",
    )
)
# Only the means: mana symbols alone, since a query may be about a word: “I have islands”.
_ONE_MANA = r"(?:\{[wubrgcs]\}|[wubrgc])"
_ALL_MANA = rf"{_ONE_MANA}(?:\s*{_ONE_MANA})+"
_MEANS = tuple(
    re.compile(shape, re.IGNORECASE)
    for shape in (
        rf"(?={_I}(?:\s|[’']|ve\b)){_HAVE}\s+(?P<means>{_ALL_MANA}(?:\s+and\s+\d{{1,3}}\s+life)?)",
        rf"my\s+mana\s+is\s+(?P<means>{_ALL_MANA})",
        rf"(?P<means>{_ALL_MANA})\s+in\s+(?:my\s+|the\s+)?(?:mana\s+)?pool",
    )
)
# “a {1}{W} spell”
_AROUND = re.compile(r"^(?:an?\s+|the\s+)|\s+(?:spell|creature|card|cost)$", re.IGNORECASE)
# Between symbols of one cost: “{R/P} and {G/P}”.
_JOINED = re.compile(r"(?<=\})\s*(?:,|\+|\band\b)\s*(?=\{)", re.IGNORECASE)
# The characters of a cost; a word isn't one.
_COST = re.compile(r"(?:\{[^{}]{1,9}\}|[\dwubrgcxyzsp/()\s½∞])+", re.IGNORECASE)
_BETWEEN = re.compile(rf"\s*(?:(?:,|;|&|\+|\band\b|\bplus\b)\s*)+|\s+(?=(?:{_COUNT})\s+[a-z{{])")
_LEAD = re.compile(r"^(?:only|just|exactly|i have|my)\s+")
_MANA = re.compile(r"(?:(?:\{[wubrgcs]\}|[wubrgcs])\s*)+")
_KIND = r"(?:mana|sources?|counters?|points?|lands?)"
_COUNTED = re.compile(
    rf"(?P<count>\d{{1,4}}|[a-z]+)\s*(?P<snow>snow(?:[-\s]covered)?)?\s*(?P<what>(?!{_KIND}$)[a-z]+|\{{[wubrgcs]\}})?"
    rf"(?:\s*{_KIND})?"
)
# A card’s name; whether there is one of that name is seen later.
_SOURCE = re.compile(rf"(?:(?P<count>{_COUNT}|my|the)\s+)?(?P<name>[a-z][a-z',/ -]{{2,60}}[a-z])")
_BRACED = re.compile(r"\{[^{}]+\}")
_COLORS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G", "colorless": "C", "colourless": "C"}
_LANDS = {"plains": "W", "island": "U", "swamp": "B", "mountain": "R", "forest": "G", "wastes": "C"}
_COLORS |= (
    _LANDS | {f"{land}s": color for land, color in _LANDS.items()} | {color: color.upper() for color in "wubrgcs"}
)
_NOT_MANA = {"life": "life", "energy": "energy", "ticket": "tickets", "tickets": "tickets"}
# “Nothing” means none of these, besides no mana.
_NO_MORE = dict.fromkeys(("life", "energy", "tickets"), "0")
# Mana from a snow source, of an unknown type.
_ANY_SNOW = "S"
_MAX_COUNT = 999
_MAX_UNCOUNTED = 20
OF_CARD = 10
"""The amount for a color without a number that pays for a card."""


@dataclass(frozen=True, slots=True)
class ParsedPayment:
    """A cost and the means to pay it.

    Attributes:
        cost: None if only the means are given, or a card.
        fields: the checker's request (`symbols.engine.request`).
    """

    cost: Cost | None
    fields: Mapping[str, str]


def read_payment(typed: str, is_card: Callable[[str], bool]) -> ParsedPayment | None:
    """The cost or card and the means to pay for it in a text; None for other texts."""
    text = trimmed(typed)
    if match := next(filter(None, (shape.fullmatch(text) for shape in _MEANS)), None):
        return ParsedPayment(None, read_means(match["means"].lower(), 1) or {})
    return next(
        (said for shape in _SHAPES if (match := shape.fullmatch(text)) and (said := _read(match, is_card))), None
    )


def _read(match: re.Match[str], is_card: Callable[[str], bool]) -> ParsedPayment | None:
    cost = _JOINED.sub("", _AROUND.sub("", match["cost"]).strip())
    said = " and ".join(filter(None, (match.groupdict().get(name) for name in ("means", "more"))))
    if not _COST.fullmatch(cost):
        means = read_means(said.lower(), OF_CARD) if is_card(cost) else None
        return None if means is None or _ANY_SNOW in means["pool"] else ParsedPayment(None, {"card": cost, **means})
    try:
        parsed = read_cost(cost)
    except EngineError:
        return None
    # Uncounted “with red” is that much mana.
    means = read_means(said.lower(), min(max(int(parsed.mana_value()), 1), _MAX_UNCOUNTED))
    if means is None:
        return None
    # Snow mana of an unknown type pays for snow and generic mana, but it may not pay for colors.
    if _ANY_SNOW in means["pool"]:
        if parsed.colors:
            return None
        means = {key: value.replace(_ANY_SNOW, "C") for key, value in means.items()}
    return ParsedPayment(parsed, {"cost": cost, **means})


def read_means(text: str, enough: int, *, lands_are_sources: bool = False) -> Mapping[str, str] | None:
    """Parse the means to pay; None if some of them aren't understood.

    Args:
        enough: the amount for a color or land without a number.
        lands_are_sources: whether lands are still to be tapped. Otherwise their mana is there already.
    """
    if ":" in text:
        # Abilities, as they are printed.
        listed = re.sub(r"\s+and\s+|,\s+(?=\d|[a-z])", "; ", text)
        return {"pool": "", "sources": _BRACED.sub(lambda symbol: symbol[0].upper(), listed)}
    pool = snow = ""
    out: dict[str, str] = {}
    sources: list[str] = []
    lands: list[str] = []
    for part in _BETWEEN.split(_LEAD.sub("", text)):
        bare = part.removesuffix(" mana").strip()
        if _MANA.fullmatch(bare):
            mana = "".join(letter.upper() for letter in bare if letter.isalpha())
            pool += mana
            lands.append("")
            snow += _ANY_SNOW * mana.count(_ANY_SNOW)
            continue
        if len(bare) > 1 and (color := _COLORS.get(bare)):
            # “Island” is one, “islands” are as many as needed.
            pool += color * (1 if bare in _LANDS and not bare.endswith("s") else enough)
            lands += [bare] if bare in _LANDS else [f"{enough} {bare}"] if bare.removesuffix("s") in _LANDS else [""]
            continue
        if bare == "nothing":
            out |= _NO_MORE
            continue
        match = _COUNTED.fullmatch(bare)
        what = ((match["what"] or (match["snow"] and _ANY_SNOW.lower()) or "") if match else "").strip("{}")
        count = _amount(match) if match else None
        if count == 0 and not what:
            continue
        if count is None or not (what in _NOT_MANA or what in _COLORS):
            if source := _source(bare):
                sources.append(source)
                continue
            return None
        if what in _NOT_MANA:
            out[_NOT_MANA[what]] = str(count)
        else:
            color = _COLORS[what]
            pool += color * count
            lands.append(f"{count} {what}" if what in _LANDS or what.removesuffix("s") in _LANDS else "")
            snow += color * count if (match and match["snow"]) or color == _ANY_SNOW else ""
    # Beside mana, or sources that everybody knows, other names are probably cards.
    if sources and not pool and not any(split_count(source)[0] in known_sources() for source in sources):
        return None
    out |= {"snow": snow} if snow else {}
    # Beside other sources, lands are sources too: what pays for a Signet has to be tapped.
    if (sources or (lands_are_sources and not snow)) and lands and all(lands):
        return {"pool": "", "sources": ", ".join([*lands, *sources]), **out}
    return {"pool": pool, "sources": ", ".join(sources), **out} if sources else {"pool": pool, **out}


def _amount(match: re.Match[str]) -> int | None:
    """The number that was said; None for other words, and if it is too large."""
    count = int(match["count"]) if match["count"].isdigit() else NUMBERS.get(match["count"])
    return None if count is None or count > _MAX_COUNT else count


def _source(words: str) -> str:
    """“two boros signets” as an item of a list of sources; empty for what can't be one."""
    match = _SOURCE.fullmatch(words)
    if match is None:
        return ""
    said = match["count"] or "1"
    count = "1" if said in ("my", "the") else str(NUMBERS.get(said, said))
    return f"{count} {match['name']}" if count != "1" else match["name"]
