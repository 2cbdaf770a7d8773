"""Invented cards, as bulk files have them."""

import gzip
import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from explorer.cards.bulk import BulkFile
from explorer.cards.card import Card
from tests.shared import shared

EMBER = {
    "object": "card",
    "oracle_id": "11111111-1111-5111-8111-111111111111",
    "name": "Ember Choir",
    "layout": "normal",
    "released_at": "2011-07-15",
    "set": "tst",
    "cmc": 1.0,
    "type_line": "Sorcery",
    "mana_cost": "{X}{R}",
    "oracle_text": "Ember Choir deals X damage to any target. (This is a reminder.)\n{T}: Add {R}.",
    "colors": ["R"],
}
HALVES = {
    "object": "card",
    "oracle_id": "22222222-2222-5222-8222-222222222222",
    "name": "Frost // Thaw",
    "layout": "split",
    "cmc": 5.0,
    "type_line": "Instant // Sorcery",
    "card_faces": [
        {
            "object": "card_face",
            "name": "Frost",
            "mana_cost": "{1}{U}",
            "type_line": "Instant",
            "oracle_text": "Tap it.",
        },
        {
            "object": "card_face",
            "name": "Thaw",
            "mana_cost": "{2}{R}",
            "type_line": "Sorcery",
            "oracle_text": "Untap it.",
        },
    ],
    "mana_cost": "{1}{U} // {2}{R}",
    "colors": ["U", "R"],
}
READY = {
    **HALVES,
    "oracle_id": "55555555-5555-5555-8555-555555555555",
    "name": "Ready Scribe // Short Verse",
    "layout": "prepare",
    "cmc": 3.0,
    "card_faces": [
        {"object": "card_face", "name": "Ready Scribe", "mana_cost": "{1}{W}{W}", "type_line": "Creature — Bird"},
        {"object": "card_face", "name": "Short Verse", "mana_cost": "{B/G}", "type_line": "Sorcery"},
    ],
    "mana_cost": "{1}{W}{W} // {B/G}",
    "colors": ["W"],
}
HARBOR = {
    **READY,
    "oracle_id": "66666666-6666-5666-8666-666666666666",
    "name": "Old Harbor // Set Sail",
    "layout": "adventure",
    "cmc": 0.0,
    "card_faces": [
        {"object": "card_face", "name": "Old Harbor", "mana_cost": "", "type_line": "Land — Town"},
        {"object": "card_face", "name": "Set Sail", "mana_cost": "{2}{B}", "type_line": "Sorcery — Adventure"},
    ],
    "mana_cost": "{2}{B}",
    "colors": [],
}
MARKED = {**EMBER, "oracle_id": "33333333-3333-5333-8333-333333333333", "name": "Ûr-Thal's Own", "mana_cost": "{2}"}
TOKEN = {**EMBER, "oracle_id": "44444444-4444-5444-8444-444444444444", "name": "Spark", "layout": "token"}
RULING = {
    "object": "ruling",
    "oracle_id": EMBER["oracle_id"],
    "source": "wotc",
    "published_at": "2012-01-02",
    "comment": "X is chosen as Ember Choir is cast. See rule 107.3a.",
}
ATOMIC = {
    "meta": {"date": "2020-01-01", "version": "5"},
    "data": {
        "Frost // Thaw": [
            {
                "name": "Frost // Thaw",
                "faceName": name,
                "manaCost": cost,
                "manaValue": value,
                "type": "Instant",
                "text": "Tap it.",
                "colors": [color],
                "layout": "split",
                "firstPrinting": "TST",
                "rulings": [{"date": "2012-01-02", "text": "Either half is cast."}],
            }
            for name, cost, value, color in (("Frost", "{1}{U}", 2.0, "U"), ("Thaw", "{2}{R}", 3.0, "R"))
        ]
    },
}


def write(path: Path, records: Any, *, gzipped: bool = False) -> Path:
    data = json.dumps(records).encode()
    path.write_bytes(gzip.compress(data) if gzipped else data)
    return path


@cache
def real_cards() -> Sequence[Card]:
    return [card for card in BulkFile(shared("cards") / "oracle-cards.json.gz") if isinstance(card, Card)]
