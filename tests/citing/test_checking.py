"""What is said of each citation."""

import datetime as dt
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.citing.checking import CheckedText, Checker
from explorer.citing.judging import Status
from explorer.citing.sentences import sentence, summary
from explorer.library.loaded import library
from tests.conftest import with_editions
from tests.shared import FEW_EDITIONS, examples

PICTURE = (
    "Two Thalias? “If a player controls two or more legendary permanents with the same name, that player chooses one of"
    " them, and the rest are put into their owners’ graveyards” (704.5k). The game “performs all applicable state-based"
    " actions simultaneously as a single event” (704.3). With several blockers, the attacker announces a damage"
    " assignment order (509.2). A blocked creature assigns its damage “according to the damage assignment order"
    " announced for it” (510.1c). A trampler “must assign lethal damage to all blockers” (702.19b)."
)
IN_2014 = dt.date(2014, 2, 1)


def check(text: str, written: dt.date | None = None) -> CheckedText:
    loaded = library()
    return Checker(loaded, loaded.on(written) if written else None).check(text)


def said(text: str, written: dt.date | None = None) -> str:
    """Such as `704.5k moved 704.5j, 704.3 same 704.3`."""
    found = check(text, written)
    return ", ".join(
        " ".join(filter(None, [one.verdict.number, str(one.verdict.status), one.verdict.now]))
        for one in found.citations
    )


pytestmark = pytest.mark.django_db


EDITIONS = {
    PICTURE: "2014-02-01",
    "See 704.5j.": "2026-02-27",
    "See 112.6m and 704.5k.": "2014-02-01",
    **dict.fromkeys(
        (
            "Updated May 5, 2014. See 704.5k.",
            "date: 2014-05-05\n See 704.5k.",
            "Posted on 5 May 2014. See 704.5k.",
            "CR of May 5th, 2014 See 704.5k.",
            "As of May 2014, see 704.5k.",
            "Updated 5/3/2014 See 704.5k.",
            "Posted by Nate, Jun 3rd 2014: See 704.5k.",
            "Written in 2014. See 704.5k.",
            "The May 2014 rules: See 704.5k.",
        ),
        "2014-02-01",
    ),
    **dict.fromkeys(
        (
            "On May 5, 2014, I won with 704.5k.",
            "Unlike the rules of 2014, 704.5k is",
            "In 2014, 704.5k was",
            "Posted on May 5, 2014. cite: ignore\nSee 704.5k.",
        ),
        "2026-02-27",
    ),
}
"""The edition that is guessed for a text."""
UPDATED = {
    PICTURE: PICTURE.replace("704.5k", "704.5j"),
    "704.5f–h and 601.2b, f": "704.5f–h and 601.2b, g",
    "704.5k, m and n; 704.5(k); 704.5K": "704.5j, k and m; 704.5(j); 704.5J",
    # A range that today's numbers aren't.
    "See 509.1–3 and 704.5i–m.": "See 509.1–3 and 704.5i–m.",
    # A range that has a new rule in it.
    "601.2a–h, “601.2e through 601.2h”": "601.2a–i, “601.2f through 601.2i”",
    # Links to an edition stay.
    "[704.5k](/rules/704.5k/) [then](/rules/2014-02-01/704.5k/)": (
        "[704.5j](/rules/704.5j/) [then](/rules/2014-02-01/704.5k/)"
    ),
}
"""Texts of 2014 with today's numbers."""


