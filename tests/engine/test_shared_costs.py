"""Costs that take from one store, or are part of another cost, and what names the way on where something is missing."""

import pytest

from explorer.checks.in_words import mana_value_in_words
from explorer.checks.report import report
from symbols.engine import BadRequest, CheckRequest, EngineError
from symbols.engine.reading.reader import read_cost


@pytest.mark.parametrize("verb", ["sacrifice", "discard", "remove", "exile"])
@pytest.mark.parametrize(("amount", "payable"), [(0, True), (2, True), (3, False), (None, True)])
def test_any_number_is_held_against_what_there_is(verb: str, amount: int | None, payable: bool) -> None:
    words = f"{verb.capitalize()} any number of them"
    asked = {"cost": "{1}", "additional": words, "pool": "C", f"to_{verb}": 2, "amount": amount}
    result = CheckRequest.parse(asked).check()
    assert result.payable is payable
    assert [part.input for part in result.unchecked] == ["amount"] * (amount is None)


def test_two_parts_that_take_the_same_need_both() -> None:
    asked = {"cost": "{1}", "additional": ["Discard a card", "Discard two cards"], "pool": "C", "to_discard": 2}
    (failing,) = CheckRequest.parse(asked).check().failing
    assert failing.check.sentence == "You need 3 to discard; you have 2."


ESCAPE = "{7}{U}, Exile three other cards from your graveyard"


@pytest.mark.parametrize(
    ("paid", "graveyard", "more", "payable"),
    [
        (ESCAPE, 7, {}, False),
        (ESCAPE, 9, {}, False),
        (ESCAPE, 10, {}, True),
        (ESCAPE, 10, {"to_exile": 10}, True),
        (ESCAPE, 10, {"to_exile": 2}, False),
        (ESCAPE, 2, {"pool": "UCCCCCCC"}, False),
        ("{7}{U}, Exile two cards from your hand", 7, {"to_exile": 2}, True),
        ("{7}{U}, Exile X cards from your graveyard", 10, {"x": 3}, True),
        ("{7}{U}, Exile X cards from your graveyard", 10, {"x": 4}, False),
    ],
)
def test_a_card_is_exiled_from_the_graveyard_once(
    paid: str, graveyard: int, more: dict[str, object], payable: bool
) -> None:
    asked = {"cost": "{7}{U}", "pool": "U", "alternative": paid, "delve": graveyard, **more}
    result = CheckRequest.parse(asked).check()
    assert result.payable is payable
    assert result.max_x == (3 if "X" in paid else None)
    said = "can’t be exiled again with delve" in " ".join(fact for fact, _ in result.citations)
    assert said == ("graveyard" in paid)


@pytest.mark.parametrize(
    ("asked", "symbols", "parts"),
    [
        (
            {"cost": "{7}{U}", "alternative": ESCAPE, "delve": 7},
            ["{7}"],
            ["Exile three other cards from your graveyard"],
        ),
        ({"cost": "{8}{U}", "alternative": ESCAPE, "delve": 6}, ["{7}", "{U}"], []),
        (
            {"cost": "{2}{U}", "escalate": "Exile a card from your graveyard 3 modes", "delve": 3},
            ["{2}", "{U}"],
            ["Exile a card from your graveyard"] * 2,
        ),
        (
            {"cost": "{4}", "additional": [f"Exile {n} cards from your graveyard" for n in ("a", "four")], "delve": 6},
            ["{4}"],
            ["Exile four cards from your graveyard"],
        ),
    ],
)
def test_118_3_a_shortfall_names_what_takes_cards_from_delve(
    asked: dict[str, object], symbols: list[str], parts: list[str]
) -> None:
    result = CheckRequest.parse({"pool": "U", **asked}).check()
    assert result.shortfall
    found = result.shortfall.as_json()
    assert ([str(entry.symbol) for entry in result.shortfall.symbols], found["parts"]) == (symbols, parts)
    assert ("after you exile" in result.shortfall.message) == bool(parts)
    assert f"\n  Not covered: {', '.join([''.join(symbols), *parts])}.\n" in report(result) or not parts
    # Without any one of them, the rest can be paid for.
    paid = {"cost": "".join(symbols), "pool": "U", "delve": asked["delve"]}
    for left_out in range(len(parts)):
        fewer = [part for place, part in enumerate(parts) if place != left_out]
        assert CheckRequest.parse({**paid, "additional": fewer}).check().payable
    assert CheckRequest.parse({**paid, "additional": parts}).check().payable is False


