"""Costs within another cost, keywords with costs, and errors that name the right field."""

import pytest

from explorer.costcheck.check.in_words import mana_value_in_words
from explorer.costcheck.check.report import report
from symbols.engine import BadRequest, CheckRequest, EngineError, keyword_instead
from symbols.engine.reading.reader import read_cost
from tests.tables import cases


def test_report_names_the_shortfall() -> None:
    text = report(CheckRequest.parse({"cost": "{1}{W}{W}", "additional": "{W}", "pool": "WWU"}).check())
    assert "These three symbols need white mana; you have two.\n  Not covered: {W}{W}{W}.\n" in text
    assert "Not covered" not in report(CheckRequest.parse({"cost": "{W}", "pool": "U"}).check())


@pytest.mark.parametrize(
    ("more", "refused", "mana_value"),
    [
        ({"cast": "2", "alternative": "{3}{W}", "x": 2}, True, None),
        ({"cast": "2", "alternative": "{3}{W}"}, False, 1),
        ({"cast": "2", "alternative": "{X}{W}", "x": 2}, False, 1),
        ({"cast": "1", "x": 2}, False, 5),
    ],
)
def test_202_3b_back_face_has_no_front_face_x(more: dict[str, object], refused: bool, mana_value: int | None) -> None:
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
def test_waterbend_cost_within_a_cost(asked: dict[str, object], payable: bool) -> None:
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
def test_118_3_permanent_is_tapped_for_one_keyword(asked: dict[str, object], ways: str) -> None:
    result = CheckRequest.parse({"cost": "{U}", "additional": "Waterbend {1}", "pool": "", **asked}).check()
    said = [fact for fact, rule in result.citations if rule == "118.3" and "tap a permanent" in fact]
    assert said == ([f"You can tap a permanent only once, so count it for only one of {ways}."] if ways else [])


def test_shortfall_lists_helpers() -> None:
    asked = {"cost": "{9}", "additional": "Waterbend {2}", "convoke": "{U}", "waterbend": 1, "pool": "C"}
    shortfall = CheckRequest.parse(asked).check().shortfall
    assert shortfall
    assert "with your mana and artifacts or creatures to tap:" in shortfall.message


@pytest.mark.parametrize(
    ("typed", "mana", "parts"),
    [
        ("Ward—Pay {2}, discard a card, or pay 4 life", 0, ["Pay {2}, discard a card, or pay 4 life"]),
        ("{1}, {T}, Discard a card, or pay 4 life: Draw a card", 1, ["{T}", "Discard a card, or pay 4 life"]),
    ],
)
def test_choice_of_costs_is_one_part(typed: str, mana: int, parts: list[str]) -> None:
    cost = read_cost(typed)
    assert (len(cost.symbols), [part.text for part in cost.parts]) == (mana, parts)


@pytest.mark.parametrize("cast", ["1", "2"])
def test_709_5_unlocked_room_has_both_mana_costs(cast: str) -> None:
    result = CheckRequest.parse({"cost": "{3}{W} // {2}{W}", "layout": "room", "cast": cast}).check()
    own = 4 if cast == "1" else 3
    said = f"{own} on the stack and the battlefield; 7 elsewhere, or with both halves unlocked"
    assert mana_value_in_words(result) == said


def test_emerge_includes_its_sacrifice() -> None:
    asked = {"cost": "{7}", "alternative": "Emerge {5}{U}{U}", "pool": "UUUUUUU", "to_sacrifice": 0}
    assert CheckRequest.parse(asked).check().payable is False
    typed = CheckRequest.parse({**asked, "alternative": "Emerge {5}{U}{U}, Sacrifice a creature"}).check()
    assert [part.text for part in typed.parts] == ["Sacrifice a creature"]
    other = CheckRequest.parse({**asked, "alternative": "Emerge from artifact {5}{U}{U}"}).check()
    assert [part.text for part in other.parts] == ["Sacrifice an artifact"]
    assert "702.119b" in {rule for _, rule in other.citations}