@with_editions(*FEW_EDITIONS)
class TestChecking:
    @pytest.mark.slow
    def test_guesses_the_edition(self, subtests: pytest.Subtests) -> None:
        for text, edition in EDITIONS.items():
            with subtests.test(text):
                found = check(text)
                assert (found.edition.iso, found.assumed) == (edition, True)

    def test_takes_a_given_edition(self) -> None:
        assert said("See 704.5k.", IN_2014) == "704.5k moved and reworded 704.5j"
        assert not check("See 704.5k.", IN_2014).assumed

    def test_judges_each_citation(self) -> None:
        assert said(PICTURE) == (
            "704.5k moved and reworded 704.5j, 704.3 same 704.3, 509.2 removed, 510.1c reworded 510.1c,"
            " 702.19b misquoted 702.19b"
        )
        found = check(PICTURE)
        assert found.right == 1
        assert found.citations[2].verdict.since == dt.date(2026, 2, 27)
        assert said("In the rules of February 1, 2014, 702.9 is flying") == "702.9 same 702.9"
        assert said("rule 704.99 and 799.3b") == "704.99 unknown, 799.3b unknown"
        assert check("It weighs 999.9 of these").citations == []
        assert (
            said("rule 601, section 702, CR 613, and 704", IN_2014)
            == "601 same 601, 702 same 702, 613 same 613, 704 same 704"
        )

    def test_updates_only_numbers(self, subtests: pytest.Subtests) -> None:
        for text, updated in UPDATED.items():
            with subtests.test(text):
                assert check(text, IN_2014).updated == updated
        assert check(PICTURE).updated == UPDATED[PICTURE]
        assert any(one.left for one in check("See 509.1–3 and 704.5i–m.", IN_2014).citations)

    def test_tells_splits_and_mergers(self) -> None:
        split, merged = check("106.4a and 800.7", IN_2014).citations
        assert (split.verdict.now, split.verdict.split) == ("106.4b", ("106.4a", "106.4b"))
        assert "Its text is now in 106.4a and 106.4b." in sentence(split, dt.date.isoformat)
        assert (merged.verdict.now, merged.verdict.merged) == ("104.3h", True)
        assert "It’s part of 104.3h now." in sentence(merged, dt.date.isoformat)

    def test_skips_ignored_lines(self) -> None:
        assert said("704.5k  <!-- cite: ignore -->\n704.5k", IN_2014) == "704.5k moved and reworded 704.5j"

    @pytest.mark.parametrize(
        "cited",
        [
            "CR 704.5k (February 1, 2014): https://pipwise.example/rules/2014-02-01/704.5k/",
            "[704.5k](https://pipwise.example/x) (2014-02-01)",
        ],
    )
    def test_leaves_dated_citations(self, cited: str) -> None:
        found = check(f"{cited} and 704.3")
        assert (found.edition.iso, found.updated, found.right) == ("2014-02-01", f"{cited} and 704.3", 2)
        assert found.citations[0].verdict.now == "704.5j"

    def test_dated_citations_may_be_wrong(self) -> None:
        assert check("CR 704.99 (February 1, 2014)").right == 0
        quote = "“If a player has 0 or less life, that player wins the game”"
        assert check(f"{quote} (CR 704.5a (February 1, 2014))").right == 0
        assert check(f"CR 704.5k (February 1, 2014): {OLD}”").right == 1
        assert check(f"CR 704.5k (February 27, 2026): {OLD}”").right == 0


OLD = "“If a player controls two or more legendary permanents with the same name, that player chooses one"
LIFE = "“If a player has 0 or less life, that player loses the game"
NO_LIFE = "“If a player has 0 or less life, that player wins the game”"
REMARK = "“The active player receives priority after a spell or ability (other than an activated ability) resolves.”"
VERDICTS = {
    **{
        f"“{quote}” ({number})": ("same", "", False)
        for quote in (
            "if a player has 0 or less life, that player loses the game.",
            "If a player has 0 … life, that player loses the game.",
            "If [someone] has 0 or less life, that player loses the game",
            "If a player has 0\nor less   life, that\nplayer loses the game",
        )
        for number in ("704.5a", "704.5")
    },
    "“W is white, (U) blue, {B} black, [R] red” (107.4a)": ("same", "", False),
    '"W is white, U blue, B black, and R green" (107.4a)': ("misquoted", "107.4a", True),
    f"{LIFE}” (704.5b)": ("misquoted", "704.5a", False),
    f"{NO_LIFE} (704.5a)": ("misquoted", "704.5a", True),
    f"{NO_LIFE} (704.7)": ("misquoted", "704.5a", True),
    # A remark in parentheses is no reminder text.
    f"{REMARK} (118.3)": ("misquoted", "117.3b", True),
    "A trampler “must assign lethal damage to all blockers” (702.19b)": ("misquoted", "", False),
    "“Flying is an activated ability.” (702.9a)": ("misquoted", "", False),
    "As 118.3 puts it, a player “can pay a cost without having the necessary resources”": ("misquoted", "118.3", True),
    "“A keyword ability that causes damage dealt by an object to be especially effective” (704.3)": (
        "misquoted",
        "glossary/deathtouch",
        False,
    ),
    f"{LIFE}” (777.7)": ("unknown", "704.5a", False),
}
"""Status, whose words they are, and whether these are altered."""


