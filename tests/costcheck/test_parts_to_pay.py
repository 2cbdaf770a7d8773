"""Parts of costs other than mana: shown, and checked as far as the player's resources are known."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.costcheck.check import report as plain
from symbols.engine.abilities.activation import Permanent
from symbols.engine.errors import EngineError
from symbols.engine.request import CheckRequest
from symbols.engine.result import CheckResult
from tests.shared import examples

LAND = {"tapped": "no", "creature": "no"}


def ask(cost: str, **more: object) -> CheckResult:
    return CheckRequest.parse({"cost": cost, **more}).check()


def texts(result: CheckResult) -> list[tuple[str, str]]:
    return [(part.text, part.paid.source) for part in result.parts]


@pytest.mark.parametrize(
    ("cost", "more", "parts", "rule"),
    [
        ("{1}{B}", {"additional": "Sacrifice a creature"}, [("Sacrifice a creature", "additional cost")], "118.8"),
        ("{2}, {T}", {"increase": "Pay 1 life"}, [("{T}", "cost"), ("Pay 1 life", "increase")], "601.2f"),
        (
            "{3}{U}{U}",
            {"alternative": "Pay 1 life, Exile a blue card"},
            [("Pay 1 life", "alternative cost"), ("Exile a blue card", "alternative cost")],
            "118.9",
        ),
        ("{2}, Discard a card", {"free": True}, [], "118.9"),
        ("{T}", {"alternative": "{W}"}, [], "118.9"),
    ],
)
def test_parts_with_their_origins(
    cost: str, more: Mapping[str, object], parts: list[tuple[str, str]], rule: str
) -> None:
    result = ask(cost, **more)
    assert texts(result) == parts, rule
    report = plain.report(result)
    shown = result.as_json().get("parts", [])
    assert [(each["part"], each["of"]) for each in shown] == parts
    for text, source in parts:
        assert f"{text} ({source})" in report or (source == "cost" and f"  {text} " in report)


def test_mana_alone_has_no_parts() -> None:
    assert "parts" not in ask("{X}{W/P}", additional="{2}", pool="WW", energy=3).as_json()


def test_a_part_as_data() -> None:
    assert ask("{W}, {E}{E}", energy=1).as_json()["parts"] == [
        {
            "part": "{E}{E}",
            "of": "cost",
            "payable": False,
            "sentence": "You need 2 energy counters; you have 1.",
            "rules": ["107.14", "118.3"],
        }
    ]


def test_606_5_loyalty_costs_combine() -> None:
    result = ask("[-4]", additional="[+1]", loyalty=3, pool="")
    assert result.activation.loyalty is not None
    assert (result.activation.loyalty.written, result.payable) == ("[-3]", True)
    assert ("Several loyalty costs combine into one.", "606.5") in result.citations
    assert "The total cost\n  [-3]\n" in plain.report(result)
    assert ask("[-4]", additional="[+1]", loyalty=2, pool="").payable is False
    assert ask("[+1], [-4]", loyalty=2, pool="").payable is False


@pytest.mark.parametrize(
    ("cost", "more", "payable", "unchecked", "rule"),
    [
        ("[-7]", {}, True, ["[-7]"], "606.6"),
        ("[-7]", {"loyalty": "6"}, False, [], "606.6"),
        ("[-7]", {"loyalty": 7}, True, [], "606.6"),
        ("[-X]", {"x": 5, "loyalty": 4}, False, [], "606.6"),
        ("[-X]", {"x": 4, "loyalty": 4}, True, [], "606.6"),
        ("[+1]", {}, True, [], "606.4"),
        ("{E}{E}{E}", {}, True, ["{E}{E}{E}"], "107.14"),
        ("{E}{E}{E}", {"energy": 2}, False, [], "107.14"),
        ("{E}{E}{E}", {"energy": 3}, True, [], "107.14"),
        ("{TK}{TK}", {"tickets": 1}, False, [], "107.17a"),
        ("{TK}{TK}", {"tickets": 2, "energy": 0}, True, [], "107.17a"),
        ("{T}", {}, True, ["{T}"], "107.5"),
        ("{T}", {"tapped": True}, False, [], "107.5"),
        ("{T}", LAND, True, [], "107.5"),
        ("{Q}", LAND, False, [], "107.6"),
        ("{T}", {"tapped": "no", "creature": "yes", "controlled": "no"}, False, [], "302.6"),
        ("{T}", {"tapped": "no", "creature": "yes"}, True, ["{T}"], "302.6"),
        ("{T}", {"tapped": "no", "creature": "yes", "controlled": "yes"}, True, [], "302.6"),
        ("{T}", {"tapped": False, "creature": True, "controlled": False, "haste": "on"}, True, [], "702.10c"),
        ("{1}{W}, {T}, Sacrifice a creature", {}, False, ["{T}", "Sacrifice a creature"], "118.3"),
        ("{T}, Pay 3 life", {"life": 2, **LAND}, False, [], "119.4"),
    ],
)
def test_payable_and_unchecked_parts(
    cost: str, more: Mapping[str, object], *, payable: bool, unchecked: list[str], rule: str
) -> None:
    result = ask(cost, pool="", **more)
    assert (result.payable, [part.text for part in result.unchecked]) == (payable, unchecked), rule
    assert (result.payment is not None) == payable
    assert result.as_json()["payable"] is payable
    if result.shortfall is None:
        assert bool(result.failing) != payable
    without_pool = ask(cost, **more)
    stuck, told = bool(without_pool.failing), bool(more) and not unchecked
    # Where no mana is asked for, it needn't be told.
    assert (without_pool.payable, without_pool.max_x) == (
        (result.payable, result.max_x) if told else (False if stuck else None, None)
    )
    assert (without_pool.payment is not None) == bool(told and payable)
    assert without_pool.as_json()["payable"] is without_pool.payable
    assert ("You can’t pay" in plain.report(without_pool)) == stuck
    if "Pay" not in cost:
        assert [part.payable for part in without_pool.parts] == [part.payable for part in result.parts]


def test_119_4_life_is_spent_once() -> None:
    assert ask("{W/P}, Pay 3 life", pool="", life=5).payable is True
    part = ask("{W/P}, Pay 3 life", pool="", life=5).parts[0]
    assert part.check.sentence.endswith("leaving 0. (2 life already pays for mana symbols.)")
    assert ask("{W/P}, Pay 3 life", pool="", life=4).payable is False
    assert ask("Pay 3 life", life=2).parts[0].payable is False


@pytest.mark.parametrize(
    ("cost", "more", "said"),
    [
        (
            "{2}, {T}, Sacrifice a creature",
            {"pool": "WW"},
            "Maybe. You have the mana. Not checked: {T}, Sacrifice a creature.",
        ),
        ("{2}, {T}", {"pool": "WW", **LAND}, "You can pay all of it, for example"),
        ("{2}, {T}", {"pool": "WW", "tapped": "yes"}, "You can’t pay: {T}"),
        ("{2}, {T}", {"pool": "W", **LAND}, "You can’t pay"),
        ("{2}", {"pool": "WW"}, "You can pay, for example"),
    ],
)
def test_report_of_unchecked_parts(cost: str, more: Mapping[str, object], said: str) -> None:
    report = plain.report(ask(cost, **more)).splitlines()
    assert said in report
    assert ("You can pay, for example" in report) == (cost == "{2}")


def test_report_of_parts() -> None:
    report = plain.report(ask("{2}, {E}", energy=2, additional="Discard a card"))
    assert "Other costs\n  {E}                                " in report
    assert "Uses 1 of your 2 energy counters. (107.14, 118.3)" in report
    assert "  Discard a card (additional cost)   How many you could discard is unknown. (118.1)" in report
    assert "\nCosts\n  {T} " in plain.report(ask("{T}"))
    assert "  other costs: {E}, Discard a card\n" in report


@pytest.mark.parametrize(
    ("asked", "code", "message"),
    [
        ({"energy": -1}, "bad_count", "In “energy”: The number of energy counters can’t be less than 0."),
        ({"tickets": "-2"}, "bad_count", "In “tickets”: The number of ticket counters can’t be less than 0."),
        ({"loyalty": -1}, "bad_count", "In “loyalty”: The number of loyalty counters can’t be less than 0."),
        ({"loyalty": "many"}, "not_a_number", "In “loyalty”: “many” isn’t a whole number."),
        ({"energy": 10**7}, "number_too_large", "In “energy”: The number can be at most 9,999,999."),
        ({"tapped": "perhaps"}, "not_yes_or_no", "In “tapped”: This must be yes or no."),
        ({"creature": 2}, "not_yes_or_no", "In “creature”: This must be yes or no."),
        ({"haste": []}, "not_yes_or_no", "In “haste”: This must be yes or no."),
        ({"controlled": "since noon"}, "not_yes_or_no", "In “controlled”: This must be yes or no."),
    ],
)
def test_bad_values(asked: Mapping[str, Any], code: str, message: str) -> None:
    with pytest.raises(EngineError) as caught:
        CheckRequest.parse({"cost": "{T}", **asked})
    assert (caught.value.code, caught.value.message, caught.value.field) == (code, message, next(iter(asked)))


def test_missing_values_are_unknown() -> None:
    assert CheckRequest.parse({"cost": "{T}", "tapped": " ", "creature": "", "loyalty": None}).permanent == Permanent()
    told = CheckRequest.parse({"cost": "{T}", "tapped": "YES", "creature": "0", "haste": "no", "controlled": True})
    assert told.permanent == Permanent(tapped=True, creature=False, haste=False, controlled=True)


@pytest.mark.parametrize(
    ("cost", "more", "greatest", "rule"),
    [
        ("[-X]", {"loyalty": 4}, 4, "606.6"),
        ("[-X]", {"loyalty": 4, "x": 9}, 4, "606.6"),
        ("[-X]", {}, None, "606.6"),
        ("[-X], [-2]", {"loyalty": 1}, None, "606.6"),
        ("[+X], [-3]", {"loyalty": 0}, None, "606.6"),
        ("{X}, [-X]", {"loyalty": 5, "pool": "WW"}, 2, "118.3"),
        ("{X}, [-X]", {"loyalty": 1, "pool": "WW"}, 1, "606.6"),
        ("{X}, Pay X {E}", {"energy": 1, "pool": "WW"}, 1, "107.14"),
        ("{X}, Pay X {E}", {"energy": 0, "pool": "WW", "x": 2}, 0, "107.14"),
        ("Pay X {TK}, {TK}", {"tickets": 3}, 2, "107.17a"),
        ("Pay X {TK}, {TK}", {"tickets": 0}, None, "107.17a"),
        ("{X}, {T}", {"pool": "WW", "tapped": "yes"}, None, "107.5"),
        ("{X}, {T}", {"pool": "WW"}, 2, "107.5"),
        ("{W}, [-X]", {"loyalty": 5}, None, "118.3"),
    ],
)
def test_largest_x_with_counters(cost: str, more: Mapping[str, Any], greatest: int | None, rule: str) -> None:
    assert ask(cost, **{"pool": "", **more}).max_x == greatest, rule


@pytest.mark.parametrize(
    ("cost", "more", "total"),
    [
        ("{4}{R}", {"alternative": "Sacrifice two Mountains"}, "  Sacrifice two Mountains\n"),
        (
            "{4}{R}",
            {"alternative": "Sacrifice two Mountains", "minimum": 3},
            "  {3}\n  other costs: Sacrifice two Mountains\n",
        ),
        ("{4}{R}", {"alternative": "Pay 2 life, {T}", "reduce": "{1}"}, "  2 life\n  other costs: {T}\n"),
        ("{1}, {T}", {"reduce": "{1}"}, "  {0}\n  other costs: {T}\n"),
    ],
)
def test_report_of_a_total(cost: str, more: Mapping[str, Any], total: str) -> None:
    assert f"The total cost\n{total}" in plain.report(ask(cost, **more))


@pytest.mark.parametrize(
    ("more", "payable", "greatest"),
    [
        ({"reduce": "{1} least 1"}, [False, True, True, True], 3),
        ({"reduce": "{1} least 5"}, [False] * 4, None),
        ({"reduce": "{2} least 2"}, [False, False, True, True], 4),
        ({"minimum": 3, "pool": "C"}, [False, False, True, True], 3),
        ({"minimum": 5, "pool": "CC"}, [False, False, False, True], 4),
        ({"minimum": 3}, [False] * 4, None),
        # Beside something else that limits X.
        ({"reduce": "{2} least 2", "to_discard": 2}, [False, False, True, False], 2),
        ({"reduce": "{2} least 2", "to_discard": 1}, [False] * 4, None),
        ({"minimum": 3, "pool": "C", "to_discard": 2}, [False, False, True, False], 2),
        ({"minimum": 3, "pool": "C", "to_discard": 1}, [False] * 4, None),
    ],
)
def test_x_with_a_floor_or_a_minimum(more: Mapping[str, Any], payable: list[bool], greatest: int | None) -> None:
    words = ["Waterbend {X}", *["Discard X cards"] * ("to_discard" in more)]
    asked = {"additional": words, "waterbend": 3, "pool": "", **more}
    assert [ask("{1}", x=x, **asked).payable for x in range(4)] == payable
    result = ask("{1}", **asked)
    assert result.max_x == greatest
    rows = [row.payable for row in result.x_rows(8).rows]
    assert rows[:4] == (payable[: greatest + 1] if greatest else [False])


@examples(33)
@given(
    st.sampled_from(["{X}, [-X], {E}", "Pay X {E}, {E}", "{X}{W}, Pay X life", "[-X], [-1], {TK}", "{X}, {T}, {Q}"]),
    st.fixed_dictionaries({"energy": st.integers(0, 3), "loyalty": st.integers(0, 3), "tickets": st.integers(0, 1)}),
    st.integers(0, 4),
)
def test_largest_x_is_the_last_payable_one(cost: str, counters: dict[str, int], life: int) -> None:
    given_ = {"pool": "WWW", "life": life, "tapped": "no", "creature": "no", **counters}
    payable = [x for x in range(8) if ask(cost, x=x, **given_).payable]
    assert ask(cost, x=1, **given_).max_x == max(payable, default=None)
    assert payable == list(range(len(payable)))


@pytest.mark.parametrize(
    ("cost", "more", "announced", "every", "rule"),
    [
        ("{2}", {"alternative": "{W/U}{W/U}"}, 3, 3, "118.9"),
        ("{W/U}{W/U}", {"alternative": "{2}"}, 1, 1, "118.9"),
        ("{W/U}{W/U}", {"free": True}, 1, 1, "118.9"),
        ("{W/U}", {"additional": "{W/U}", "increase": "{W/U}"}, 2, 4, "118.8a"),
        ("{X}{W/P}", {"reduce": "{W/U}"}, 2, 2, "601.2f"),
    ],
)
def test_601_2b_announcements(cost: str, more: Mapping[str, object], announced: int, every: int, rule: str) -> None:
    result = ask(cost, pool="WWWUUU", **more)
    assert (result.announcements.count(), result.totals.announcements.count()) == (announced, every), rule
    assert result.as_json()["announcements"]["count"] == announced
    assert result.payable_announcements == every
    if every > 1:
        assert f"  You can pay in {every} of {every} ways." in plain.report(result).splitlines()


def test_a_failing_part_fails_every_way() -> None:
    result = ask("{W/U}, {T}", pool="WU", tapped="yes")
    assert (result.payable_announcements, result.totals.announcements.count()) == (0, 2)
    assert "  You can pay in 0 of 2 ways." in plain.report(result).splitlines()


@pytest.mark.parametrize("cost", ["{2}{W}: Draw a card", "{2}{W}, {T}", "{W}, {Q}", "{W}, {E}", "{W}, {TK}", "[-2]"])
def test_602_2a_an_ability_has_neither_mana_value_nor_color(cost: str) -> None:
    result = ask(cost, pool="WWW")
    assert result.cost.is_activation
    assert not {"202.3", "202.2", "202.2b", "202.3a"} & {citation.rule for citation in result.citations}
    assert "602.2a" in {citation.rule for citation in result.citations}
    report = plain.report(result)
    assert "Mana value" not in report
    assert "Colors" not in report


@pytest.mark.parametrize(
    "cost", ["{W}, Pay 2 life", "{2}, Discard a card", "Kicker {W}", "Equip {2}", "Flashback {2}{R}"]
)
def test_202_1_another_cost_has_no_mana_value(cost: str) -> None:
    result = ask(cost)
    facts = {citation.fact for citation in result.citations}
    assert "A mana value comes from a mana cost. This is another kind of cost." in facts
    assert not [fact for fact in facts if fact.startswith(("The mana value is", "An object with this"))]
    assert "Mana value" not in plain.report(result)


@pytest.mark.parametrize("cost", ["{2}{W}", "Mana cost: {2}{W}", "no mana cost", "{0}"])
def test_202_3_a_mana_cost_has_a_mana_value(cost: str) -> None:
    result = ask(cost)
    assert not result.cost.is_activation
    assert "  Mana value" in plain.report(result)


MANA_COSTS = (
    *("{2}{W}", "Mana cost: {2}{W}", "Prototype {2}{W}", "Prototype—{2}{W}", "Prototype {2}{W} — 2/2"),
    "Prototype {2}{W} — 2/2 (You may cast this spell with different mana cost, color, and size.)",
)
OTHER_COSTS = (
    *("{2}{W}, {T}", "{2}{W}: Draw a card", "{W}, Pay 2 life", "Kicker {2}{W}", "Ward {2}", "Flashback {W}", "[-3]"),
)


@pytest.mark.parametrize("cost", [*MANA_COSTS, *OTHER_COSTS])
def test_only_mana_costs_have_a_mana_value_and_colors_in_json(cost: str) -> None:
    found = ask(cost).as_json()
    expected = ({"stack": 3, "elsewhere": 3}, ["W"]) if cost in MANA_COSTS else (None, None)
    assert (found["mana_value"], found["colors"]) == expected


def test_718_3b_a_prototyped_spell_has_the_mana_cost_after_the_keyword() -> None:
    cited = {citation.rule for citation in ask("Prototype {2}{W}").citations}
    assert {"718.3b", "202.3", "202.2"} <= cited
    assert "202.1" not in cited
    assert "718.3b" not in {citation.rule for citation in ask("{2}{W}").citations}


SPECIAL, LATER, CASTING = {"107.3d", "118.13c"}, {"107.3f", "118.13b"}, {"107.3a", "118.13a", "601.2b"}


@pytest.mark.parametrize(
    ("cost", "rules"),
    [
        *((f"{name} {{X}}{{W/U}}", SPECIAL) for name in ("Morph", "Megamorph", "Disguise", "Plot", "Companion")),
        *((f"{name}{{X}}{{W/P}}", SPECIAL) for name in ("Suspend 3—", "Suspend X—", "Morph cost: ", "Unlock cost: ")),
        *((f"{name} {{X}}{{W/U}}", LATER) for name in ("Echo", "Ward", "Cumulative upkeep", "Recover")),
        *((cost, CASTING) for cost in ("Kicker {X}{W/U}", "Foretell {X}{W/U}", "{X}{W/U}", "{X}{W/U}, {T}")),
    ],
)
def test_118_13_when_choices_are_made(cost: str, rules: set[str]) -> None:
    occasions = {"107.3a", "107.3d", "107.3f", "118.13a", "118.13b", "118.13c", "601.2b"}
    assert {citation.rule for citation in ask(cost).citations} & occasions == rules


def test_118_13a_an_alternative_cost_is_chosen_for_as_the_spell_is_cast() -> None:
    cited = {citation.rule for citation in ask("Morph {3}", alternative="{W/U}").citations}
    assert "118.13a" in cited
    assert not {"118.13b", "118.13c"} & cited


def test_107_17a_a_number_in_the_ticket_symbol_says_how_many_tickets_are_paid() -> None:
    for typed in ("{TK3}", "{TK}{TK}{TK}"):
        assert ask(typed, tickets=2).payable is False
        assert ask(typed, tickets=3, pool="").payable is True
        assert list(ask(typed).cost.all_symbols) == ["{TK}"] * 3


def test_202_3a_no_mana_cost_has_mana_value_0() -> None:
    result = ask("no mana cost")
    assert "202.3a" in {citation.rule for citation in result.citations}
    report = plain.report(result)
    assert "  Mana value   0\n" in report
    assert "Colors" not in report
    assert "202.3a" not in {citation.rule for citation in ask("Pay 2 life").citations}
