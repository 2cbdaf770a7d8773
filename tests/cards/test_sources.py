"""Cards as sources: the mana they make by their text, open questions, and the page."""

import html
import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from explorer.cards.importing import import_cards
from tests.cards.samples import EMBER, write
from tests.html import markup_of

pytestmark = pytest.mark.django_db

TABLE = {
    "Verdant Hall": ("Legendary Land", "{T}: Add {G} for each creature you control."),
    "Twin Tower": ("Land", "{T}: Add {C}. If you control a Twin Mine, add {C}{C}{C} instead."),
    "Borrowed Orchard": ("Land", "{T}: Add one mana of any color that a land an opponent controls could produce."),
    "Sprout Elf": ("Creature — Elf Druid", "{T}: Add {G}."),
    "Kin Grove": ("Land", "{T}: Add {G}{G}. Spend this mana only to cast Elf spells."),
    "Pain Basin": ("Land", "{T}: Add {C}.\n{T}: Add {U} or {B}. Pain Basin deals 1 damage to you."),
    "Ash Seal": ("Artifact", "{1}, {T}: Add {R}{W}."),
    "Hasty Elf": ("Creature — Elf", "Trample, haste\n{T}: Add {R}."),
    "Leveled Elf": ("Creature — Elf", "Level up {1}\nLEVEL 1-4\n1/2\n{T}: Add {G}{G}."),
    "Bog Tomb": ("Legendary Land", "Each land is a Swamp in addition to its other land types."),
    "Late Temple": ("Land", "{T}: Add {C}{C}. Activate this ability only if you control five or more lands."),
    "Odd Engine": ("Artifact", "{T}: Add {G} for each odd number that you can name twice plus one."),
    "Blank Slate": ("Artifact", "{T}: Draw a card."),
    "Dry Marsh": ("Land — Swamp Forest", "({T}: Add {B} or {G}.)"),
}
CALL = ("Sorcery", "Convoke (Your creatures can help cast this spell.)", "{4}{G}{G}")
KIN = ("Creature — Elf", "", "{2}{G}")


def card(number: int, name: str, types: str, text: str, cost: str = "") -> dict[str, Any]:
    colors = sorted(set(re.findall("[WUBRG]", cost))) or (["G"] if "Creature" in types else [])
    known = f"{number:08d}-1111-5111-8111-111111111111"
    said = {"name": name, "type_line": types, "oracle_text": text, "mana_cost": cost, "colors": colors}
    return {**EMBER, **said, "oracle_id": known}


def two_faces(number: int, layout: str, front: dict[str, Any], back: dict[str, Any]) -> dict[str, Any]:
    both = {"name": f"{front['name']} // {back['name']}", "layout": layout, "card_faces": [front, back]}
    return {**front, **both, "oracle_id": card(number, "", "", "")["oracle_id"]}


@pytest.fixture(autouse=True)
def cards(tmp_path: Path) -> None:
    given = {**TABLE, "Green Call": CALL, "Elf Kin": KIN}
    found = [card(number, name, *said) for number, (name, said) in enumerate(given.items(), 1)]
    vault = card(0, "Back Vault", "Land", "{T}: Add {C}.")
    found.append(two_faces(60, "transform", card(0, "Front Clerk", "Creature — Human", "Vigilance"), vault))
    island = card(0, "Deep Isle", "Land", "{T}: Add {W}.")
    found.append(two_faces(61, "modal_dfc", card(0, "Deep Spell", "Sorcery", "Draw a card.", "{U}"), island))
    import_cards([write(tmp_path / "c.json", found)])


def words_of(response: Any) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", markup_of(response))).split())


def api(client: Client, **asked: str) -> dict[str, Any]:
    found: dict[str, Any] = client.get("/api/check", asked).json()
    return found


