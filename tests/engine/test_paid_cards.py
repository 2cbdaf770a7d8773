"""Real cards paid in other ways than mana, by the rules and official rulings; and refusals."""

import json
from typing import Any

import pytest

from symbols.engine import (
    MANA_ABILITY,
    BadRequest,
    CheckRequest,
    EngineError,
    keyword_before,
    keyword_instead,
    keyword_of,
)
from symbols.engine.reading.reader import read_cost
from symbols.engine.request import KEYS
from tests.engine.test_payment import assert_matches
from tests.tables import DATA, cases

CARDS = json.loads((DATA / "paid_cards.json").read_text(encoding="utf-8"))


def test_cards(subtests: pytest.Subtests) -> None:
    for case in CARDS:
        with subtests.test(case=case):
            found = CheckRequest.parse(case["ask"]).check().as_json()
            expected = dict(case["expect"])
            totals = expected.pop("totals", None)
            if totals:
                assert {key: found["totals"][key] for key in totals} == totals
            if expected:
                assert_matches(found, expected, case["card"])
            json.dumps(found)


def test_contradictory_options_are_refused(subtests: pytest.Subtests) -> None:
    table: list[Any] = cases("engine/paid_cards", "contradictory_options_are_refused")
    for asked, field, place in table:
        with subtests.test(asked=asked, field=field, place=place):
            with pytest.raises(EngineError) as caught:
                CheckRequest.parse(asked).check()
            assert caught.value.field == field
            assert place is None or [caught.value.start, caught.value.end] == place


def test_casting_options_are_refused_for_other_costs(subtests: pytest.Subtests) -> None:
    for cost in ["{2}: Draw a card", "{T}, {2}", "[-3]", "Equip {3}", "Ward {2}", "Suspend 3—{R}"]:
        for key, value, rule in [
            ("convoke", "{W}", "702.51a"),
            ("improvise", "1", "702.126a"),
            ("delve", "2", "702.66a"),
            ("assist", "2", "702.132a"),
            ("affinity", 3, "702.41a"),
            ("kicker", ["{1}"], "702.33a"),
            ("strive", "{1} 2 targets", "207.2c"),
            ("commander_casts", "1", "903.8"),
            ("free", True, "118.9"),
        ]:
            with subtests.test(cost=cost, key=key, value=value, rule=rule):
                with pytest.raises(BadRequest) as caught:
                    CheckRequest.parse({"cost": cost, key: value})
                assert (caught.value.code, caught.value.field) == ("not_a_spell", key)
                assert f"({rule})" in caught.value.message
                CheckRequest.parse({"cost": cost, key: "" if key == "convoke" else [] if key == "kicker" else None})


@pytest.mark.parametrize("key", ["improvise", "delve", "assist", "affinity", "commander_casts"])
def test_ignores_options_that_do_not_apply(key: str) -> None:
    assert CheckRequest.parse({"cost": "{T}", key: 0}).check().payable is None


@pytest.mark.parametrize("asked", [{}, {"additional": "{3}"}, {"alternative": "{3}"}])
def test_waterbending_needs_a_waterbend_cost(asked: dict[str, str]) -> None:
    with pytest.raises(BadRequest) as caught:
        CheckRequest.parse({"cost": "{5}", "waterbend": "3", **asked})
    assert (caught.value.code, caught.value.field) == ("no_waterbend_cost", "waterbend")
    said = {key: f"Waterbend {cost}" for key, cost in asked.items()} or {"cost": "Waterbend {5}"}
    assert CheckRequest.parse({"cost": "{0}", "waterbend": "5", **said}).check().payable


def test_life_for_a_color_is_not_a_pool() -> None:
    assert CheckRequest.parse({"cost": "{B}", "life_for": "B", "x_only": "B"}).check().payable is None
    assert CheckRequest.parse({"cost": "{1}", "delve": "1"}).check().payable


def test_payment_names_helpers() -> None:
    asked = {"cost": "{2}{G}", "convoke": "{G/W}", "delve": 1, "improvise": 1}
    payment = CheckRequest.parse(asked).check().as_json()["payment"]
    assert payment
    paid = [other for line in payment["symbols"] for other in line.get("others", ())]
    assert sorted(paid, key=str) == [
        {"with": "convoke", "colors": ["W", "G"], "count": 1},
        {"with": "delve", "count": 1},
        {"with": "improvise", "count": 1},
    ]