def test_the_command_names_the_symbols_that_are_not_covered() -> None:
    text = report(CheckRequest.parse({"cost": "{1}{W}{W}", "additional": "{W}", "pool": "WWU"}).check())
    assert "These three symbols need white mana; you have two.\n  Not covered: {W}{W}{W}.\n" in text
    assert "Not covered" not in report(CheckRequest.parse({"cost": "{W}", "pool": "U"}).check())


@pytest.mark.parametrize(
    "words",
    ["Exile a creature card from your graveyard", "Exile an artifact or land card from your graveyard"],
)
def test_a_creature_card_of_the_graveyard_can_not_be_delved(words: str) -> None:
    asked = {"cost": "{7}{U}", "pool": "U", "additional": words, "delve": 7}
    assert CheckRequest.parse(asked).check().payable is False
    assert CheckRequest.parse({**asked, "delve": 8}).check().payable is True


@pytest.mark.parametrize(
    ("more", "refused", "mana_value"),
    [
        ({"cast": "2", "alternative": "{3}{W}", "x": 2}, True, None),
        ({"cast": "2", "alternative": "{3}{W}"}, False, 1),
        ({"cast": "2", "alternative": "{X}{W}", "x": 2}, False, 1),
        ({"cast": "1", "x": 2}, False, 5),
    ],
)
def test_202_3b_a_back_face_has_no_x_of_the_front_face(
    more: dict[str, object], refused: bool, mana_value: int | None
) -> None:
    request = CheckRequest.parse({"cost": "{X}{X}{W} // ", "layout": "transform", **more})
    if refused:
        with pytest.raises(BadRequest, match="front face") as caught:
            request.check()
        assert (caught.value.code, caught.value.field) == ("x_must_be_zero", "x")
        return
    assert request.check().mana_value_on_stack == mana_value


@pytest.mark.parametrize(
    ("asked", "payable"),
    [
        ({"cost": "{U}, Waterbend {3}: Draw a card", "waterbend": "3", "pool": "U"}, True),
        ({"cost": "{2}, Waterbend {3}: Draw a card", "waterbend": "9", "pool": "U"}, False),
        ({"cost": "Exhaust — Waterbend {3}: Draw a card", "waterbend": "3", "pool": ""}, True),
        ({"cost": "Waterbend {5}, {T}: Draw a card", "waterbend": "5", "pool": "", "tapped": "no"}, True),
        ({"cost": "{2}", "additional": "{1}, Waterbend {3}", "waterbend": "9", "pool": "CCC"}, True),
        ({"cost": "{2}", "additional": "{1}, Waterbend {3}", "waterbend": "9", "pool": "CC"}, False),
    ],
)
def test_a_waterbend_cost_may_be_part_of_a_cost(asked: dict[str, object], payable: bool) -> None:
    assert CheckRequest.parse(asked).check().payable is payable


@pytest.mark.parametrize(
    ("asked", "ways"),
    [
        ({"convoke": "{U}", "waterbend": 1}, "convoke and waterbend"),
        ({"improvise": 2, "waterbend": 1}, "improvise and waterbend"),
        ({"convoke": "{U}", "improvise": 1, "waterbend": 1}, "convoke, improvise and waterbend"),
        ({"convoke": "{U}", "delve": 1}, ""),
    ],
)
def test_118_3_a_permanent_is_tapped_for_one_keyword(asked: dict[str, object], ways: str) -> None:
    result = CheckRequest.parse({"cost": "{U}", "additional": "Waterbend {1}", "pool": "", **asked}).check()
    said = [fact for fact, rule in result.citations if rule == "118.3" and "tap a permanent" in fact]
    assert said == ([f"You tap a permanent once: count it for only one of {ways}."] if ways else [])


def test_what_there_is_to_pay_with_is_a_list() -> None:
    asked = {"cost": "{9}", "additional": "Waterbend {2}", "convoke": "{U}", "waterbend": 1, "pool": "C"}
    shortfall = CheckRequest.parse(asked).check().shortfall
    assert shortfall
    assert "with your mana and artifacts or creatures to tap:" in shortfall.message