def test_misplaced_costs_name_the_right_field(subtests: pytest.Subtests) -> None:
    for key, typed, said in cases("engine/shared_costs", "misplaced_costs_name_the_right_field"):
        with subtests.test(key=key, typed=typed, said=said):
            with pytest.raises(BadRequest) as caught:
                CheckRequest.parse({"cost": "{2}", key: typed})
            assert said in caught.value.message
            assert caught.value.field == key


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("{2}{U}, kicker {3}", "{3} for “kicker”"),
        ("{2}{U}, flying, replicate {1}{u}", "{1}{U} 2 times for “replicate”"),
        ("{2}{U}, overload {6}{u}", "{6}{U} for “alternative”"),
        (
            "{2}{U}, web-slinging {W}",
            "“{W}, Return a tapped creature you control to its owner’s hand” for “alternative”",
        ),
    ],
)
def test_keyword_cost_after_spell_cost_names_its_field(typed: str, words: str) -> None:
    keyword = keyword_instead({"cost": typed})
    assert keyword
    assert keyword.instructions() == f"Type {{2}}{{U}} as the cost, and {words}."
    given = {"cost": typed, keyword.key: typed.rpartition(" ")[2]}
    assert CheckRequest.parse(given).check().canonical == "{2}{U}"


@pytest.mark.parametrize("typed", ["{2}{U}, delve {3}", "{2}{U}, foo {3}"])
def test_keyword_without_a_cost_takes_none(typed: str) -> None:
    assert keyword_instead({"cost": typed}) is None
    with pytest.raises(EngineError):
        CheckRequest.parse({"cost": typed})


@pytest.mark.parametrize(("typed", "mended"), [("convok", "Convoke"), ("flashbak {2}", "Flashback {2}")])
def test_misspelled_keyword_is_suggested(typed: str, mended: str) -> None:
    with pytest.raises(EngineError) as caught:
        CheckRequest.parse({"cost": typed})
    assert caught.value.mended(typed) == mended


def test_correct_keyword_is_not_suggested() -> None:
    with pytest.raises(EngineError) as caught:
        CheckRequest.parse({"cost": "{2}", "additional": "Buyback nonsense here"})
    assert caught.value.suggestion != "Buyback"


def test_printed_cost_sentences(subtests: pytest.Subtests) -> None:
    for key, typed, more in cases("engine/shared_costs", "printed_cost_sentences"):
        with subtests.test(key=key, typed=typed, more=more):
            (total,) = CheckRequest.parse({"cost": "{4}{R}", key: typed}).check().as_json()["totals"]["items"]
            assert sum(map(int, total.values())) == 5 + more


@pytest.mark.parametrize(
    ("key", "typed"), [("escalate", "Blight 1"), ("multikicker", "Collect evidence 6"), ("replicate", "Waterbend 2")]
)
def test_number_of_an_action_is_no_repetition(key: str, typed: str) -> None:
    assert len(CheckRequest.parse({"cost": "{2}", key: typed}).changes.additional) == 1


def test_spellings_of_times(subtests: pytest.Subtests) -> None:
    for typed in cases("engine/shared_costs", "spellings_of_times"):
        with subtests.test(typed=typed):
            totals = CheckRequest.parse({"cost": "{2}", "replicate": typed}).check().as_json()["totals"]
            assert totals["items"] == [{"U": 3, "generic": 5}]


@pytest.mark.parametrize(
    ("cost", "rule"),
    [("{3}: Draw a card", "101.1"), ("Cycling {2}", "101.1"), ("{3}", "118.9"), ("Kicker {2}", "118.9")],
)
def test_118_9_alternative_costs_of_spells_and_abilities(cost: str, rule: str) -> None:
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
def test_702_119a_keyword_typed_with_the_spell_adds_its_parts(cost: str, alternative: str, parts: list[str]) -> None:
    asked = {"cost": cost, "alternative": alternative, "reduce": "1", "pool": "U"}
    result = CheckRequest.parse(asked).check()
    assert [part.text for part in result.parts] == parts
    assert result.payable


def test_702_102a_fused_spell_has_no_commander_tax() -> None:
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
def test_305_1_land_has_no_mana_value_on_the_stack(cost: str, cast: str, words: str) -> None:
    result = CheckRequest.parse({"cost": cost, "layout": "modal", "cast": cast}).check()
    assert mana_value_in_words(result) == words


def test_land_is_not_cast() -> None:
    asked = {"cost": "{2}{U} // ", "layout": "modal", "cast": "2", "pool": "U"}
    shortfall = CheckRequest.parse(asked).check().shortfall
    assert shortfall
    assert shortfall.message.startswith("A land isn’t cast")
    other = CheckRequest.parse({**asked, "layout": "transform"}).check().shortfall
    assert other
    assert "No mana cost" in other.message
