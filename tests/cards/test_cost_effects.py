"""Effects of cards in play on the costs and the casting of other spells, and the field that lists them."""

import contextlib
from pathlib import Path
from typing import Any

import hypothesis
import hypothesis.strategies as st
import pytest

from explorer.cards.card import CardFace
from explorer.cards.cost_effects import CostEffect, applies, effects_of, unknowns
from explorer.cards.importing import import_cards
from explorer.cards.in_play import WHOSE, read_in_play
from explorer.cards.spell_qualifiers import Played
from explorer.cards.typed_effects import typed_effects
from explorer.library.loaded import Library
from explorer.library.loaded import library as loaded_library
from symbols.engine import EngineError
from tests.cards.samples import EMBER, write
from tests.tables import rows

TABLE = rows("cost_effects.tsv")
CARDS = {
    "Orla, Guard of the Gate": "First strike\nNoncreature spells cost {1} more to cast.",
    "Orla, Lost Heir": "Vigilance",
    "Toll Sphere": "Spells cost {1} more to cast.",
    "Kern, the Just": "White spells you cast cost {1} less to cast.\nSpells your opponents cast cost {1} more to cast.",
    "Kern and Company": "Blue spells you cast cost {1} less to cast.",
    "Three Ball": "As long as Three Ball is untapped, each spell that would cost less than three mana to cast costs"
    " three mana to cast.",
    "Odd Tax": "Spells cost {1} more to cast for each card that nobody sees, twice over, but only on weekdays; or {2}.",
    "Plain Rock": "{T}: Add {C}.",
    "Meek Law": "Your opponents can't cast spells.",
    "Warm Gem": "Red spells you cast cost {1} less to cast.",
    "Vell, First": "Creature spells can't be cast.",
    "Vell, Second": "Spells cost {1} less to cast.",
    "Aim Tax": "Spells your opponents cast cost {1} more to cast for each target.",
}
RED = Played("Instant; red monocolored", targets=2)
ELF = Played("Creature — Elf; green monocolored")


def spell(text: str) -> Played:
    """`Instant; red monocolored @zone=hand` as `Played`."""
    line, _, rest = text.partition("@")
    said: dict[str, Any] = dict(one.split("=") for one in rest.split())
    for key, value in said.items():
        if key.startswith("is_"):
            said[key] = bool(value)
        elif key in ("mana_value", "targets"):
            said[key] = int(value)
        elif key == "pays":
            said[key] = tuple(filter(None, [value]))
    return Played(line.strip(), **said)


def way_of(effect: CostEffect) -> str:
    return f"{effect.whose} {effect.way}".strip()


@pytest.mark.parametrize("row", TABLE, ids=[row[0][:60] for row in TABLE])
def test_reads_sentences(row: list[str]) -> None:
    text, value, way, yes, no, maybe, about = (*row, *[""] * (7 - len(row)))
    effects, unread = effects_of(CardFace("Test Card", "{2}", "Creature — Elf", text))
    if not value:
        assert not effects
        assert bool(unread) is (text in UNREAD)
        return
    (effect,) = effects
    assert (f"{effect.key}={effect.value}", way_of(effect), unread) == (value, way, ())
    assert about in ("", effect.condition, effect.counted)
    told = dict.fromkeys(yes.split("|"), True) | dict.fromkeys(no.split("|"), False)
    for line, expected in (told | dict.fromkeys(maybe.split("|"))).items():
        if line:
            assert applies(effect, spell(line)) is expected, line
            assert bool(unknowns(effect, spell(line))) is (expected is None), line


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "As an additional cost to cast white permanent spells, you may pay 2 life. Those spells cost {W} less to"
            " cast if you paid life this way. This effect reduces only the amount of white mana you pay.",
            ["additional=Pay 2 life white permanent spells", "reduce={W} colored only white permanent spells"],
        ),
        (
            "During your turn, spells your opponents cast cost {1} more to cast and abilities your opponents activate"
            " cost {1} more to activate unless they're mana abilities.",
            ["increase={1}", "increase={1} abilities your opponents activate unless they're mana abilities"],
        ),
        (
            "Your opponents can't cast spells or activate abilities of artifacts, creatures, or enchantments.",
            ["forbid=", "forbid= abilities of artifacts, creatures, or enchantments"],
        ),
        (
            "You may play the top card of your library. If you cast a spell this way, pay life equal to its mana"
            " value rather than pay its mana cost.",
            [
                "allow=library spells from the top of your library",
                "alternative=Pay # life spells from the top of your library",
            ],
        ),
        (
            "Players may spend mana as though it were mana of any color.",
            ["spend=any color", "spend=any color abilities"],
        ),
    ],
)
def test_reads_several_effects(text: str, found: list[str]) -> None:
    effects, unread = effects_of(CardFace("Test Card", "{2}", "Creature — Elf", text))
    assert [f"{one.key}={one.value} {one.spells}".strip() for one in effects] == found
    assert not unread