@pytest.mark.parametrize(
    ("words", "cost", "delve", "had"),
    [
        ("Exile a card from your graveyard and a card from your hand", "{2}{U}", 2, 3),
        ("Exile three cards from your graveyard with mana value 2 or less", "{7}{U}", 7, 3),
        ("Exile a card at random from your graveyard", "{7}{U}", 7, 1),
        ("Exile a card from your hand or a graveyard", "{7}{U}", 7, 1),
        ("Exile a creature you control or a creature card from your graveyard", "{3}{U}", 3, 1),
        ("Exile a creature you control and a creature card from your graveyard", "{3}{U}", 3, 2),
        ("Exile an artifact and two artifact cards from your graveyard", "{3}{U}", 3, 3),
        ("Exile two creatures you control and/or creature cards from your graveyard", "{3}{U}", 3, 2),
    ],
)
def test_118_3_words_that_may_exile_what_delve_exiles_are_not_checked(
    words: str, cost: str, delve: int, had: int
) -> None:
    asked = {"cost": cost, "additional": words, "pool": "U", "to_exile": had}
    result = CheckRequest.parse({**asked, "delve": delve}).check()
    assert [(part.text, part.payable) for part in result.parts] == [(words, None)]
    assert CheckRequest.parse({**asked, "delve": delve, "to_exile": 0}).check().payable is False


@pytest.mark.parametrize(
    ("typed", "mana", "parts"),
    [
        ("Ward—Pay {2}, discard a card, or pay 4 life", 0, ["Pay {2}, discard a card, or pay 4 life"]),
        ("{1}, {T}, Discard a card, or pay 4 life: Draw a card", 1, ["{T}", "Discard a card, or pay 4 life"]),
    ],
)
def test_a_list_to_choose_from_is_one_part(typed: str, mana: int, parts: list[str]) -> None:
    cost = read_cost(typed)
    assert (len(cost.symbols), [part.text for part in cost.parts]) == (mana, parts)


@pytest.mark.parametrize("cast", ["1", "2"])
def test_709_5_a_room_with_both_halves_unlocked_has_both_mana_costs(cast: str) -> None:
    result = CheckRequest.parse({"cost": "{3}{W} // {2}{W}", "layout": "room", "cast": cast}).check()
    own = 4 if cast == "1" else 3
    said = f"{own} on the stack and the battlefield; 7 elsewhere, or with both halves unlocked"
    assert mana_value_in_words(result) == said


def test_what_a_keyword_sacrifices_is_paid_with_its_cost() -> None:
    asked = {"cost": "{7}", "alternative": "Emerge {5}{U}{U}", "pool": "UUUUUUU", "to_sacrifice": 0}
    assert CheckRequest.parse(asked).check().payable is False
    typed = CheckRequest.parse({**asked, "alternative": "Emerge {5}{U}{U}, Sacrifice a creature"}).check()
    assert [part.text for part in typed.parts] == ["Sacrifice a creature"]
    other = CheckRequest.parse({**asked, "alternative": "Emerge from artifact {5}{U}{U}"}).check()
    assert [part.text for part in other.parts] == ["Sacrifice an artifact"]
    assert "702.119b" in {rule for _, rule in other.citations}


SENTENCE = "As an additional cost to cast this spell, sacrifice a creature."


@pytest.mark.parametrize(
    ("key", "typed", "said"),
    [
        ("additional", "Convoke", "the colors of your untapped creatures, such as {W}{G/W}{C}, for “convoke”"),
        ("additional", "Casualty 2", "“Sacrifice a creature” here"),
        ("reduce", "Affinity for artifacts", "for “affinity”"),
        ("reduce", "{2} least", "{2} least 1"),
        ("reduce", "{2} least 1 colored only", "{2} least 1"),
        ("strive", "{1}{U} 2 modes", "number of targets"),
        ("multikicker", "{1}{U} 2 modes", "“3 times”"),
        ("strive", "{2}{R} x3", "“3 targets”"),
        ("strive", "{2}{R} 3", "“3 targets”"),
        ("escalate", "{2} times 3", "“3 modes”"),
        ("multikicker", "{2}{R} 3", "“3 times”"),
        ("alternative", "Kicker {2}", "(702.33a). Type {2} for “kicker”."),
        ("alternative", "Suspend 3—{U}", "(702.62a). Type {U} as the cost, or yes for “free”."),
        ("alternative", "Cycling {3}", "Type “{3}, Discard this card” as the cost."),
        ("alternative", "Morph {3}", "Type “{3}” as the cost."),
        ("alternative", "Plot {3}", "Type {3} as the cost, or yes for “free”."),
        ("additional", "Flashback {2}", "(702.34a). Type {2} for “alternative”."),
        ("kicker", "Flashback {2}", "Type {2} for “alternative”."),
        ("multikicker", "Kicker {2} 2 times", "Type {2} for “kicker”."),
        ("strive", "Kicker {2} 3 times", "Type {2} for “kicker”."),
        ("kicker", "Multikicker {1}{G}", "Type {1}{G} 3 times for “multikicker”."),
        ("additional", "Kicker {1} 3 times", "You can pay the kicker cost once at most."),
        ("strive", "{2}{R}x3", "“3 targets”"),
        ("strive", "{2}{R} 3x", "“3 targets”"),
        ("kicker", "{2}x3", "once at most"),
        ("alternative", SENTENCE, "(118.8). Type “Sacrifice a creature” for “additional”."),
        ("kicker", SENTENCE, "Type “Sacrifice a creature” for “additional”."),
        ("alternative", "Additional cost: {2}", "Type {2} for “additional”."),
        ("reduce", "As an additional cost to cast this spell, pay {2}.", "Type {2} for “additional”."),
        ("alternative", "As an additional cost to cast this spell, waterbend {5}.", "Type “Waterbend {5}” for"),
    ],
)
def test_what_belongs_elsewhere_or_lacks_something_names_the_way_on(key: str, typed: str, said: str) -> None:
    with pytest.raises(BadRequest) as caught:
        CheckRequest.parse({"cost": "{2}", key: typed})
    assert said in caught.value.message
    assert caught.value.field == key


