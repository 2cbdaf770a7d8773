"""Requests of the checker that bring up every fact which it gives, and these facts."""

from collections.abc import Iterator
from functools import cache
from itertools import product

from symbols.engine import Citation
from symbols.engine.costs.two_parts import CASTS, LAYOUTS
from symbols.engine.errors import EngineError
from symbols.engine.reading.keywords import KEYWORDS
from symbols.engine.request import CheckRequest
from tests.shared import shared

Request = dict[str, str]

_CHANGES: tuple[Request, ...] = (
    {},
    {"pool": "W", "life": "1"},
    {"reduce": "{2}{W}{W/U}{W/P}{S}{C}", "increase": "{1}", "additional": "Pay 2 life", "pool": "WUBRG"},
    {"alternative": "{4}{G}", "minimum": "3", "spend": "any color", "pool": "WWWWWW"},
    {"free": "true", "pool": ""},
)
_COSTS = (
    *("{3}{W}{W}", "{X}{2}", "{X}{Y}{Z}", "{2}{R/W}{C}", "{2/W}", "{C/W}", "{W/P}{U}", "{G/U/P}", "{S}{S}"),
    *("no mana cost", "{T}: Add {G}.", "{T}: Target player adds {G}.", "[+1]: Add {G}.", "[-2], [+1]: Draw a card."),
    *("[0]: Draw a card.", "Waterbend {5}: Draw a card.", "{E}{E}, {TK}, {Q}: Draw a card.", "Pay X {E}", "{HW}"),
    *("Pay half your life, rounded up", "Pay any amount of {E}", "Sacrifice any number of creatures"),
    *("Echo {2/W}{X}", "Morph {X}{W/P}", "Prototype {2}{U}", "{2}, Exile a card from your graveyard"),
)
_FIELDS: tuple[Request, ...] = (
    *({"pool": "WWUUBBRRGGCC", "life": "5", **each} for each in ({}, {"convoke": "WG", "improvise": "2"})),
    *({each: "3"} for each in ("delve", "assist", "affinity", "commander_casts", "minimum")),
    {"additional": "Waterbend {3}", "waterbend": "3"},
    *({each: "W", "pool": "W"} for each in ("life_for", "x_only")),
    *({each: "{1}"} for each in ("kicker", "alternative", "increase")),
    *({each: "{1} 2 times"} for each in ("multikicker", "replicate", "strive", "escalate")),
    *(
        {"reduce": each}
        for each in ("{2} least 1", "{W} colored only", "{R}{R}{C}", "{W/U/P}", "{W}{W}{W}{W}", "{C}{C}")
    ),
    {"spend": "any type", "pool": "W"},
    {"free": "yes", "additional": "{1}", "increase": "{2}"},
    {"amount": "2", "life": "5", "pool": ""},
)


def check_requests() -> Iterator[Request]:
    """Yield requests: the printed costs, alone and with much that changes or pays them, and each field by itself."""
    costs = (shared("costs") / "printed.txt").read_text().split("\n")
    yield from ({"cost": cost, **each} for cost in costs if cost for each in _CHANGES)
    for cost in ("{2}{W}, {T}, Sacrifice a creature", "[-3]", "[+1]", "[0]", "{Q}", "{E}{E}", "{TK}", "Pay 3 life"):
        for state in ({}, {"tapped": "yes", "creature": "yes", "controlled": "no"}, {"loyalty": "2", "energy": "1"}):
            yield {"cost": cost, **state, "pool": "WWW", "life": "2"}
    yield from ({"cost": cost, **each} for cost, each in product(_COSTS, (*_CHANGES, *_FIELDS)))
    for layout, part, card in product(LAYOUTS, CASTS, ("{1}{R} // {2}{U}", "{2/W}{X} // ")):
        yield {"cost": card, "layout": layout, "cast": part}


@cache
def facts() -> frozenset[Citation]:
    """Return every fact that those requests and the keywords bring up."""
    found = {citation for keyword in KEYWORDS.values() for citation in keyword.citations}
    for request in check_requests():
        try:
            found.update(CheckRequest.parse(request).check().citations)
        except EngineError:
            continue
    return frozenset(found)