def test_spells_and_abilities_share_a_condition() -> None:
    text = "Your opponents can't cast spells or activate abilities of artifacts during your turn."
    effects, _ = effects_of(CardFace("Test Card", "{2}", "Creature — Elf", text))
    assert [one.spells for one in effects] == ["", "abilities of artifacts"]
    assert {one.condition for one in effects} == {"during your turn"}


UNREAD = {"As an additional cost to cast noncreature spells, players pay 2 life."}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("spells cost {1} more", "increase={1}"),
        ("costs 1 more", "increase={1}"),
        ("+1", "increase={1}"),
        ("+{1}{W}", "increase={1}{W}"),
        ("-{2}", "reduce={2}"),
        ("−3", "reduce={3}"),
        ("2 less", "reduce={2}"),
        ("it costs one more", "increase={1}"),
        ("costs {1} less for each artifact", "reduce={1} # times"),
        ("costs {2} less but at least 1", "reduce={2} least 1"),
        ("{W}{B} less, colored only", "reduce={W}{B} colored only"),
        ("costs at least three mana", "minimum=3"),
        ("at least 3", "minimum=3"),
        ("minimum 3", "minimum=3"),
        ("creatures cost {2} less", "reduce={2} creature spells"),
        ("instants and sorceries cost 1 less", "reduce={1} instant and sorcery spells"),
        ("dragon spells cost {2} less", "reduce={2} dragon spells"),
        ("equip costs {1} less", "reduce={1} equip abilities"),
        ("can't cast noncreature spells", "forbid= noncreature spells"),
        ("Your opponents can’t cast spells.", "forbid="),
        (
            "as an additional cost to cast creature spells, sacrifice a creature",
            "additional=Sacrifice a creature creature spells",
        ),
        ("you may pay {W}{U}{B}{R}{G} rather than pay the mana cost", "alternative={W}{U}{B}{R}{G}"),
        ("creatrue spells cost {1} more", None),
        ("", None),
        ("1", None),
        ("{R}", None),
        ("cost", None),
        ("costs {Q7} more", None),
        ("Toll Sphere", None),
        ("costs {1} more or less", None),
    ],
)
def test_reads_typed_effects(text: str, found: str | None) -> None:
    effect = next(iter(typed_effects(text)), None)
    assert (effect and f"{effect.key}={effect.value} {effect.spells}".strip()) == found


@pytest.fixture
def library(db: None, tmp_path: Path) -> Library:
    said = [
        {**EMBER, "oracle_id": f"{at:08d}-1111-5111-8111-111111111111", "name": name, "type_line": "Creature — Human"}
        | {"oracle_text": text, "mana_cost": "{2}", "colors": []}
        for at, (name, text) in enumerate(CARDS.items(), 1)
    ]
    import_cards([write(tmp_path / "c.json", said)])
    return loaded_library()


def given(text: str, library: Library, what: Played = RED) -> dict[str, list[str]]:
    return {key: list(values) for key, values in read_in_play(text, library).for_spell(what).given.items()}


