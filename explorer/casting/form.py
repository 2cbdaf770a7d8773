"""The page's form: what is cast, what is in play, and what pays for it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.http import QueryDict

from explorer.casting.request import CAST_OPTIONS, CastRequest, values_in
from explorer.costcheck.form import MANA, names_card, pay_with
from explorer.document.tree import plain_words
from explorer.library.loaded import Library
from explorer.web import addresses
from symbols.engine import KEYS

OF: Final = "of"
"""Parameter: what the choices of the form are for."""

# Parameters that don't depend on the spell.
_SHARED: Final = frozenset({"pool", "sources", "snow", "life", "spend", "edition", "in_play"})
_WHAT: Final = ("card", "cost", "ability")

PLACES: Final = "places"
"""Parameter: number of fields for names of targets, all optional."""

PARAMETERS: Final = frozenset({"card", *KEYS, *CAST_OPTIONS, MANA, OF, PLACES})
"""Every query parameter of the page."""


@dataclass(frozen=True, slots=True)
class CastForm:
    """A submitted form, or an address.

    Attributes:
        typed: text of the first field.
        mana: text of “Pay with”. Likewise `in_play`.
        shares: of a division, perhaps incomplete.
        is_sent: whether the form was submitted, so that a redirect to a shorter address is due.
    """

    request: CastRequest
    typed: str
    mana: str
    in_play: str
    shares: Sequence[str]
    is_sent: bool

    @classmethod
    def read(cls, query: QueryDict, loaded: Library) -> "CastForm":
        """Read a query.

        Raises:
            BadRequest: as for `CastRequest.read`.
        """
        values = values_in(query)
        of, mana, places = str(values.pop(OF, "") or ""), values.pop(MANA, None), values.pop(PLACES, None)
        typed = next((text for key in _WHAT if (text := str(values.get(key) or "").strip())), "")
        if mana is not None:
            values = {key: value for key, value in values.items() if key not in ("pool", "sources")}
            values |= pay_with(str(mana)) if str(mana).strip() else {}
        if cost := str(values.get("cost") or "").strip():
            values |= _placed(cost, loaded)
        shares = query.getlist("division")
        if "" in map(str.strip, shares):
            # An incomplete division doesn't count yet.
            values["division"] = ""
        if OF in query:
            values |= _named(query.getlist("targets"), str(places or ""))
        if OF in query and plain_words(of) != plain_words(typed):
            values = {key: value for key, value in values.items() if key in _SHARED or key in _WHAT}
            shares = []
        request = CastRequest.read(values)
        is_sent = mana is not None or OF in query
        return cls(request, typed, _mana(values), "; ".join(request.in_play), shares, is_sent)

    @property
    def address(self) -> str:
        return addresses.cast(self.request.options)


def typed_in(query: QueryDict) -> tuple[str, str]:
    """Parameter and text of what is cast."""
    key = next((key for key in _WHAT if query.get(key, "").strip()), "cost")
    return key, query.get(key, "").strip()


def is_placeholder(name: str) -> bool:
    """Whether a name stands for an unnamed target before a named one."""
    return re.fullmatch(r"Target [0-9]+", name) is not None


def _named(sent: Sequence[str], places: str) -> dict[str, object]:
    """Targets from their fields, with placeholders for empty ones before a name."""
    numbered = bool(sent) and sent[0].strip().isdigit()
    names = [name.strip() for name in (sent[1:] if numbered else sent)]
    while names and not names[-1]:
        names.pop()
    if not sent or not (names or numbered):
        return {}
    count = sent[0].strip() if numbered else places
    named = [name or f"Target {place}" for place, name in enumerate(names, 1)]
    return {"targets": [*filter(None, [count]), *named]}


def _placed(typed: str, loaded: Library) -> dict[str, object]:
    """A card or an ability that was typed as a cost."""
    if ":" in typed:
        return {"cost": None, "ability": typed}
    return {"cost": None, "card": typed} if names_card(typed, loaded, {}) else {}


def _mana(values: dict[str, object]) -> str:
    pool, sources = (str(values.get(key) or "").strip() for key in ("pool", "sources"))
    return ", ".join(filter(None, [pool, sources])) or ("0" if "pool" in values else "")