def test_two_part_cards_cite_their_rules(subtests: pytest.Subtests) -> None:
    for asked, rules in [
        ({"cast": "1"}, {"709.3b", "709.4b", "202.3d"}),
        ({"cast": "2"}, {"709.3b", "709.4b", "202.3d"}),
        ({"cast": "both"}, {"702.102c", "709.4d", "709.4b", "202.3d"}),
        ({"layout": "adventure"}, {"715.4"}),
        ({"layout": "omen", "cast": "2"}, {"720.3b", "720.4"}),
        ({"layout": "prototype", "cast": "2"}, {"718.3b", "718.4"}),
        ({"layout": "transform", "cast": "2"}, {"202.3b", "712.8a", "202.2e"}),
        ({"layout": "modal", "cast": "2"}, {"712.8f", "712.8a"}),
        ({"layout": "room", "cast": "2"}, {"202.3d", "709.4b", "709.5", "709.5d", "709.5e"}),
    ]:
        with subtests.test(asked=asked, rules=rules):
            said = {each.rule for each in CheckRequest.parse({"cost": "{1}{R} // {2}{U}", **asked}).check().citations}
            assert {rule for rule in said if not rule.startswith("107.4")} == rules


def test_keyword_alone_names_its_field(subtests: pytest.Subtests) -> None:
    for text in cases("engine/paid_cards", "keyword_alone_names_its_field"):
        with subtests.test(text=text):
            keyword = keyword_of(text)
            assert keyword
            assert keyword.key in KEYS
            assert keyword.key == "cost" or f"“{keyword.key}”" in keyword.sentence()
            assert keyword.as_json()["citations"]


@pytest.mark.parametrize(
    "text", ["{2}{U}", "Convoke {2}", "Affinity for", "Sacrifice a creature", "", "{2},", "Sacrifice a creature, delve"]
)
def test_other_text_is_no_keyword(text: str) -> None:
    assert keyword_of(text) is None


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("Kicker {1}{r} and/or {1}{g}", "{1}{R}, {1}{G} or both for “kicker”"),
        ("Multikicker {1}{g} 3 times", "{1}{G} 3 times for “multikicker”"),
        ("Strive {2}{R} 3 targets", "{2}{R} 3 targets for “strive”"),
        ("Multikicker {1}{g} x3", "{1}{G} x3 for “multikicker”"),
        ("Replicate {2}{u} 3x", "{2}{U} 3x for “replicate”"),
        ("Escalate {1} 3 x", "its cost and the number of modes, such as {1} 2 modes, for “escalate”"),
        ("Strive {2}{R}x3", "its cost and the number of targets, such as {2}{R} 3 targets, for “strive”"),
    ],
)
def test_instructions_repeat_the_typed_cost(typed: str, words: str) -> None:
    keyword = keyword_of(typed)
    assert keyword
    assert keyword.instructions() == f"Type the cost of the spell, and {words}."


def test_cost_before_keyword_is_checked_with_its_field() -> None:
    asked = {"cost": "{3}{w}, Convoke, flying", "convoke": "{W}", "pool": "3"}
    assert keyword_instead(asked) is None
    result = CheckRequest.parse(asked).check()
    assert (result.canonical, result.payable) == ("{3}{W}", True)
    keyword = keyword_instead({**asked, "convoke": ""})
    assert keyword
    assert keyword.instructions().startswith("Type {3}{W} as the cost, and the colors of your untapped creatures")
    assert keyword_instead({**asked, "cost": "Convoke"})
    assert CheckRequest.parse({"cost": "{6}{U}, delve", "delve": 0, "pool": "6U"}).check().payable
    assert keyword_instead({"cost": "{3}{W}, ward"})
    assert keyword_instead({"cost": "{3}{W}, ward, convoke", "convoke": "W"}) is None


def test_several_keywords_name_all_their_fields() -> None:
    keyword = keyword_of("{2}, improvise and convoke")
    assert keyword
    assert "“improvise”; and" in keyword.sentence()
    assert keyword.sentence().endswith("for “convoke”.")
    assert [citation.rule for citation in keyword.citations] == ["702.126a", "702.51a"]


def test_cost_after_keyword_names_the_field(subtests: pytest.Subtests) -> None:
    for cost, instructions in cases("engine/paid_cards", "cost_after_keyword_names_the_field"):
        with subtests.test(cost=cost, instructions=instructions):
            keyword = keyword_before(read_cost(cost))
            assert (keyword.instructions() if keyword else "") == (
                instructions and f"Type the cost of the spell, and {instructions}."
            )


@pytest.mark.parametrize(
    ("cost", "instructions"),
    [
        ("Cycling {2}", "Type the whole activation cost: {2}, Discard this card."),
        ("Plainscycling {1}{W}", "Type the whole activation cost: {1}{W}, Discard this card."),
        ("Equip {3}", None),
    ],
)
def test_activated_keyword_names_the_whole_cost(cost: str, instructions: str | None) -> None:
    keyword = keyword_before(read_cost(cost))
    assert (keyword and keyword.instructions()) == instructions
    if instructions:
        assert CheckRequest.parse({"cost": instructions.partition(": ")[2].rstrip(".")}).check().parts


