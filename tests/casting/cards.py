"""The cards of `casts.tsv`, and walks with them."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from explorer.cards.importing import import_cards
from explorer.casting.answer import as_json
from explorer.casting.request import CastRequest
from explorer.casting.walk import walk
from explorer.library.loaded import library
from tests.conftest import forget_everything
from tests.tables import DATA

# Names and texts, without reminders, are © Wizards of the Coast.
CARDS = (DATA / "cast_cards.jsonl").read_text(encoding="utf-8").splitlines()


def import_cast_cards(folder: Path) -> None:
    path = folder / "cards.json"
    path.write_text(f"[{','.join(CARDS)}]", encoding="utf-8")
    import_cards([path])
    forget_everything()


def answer_to(given: Mapping[str, object]) -> dict[str, Any]:
    """The answer of the API, as JSON.

    Raises:
        EngineError: something typed can't be read.
    """
    return as_json(walk(CastRequest.read(given), library), library())


def query(text: str) -> dict[str, object]:
    """`card=Blaze&x=3` as a request; a key given twice has a list."""
    found: dict[str, list[str]] = {}
    for piece in text.split("&"):
        key, _, value = piece.partition("=")
        found.setdefault(key, []).append(value)
    return {key: values if len(values) > 1 else values[0] for key, values in found.items()}


def stopped_at(answer: Mapping[str, Any]) -> str:
    """`601.2c open`, or `-` if every step is done."""
    steps = (f"{step['rule']} {step['state']}" for step in answer["steps"] if step["state"] != "done")
    return next(steps, "-")


def symbols_in(text: str) -> list[str]:
    """Symbols and life of a total in any order; none where nothing is to be paid."""
    return sorted(found for found in re.findall(r"\{[^{}]*\}|\d+ life", text) if found != "{0}")