@pytest.mark.parametrize(
    ("cost", "sources", "verdict"),
    [
        ("{G}{G}{G}", "verdant hall", "maybe"),
        ("{G}{G}{G}", "Verdant Hall (3)", "yes"),
        ("{G}{G}{G}", "verdant hall (2)", "no"),
        ("{3}", "twin towers", "maybe"),
        ("{3}", "Twin Tower (yes)", "yes"),
        ("{1}", "Twin Tower", "yes"),
        ("{U}", "borrowed orchard (WB)", "no"),
        ("{U}", "borrowed orchard (white, blue)", "yes"),
        ("{G}", "Sprout Elf (new)", "no"),
        ("{G}", "Sprout Elf (tapped)", "no"),
        ("{C}", "2 Pain Basins", "yes"),
        ("{R}{W}", "Ash Seal, dry marsh", "yes"),
        ("{B}{G}", "2 dry marshs", "yes"),
        ("{G}{G}", "Kin Grove", "maybe"),
        ("{G}", "Odd Engine", "maybe"),
        ("{W}", "Plains, Odd Engine", "yes"),
        ("{R}", "Hasty Elf (new)", "yes"),
        ("{G}{G}", "Leveled Elf", "maybe"),
        ("{C}", "Back Vault", "yes"),
        ("{W}", "Deep Spell", "yes"),
        ("{B}", "Bog Tomb", "yes"),
        ("{B}", "Island, Bog Tomb (tapped)", "maybe"),
        ("{C}{C}", "Late Temple", "maybe"),
        ("{C}{C}", "Late Temple (yes)", "yes"),
        ("{C}{C}", "Late Temple (no)", "no"),
        ("{W}{W}", "Plains and three Islands and Plains", "yes"),
    ],
)
def test_mana_by_text(client: Client, cost: str, sources: str, verdict: str) -> None:
    assert api(client, cost=cost, sources=sources)["verdict"] == verdict


@pytest.mark.parametrize(
    ("sources", "said"),
    [
        ("Pain Basin (red)", "What Pain Basin makes doesn’t depend on that."),
        ("Sprout Elf (yes)", "Sprout Elf has no condition to be met."),
        ("Blank Slate", "Blank Slate has no mana ability."),
        ("Front Clerk", "has no mana ability."),
        ("Sprout Elf (loud)", "“loud” doesn’t describe a source"),
        ("Sprout Elff", "Did you mean"),
    ],
)
def test_bad_sources(client: Client, sources: str, said: str) -> None:
    response = client.get("/check/", {"cost": "{G}", "sources": sources})
    assert response.status_code == 422
    assert said in words_of(response)


def test_a_spell_is_cast_with_mana_for_its_types(client: Client) -> None:
    """The card’s type line says what restricted mana may be spent on (106.6)."""
    assert api(client, card="Elf Kin", sources="Kin Grove, Pain Basin")["verdict"] == "yes"
    found = api(client, card="Green Call", sources="3 Kin Grove")
    assert found["payable"] is False
    assert "106.6" in {fact["rule"] for fact in found["citations"]}


def test_a_creature_that_is_tapped_for_convoke_makes_no_mana(client: Client) -> None:
    """Convoke needs no {T} ability, so that a new creature helps as well (702.51a, 302.6)."""
    found = api(client, card="Green Call", sources="3 Sprout Elf, 3 Sprout Elf (new)")
    assert found["verdict"] == "yes"
    assert len(found["plan"]) == 6
    assert api(client, card="Green Call", sources="5 Sprout Elf")["payable"] is False
    assert api(client, cost="{4}{G}{G}", sources="3 Sprout Elf, 3 Sprout Elf (new)")["verdict"] == "no"


def test_other_plans_are_offered(client: Client) -> None:
    asked = {"cost": "{U}", "sources": "Pain Basin, Borrowed Orchard (U)"}
    first, second = api(client, **asked), api(client, **asked, plan="1")
    assert [[step["source"] for step in found["plan"]] for found in (first, second)] == [
        ["Borrowed Orchard (U)"],
        ["Pain Basin"],
    ]
    assert first["other_plans"] == [second["plan"]]
    page = markup_of(client.get("/check/", asked))
    assert (way := re.search(r'href="([^"]*plan=1[^"]*)"[^>]*>\s*Another way', page))
    assert "Pain Basin (1 damage)" in words_of(client.get(html.unescape(way[1])))


def test_an_unknown_number_has_a_stepper(client: Client) -> None:
    page = client.get("/check/", {"cost": "{G}{G}", "sources": "Verdant Hall; Sprout Elf"})
    assert "How many?" in words_of(page)
    more = re.search(r'href="([^"]*)"[^>]*aria-label="One more"', markup_of(page))
    assert more
    assert "Yes. Tap Verdant Hall (1) and Sprout Elf." in words_of(client.get(html.unescape(more[1])))


def test_shortfall_lists_sources_that_could_pay(client: Client) -> None:
    page = words_of(client.get("/check/", {"cost": "{R/W}{R/W}{G}", "sources": "Plains, Sprout Elf, 2 Pain Basin"}))
    assert "These two symbols need white or red mana; your sources make one." in page
    assert "paid with nothing" in page
    assert "Could pay: Plains" in page
    assert "Sprout Elf" in page
    found = api(client, cost="{R/W}{R/W}{G}", sources="Plains, Sprout Elf, 2 Pain Basin")["shortfall"]
    assert [one["symbol"] for one in found["symbols"]] == ["{R/W}", "{R/W}"]
    assert [one["source"] for one in found["sources"]] == ["Plains"]