@pytest.mark.parametrize(
    ("key", "cost", "rule"),
    [
        ("cost", "Bestow {3}{W}", "702.103a"),
        ("alternative", "Bestow {3}{W}", "702.103a"),
        ("cost", "Ward {2}", "702.21a"),
        ("cost", "Companion {3}", "702.139a"),
        ("cost", "{2}", None),
        ("alternative", "{2}", None),
    ],
)
def test_cost_after_keyword_cites_it(key: str, cost: str, rule: str | None) -> None:
    result = CheckRequest.parse({"cost": "{4}{W}", key: cost}).check()
    assert {citation.rule for citation in result.citations if citation.rule.startswith("702")} == {rule} - {None}


@pytest.mark.parametrize(
    ("asked", "rule"),
    [
        ({"cost": "Pay any amount of life", "amount": 3}, "107.1c"),
        ({"cost": "Pay half your life, rounded up", "life": 7}, "107.1a"),
        ({"cost": "{2}", "additional": "Pay any amount of mana", "amount": 3}, "107.1c"),
        ({"cost": "{2}", "additional": "Sacrifice any number of creatures", "amount": 3}, "107.1c"),
    ],
)
def test_chosen_amounts_are_cited(asked: dict[str, object], rule: str) -> None:
    assert rule in {citation.rule for citation in CheckRequest.parse(asked).check().citations}


def test_additional_cost_several_times() -> None:
    totals = CheckRequest.parse({"cost": "{1}{W}", "additional": "Squad {2} 3 times"}).check().as_json()["totals"]
    assert totals["items"] == [{"W": 1, "generic": 7}]
    words = CheckRequest.parse({"cost": "{1}{W}", "additional": "Destroy 2 targets"}).check()
    assert [part.text for part in words.parts] == ["Destroy 2 targets"]


def test_mana_abilities_are_recognized(subtests: pytest.Subtests) -> None:
    table: list[Any] = cases("engine/paid_cards", "mana_abilities_are_recognized")
    for cost, is_mana_ability in table:
        with subtests.test(cost=cost, is_mana_ability=is_mana_ability):
            said = [fact for fact, rule in CheckRequest.parse({"cost": cost}).check().citations if rule == MANA_ABILITY]
            assert bool(said) == (is_mana_ability is not False)
            if said:
                assert said[0].startswith("This is a mana ability") is (is_mana_ability is True)
                assert isinstance(is_mana_ability, bool) or is_mana_ability in said[0]


def test_each_announcement_has_a_verdict() -> None:
    result = CheckRequest.parse({"cost": "{W/U}{2/B}", "pool": "WB", "increase": "{0}"}).check()
    payable = {tuple(way.items()): result.pays_announced(way) for way in result.announcements}
    assert payable == {
        (("W", 1), ("B", 1)): True,
        (("U", 1), ("B", 1)): False,
        (("W", 1), ("generic", 2)): False,
        (("U", 1), ("generic", 2)): False,
    }
    failing = CheckRequest.parse({"cost": "{W}, Pay 3 life", "pool": "W", "life": 1}).check()
    assert [failing.pays_announced(way) for way in failing.announcements] == [False]
    assert [
        result.pays_announced(way)
        for result in [CheckRequest.parse({"cost": "{W/U}"}).check()]
        for way in result.announcements
    ] == [None, None]


def test_shortfall_of_types_counts_mana(subtests: pytest.Subtests) -> None:
    for asked, reason, needed, available in [
        ({"cost": "{X}{B}", "x": 2, "x_only": "B", "pool": "BBW"}, "types", 3, 2),
        ({"cost": "{X}{B/R}", "x": 2, "x_only": "B", "pool": "BBW"}, "types", 3, 2),
        ({"cost": "{X}{X}", "x": 2, "x_only": "B", "pool": "BBBWWW"}, "types", 4, 3),
        ({"cost": "{X}{B/P}", "x": 2, "x_only": "B", "pool": "BB", "life": 1}, "types", 3, 2),
        ({"cost": "{X}{2}", "x": 2, "x_only": "B", "pool": "BBW"}, "amount", 4, 3),
        ({"cost": "{B}{B}", "life_for": "B", "life": 3, "pool": "WW"}, "types", 1, 0),
        ({"cost": "{X}", "x": 4, "x_only": "B", "reduce": "{1}", "pool": "BBWW"}, "types", 3, 2),
        ({"cost": "{X}{2}", "x": 9_999_999, "x_only": "B", "pool": "BB"}, "types", 9_999_999, 2),
        ({"cost": "Waterbend {2}", "waterbend": 5, "minimum": 5, "pool": "CC"}, "minimum", 5, 4),
    ]:
        with subtests.test(asked=asked, reason=reason, needed=needed, available=available):
            short = CheckRequest.parse(asked).check().shortfall
            assert short
            assert (short.reason, short.needed, short.available) == (reason, needed, available)


