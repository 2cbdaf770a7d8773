"""Parts of cards, and what copies have of them, as read in the rules of each edition before the code was asked."""

import gzip
import json
import os
from collections.abc import Iterator
from typing import Any

import pytest

from symbols.trials import Outcome, TrialError
from symbols.trials.printed import PrintedCard
from tests.shared import shared
from tests.tables import rows
from tests.trials import readings
from tests.trials.readings import Words, check_rules, official


def ask(slug: str, fields: str, reading: Words | None = None) -> Outcome:
    pairs = (one.partition("=") for one in fields.split(" ; "))
    return readings.ask(slug, {key: text.replace(" | ", "\n") for key, _, text in pairs}, reading)


def test_situations(subtests: pytest.Subtests) -> None:
    for situation, edition, slug, fields, expected, rules in rows("card_parts.tsv"):
        with subtests.test(situation=situation):
            outcome = ask(slug, fields, official(edition))
            wanted = json.loads(expected)
            assert {key: outcome.facts[key] for key in wanted} == wanted
            check_rules(outcome, rules)


def test_the_mana_value_of_a_spell_with_x_needs_its_number() -> None:
    with pytest.raises(TrialError) as raised:
        ask("card-parts", "about=value ; where=stack ; card=Fireball {X}{R} | Sorcery")
    assert raised.value.field == "x"


def test_the_mana_value_of_a_melded_permanent_is_that_of_its_halves() -> None:
    class Cards(Words):
        def card(self, name: str) -> PrintedCard | None:
            return PrintedCard(name, type_line="Legendary Creature — Eldrazi Angel", layout="meld", melded=11)

    outcome = ask("card-parts", "about=value ; card=Brisela, Voice of Nightmares", Cards())
    assert outcome.facts["mana_value"] == 11
    assert outcome.deciding.rule == "202.3c"


LAYOUTS = {"modal_dfc": "modal", "aftermath": "split"}


def real_cards() -> Iterator[tuple[PrintedCard, str]]:
    """Real cards since 2019, with the color identity that their publisher's data has."""
    with gzip.open(os.fspath(shared("cards") / "AtomicCards-2019-2022.json.gz")) as file:
        cards = json.load(file)
    for found in cards.get("data", cards).values():
        faces = [_printed(one) for one in (found if isinstance(found, list) else [found])]
        one = found[0] if isinstance(found, list) else found
        layout = LAYOUTS.get(one["layout"], one["layout"])
        card = faces[0] if len(faces) == 1 else PrintedCard(faces[0].name, layout=layout, faces=tuple(faces))
        yield card, "".join(one["colorIdentity"])


def _printed(face: dict[str, Any]) -> PrintedCard:
    return PrintedCard(
        face.get("faceName", face["name"]),
        face.get("manaCost", ""),
        face["type"],
        face.get("text", ""),
        "".join(face["colors"]),
    )


@pytest.mark.slow
def test_the_color_identity_of_real_cards() -> None:
    """What a deck with the card needs, as public data counts the colors of basic land types, too."""

    class Cards(Words):
        def card(self, name: str) -> PrintedCard | None:
            return loaded.get(name)

    expected = list(real_cards())
    loaded = {card.name: card for card, _ in expected}
    reading, wrong = Cards(), []
    for card, identity in expected:
        found = "".join(ask("card-parts", f"card={card.name}", reading).facts["deck_colors"])  # type: ignore[arg-type]
        if set(found) != set(identity):
            wrong.append((card.name, found, identity))
    assert len(expected) > 1900
    assert wrong == []
