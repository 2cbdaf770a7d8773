"""Typos: which words are taken for others, in a library of every edition, and which are only compared."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.library.loaded import library
from explorer.search.index.vocabulary import Vocabulary, vocabulary
from explorer.search.words.typos import Typos
from symbols.similar import distance
from tests.conftest import using_library

LETTERS = st.text(st.sampled_from("abcdeilnorst"), max_size=9)


@pytest.fixture(scope="module")
def words(every_edition: str, django_db_blocker: Any) -> Vocabulary:
    with using_library(every_edition, django_db_blocker), django_db_blocker.unblock():
        return vocabulary(library())


MEANT = """
trampel trample, tramle trample, deathtuch deathtouch, mulligen mulligan, mulligun mulligan, planeswaker planeswalker,
planeswlker planeswalker, hybird hybrid, phyrexain phyrexian, indestructable indestructible, hexproff hexproof,
lifelnk lifelink, defendr defender, regenrate regenerate, sacrafice sacrifice, sacrafise sacrifice, comander commander,
comandor commander, graveyrad graveyard, graveyeard graveyard, libary library, battelfield battlefield,
enchantmant enchantment, equiptment equipment, sorcerry sorcery, instent instant, creture creature,
protecton protection, menance menace, menece menace, casacde cascade, triger trigger, priorty priority,
summonning summoning, flyign flying, flyng flying, haset haste, reech reach, stirke strike, doubel double,
exille exile, discrad discard, tokken token, shufle shuffle, damge damage, combatt combat, legendery legendary,
monarhc monarch, initative initiative, ninjitsu ninjutsu, wrad ward, scyr scry, prolifrate proliferate,
transfrom transform, flashbak flashback, suspnd suspend, affinty affinity, infact infect, opponnet opponent
"""
OTHER = """
slow modern horizons ragavan brainstorm pioneer vintage pauper price foil timer omnath fury grief bauble bowmasters
warning budget moxfield smothering tithe atraxa krenko korvold sheoldred thassa fortune strixhaven twitch stream video
camera phone shop sell money zeppelin banana president shipping market poker pokemon python keyboard 1st 2wu wubrg
flood skull trace wreath mound expand planner private service grained chase checker scary stuck model plans good
trial parity central caption planned exploded blocky handy solver
"""


@pytest.mark.parametrize(("typed", "meant"), [pair.split() for pair in MEANT.split(",")])
def test_a_slip_is_mended(words: Vocabulary, typed: str, meant: str) -> None:
    assert words.typos.meant(typed) == meant


@pytest.mark.parametrize("typed", OTHER.split())
def test_another_word_is_left_as_it_is(words: Vocabulary, typed: str) -> None:
    """The index has some of them."""
    assert words.typos.meant(typed) in {"", typed}


def test_the_word_beside_it_tells_what_a_short_word_is(words: Vocabulary) -> None:
    assert words.typos.meant("strke", before="first") == "strike"
    assert words.typos.meant("strke") == ""


@pytest.mark.parametrize(("typed", "near"), [("shourd", "shroud"), ("shop", "stop"), ("toxc", "toxic")])
def test_what_is_not_sure_is_offered(words: Vocabulary, typed: str, near: str) -> None:
    assert near in words.typos.nearest(typed, 3)


@pytest.mark.parametrize("typed", ["ragavan", "brainstorm", "ab", "104", "xx"])
def test_what_looks_like_nothing_is_offered_nothing(words: Vocabulary, typed: str) -> None:
    assert words.typos.nearest(typed, 3) == []


@pytest.mark.parametrize(
    ("typed", "parts"),
    [("firststrike", "first strike"), ("manacost", "mana cost"), ("scryfall", ""), ("netdeck", ""), ("trample", "")],
)
def test_two_words_written_as_one_are_parted_where_they_belong_together(
    words: Vocabulary, typed: str, parts: str
) -> None:
    assert words.split_compound(typed) == parts


def test_a_name_that_only_looks_alike_is_not_meant() -> None:
    typos = Typos({"snow": 100, "mode": 200, "paper": 60, "time": 900}, {"snow", "mode"})
    assert [typos.meant(typed) for typed in ("slow", "modern", "pauper", "timer")] == [""] * 4


def test_rare_words_and_those_of_no_name_are_not_meant() -> None:
    typos = Typos({"caravan": 9, "counter": 500, "timely": 60}, {"trample"})
    assert [typos.meant(typed) for typed in ("caravn", "conuter", "trmple")] == ["", "counter", "trample"]


@given(LETTERS, LETTERS)
def test_no_slip_is_none_and_any_is_some(one: str, two: str) -> None:
    assert (distance(one, two) == 0) == (one == two)
    assert distance(one, two) == pytest.approx(distance(two, one))
