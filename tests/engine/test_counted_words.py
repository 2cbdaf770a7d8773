"""Text parts checked against resources, and graveyard cards that costs and delve share (118.3)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.costcheck.check.report import report
from symbols.engine import BadRequest, CheckRequest
from tests.tables import cases


def test_any_number_is_checked_against_resources(subtests: pytest.Subtests) -> None:
    for verb in ["sacrifice", "discard", "remove", "exile"]:
        for amount, payable in [(0, True), (2, True), (3, False), (None, True)]:
            with subtests.test(verb=verb, amount=amount, payable=payable):
                words = f"{verb.capitalize()} any number of them"
                asked = {"cost": "{1}", "additional": words, "pool": "C", f"to_{verb}": 2, "amount": amount}
                result = CheckRequest.parse(asked).check()
                assert result.payable is payable
                assert [part.input for part in result.unchecked] == ["amount"] * (amount is None)


def test_parts_share_resources(subtests: pytest.Subtests) -> None:
    for words, lacks in [
        (["Discard a card", "Discard two cards"], "You need 3 to discard; you have 2."),
        (["Discard one or more cards", "Discard two cards"], "You need 3 to discard; you have 2."),
        (["Discard two cards", "Discard one or more cards"], "You need at least 3 to discard; you have 2."),
    ]:
        with subtests.test(words=words, lacks=lacks):
            asked = {"cost": "{1}", "additional": words, "pool": "C", "to_discard": 2}
            (failing,) = CheckRequest.parse(asked).check().failing
            assert failing.check.sentence == lacks
            some_and_x = CheckRequest.parse(
                {**asked, "additional": [words[-1], "Discard X cards"], "to_discard": 4}
            ).check()
            assert some_and_x.max_x == (3 if "one or more" in words[-1] else 2)


ESCAPE = "{7}{U}, Exile three other cards from your graveyard"


def test_cards_are_exiled_only_once(subtests: pytest.Subtests) -> None:
    table: list[Any] = cases("engine/counted_words", "cards_are_exiled_only_once")
    for paid, graveyard, more, payable in table:
        with subtests.test(paid=paid, graveyard=graveyard, more=more, payable=payable):
            asked = {"cost": "{7}{U}", "pool": "U", "alternative": paid, "delve": graveyard, **more}
            result = CheckRequest.parse(asked).check()
            assert result.payable is payable
            assert result.max_x == (min(3, graveyard) if "X" in paid else None)
            said = "can’t be exiled again with delve" in " ".join(fact for fact, _ in result.citations)
            assert said == ("graveyard" in paid and graveyard > 0)


def test_amount_of_one_is_singular(subtests: pytest.Subtests) -> None:
    for words, shown in [
        ("Exile any number of cards from your graveyard", "Exile 1 card from your graveyard"),
        (
            "Exile one or more other creature cards from your graveyard",
            "Exile 1 other creature card from your graveyard",
        ),
        ("Remove any number of +1/+1 counters from creatures", "Remove 1 +1/+1 counter from creatures"),
        ("Sacrifice one or more Elves with counters on them", "Sacrifice 1 Elves with counters on them"),
        ("Sacrifice any number of artifacts and/or creatures", "Sacrifice 1 artifacts and/or creatures"),
    ]:
        with subtests.test(words=words, shown=shown):
            asked = {"cost": "{1}", "additional": words, "amount": 1}
            assert CheckRequest.parse(asked).check().other_costs == [shown]


def test_118_3_vague_exile_costs_mention_delve(subtests: pytest.Subtests) -> None:
    for words in ["Collect evidence 4", "Forage", "Exile cards from your graveyard or hand"]:
        with subtests.test(words=words):
            asked = {"cost": "{2}{B}", "additional": words, "pool": "BCC"}
            for delve, together in ((0, False), (2, True)):
                (part,) = CheckRequest.parse({**asked, "delve": delve}).check().unchecked
                assert ("together with delve" in part.check.sentence) is together


def test_118_3_shortfall_names_costs_that_compete_with_delve(subtests: pytest.Subtests) -> None:
    for asked, symbols, parts in [
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
        (
            {"cost": "{3}", "additional": "Exile one or more creature cards from your graveyard", "delve": 2},
            ["{3}"],
            ["Exile one or more creature cards from your graveyard"],
        ),
    ]:
        with subtests.test(asked=asked, symbols=symbols, parts=parts):
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


def test_exiled_card_cannot_be_delved(subtests: pytest.Subtests) -> None:
    for words in [
        "Exile a creature card from your graveyard",
        "Exile an artifact or land card from your graveyard",
        "Exile a colorless or Fungus or Elf card from your graveyard",
        "Exile a Cyclops or Giant card from your graveyard",
        "Exile a Plains, Cyclops, or Giant card from your graveyard",
        "Exile an Urza’s or Plains card from your graveyard",
    ]:
        with subtests.test(words=words):
            asked = {"cost": "{7}{U}", "pool": "U", "additional": words, "delve": 7}
            assert CheckRequest.parse(asked).check().payable is False
            assert CheckRequest.parse({**asked, "delve": 8}).check().payable is True


def test_118_3_exile_costs_are_limited_by_the_graveyard(subtests: pytest.Subtests) -> None:
    table: list[Any] = cases("engine/counted_words", "118_3_exile_costs_are_limited_by_the_graveyard")
    for words, more, lacks, greatest in table:
        with subtests.test(words=words, more=more, lacks=lacks, greatest=greatest):
            result = CheckRequest.parse({"cost": "{X}", "additional": words, "pool": "C", **more}).check()
            assert (result.payable is False) == bool(lacks)
            assert lacks in " ".join(part.check.sentence for part in result.failing)
            assert result.max_x == greatest


FROM_GRAVEYARD = {
    "Exile two cards from your graveyard": (2, 0),
    "Exile any number of cards from your graveyard": (0, 0),
    "Exile X cards from your graveyard": (0, 1),
    "Exile one or more land cards from your graveyard": (1, 0),
    "Exile a Cyclops or Giant card from your graveyard": (1, 0),
    "Exile X Urza’s or Plains cards from your graveyard": (0, 1),
    "Exile an instant card and a land card from your graveyard": (2, 0),
}
FROM_ELSEWHERE = {
    "Exile one or more blue cards from your hand": (1, 0),
    "Exile two cards from your hand": (2, 0),
    "Exile X artifacts you control": (0, 1),
    "Exile a creature you control or a creature card from your graveyard": (1, 0),
    "Exile one or more cards from your graveyard or hand": (1, 0),
}
WORDS = st.lists(st.sampled_from([*FROM_GRAVEYARD, *FROM_ELSEWHERE]), min_size=1, max_size=3)
FEW = st.none() | st.integers(0, 5)


@given(WORDS, st.integers(0, 3), st.integers(0, 3), FEW, FEW)
def test_118_3_exile_costs_and_delve_share_the_graveyard(
    words: list[str], generic: int, colorless: int, graveyard: int | None, there: int | None
) -> None:
    asked = {"cost": f"{{X}}{{{generic}}}", "pool": "C" * colorless, "additional": words}
    given_ = {"delve": graveyard, "to_exile": there}

    def pays(x: int) -> bool:
        taken = {part: least + times * x for part, (least, times) in (FROM_GRAVEYARD | FROM_ELSEWHERE).items()}
        exiled = sum(taken[part] for part in words if part in FROM_GRAVEYARD)
        return any(
            delved + colorless >= generic + x
            and (graveyard is None or exiled + delved <= graveyard)
            and (there is None or sum(map(taken.__getitem__, words)) <= there)
            for delved in range((graveyard or 0) + 1)
        )

    result = CheckRequest.parse({**asked, **given_}).check()
    assert result.payable is pays(0)
    assert result.max_x == max(filter(pays, range(9)), default=None)


def test_118_3_possible_graveyard_exile_is_not_checked(subtests: pytest.Subtests) -> None:
    for words, cost, delve, had in cases("engine/counted_words", "118_3_words_not_checked"):
        with subtests.test(words=words, cost=cost, delve=delve, had=had):
            asked = {"cost": cost, "additional": words, "pool": "U", "to_exile": had}
            result = CheckRequest.parse({**asked, "delve": delve}).check()
            assert [(part.text, part.payable) for part in result.parts] == [(words, None)]
            assert CheckRequest.parse({**asked, "delve": delve, "to_exile": 0}).check().payable is False


def test_118_3_only_plain_numbers_are_counted(subtests: pytest.Subtests) -> None:
    for words, more, payable in cases("engine/counted_words", "118_3_only_plain_numbers_are_counted"):
        with subtests.test(words=words, more=more, payable=payable):
            result = CheckRequest.parse({"cost": "{R}", "additional": words, "pool": "R", **more}).check()
            (part,) = result.parts
            chooses = "Type the one you choose" in part.check.sentence
            assert ("choice" if chooses else part.payable) == payable
            assert result.payable is (part.payable is not False)


def test_x_joined_by_and_counts_twice() -> None:
    asked = {"cost": "{R}", "additional": "Sacrifice X artifacts and X creatures and a land", "pool": "R"}
    assert CheckRequest.parse({**asked, "to_sacrifice": 6}).check().max_x == 2


def test_one_or_more_rejects_zero() -> None:
    with pytest.raises(BadRequest) as caught:
        CheckRequest.parse({"cost": "{B}", "additional": "Sacrifice one or more creatures", "amount": 0})
    assert (caught.value.code, caught.value.field) == ("bad_count", "amount")


@pytest.mark.parametrize(
    "words",
    [
        "Sacrifice X lands",
        "Discard X cards",
        "Exile X cards from your graveyard",
        "Remove X counters from it",
        "Tap X untapped creatures you control",
        "Return X creatures you control to their owner's hand",
        "Reveal X cards from your hand",
    ],
)
def test_107_3_nothing_is_needed_for_x_of_zero(words: str) -> None:
    result = CheckRequest.parse({"cost": f"{{U}}, {words}", "pool": "U"}).check()
    assert (result.payable, result.unchecked) == (True, ())
    with_x = CheckRequest.parse({"cost": f"{{U}}, {words}", "pool": "U", "x": 1}).check()
    assert [part.payable for part in with_x.parts] == [None]


@pytest.mark.parametrize(("there", "payable"), [(1, False), (2, True), (5, True)])
def test_tapping_other_creatures_as_a_cost(there: int, payable: bool) -> None:
    asked = {"cost": "Tap two untapped creatures you control", "pool": "", "to_tap": there}
    assert CheckRequest.parse(asked).check().payable is payable
