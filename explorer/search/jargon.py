"""What players say, in the words of the rules. Looked up only for words that the rules don't have."""

IN_WORDS = {
    "apnap": "active player nonactive player",
    "cda": "characteristic-defining ability",
    "cmc": "mana value",
    "counterspell": "counter spell",
    "dfc": "double-faced card",
    "edh": "commander",
    "etb": "enters",
    "fizzle": "illegal targets",
    "fizzles": "illegal targets",
    "lki": "last known information",
    "ltb": "leaves the battlefield",
    "mdfc": "modal double-faced card",
    "mtg": "magic",
    "mv": "mana value",
    "pw": "planeswalker",
    "sba": "state-based action",
    "sbas": "state-based actions",
    "tdfc": "transforming double-faced card",
    "topdeck": "top card of library",
}