@pytest.mark.parametrize(("typed", "mended"), [("convok", "Convoke"), ("flashbak {2}", "Flashback {2}")])
def test_a_misprinted_keyword_is_suggested(typed: str, mended: str) -> None:
    with pytest.raises(EngineError) as caught:
        CheckRequest.parse({"cost": typed})
    assert caught.value.mended(typed) == mended


def test_a_keyword_that_is_right_is_no_misprint() -> None:
    with pytest.raises(EngineError) as caught:
        CheckRequest.parse({"cost": "{2}", "additional": "Buyback nonsense here"})
    assert caught.value.suggestion != "Buyback"


@pytest.mark.parametrize(
    ("key", "typed", "more"),
    [
        ("strive", "Strive — This spell costs {2}{R} more to cast for each target beyond the first.", 3),
        ("strive", "Strive — This spell costs {2}{R} more to cast for each target beyond the first. 3 targets", 6),
        ("additional", "As an additional cost to cast this spell, waterbend {5}.", 5),
        ("additional", "Kicker {2}", 2),
        ("additional", "Additional cost: {2}", 2),
        ("increase", "As an additional cost to cast this spell, pay {2}.", 2),
        ("replicate", "Waterbend 2", 2),
        ("replicate", "Waterbend 2 2 times", 4),
        ("multikicker", "{1}{G}x3", 6),
        ("reduce", "{1} 2 times", -2),
    ],
)
def test_a_cost_is_read_as_cards_print_it(key: str, typed: str, more: int) -> None:
    (total,) = CheckRequest.parse({"cost": "{4}{R}", key: typed}).check().as_json()["totals"]["items"]
    assert sum(map(int, total.values())) == 5 + more


@pytest.mark.parametrize(
    ("key", "typed"), [("escalate", "Blight 1"), ("multikicker", "Collect evidence 6"), ("replicate", "Waterbend 2")]
)
def test_the_number_of_an_action_is_not_how_often(key: str, typed: str) -> None:
    assert len(CheckRequest.parse({"cost": "{2}", key: typed}).changes.additional) == 1


@pytest.mark.parametrize(
    "typed",
    ["{1}{U}x3", "{1}{U} 3x", "{1}{U} x3", "{1}{U} ×3", "{1}{U} times 3", "{1}{U} three times", "{1}{U}, 3 times"],
)
def test_times_may_be_written_in_several_ways(typed: str) -> None:
    totals = CheckRequest.parse({"cost": "{2}", "replicate": typed}).check().as_json()["totals"]
    assert totals["items"] == [{"U": 3, "generic": 5}]


@pytest.mark.parametrize(
    ("cost", "rule"),
    [("{3}: Draw a card", "101.1"), ("Cycling {2}", "101.1"), ("{3}", "118.9"), ("Kicker {2}", "118.9")],
)
def test_118_9_alternative_costs_are_of_spells_unless_a_card_says_otherwise(cost: str, rule: str) -> None:
    # New Perspectives: “you may pay {0} rather than pay cycling costs.”
    cited = {rule for _, rule in CheckRequest.parse({"cost": cost, "alternative": "{0}"}).check().citations}
    assert cited & {"101.1", "118.9"} == {rule}