def test_reads_the_field(library: Library, subtests: pytest.Subtests) -> None:
    for text, found in {
        "": {},
        "Orla, Guard of the Gate": {"increase": ["{1}"]},
        "orla": {"increase": ["{1}"]},
        "Orla, Guard of the Gate, Toll Sphere": {"increase": ["{1}", "{1}"]},
        "2 Toll Spheres; Orla": {"increase": ["{1}"] * 3},
        "Toll Sphere x2, spells cost {1} more and Warm Gem": {"increase": ["{1}"] * 3, "reduce": ["{1}"]},
        "costs {1} less for each artifact (3); +2": {"reduce": ["{1} 3 times"], "increase": ["{2}"]},
        "costs {1} less for each artifact (0)": {},
        "Three Ball\nat least 2": {"minimum": ["3"]},
        "Three Ball (tapped)": {},
        "instant, sorcery, and artifact spells cost {1} less": {"reduce": ["{1}"]},
        "Kern, the Just (mine)": {},
        "Kern, the Just (an opponent’s)": {"increase": ["{1}"]},
        "Warm Gem (theirs)": {},
        "Plain Rock, Meek Law (mine)": {},
        "Aim Tax": {"increase": ["{1} 2 times"]},
        "spells cost {1} more during your turn (yes)": {"increase": ["{1}"]},
        "spells cost {1} more during your turn (no)": {},
        "0 Toll Sphere": {},
        "Warm Gem, artifact spells cost {1} less": {"reduce": ["{1}"]},
    }.items():
        with subtests.test(text=text):
            assert given(text, library) == found


def test_unknowns(library: Library, subtests: pytest.Subtests) -> None:
    for text, asked in {
        "Kern, the Just": [WHOSE],
        "spells cost {1} more during your turn": ["during your turn"],
        "costs {1} less for each artifact": ["for each artifact"],
        "creature spells cost {1} less": [],
    }.items():
        with subtests.test(text=text):
            found = read_in_play(text, library).for_spell(RED)
            assert [word for one in found.unknown for word in one.unknowns(RED)] == asked


def test_forbids_and_offers(library: Library) -> None:
    found = read_in_play("Meek Law; Vell, First; you may cast spells as though they had flash", library)
    assert [one.effect.source for one in found.for_spell(ELF).forbidding] == ["Meek Law", "Vell, First"]
    assert [one.effect.source for one in found.for_spell(RED).forbidding] == ["Meek Law"]
    assert [one.effect.value for one in found.for_spell(RED).may] == ["flash"]


def test_unread_and_idle_cards(library: Library) -> None:
    found = read_in_play("Odd Tax; Plain Rock", library)
    assert [one.card for one in found.unread] == ["Odd Tax"]
    assert found.idle == ("Plain Rock",)


@pytest.mark.parametrize(
    ("text", "code", "place", "suggestion"),
    [
        ("Toll Sphere; Tol Spher", "no_card", "Tol Spher", "Toll Sphere"),
        ("+1, 2 Warn Gem", "no_card", "2 Warn Gem", "2 Warm Gem"),
        ("Vell", "several_cards", "Vell", "Vell, First"),
        ("spells cost {1} mor", "unknown_effect", "spells cost {1} mor", None),
        ("Warm Gem, Orla, Guard of teh Gate", "no_card", "Orla, Guard of teh Gate", "Orla, Guard of the Gate"),
        ("Zzyzx", "no_card", "Zzyzx", None),
        ("Toll Sphere (lovely)", "bad_note", "Toll Sphere (lovely)", None),
        ("Toll Sphere (3)", "bad_note", "Toll Sphere (3)", None),
        ("\n".join(["+1"] * 61), "too_many_in_play", None, None),
        ("99 Toll Sphere", "too_many_in_play", "99 Toll Sphere", None),
        ("+" * 100_000, "too_long", None, None),
    ],
)
def test_refuses(library: Library, text: str, code: str, place: str | None, suggestion: str | None) -> None:
    with pytest.raises(EngineError) as raised:
        read_in_play(text, library)
    error = raised.value
    assert (error.code, error.field, error.suggestion) == (code, "in_play", suggestion)
    assert (None if error.start is None else text[error.start : error.end]) == place


WORDS = ["spells", "cost", "costs", "{1}", "{X}", "more", "less", "+1", "-2", "can't", "cast", "each", "for", ",", ";"]
WORDS += [
    "(",
    ")",
    "(3)",
    "(mine)",
    "Orla",
    "Vell, First",
    "as long as",
    "during your turn",
    "and",
    "the first",
    "with",
]


@hypothesis.given(st.one_of(st.text(max_size=60), st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join)))
def test_raises_only_errors_of_the_engine(library: Library, text: str) -> None:
    with contextlib.suppress(EngineError):
        read_in_play(text, library).for_spell(RED)
    with contextlib.suppress(EngineError):
        read_in_play(text, Library(())).for_spell(ELF)
