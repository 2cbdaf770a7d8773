"""The dearest requests known, each as `tests.load.dearest` found it, with its symbols in order."""

from collections.abc import Mapping
from urllib.parse import parse_qsl, urlencode

from tests.tables import cases

CHECKS: Mapping[str, Mapping[str, str]] = {
    name: dict(parse_qsl(asked, keep_blank_values=True)) for name, asked in cases("dearest", "checks")
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