@with_editions(*FEW_EDITIONS)
class TestQuotes:
    def verdict(self, text: str, written: dt.date | None = None) -> tuple[str, str, bool]:
        [one] = check(text, written).citations
        return str(one.verdict.status), one.verdict.says, one.verdict.altered

    def test_verdicts(self, subtests: pytest.Subtests) -> None:
        for text, verdict in VERDICTS.items():
            with subtests.test(text):
                assert self.verdict(text) == verdict

    def test_words_of_another_edition(self) -> None:
        [one] = check(f"{OLD}” (704.5k)", dt.date(2026, 2, 27)).citations
        assert (one.verdict.status, one.verdict.edition.iso) == (Status.MOVED_AND_REWORDED, "2014-02-01")
        # The number is today's, the words aren't.
        [one] = check(f"{OLD}” (704.5j)", dt.date(2026, 2, 27)).citations
        assert one.verdict.status is Status.REWORDED
        assert sentence(one, dt.date.isoformat) == (
            "704.5j was reworded on 2024-03-08. These words are 704.5k’s in the 2014-02-01 rules (now 704.5j)."
        )

    @pytest.mark.parametrize(
        "text",
        [
            "“Hey, let me think about my turn” (601.2b)",
            "Giant Growth reads “Target creature gets +3/+3 until end of turn” (608.2b).",
            "Its ability: “Whenever this creature attacks, draw a card” (603.2).",
            "The card says “Lightning Bolt deals 3 damage to any target” (115.4).",
            "“Whenever a creature you control dies, each opponent loses 1 life” (603.10a)",
            "“Destroy target creature. It can’t be regenerated” (701.15)",
            "“Spells you cast cost {1} less to cast” (601.2f)",
            "It isn’t a “triggered ability that uses the stack” (603.1).",
        ],
    )
    def test_words_of_players_and_cards_are_not_compared(self, text: str) -> None:
        assert self.verdict(text)[0] == "same"
        checked = check(text)
        assert summary(checked) == "1 citation: its number is still right. 1 quotation wasn’t compared."
        assert "doesn’t look like this rule’s words" in sentence(checked.citations[0], dt.date.isoformat)

    def test_nearly_the_words_of_another_edition(self) -> None:
        typo = f"{OLD.replace('name', 'nome')} of”"
        [one] = check(f"{typo} (704.5k).").citations
        assert (one.verdict.says, one.verdict.edition.iso, one.verdict.now) == ("704.5k", "2014-02-01", "704.5j")
        [one] = check(f"{typo} (118.3).").citations
        assert "almost 704.5k’s in the 2014-02-01 rules (now 704.5j)" in sentence(one, dt.date.isoformat)

    def test_two_quotes_beside_a_number(self) -> None:
        right, wrong = "“a player has 0 or less life”", "“A player with 0 life wins the game.”"
        assert self.verdict(f"{right} (704.5a): {wrong}")[0] == "misquoted"
        assert self.verdict(f"{wrong} (704.5a): {right}")[0] == "misquoted"

    def test_a_quote_beside_a_list_belongs_to_the_rule_that_has_it(self) -> None:
        assert [(one.verdict.status, bool(one.quote)) for one in check(f"{LIFE}” (704.5b, 704.5a)").citations] == [
            (Status.SAME, False),
            (Status.SAME, True),
        ]

    @pytest.mark.parametrize(
        "text",
        [
            "“A player may play only one land each turn” (305.2)",
            "“A creature dealt damage by a deathtouch source is destroyed” (702.2b)",
            "“If a replacement effect modifies how a permanent enters the battlefield” (614.12)",
        ],
    )
    def test_paraphrases_are_misquotations(self, text: str) -> None:
        assert self.verdict(text)[0] == "misquoted"

    def test_blocks(self) -> None:
        text = "> 704.5a If a player has 0 or less life, that player loses the game.\n"
        text += "> 704.5b If a player attempted to draw from an empty library, that player loses.\n"
        assert [one.verdict.status for one in check(text).citations] == [Status.SAME, Status.MISQUOTED]


_NUMBERS = r"\d{3}(?:\.\d+(?: ?\([a-z]\)|\.?[a-z]\b)?)?|\b[a-z]\b"
_PARTS = (
    *("704.5k", "704.5", "704.5j", "601.2a", "b", "f", "h", "509.2", "702.19b", "704.99a", "613"),
    *("rule ", "CR ", "section ", "–", "-", ", ", " and ", " through ", "/", "(", ")", " ", "\n", "> "),
    *("“", "”", '"', "…", "<q>", "</q>", "&nbsp;", "$", "(b)", " (k)", ".n", "704.5(r)", "704.5n", "&ndash;"),
    *("{{CR|", "|", "}}", "<td>", "```\n", "''", "~", "=", "/rules/"),
    "if a player has 0 or less life, that player loses the game",
    "the controller of an attacking creature",
)


@pytest.mark.slow
@with_editions(*FEW_EDITIONS)
@examples(200)
@given(st.lists(st.sampled_from(_PARTS), max_size=25), st.booleans())
def test_nothing_but_numbers_is_touched(parts: list[str], old: bool) -> None:
    text = "".join(parts)
    found = check(text, IN_2014 if old else dt.date(2026, 2, 27))
    outside = re.split(_NUMBERS, found.updated)
    assert outside == re.split(_NUMBERS, text)
    if not old:
        assert found.updated == text
    for one in found.citations:
        assert 0 <= one.start < one.end <= len(text)
        assert bool(one.verdict.now) is (one.verdict.status not in {Status.REMOVED, Status.UNKNOWN}) or one.quote
