"""Modes, targets, divisions, zones, timing and special actions by card text."""

import pytest

from explorer.cards.card import CardFace
from explorer.cards.casting_text import (
    flash_if,
    hand_special_actions,
    limits_on_casting,
    payment_effects,
    timing_of,
    zones_of,
)
from explorer.cards.modes import ModalText
from explorer.cards.spell_text import SpellText, read_ability, read_spell, without_brackets
from explorer.cards.targets import Division, TargetGroup
from tests.tables import rows

TABLE = rows("spell_text.tsv")


def shown(read: SpellText) -> list[str]:
    parts = (map(_modal, read.modal), map(_group, read.targets), map(_division, read.divisions))
    return [" ; ".join(each) or "-" for each in parts]


def _modal(one: ModalText) -> str:
    said = [f"{_range(one.least, one.most)} of {len(one.modes)}"]
    said += [f"by {one.chooser}"] if one.chooser else []
    said += ["again"] if one.may_repeat else []
    said += [one.all_with] if one.all_with else []
    said += [f"{one.costed_by} {', '.join(mode.cost for mode in one.modes)}"] if one.costed_by else []
    said += [f"worth {one.budget}: {', '.join(str(mode.weight) for mode in one.modes)}"] if one.budget else []
    said += [f"if {change.condition or '…'} {_range(change.least, change.most)}" for change in one.changes]
    return " ".join(said)


def _group(one: TargetGroup) -> str:
    number = f"up to {one.variable}" if one.is_up_to else one.variable or _range(one.least, one.most)
    said = [" ".join(filter(None, [number, "other" if one.is_another else "", "any" if one.is_any else one.what]))]
    said += [f"mode {one.mode + 1}"] if one.mode is not None else []
    said += [f"if {one.condition}"] if one.condition else []
    said += [f"unless {one.unless}"] if one.unless else []
    return ", ".join(said)


def _division(one: Division) -> str:
    among = "" if one.group is None else f" among {one.group + 1}"
    return f"{one.amount} {one.what}{among}{f', if {one.condition}' if one.condition else ''}"


def _range(least: int, most: int | None) -> str:
    return str(least) if least == most else f"{least}..{'' if most is None else most}"


def face_of(name: str, types: str, text: str) -> CardFace:
    return CardFace(name, "", types, text.replace(" / ", "\n"))


def test_spells(subtests: pytest.Subtests) -> None:
    for name, types, text, *expected in TABLE:
        with subtests.test(name):
            assert shown(read_spell(face_of(name, types, text))) == expected


def test_abilities(subtests: pytest.Subtests) -> None:
    for text, expected in [
        ("{T}: This creature deals 1 damage to any target.", ["-", "1 any", "-"]),
        ("−2: Up to two target creatures can't block this turn.", ["-", "0..2 creatures", "-"]),
        (
            "Forecast — {W}{U}, Reveal Plumes of Peace from your hand: Tap target creature.",
            ["-", "1 creature", "-"],
        ),
        ("{R}, {T}: Choose one —\n• Draw a card.\n• Destroy target land.", ["1 of 2", "1 land, mode 2", "-"]),
        (
            "+1: Distribute three +1/+1 counters among one, two, or three target creatures you control.",
            ["-", "1..3 creatures you control", "3 +1/+1 counters among 1"],
        ),
        ("−8: Draw four cards. When you do, it deals 1 damage to any target.", ["-", "-", "-"]),
        (
            "Pay 1 life: Until end of turn, whenever target creature deals damage, draw a card.",
            ["-", "1 creature", "-"],
        ),
        ("Equip {2}", ["-", "1 creature you control", "-"]),
        ("Equip legendary creature {3}", ["-", "1 legendary creature you control", "-"]),
        ("Equip planeswalker {1}", ["-", "1 planeswalker you control", "-"]),
        ("Reconfigure {1}", ["-", "1 other creature you control", "-"]),
        ("Fortify {3}", ["-", "1 land you control", "-"]),
        ("Reinforce 2—{1}{G}", ["-", "1 creature", "-"]),
        ("Cycling {2}", ["-", "-", "-"]),
        ("", ["-", "-", "-"]),
    ]:
        with subtests.test(text):
            assert shown(read_ability(text)) == expected


def test_targets_with_modes_and_costs() -> None:
    kicked = read_spell(
        face_of("A", "Instant", "Tap target creature. If this spell was kicked, tap target land instead.")
    )
    assert [one.what for one in kicked.targets_with()] == ["creature"]
    assert [one.what for one in kicked.targets_with(paid={"kicker"})] == ["land"]
    modal = read_spell(face_of("A", "Instant", "Choose two — / • Tap target creature. / • Tap target land."))
    assert [one.what for one in modal.targets_with([1, 1])] == ["land", "land"]
    overload = read_spell(face_of("A", "Instant", "Tap target creature. / Overload {U}"))
    assert overload.untargeted_with == "Overload"
    assert overload.targets_with() != overload.targets_with(paid={"overload"}) == ()


def test_cleave() -> None:
    face = face_of("A", "Sorcery", "Search for a [basic land] card, [reveal it,] then shuffle. [Draw a card.]")
    assert without_brackets(face).text == "Search for a card, then shuffle."
    assert [one.what for one in read_spell(face_of("A", "Instant", "Exile target [red] creature.")).targets] == [
        "red creature"
    ]


