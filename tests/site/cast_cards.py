"""Invented cards for the tests of casting."""

from typing import Any
from uuid import NAMESPACE_URL, uuid5

from tests.cards.samples import EMBER


def card(name: str, cost: str, type_line: str, text: str) -> dict[str, Any]:
    printed = {"name": name, "mana_cost": cost, "type_line": type_line, "oracle_text": text}
    return {**EMBER, **printed, "oracle_id": str(uuid5(NAMESPACE_URL, name))}


CAST_CARDS = [
    card(
        "Cinder Volley",
        "{X}{R}",
        "Sorcery",
        "This spell costs {1} more to cast for each target beyond the first.\n"
        "Cinder Volley deals X damage to each of any number of targets. (It comes from above.)",
    ),
    card(
        "Twin Oath",
        "{R}{W}",
        "Instant",
        "Choose one —\n• Twin Oath deals 4 damage to target player.\n• Target creature gains flying until end of turn.",
    ),
    card("Split Spark", "{1}{R}", "Instant", "Split Spark deals 3 damage divided as you choose among two targets."),
    card("Grim Bargain", "{1}{B/P}{B/P}", "Instant", "Target creature gets -5/-5 until end of turn."),
    card("Second Dawn", "{2}{U}", "Sorcery", "Draw two cards."),
    card("Maren, Pale Warden", "{1}{W}", "Creature — Human", "Noncreature spells cost {1} more to cast."),
    card("Marble Lattice", "{2}", "Artifact", "Each spell costs {3} more to cast except during its controller's turn."),
    card("Crowded Shrine", "{2}", "Artifact", "Spells you cast cost {1} less to cast for each Shrine you control."),
]