@pytest.mark.parametrize(
    ("cost", "alternative", "parts"),
    [
        ("{3}{U}, emerge", "{1}{U}", ["Sacrifice a creature"]),
        ("{3}{U}, emerge from artifact", "{1}{U}", ["Sacrifice an artifact"]),
        ("{3}{U}, flying, emerge", "Emerge {1}{U}", ["Sacrifice a creature"]),
        ("{3}{U}, emerge", "{1}{U}, Sacrifice a land", ["Sacrifice a land"]),
        ("{3}{U}, emerge", "Flashback {1}{U}", []),
        ("{3}{U}, emerge, flashback", "{1}{U}", []),
        ("{3}{U}", "{1}{U}", []),
    ],
)
def test_702_119a_a_keyword_with_the_spell_asks_for_all_of_its_cost(
    cost: str, alternative: str, parts: list[str]
) -> None:
    asked = {"cost": cost, "alternative": alternative, "reduce": "1", "pool": "U"}
    result = CheckRequest.parse(asked).check()
    assert [part.text for part in result.parts] == parts
    assert result.payable


def test_702_102a_a_fused_spell_is_cast_from_the_hand() -> None:
    asked = {"cost": "{1}{U} // {2}{R}", "cast": "both"}
    assert CheckRequest.parse({**asked, "commander_casts": "0"}).check()
    with pytest.raises(BadRequest, match="only from your hand") as caught:
        CheckRequest.parse({**asked, "commander_casts": "1"})
    assert (caught.value.code, caught.value.field) == ("not_fused", "commander_casts")


@pytest.mark.parametrize(
    ("cost", "cast", "words"),
    [
        ("{2}{U} // ", "2", "0 on the battlefield; 3 elsewhere"),
        (" // {2}{U}", "1", "0"),
        ("{2}{U} // ", "1", "3"),
    ],
)
def test_305_1_a_land_has_no_mana_value_on_the_stack(cost: str, cast: str, words: str) -> None:
    result = CheckRequest.parse({"cost": cost, "layout": "modal", "cast": cast}).check()
    assert mana_value_in_words(result) == words


def test_a_land_is_not_cast() -> None:
    asked = {"cost": "{2}{U} // ", "layout": "modal", "cast": "2", "pool": "U"}
    shortfall = CheckRequest.parse(asked).check().shortfall
    assert shortfall
    assert shortfall.message.startswith("A land isn’t cast")
    other = CheckRequest.parse({**asked, "layout": "transform"}).check().shortfall
    assert other
    assert "No mana cost" in other.message