def test_zones(subtests: pytest.Subtests) -> None:
    for text, expected in [
        ("Flashback—{1}{U}, Pay 3 life.", [("graveyard", "Flashback", False)]),
        ("Jump-start", [("graveyard", "Jump-start", False)]),
        ("Flying, haste / Plot {1}{R}", [("exile", "Plot", True)]),
        ("Suspend 4—{U}", [("exile", "Suspend", True)]),
        ("Foretell {1}{W}", [("exile", "Foretell", False)]),
        ("Rebound", [("exile", "Rebound", True)]),
        ("You may cast this card from your graveyard or from exile.", [("graveyard", "", False), ("exile", "", False)]),
        ("You may cast A from your graveyard by discarding two cards.", [("graveyard", "", False)]),
        ("As long as you won, you may cast A from your graveyard.", [("graveyard", "", False)]),
        ("When A dies, you may cast it from your graveyard.", []),
        ("You may cast spells from your graveyard.", []),
        ("Embalm {5}{W}", []),
    ]:
        with subtests.test(text):
            found = zones_of(face_of("A", "Creature", text))
            assert [(one.zone, one.keyword, one.is_free) for one in found] == expected
    assert [one.keyword for one in zones_of(CardFace("A", "", "Creature"), "adventure")] == ["Adventure"]
    assert not zones_of(CardFace("A", "", "Instant — Adventure"), "adventure")
    aftermath, haakon = "Aftermath", "You may cast A from your graveyard, but not from anywhere else."
    assert all(zones_of(face_of("A", "Sorcery", text))[0].excludes_others for text in (aftermath, haakon))


def test_timing(subtests: pytest.Subtests) -> None:
    for types, text, expected in [
        ("Instant", "", "instant"),
        ("Sorcery", "", "sorcery"),
        ("Creature — Elf", "", "sorcery"),
        ("Creature — Elf", "Flash", "instant"),
        ("Creature — Elf", "Flying, flash", "instant"),
        ("Sorcery", "Flashback {R}", "sorcery"),
        ("Enchantment — Aura", "You may cast this spell as though it had flash.", "instant"),
        ("Basic Land — Forest", "", ""),
    ]:
        with subtests.test(types=types, text=text):
            assert timing_of(face_of("A", types, text)) == expected
    face = face_of("A", "Sorcery", "You may cast A as though it had flash if you pay {2} more to cast it.")
    assert flash_if(face) == (face.text,)
    assert timing_of(face) == "sorcery"
    limited = "Cast this spell only during combat. / Creature spells can't be cast."
    assert limits_on_casting(face_of("A", "Instant", limited)) == ("Cast this spell only during combat.",)


def test_special_actions(subtests: pytest.Subtests) -> None:
    for text, expected in [
        ("Foretell {3}{W}", ("Foretell", "{2}", "116.2h", "")),
        ("Plot {2}{R}", ("Plot", "{2}{R}", "116.2k", "")),
        ("Suspend X—{X}{W}{W}. X can't be 0.", ("Suspend", "{X}{W}{W}", "116.2f", "X")),
        ("Morph {2}{U}", ("Morph", "{2}{U}", "116.2b", "")),
        ("Megamorph {5}{G}", ("Megamorph", "{5}{G}", "116.2b", "")),
        ("Disguise {3}{R/W}{R/W}", ("Disguise", "{3}{R/W}{R/W}", "116.2b", "")),
        ("Morph—Reveal a blue card in your hand.", ("Morph", "Reveal a blue card in your hand", "116.2b", "")),
    ]:
        with subtests.test(text):
            found = hand_special_actions(face_of("A", "Creature", text))
            assert [(one.name, one.cost, one.rule, one.number) for one in found] == [expected]
    room = hand_special_actions(CardFace("A", "{3}{U}", "Enchantment — Room", "When you unlock this door, draw."))
    assert [(one.name, one.cost, one.rule) for one in room] == [("Unlock", "{3}{U}", "116.2m")]


def test_payment_effects(subtests: pytest.Subtests) -> None:
    for text in [
        "If {B} was spent to cast this spell, draw a card.",
        "Adamant — If at least three red mana was spent to cast this spell, it deals 4 damage instead.",
        "Converge — A enters with a +1/+1 counter on it for each color of mana spent to cast it.",
        "When A enters, sacrifice it unless {G} was spent to cast it.",
        "When A enters, if it was kicked, draw a card.",
        "If this spell was bargained, draw a card.",
        "If mana from a Treasure was spent to cast this spell, draw a card.",
        "Sunburst",
    ]:
        with subtests.test(text):
            assert payment_effects(face_of("A", "Creature", text)) == (text,)
    others = "Whenever you cast a spell, if at least four mana was spent to cast it, draw a card."
    assert not payment_effects(face_of("A", "Creature", others))


@pytest.mark.slow
def test_any_text_is_read() -> None:
    """Truncated texts, and words in another order, raise nothing."""
    for name, types, text, *_ in TABLE:
        words = text.split(" ")
        for broken in (*(text[:end] for end in range(0, len(text), 17)), " ".join(reversed(words))):
            face = face_of(name, types, broken)
            for read in (read_spell(face), read_ability(broken), read_spell(without_brackets(face))):
                bounds = [(one.least, one.most) for one in read.modal] + [(one.least, one.most) for one in read.targets]
                assert all(most is None or 0 <= least <= most for least, most in bounds)
                assert all(one.group is None or one.group < len(read.targets) for one in read.divisions)
            zones_of(face)
            hand_special_actions(face)
            payment_effects(face)