def test_waterbending_does_not_pay_the_minimum() -> None:
    asked = {"cost": "{1}", "additional": "Waterbend {2}", "waterbend": 5, "minimum": 5, "pool": "CCC"}
    payment = CheckRequest.parse(asked).check().payment
    assert payment
    assert [[each.way for each in line.others] for line in payment.symbols] == [[], ["waterbend"]]
    assert not payment.minimum_others
    assert CheckRequest.parse({**asked, "pool": "CC"}).check().payable is False


REFILLED = {"cost": "{X}", "x": 2, "x_only": "B", "additional": "Waterbend {2}", "waterbend": 2} | {
    "reduce": "{2} least 1",
    "minimum": 4,
}
"""Request where the reduction takes all of X, so that the minimum asks for mana that any may be spent on."""


def test_payment_spends_the_least(subtests: pytest.Subtests) -> None:
    table: list[Any] = [
        (
            {"cost": "{U}, Waterbend {2}", "minimum": 4, "pool": "U", "waterbend": 4, "delve": 1},
            1,
            {"waterbend": 2, "delve": 1},
        ),
        ({"cost": "{2/W}{B}", "life_for": "B", "pool": "WBCC"}, 2, {}),
        ({"cost": "{3}{W}", "reduce": ["{2/W}", "{1} least 1"], "pool": "WWWW"}, 1, {}),
        ({"cost": "{4}", "reduce": "{2/W}", "life_for": "B", "pool": "WWW"}, 2, {}),
        ({"cost": "{4}", "reduce": ["{1} least 1", "{1} least 3"], "pool": "WWW"}, 2, {}),
        ({**REFILLED, "pool": "WW"}, 2, {"waterbend": 2}),
        ({"cost": "{1}", "delve": 1, "assist": 1}, 0, {"delve": 1}),
    ]
    for asked, mana, others in table:
        with subtests.test(asked=asked, mana=mana, others=others):
            payment = CheckRequest.parse(asked).check().payment
            assert payment
            for line in payment.symbols:
                paid = sum(each.count for each in line.mana) + sum(each.count for each in line.others) + line.reduced
                assert line.life or paid == line.announced.amount
            spent = [each for line in payment.symbols for each in line.mana] + [*payment.minimum]
            assert sum(each.count for each in spent) == mana
            helpers = [each for line in payment.symbols for each in line.others] + [*payment.minimum_others]
            assert {each.way: each.count for each in helpers} == others


def test_reduction_takes_its_color_before_restricted_x() -> None:
    payment = (
        CheckRequest.parse({"cost": "{X}{W}", "x": 1, "x_only": "W", "reduce": "{W}", "pool": "W"}).check().payment
    )
    assert payment
    assert [use.taken for use in payment.reductions] == [{"W": 1}]


def test_equal_creatures_are_spent_one_by_one() -> None:
    payment = CheckRequest.parse({"cost": "{W}", "convoke": "{W}{W}{W}{G}"}).check().payment
    assert payment
    assert payment.left.others.convoke == (("W",), ("W",), ("G",))


def test_shortfall_names_the_cost_without_waterbending() -> None:
    asked = {"cost": "Waterbend {1}", "additional": "{1}", "pool": "", "waterbend": 2}
    short = CheckRequest.parse(asked).check().shortfall
    assert short
    assert [entry.source for entry in short.symbols] == ["additional cost"]


def test_greatest_x_with_life_and_a_minimum() -> None:
    """With X = 2 the black mana goes to X, the life to {B/P}, and nothing is left to reach four mana."""
    asked = {"cost": "{B/P}{W}", "additional": "Waterbend {X}", "waterbend": 1, "x_only": "B", "life_for": "W"}
    asked |= {"pool": "WB", "life": 2}
    assert [CheckRequest.parse({**asked, "minimum": 4, "x": x}).check().payable for x in range(3)] == [
        False,
        True,
        False,
    ]
    assert [CheckRequest.parse({**asked, "minimum": least}).check().max_x for least in (0, 4)] == [2, 1]


@pytest.mark.parametrize("more", [{"x_only": "B"}, {"reduce": ["{2/W}" * 30 + "{2/U}" * 30, "{1} least 1"]}])
def test_too_many_hybrid_reductions_are_refused(more: dict[str, Any]) -> None:
    asked = {"cost": "{X}", "pool": "BB", "reduce": "{2/W}" * 30 + "{2/U}" * 30, **more}
    with pytest.raises(EngineError) as caught:
        _ = CheckRequest.parse(asked).check().payable
    assert caught.value.code == "too_many_ways"
    assert not isinstance(caught.value, BadRequest)