@pytest.mark.parametrize(
    ("words", "more", "payable"),
    [
        # Lightning Axe, and other costs that one may choose between: either might be paid.
        ("Discard a card or pay {5}", {"to_discard": 0}, "choice"),
        ("Discard a card, or pay {5}", {"to_discard": 0}, "choice"),
        ("Discard a card or pay 3 life", {"to_discard": 0}, "choice"),
        ("Pay 3 life or discard a card", {"to_discard": 0}, "choice"),
        ("Sacrifice a creature or discard a card", {"to_sacrifice": 0}, "choice"),
        ("Sacrifice two lands or a creature", {"to_sacrifice": 1}, "choice"),
        ("Tap two untapped creatures you control or pay {2}", {}, "choice"),
        # As many whichever is chosen.
        ("Sacrifice an artifact or a creature", {"to_sacrifice": 0}, False),
        ("Sacrifice an artifact, enchantment, or token", {"to_sacrifice": 1}, True),
        ("Sacrifice X artifacts and/or creatures", {"to_sacrifice": 2, "x": 2}, True),
        ("Sacrifice X artifacts and/or creatures", {"to_sacrifice": 1, "x": 2}, False),
        ("Sacrifice a creature with power 4 or greater", {"to_sacrifice": 1}, True),
        # What is joined is added up.
        ("Sacrifice an artifact and a creature", {"to_sacrifice": 1}, False),
        ("Sacrifice an artifact, a creature, and two lands", {"to_sacrifice": 3}, False),
        ("Sacrifice an artifact, a creature, and two lands", {"to_sacrifice": 4}, True),
        ("Discard a land card and a nonland card", {"to_discard": 1}, False),
        ("Sacrifice X artifacts and X creatures", {"to_sacrifice": 2, "x": 2}, False),
        ("Sacrifice X artifacts and X creatures", {"to_sacrifice": 4, "x": 2}, True),
        ("Exile a creature card and a land card from your graveyard", {"to_exile": 1}, False),
        ("Exile a card from your hand and a card from your graveyard", {"to_exile": 1}, False),
        # What is in a quality isn’t, nor are places.
        ("Sacrifice a creature with a +1/+1 counter and a shield counter on it", {"to_sacrifice": 1}, None),
        ("Sacrifice a creature that’s both an artifact and a Goblin", {"to_sacrifice": 1}, None),
        ("Sacrifice a creature that's an artifact and a creature", {"to_sacrifice": 1}, None),
        ("Discard a card with the same name as a creature and a land", {"to_discard": 1}, None),
        ("Sacrifice a creature with X power and X toughness", {"to_sacrifice": 1, "x": 3}, None),
        ("Remove a counter from an artifact and a creature", {"to_remove": 1}, None),
        # Tekuthal, Inquiry Dominus, and the like.
        ("Remove three counters from among other artifacts, creatures, and planeswalkers", {"to_remove": 1}, False),
        ("Remove three counters from among other artifacts, creatures, and planeswalkers", {"to_remove": 3}, True),
        ("Remove X counters from among artifacts and creatures you control", {"to_remove": 1, "x": 2}, False),
        ("Remove two counters from among artifacts and two creatures", {"to_remove": 2}, None),
        ("Remove two counters from among creatures and sacrifice a land", {"to_remove": 1}, None),
        # Places and qualities are no choice of costs.
        ("Exile two cards from your hand or a graveyard", {"to_exile": 0}, None),
        ("Remove two +1/+1 counters from an artifact or a creature you control", {"to_remove": 0}, None),
        ("Pay {2} or {R}{R}", {}, "choice"),
        ("Pay 2 life or {2}", {}, "choice"),
        ("Sacrifice a creature, discard a card, or pay 4 life", {"to_sacrifice": 0}, "choice"),
        ("Sacrifice a creature, discard a card, or {2}", {"to_sacrifice": 0}, "choice"),
        ("Sacrifice an artifact, creature, or land, or pay {2}", {"to_sacrifice": 0}, "choice"),
        ("Pay {2}, discard a card, or sacrifice a land", {"to_discard": 0}, "choice"),
        ("Pay 3 life, discard a card, or pay {2}", {"to_discard": 0}, "choice"),
        # What follows the number changes it.
        ("Discard two cards unless you discard a land card", {"to_discard": 1}, None),
        ("Sacrifice X plus one creatures", {"to_sacrifice": 2, "x": 2}, None),
        ("Sacrifice a creature for each target", {"to_sacrifice": 1}, None),
        ("Sacrifice a creature per target", {"to_sacrifice": 1}, None),
        ("Sacrifice a number of lands equal to its power", {"to_sacrifice": 1}, None),
        ("Remove a +1/+1 counter from each creature you control", {"to_remove": 1}, None),
        ("Remove three or fewer counters from it", {"to_remove": 0}, None),
        ("Sacrifice a creature and pay 2 life", {"to_sacrifice": 0}, None),
        # Plumb the Forbidden, and what removes counters.
        ("Sacrifice one or more creatures", {"to_sacrifice": 1, "amount": 2}, False),
        ("Sacrifice one or more creatures", {"to_sacrifice": 2, "amount": 2}, True),
        ("Remove one or more counters from it", {"to_remove": 0}, False),
        ("Remove one or more counters from it", {"to_remove": 1}, None),
    ],
)
def test_118_3_words_are_counted_only_where_nothing_else_counts(
    words: str, more: dict[str, object], payable: bool | str | None
) -> None:
    result = CheckRequest.parse({"cost": "{R}", "additional": words, "pool": "R", **more}).check()
    (part,) = result.parts
    chooses = "Type the one you choose" in part.check.sentence
    assert ("choice" if chooses else part.payable) == payable
    assert result.payable is (part.payable is not False)


def test_x_of_words_that_are_joined_counts_twice() -> None:
    asked = {"cost": "{R}", "additional": "Sacrifice X artifacts and X creatures and a land", "pool": "R"}
    assert CheckRequest.parse({**asked, "to_sacrifice": 6}).check().max_x == 2


def test_one_or_more_is_not_none() -> None:
    with pytest.raises(BadRequest) as caught:
        CheckRequest.parse({"cost": "{B}", "additional": "Sacrifice one or more creatures", "amount": 0})
    assert (caught.value.code, caught.value.field) == ("bad_count", "amount")
