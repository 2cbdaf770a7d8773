"""The dearest requests known, each as `tests.load.dearest` found it, with its symbols in order."""

from collections.abc import Mapping
from urllib.parse import urlencode

_HALVES = ("{2/W}", "{2/U}", "{2/B}", "{2/R}", "{2/G}", "{W/U}", "{W/B}", "{U/B}", "{U/R}", "{B/R}", "{B/G}", "{R/G}")
_POOL = "W" * 50 + "U" * 20 + "B" * 30 + "R" * 30 + "G" * 30 + "C" * 35
_MANY = "{B/R/P}{W/U/P}{2/W}{U/P}{G/P}{S}{C}{3}{X}{B}{U}{W/U}"

CHECKS: Mapping[str, Mapping[str, str]] = {
    "many cases": {
        "cost": "{2/B}" * 10 + "{U}" * 8 + "{2/R}" * 6 + "{G/W}" * 9 + "{R/P}" * 7,
        "pool": "WWWWBBBBUUUUUURRRRRRGGGGGGCCC",
        "snow": "WWBBUUUURRRGGC",
        "life": "3",
        "convoke": "{W/U}" * 7 + "{B/R/G}" * 11 + "{W/U/B/R/G}" * 11 + "{R}" * 6 + "{U}" * 6 + "{C}" * 4,
        "life_for": "UWBG",
        "reduce": "{G/W}{G/W}{G/W}{1}{2/U}{2/U}{2/U}{B/P}",
        "increase": f"{_MANY * 5} 3 times",
    },
    "many kinds": {
        "cost": "{W}{X}{S}{B/P}{U}{C}{W/U/P}{B/R/P}{B}{2/U}{2/G}{2/W}{C/W}{G/P}{W/P}{2/R}{W/P}{W/U/P}{2/W}{2/G}" * 10,
        "pool": _POOL,
        "snow": _POOL[::3],
        "life": "3",
        "minimum": "400",
        "convoke": "{R}{G/W}{W/U}{W}{C}{B/R/G}{U}{W/U/B/R/G}" * 25,
        "reduce": "{2/W}, {2/W}",
        "delve": "30",
        "additional": "{2/U}{C/W}{2/U}{S}{W} 3 times",
    },
    "a greatest X with floors": {
        "cost": "{2/U}{R/P}{W/U}{G/W}{2/G}{S}{W/P}{2/B}{U/P}{B/P}{B/R/P}{X}{2/R}{C/W}" * 2,
        "pool": _POOL,
        "snow": _POOL[::3],
        "life": "3",
        "minimum": "3",
        "life_for": "GWR",
        "reduce": "{3} least 2",
    },
    "splits of life": {
        "cost": "{B/R/P}{U/P}{X}{U/P}{B/R/P}{B/R/P}{G/P}{U/P}{G/P}{3}",
        "pool": "",
        "life_for": "RB",
        "reduce": "{2} least 5, {B}, {1} least 1",
        "increase": "{W/P}{U/P}{B/R/P}{B/R/P}{B}{W/P}{U/P}{B/R/P}{B/R/P}{B}",
        "minimum": "20",
    },
    "six options": {
        "cost": "{B/R/P}{2/G}{U/P}",
        "pool": "W" * 4 + "U" * 7 + "B" * 7 + "R" * 10 + "G" * 9 + "C" * 3,
        "reduce": "{2} least 5, {2/G}, {2/G}, {2/G}, {C/W}, {C/W}, {2} least 5, {2} least 5",
        "additional": "{2/G}" * 5 + "{G/W}" * 4 + "{C/W}" * 3 + "{2/R}" * 8 + "{G/P}" * 4,
        "minimum": "3",
        "convoke": "{C}{C}{C}{C}{W/U/B/R/G}{W/U/B/R/G}",
        "improvise": "3",
        "life_for": "GBR",
        "x_only": "GBWR",
    },
    "many ways to waterbend": {
        "cost": "{R/P}{U/P}{S}{2/R}{W/U/P}{B/R/P}{Y}{W/P}",
        "x": "9999999",
        "pool": "CBBCC",
        "life": "199",
        "reduce": "{W/P}, {W/P}",
        "additional": f"Waterbend {'{2/U}' * 7}{'{3}' * 3}{'{W/U}' * 3}{'{S}' * 2}{'{B/P}' * 2} 3 times",
        "waterbend": "50",
        "spend": "any color",
        "life_for": "BGWUR",
        "x_only": "UBCR",
    },
    "many orders": {
        "cost": "{5}{W}{W/U}",
        "pool": "WWW",
        "reduce": ", ".join(f"{{{least}}} least {least}" for least in range(1, 40)),
    },
    "many halves": {
        "cost": "{5}{W}",
        "pool": "WWW",
        "reduce": ", ".join("".join((_HALVES * 3)[at : at + 15]) + " colored only" for at in range(20)),
    },
}
"""Checks: what each is dear for, and its parameters."""

_SHORT = {
    "cost": "{X}{3}{B/R/P}",
    "pool": "",
    "life_for": "RB",
    "reduce": "{2} least 5, {B}, {1} least 1",
    "increase": "{W/P}{U/P}{B/R/P}{G/P} 5 times",
    "minimum": "20",
}
BRIEF = "/brief/?" + urlencode([("part", f"/check/?{urlencode({**_SHORT, 'life': str(life)})}") for life in range(20)])
"""As many different dear checks as a brief's address has room for."""
