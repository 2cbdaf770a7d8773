"""The form of the page: what is cast, what is in play, and what there is to pay with."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.http import QueryDict

from explorer.casting.request import CAST_OPTIONS, CastRequest, said_in
from explorer.costcheck.form import MANA, names_card, pay_with
from explorer.document.tree import plain_words
from explorer.library.loaded import Library
from explorer.web import addresses
from symbols.engine import KEYS

OF: Final = "of"
"""Parameter that names what the choices sent with it are for."""

# What isn't a choice about one spell.
_KEPT: Final = frozenset({"pool", "sources", "snow", "life", "spend", "edition", "in_play"})
_WHAT: Final = ("card", "cost", "ability")

PLACES: Final = "places"
"""Parameter that says how many names of targets are asked for; none of them has to be given."""

PARAMETERS: Final = frozenset({"card", *KEYS, *CAST_OPTIONS, MANA, OF, PLACES})
"""Every query parameter of the page."""


@dataclass(frozen=True, slots=True)
class CastForm:
    """A submitted form, or an address.

    Attributes:
        request: as far as it can be read.
        typed: what the first field has.
        mana: what “Pay with” has. Likewise `in_play`.
        shares: of a division, as far as they are typed.
        is_sent: whether the form itself was sent, so that a shorter address is due.
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
        said = said_in(query)
        of, mana, places = str(said.pop(OF, "") or ""), said.pop(MANA, None), said.pop(PLACES, None)
        typed = next((text for key in _WHAT if (text := str(said.get(key) or "").strip())), "")
        if mana is not None:
            said = {key: value for key, value in said.items() if key not in ("pool", "sources")}
            said |= pay_with(str(mana)) if str(mana).strip() else {}
        if cost := str(said.get("cost") or "").strip():
            said |= _placed(cost, loaded)
        shares = query.getlist("division")
        if "" in map(str.strip, shares):
            # Half of it says nothing yet.
            said["division"] = ""
        if OF in query:
            said |= _named(query.getlist("targets"), str(places or ""))
        if OF in query and plain_words(of) != plain_words(typed):
            said = {key: value for key, value in said.items() if key in _KEPT or key in _WHAT}
            shares = []
        request = CastRequest.read(said)
        is_sent = mana is not None or OF in query
        return cls(request, typed, _mana(said), "; ".join(request.in_play), shares, is_sent)

    @property
    def address(self) -> str:
        return addresses.cast(self.request.asked)


def typed_in(query: QueryDict) -> tuple[str, str]:
    """What is cast: the parameter that has it, and its text."""
    key = next((key for key in _WHAT if query.get(key, "").strip()), "cost")
    return key, query.get(key, "").strip()


def nameless(name: str) -> bool:
    """Whether a target is only counted: one before another that has a name."""
    return re.fullmatch(r"Target [0-9]+", name) is not None


def _named(sent: Sequence[str], places: str) -> dict[str, object]:
    """Targets with their fields: what is empty before a name stays so."""
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
    """A card or an ability that was typed in the place of a cost."""
    if ":" in typed:
        return {"cost": None, "ability": typed}
    return {"cost": None, "card": typed} if names_card(typed, loaded, {}) else {}


def _mana(said: dict[str, object]) -> str:
    pool, sources = (str(said.get(key) or "").strip() for key in ("pool", "sources"))
    return ", ".join(filter(None, [pool, sources])) or ("0" if "pool" in said else "")
