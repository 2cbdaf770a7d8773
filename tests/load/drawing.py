"""Generate random requests, expensive ones rather than likely ones.

A request is a kind and values of its parameters; those in braces are in the path.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from urllib.parse import quote, urlencode

from symbols.engine import OPTIONS
from symbols.engine.x import FIELDS, Place
from symbols.trials.catalog import TRIALS

Value = str | list[str]
Draw = Callable[["Chance"], Value]

_SYMBOLS = (
    *("{W/U}", "{C/W}", "{G/W}", "{2/W}", "{2/U}", "{2/B}", "{2/R}", "{2/G}", "{W/P}", "{U/P}", "{B/P}", "{R/P}"),
    *("{G/P}", "{W/U/P}", "{B/R/P}", "{X}", "{Y}", "{3}", "{W}", "{U}", "{B}", "{S}", "{C}"),
)
_CREATURES = ("{W}", "{U}", "{R}", "{C}", "{W/U}", "{G/W}", "{B/R/G}", "{W/U/B/R/G}")
_REDUCTIONS = (
    *("{W}{U} colored only", "{B/R} colored only", "{3} least 2", "{2} least 5", "{1} least 1", "{2/W}", "{2/U}{2/B}"),
    *("{B}{R}{G}", "{W}{U}{B}{R}{G}", "{W/U}{W/U}", "{W/P}{S}"),
)
_SOURCES = ("3 Plains", "7 Mountain", "Sol Ring", "{T}: {W/U}", "{1}, {T}: {R}{W}", "{T}: two mana of any one color")
_ANNOUNCED = ("W", "U", "B", "R", "G", "2", "2 life")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Library:
    """URLs of the sitemaps, and words of the rules."""

    pages: Sequence[str]
    words: Sequence[str]

    def _named(self, start: str) -> list[str]:
        return sorted({page.split("/")[-2] for page in self.pages if page.startswith(start)}) or ["none"]

    @cached_property
    def numbers(self) -> list[str]:
        return [each for each in self._named("/rules/") if each[0].isdigit() and "-" not in each]

    @cached_property
    def editions(self) -> list[str]:
        return [each for each in self._named("/rules/") if "-" in each]

    @cached_property
    def terms(self) -> list[str]:
        return self._named("/glossary/")

    @cached_property
    def cards(self) -> list[str]:
        return self._named("/cards/")


@dataclass(frozen=True)
class Request:
    kind: str
    values: Mapping[str, Value] = field(default_factory=dict)

    @property
    def address(self) -> str:
        path = {key: quote(str(values)) for key, values in self.values.items() if f"{{{key}}}" in self.kind}
        query = {key: values for key, values in self.values.items() if key not in path}
        query_string = f"?{urlencode(query, doseq=True)}" if query else ""
        return self.kind.split()[0].format_map(path) + query_string

    @property
    def headers(self) -> Mapping[str, str]:
        return {"HX-Request": "true"} if self.kind.endswith(HTMX) else {}


HTMX = " by htmx"


class Chance:
    """Draws requests."""

    def __init__(self, library: Library, seed: int) -> None:
        self.library = library
        self.random = Random(seed)  # noqa: S311 - the same in every run
        self.one = self.random.choice

    def some(self, of: Sequence[str], *counts: int) -> list[str]:
        """Draw a sample as large as one of the counts, from a few different items."""
        few = self.random.sample(of, self.random.randint(1, min(9, len(of))))
        return self.random.choices(few, k=self.one(counts))

    def fresh(self, kind: str) -> Request:
        path = [key for key in KINDS[kind] if f"{{{key}}}" in kind]
        share = self.one((0.1, 0.25, 0.5))
        often = {
            key: 1 if key in path or key in ALWAYS else share / 9 if key in _SELDOM else share for key in KINDS[kind]
        }
        named = [key for key in KINDS[kind] if self.random.random() < often[key]]
        return Request(kind, {key: KINDS[kind][key](self) for key in named})

    def like(self, request: Request, other: Request) -> Request:
        """Take up to two parameters from another request of the same kind, or drop or double one."""
        values = dict(request.values)
        for key in self.random.sample(sorted({*values, *other.values}), self.random.randint(0, min(2, len(values)))):
            if key in other.values:
                values[key] = other.values[key]
            elif f"{{{key}}}" not in request.kind:
                del values[key]
        if values and self.random.random() < 0.2:
            key = self.one(sorted(values))
            values[key] = values[key] * 2
        return replace(request, values=values)


def symbols(*counts: int) -> Draw:
    """Draw a cost with one of these counts of symbols."""
    return lambda chance: "".join(chance.some(_SYMBOLS, *counts))


def one_of(*texts: str) -> Draw:
    return lambda chance: chance.one(texts)


def letters(of: str, *counts: int) -> Draw:
    return lambda chance: "".join(chance.some(of, *counts))


def _costs(chance: Chance) -> str:
    return symbols(5, 30, 60)(chance) + chance.one(["", "", " 3 times", " 9 times", " 99 times"])  # type: ignore[operator]


def _additional(chance: Chance) -> str:
    return chance.one(["", "", "Waterbend ", "Pay X life, ", "Exile X cards from your graveyard, "]) + _costs(chance)


def _cost(chance: Chance) -> str:
    cost = str(symbols(3, 10, 40, 120, 200)(chance))
    more = chance.random.random()
    return cost if more < 0.9 else f"{cost}{{HW}}{{∞}}" if more < 0.95 else f"{cost} // {symbols(3, 60)(chance)}"


def _number(chance: Chance) -> str:
    return chance.one(["0", "1", "3", "20", "50", "199", "400", "9999999"])


_BY_KIND: Mapping[str, Draw] = {
    "mana": letters("WUBRGC", 0, 5, 40, 198),
    "number": _number,
    "count": _number,
    "flag": one_of("yes"),
    "yes or no": one_of("yes", "no"),
    "reductions": lambda chance: ", ".join(chance.some([*_REDUCTIONS, *_SYMBOLS], 1, 2, 3, 8, 40)),
    "costs": _costs,
    "cost": symbols(3, 40, 200),
    "keyword cost": _costs,
    "creatures": lambda chance: "".join(chance.some(_CREATURES, 3, 50, 200)),
    "colors": lambda chance: "".join(chance.random.sample("WUBRG", chance.random.randint(1, 5))),
    "types of mana": lambda chance: "".join(chance.random.sample("WUBRGC", chance.random.randint(1, 4))),
    "date": lambda chance: chance.one(chance.library.editions),
    "sources": lambda chance: ", ".join(chance.some(_SOURCES, 1, 3, 9, 40)),
    "announced": lambda chance: ", ".join(chance.some(_ANNOUNCED, 1, 5, 40)),
}
_CHECK: Mapping[str, Draw] = {
    **{
        key: one_of(*filter(None, option.choices)) if option.choices else _BY_KIND[option.kind]
        for key, option in OPTIONS.items()
    },
    "cost": _cost,
    "additional": _additional,
}


def _invented(chance: Chance) -> str:
    return "".join(chance.random.choices(_LETTERS, k=chance.one([3, 6, 8, 14])))


def _mistyped(chance: Chance) -> str:
    word = chance.one(chance.library.words)
    place = chance.random.randrange(len(word))
    return word[:place] + chance.one(_LETTERS) + word[place + 1 :]


_MARKS = ("a", "*", "“", '"', "(", "{W}", "{W/", "or", "x", "what", "can", "I", "pay", "with", "=", "-")
_WORDS: Sequence[Callable[["Chance"], str]] = (
    _invented,
    _mistyped,
    lambda chance: chance.one(chance.library.words),
    lambda chance: chance.one(chance.library.numbers),
    lambda chance: chance.one(_MARKS),
)


def _words(chance: Chance) -> str:
    kinds = _WORDS if chance.random.random() < 0.3 else [chance.one(_WORDS)]
    words = (chance.one(kinds)(chance) for _ in range(chance.one([1, 2, 5, 30, 150, 400])))
    return chance.one([" ", " ", "", '" "']).join(words)[: chance.one([2_000, 2_000, 9_000])]


def _number_of_rule(chance: Chance) -> str:
    return chance.one(chance.library.numbers)


def _edition(chance: Chance) -> str:
    return chance.one(chance.library.editions)


def _page(chance: Chance) -> str:
    return chance.one(["1", "2", "7", "40", "9999"])


def _term(chance: Chance) -> str:
    return chance.one(chance.library.terms)


def _card(chance: Chance) -> str:
    return chance.one(chance.library.cards)


def _parts(chance: Chance) -> list[str]:
    kinds = chance.random.sample(_OF_BRIEFS, chance.one([1, 1, 2, len(_OF_BRIEFS)]))
    found: list[str] = []
    length = 0
    for _ in range(300):
        part = chance.fresh(chance.one(kinds)).address
        length += len(quote(part))
        if length < 7_500 and len(found) < 30:
            found.append(part)
        else:
            length -= len(quote(part))
    return found


def _chain(chance: Chance) -> list[str]:
    return [_number_of_rule(chance) for _ in range(chance.one([1, 20, 100]))]


_OF_BRIEFS = ("/check/", "/rules/{number}/", "/rules/{edition}/{number}/", "/glossary/{term}/", "/x/", "/cards/{card}/")
_SELDOM = {
    *("free", "alternative", "edition", "layout", "cast", "loyalty", "tapped", "creature", "haste", "controlled", "y"),
    *("z", "tickets", "energy", "amount", "activated", "activations", "to_sacrifice", "to_discard", "to_remove"),
    *("to_exile", "to_tap", "kicker", "multikicker", "replicate", "strive", "escalate", "affinity"),
    *("commander_casts", "waterbend"),
}
"""Parameters that often make a request invalid."""
ALWAYS = {"cost", "q", "part", "number", "old", "new", "url", "fuzzy"}
"""Required parameters."""

_IN_ALL_EDITIONS: Mapping[str, Draw] = {"edition": _edition, "number": _number_of_rule}
_PAGED: Mapping[str, Draw] = {"edition": _edition, "page": _page}
_BETWEEN: Mapping[str, Draw] = {"old": _edition, "new": _edition}
_SEARCH: Mapping[str, Draw] = {"q": _words}
_X: Mapping[str, Draw] = {
    "cost": symbols(3, 200),
    "edition": _edition,
    **dict.fromkeys(FIELDS, one_of("0", "9999999", "on", "x" * 200)),
    "what": one_of("card", "permanent", "spell", "activated", "static"),
    "in": lambda chance: chance.some([place.value for place in Place], 1, 3),
}
_WITHOUT_PARAMETERS = (
    *("/sitemap.xml", "/sitemap-pages.xml", "/sitemap-cards.xml", "/changes/feed.atom", "/glossary/", "/full-rules/"),
    *("/get-cards/", "/editions/", "/numbers/", "/try/", "/symbols/sheet/", "/api/", "/api/openapi.json"),
    *("/api/symbols", "/api/trials", "/worker.js", "/brief/ new", "/api/cr", "/api/cr/keywords", "/api/cr/glossary"),
    "/api/cr/toc",
)
KINDS: Mapping[str, Mapping[str, Draw]] = {
    **{address: {} for address in _WITHOUT_PARAMETERS},
    **dict.fromkeys(("/check/", f"/check/{HTMX}", "/api/check", "/check.png", "/check/embed/"), _CHECK),
    "/check/ by name": {"card": _card, **_CHECK},
    "/brief/": {"part": _parts, "note": _words, "edit": one_of("1")},
    **dict.fromkeys(("/", f"/{HTMX}", "/search/suggestions/", "/cards/", "/symbols/", "/api/card-names"), _SEARCH),
    **{address: {**_SEARCH, **_PAGED, "for": one_of("words")} for address in ("/search/", f"/search/{HTMX}")},
    "/api/search": {**_SEARCH, **_PAGED, "everywhere": one_of("true")},
    "/api/scryfall/cards/named": {"fuzzy": _words},
    "/api/scryfall/cards/autocomplete": _SEARCH,
    "/api/scryfall/symbology/parse-mana": {"cost": _cost},
    "/api/cr/glossary/{term}": {"term": _words, "fuzzy": one_of("true")},
    **{
        f"/rules/{{edition}}/{{number}}{end}": _IN_ALL_EDITIONS
        for end in ("/", "/history/", "/embed/", "/card.svg", ".png", ".json", ".txt", ".md")
    },
    **{f"/rules/{{number}}{end}": {"number": _number_of_rule} for end in ("/", "/history/", "/feed.atom")},
    "/rules/{number}/history/ all": {"number": _number_of_rule, "show": one_of("all", "side")},
    **{
        f"/glossary/{{term}}{end}": {"term": _term, "show": one_of("all")}
        for end in ("/", ".png", "/feed.atom", "/history/")
    },
    "/glossary/{edition}/{term}/": {"edition": _edition, "term": _term},
    "/glossary/{edition}/": {"edition": _edition, "letter": letters("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 1)},
    "/rules/{edition}/": {"edition": _edition},
    "/sitemap-{edition}.xml": {"edition": _edition},
    "/index/": {"letter": letters("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 1)},
    "/changes/": {"from": _edition, "to": _edition, "year": one_of("2003", "2025"), "chapter": one_of("1", "7")},
    "/changes/{old}/{new}/": {
        **_BETWEEN,
        "show": one_of("all", "references", "edited"),
        "section": one_of("1", "7", "702"),
        "view": one_of("side"),
    },
    "/changes/{old}/{new}.png": _BETWEEN,
    "/offline/{part}.json": {
        "part": one_of("pages", "rules-1", "rules-5", "rules-7", "glossary", "symbols", "index", "cards")
    },
    "/cards/{card}/": {"card": _card, "pool": letters("WUBRGC", 5, 198)},
    "/cards/{card}.png": {"card": _card},
    "/x/": _X,
    f"/x/{HTMX}": _X,
    **{
        f"/try/{one.slug}/": {
            "edition": _edition,
            **{control.key: symbols(3, 200) if control.kind == "cost" else _number for control in one.controls},
        }
        for one in TRIALS
    },
    **{
        f"/symbols/{{code}}{end}": {"code": one_of("W", "W-U", "X", "2-W", "T", "zz"), "edition": _edition}
        for end in ("/", ".svg", ".png")
    },
    "/api/rules": {"number": _chain, "edition": _edition},
    "/api/rules/{number}": {"number": _number_of_rule, "edition": _edition},
    "/api/sections/{number}": {"number": _number_of_rule, **_PAGED},
    "/api/contents/{number}": {"number": _number_of_rule, "edition": _edition},
    "/api/rules/{number}/history": {"number": _number_of_rule, **_PAGED},
    "/api/glossary": _PAGED,
    "/api/glossary/{term}/history": {"term": _term, **_PAGED},
    "/api/changes/{old}/{new}": {**_BETWEEN, "page": _page},
    "/api/index": {"page": _page},
    "/api/cards": {"page": _page},
    "/api/cards/{card}": {"card": _card},
    "/api/cards/{card}/rulings": {"card": _card, "page": _page},
    "/api/variables": _X,
    "/api/oembed": {"url": lambda chance: f"http://testserver{chance.fresh(chance.one(_OF_BRIEFS)).address}"},
    **{f"/api/cr/{way}{{number}}": {"number": _number_of_rule} for way in ("", "trace/", "example/")},
    **dict.fromkeys(("/api/cr/diff", "/api/diff/cr"), _BETWEEN),
}
"""Parameters by kind; a word after the path tells kinds at the same path apart."""
