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
    """`704.5k moved 704.5j`, for each."""
    found = check(text, written)
    return ", ".join(
        " ".join(filter(None, [one.verdict.number, str(one.verdict.status), one.verdict.now]))
        for one in found.citations
    )


pytestmark = pytest.mark.django_db


@with_editions(*FEW_EDITIONS)
class TestChecking:
    def test_the_edition_is_guessed_from_quotes(self) -> None:
        found = check(PICTURE)
        assert (found.edition.iso, found.assumed) == ("2014-02-01", True)
        assert said(PICTURE) == (
            "704.5k moved and reworded 704.5j, 704.3 same 704.3, 509.2 removed, 510.1c reworded 510.1c,"
            " 702.19b misquoted 702.19b"
        )
        assert found.right == 1
        assert found.citations[2].verdict.since == dt.date(2026, 2, 27)

    def test_only_numbers_are_updated(self) -> None:
        assert check(PICTURE).updated == PICTURE.replace("704.5k", "704.5j")

    def test_the_edition_is_guessed_from_numbers(self) -> None:
        assert check("See 704.5j.").edition.iso == "2026-02-27"
        assert check("See 112.6m and 704.5k.").edition.iso == "2014-02-01"

    def test_the_edition_is_said(self) -> None:
        assert said("See 704.5k.", IN_2014) == "704.5k moved and reworded 704.5j"
        assert not check("See 704.5k.", IN_2014).assumed

    @pytest.mark.parametrize(
        "written",
        [
            "Updated May 5, 2014.",
            "date: 2014-05-05\n",
            "Posted on 5 May 2014.",
            "CR of May 5th, 2014",
            "As of May 2014,",
            "Updated 5/3/2014",
            "Posted by Nate, Jun 3rd 2014:",
            "Written in 2014.",
            "The May 2014 rules:",
        ],
    )
    def test_a_date_in_the_text_helps(self, written: str) -> None:
        assert check(f"{written} See 704.5k.").edition.iso == "2014-02-01"

    def test_a_date_is_no_number_of_a_row(self) -> None:
        assert said("In the rules of February 1, 2014, 702.9 is flying") == "702.9 same 702.9"

    def test_other_dates_do_not(self) -> None:
        for text in ("On May 5, 2014, I won with {}.", "Unlike the rules of 2014, {} is", "In 2014, {} was"):
            assert check(text.format("704.5k")).edition.iso == "2026-02-27", text

    def test_invented_numbers_are_unknown(self) -> None:
        assert said("rule 704.99 and 799.3b") == "704.99 unknown, 799.3b unknown"
        assert check("It weighs 999.9 of these").citations == []

    def test_sections(self) -> None:
        assert (
            said("rule 601, section 702, CR 613, and 704", IN_2014)
            == "601 same 601, 702 same 702, 613 same 613, 704 same 704"
        )

    def test_ranges_and_lists(self) -> None:
        assert check("704.5f–h and 601.2b, f", IN_2014).updated == "704.5f–h and 601.2b, g"
        moved = check("704.5k, m and n; 704.5(k); 704.5K", IN_2014)
        assert moved.updated == "704.5j, k and m; 704.5(j); 704.5J"

    def test_a_range_that_is_none_today_is_left(self) -> None:
        found = check("See 509.1–3 and 704.5i–m.", IN_2014)
        assert found.updated == "See 509.1–3 and 704.5i–m."
        assert any(one.left for one in found.citations)

    def test_splits_and_mergers_are_told(self) -> None:
        split, merged = check("106.4a and 800.7", IN_2014).citations
        assert (split.verdict.now, split.verdict.split) == ("106.4b", ("106.4a", "106.4b"))
        assert "Its text is now in 106.4a and 106.4b." in sentence(split, dt.date.isoformat)
        assert (merged.verdict.now, merged.verdict.merged) == ("104.3h", True)
        assert "It’s part of 104.3h now." in sentence(merged, dt.date.isoformat)

    def test_a_range_may_have_new_rules_in_it(self) -> None:
        text = "{}, “{} through {}”"
        old, new = (text.format(f"601.2a–{last}", "601.2e", f"601.2{last}") for last in "hi")
        assert check(old, IN_2014).updated == new.replace("601.2e", "601.2f")

    def test_ignored_lines(self) -> None:
        assert said("704.5k  <!-- cite: ignore -->\n704.5k", IN_2014) == "704.5k moved and reworded 704.5j"

    @pytest.mark.parametrize(
        "cited",
        [
            "CR 704.5k (February 1, 2014): https://pipwise.example/rules/2014-02-01/704.5k/",
            "[704.5k](https://pipwise.example/x) (2014-02-01)",
        ],
    )
    def test_dated_citations_stay(self, cited: str) -> None:
        found = check(f"{cited} and 704.3")
        assert (found.edition.iso, found.updated, found.right) == ("2014-02-01", f"{cited} and 704.3", 2)
        assert found.citations[0].verdict.now == "704.5j"

    def test_dated_citations_may_be_wrong(self) -> None:
        assert check("CR 704.99 (February 1, 2014)").right == 0
        quote = "“If a player has 0 or less life, that player wins the game”"
        assert check(f"{quote} (CR 704.5a (February 1, 2014))").right == 0
        old = "“If a player controls two or more legendary permanents with the same name, that player chooses one”"
        assert check(f"CR 704.5k (February 1, 2014): {old}").right == 1
        assert check(f"CR 704.5k (February 27, 2026): {old}").right == 0

    def test_ignored_lines_have_no_date(self) -> None:
        assert check("Posted on May 5, 2014. cite: ignore\nSee 704.5k.").edition.iso == "2026-02-27"

    def test_links_are_updated_and_pinned_ones_stay(self) -> None:
        text = "[704.5k](/rules/704.5k/) [then](/rules/2014-02-01/704.5k/)"
        assert check(text, IN_2014).updated == "[704.5j](/rules/704.5j/) [then](/rules/2014-02-01/704.5k/)"


@with_editions(*FEW_EDITIONS)
class TestQuotes:
    def verdict(self, text: str, written: dt.date | None = None) -> tuple[str, str, bool]:
        [one] = check(text, written).citations
        return str(one.verdict.status), one.verdict.says, one.verdict.altered

    def test_another_rules_words(self) -> None:
        text = "“If a player has 0 or less life, that player loses the game” (704.5b)"
        assert self.verdict(text) == ("misquoted", "704.5a", False)

    def test_altered_words(self) -> None:
        text = "“If a player has 0 or less life, that player wins the game” (704.5a)"
        assert self.verdict(text) == ("misquoted", "704.5a", True)

    def test_altered_words_of_another_rule(self) -> None:
        text = "“If a player has 0 or less life, that player wins the game” (704.7)"
        assert self.verdict(text) == ("misquoted", "704.5a", True)

    @pytest.mark.parametrize(
        "quote",
        [
            "if a player has 0 or less life, that player loses the game.",
            "If a player has 0 … life, that player loses the game.",
            "If [someone] has 0 or less life, that player loses the game",
            "If a player has 0\nor less   life, that\nplayer loses the game",
        ],
    )
    def test_words_quoted_rightly(self, quote: str) -> None:
        assert self.verdict(f"“{quote}” (704.5a)") == ("same", "", False)
        assert self.verdict(f"“{quote}” (704.5)") == ("same", "", False)

    def test_symbols(self) -> None:
        assert self.verdict("“W is white, (U) blue, {B} black, [R] red” (107.4a)")[0] == "same"
        assert self.verdict('"W is white, U blue, B black, and R green" (107.4a)') == ("misquoted", "107.4a", True)

    def test_words_of_another_edition(self) -> None:
        old = "“If a player controls two or more legendary permanents with the same name, that player chooses one”"
        [one] = check(f"{old} (704.5k)", dt.date(2026, 2, 27)).citations
        assert (one.verdict.status, one.verdict.edition.iso) == (Status.MOVED_AND_REWORDED, "2014-02-01")
        # The number is today's, the words aren't.
        assert self.verdict(f"{old} (704.5j)", dt.date(2026, 2, 27))[0] == "reworded"

    def test_words_that_no_rule_has(self) -> None:
        assert self.verdict("A trampler “must assign lethal damage to all blockers” (702.19b)") == (
            "misquoted",
            "",
            False,
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

    def test_invented_words(self) -> None:
        assert self.verdict("“Flying is an activated ability.” (702.9a)") == ("misquoted", "", False)
        assert self.verdict("As 118.3 puts it, a player “can pay a cost without having the necessary resources”") == (
            "misquoted",
            "118.3",
            True,
        )

    def test_almost_the_words_of_another_edition(self) -> None:
        old = "“If a player controls two or more legendary permanents with the same nome, that player chooses one of”"
        [one] = check(f"{old} (704.5k).").citations
        assert (one.verdict.says, one.verdict.edition.iso, one.verdict.now) == ("704.5k", "2014-02-01", "704.5j")
        [one] = check(f"{old} (118.3).").citations
        assert "almost 704.5k’s in the 2014-02-01 rules (now 704.5j)" in sentence(one, dt.date.isoformat)

    def test_a_remark_in_parentheses_is_no_reminder(self) -> None:
        text = (
            "“The active player receives priority after a spell or ability (other than an activated ability) resolves.”"
        )
        assert self.verdict(f"{text} (118.3)") == ("misquoted", "117.3b", True)

    def test_the_second_quote_beside_a_number(self) -> None:
        right, wrong = "“a player has 0 or less life”", "“A player with 0 life wins the game.”"
        assert self.verdict(f"{right} (704.5a): {wrong}")[0] == "misquoted"
        assert self.verdict(f"{wrong} (704.5a): {right}")[0] == "misquoted"

    def test_old_words_under_a_new_number_have_their_old_one(self) -> None:
        old = "“If a player controls two or more legendary permanents with the same name, that player chooses one”"
        [one] = check(f"{old} (704.5j)", dt.date(2026, 2, 27)).citations
        assert sentence(one, dt.date.isoformat) == (
            "704.5j was reworded on 2024-03-08. These words are 704.5k’s in the 2014-02-01 rules (now 704.5j)."
        )

    def test_a_quote_beside_a_list_belongs_to_the_rule_that_has_it(self) -> None:
        found = check("“If a player has 0 or less life, that player loses the game” (704.5b, 704.5a)")
        assert [(one.verdict.status, bool(one.quote)) for one in found.citations] == [
            (Status.SAME, False),
            (Status.SAME, True),
        ]

    def test_words_of_the_glossary(self) -> None:
        words = "“A keyword ability that causes damage dealt by an object to be especially effective” (704.3)"
        assert self.verdict(words) == ("misquoted", "glossary/deathtouch", False)

    @pytest.mark.parametrize(
        "text",
        [
            "“A player may play only one land each turn” (305.2)",
            "“A creature dealt damage by a deathtouch source is destroyed” (702.2b)",
            "“If a replacement effect modifies how a permanent enters the battlefield” (614.12)",
        ],
    )
    def test_paraphrases_are_no_quotations(self, text: str) -> None:
        assert self.verdict(text)[0] == "misquoted"

    def test_words_beside_an_invented_number(self) -> None:
        text = "“If a player has 0 or less life, that player loses the game” (777.7)"
        assert self.verdict(text) == ("unknown", "704.5a", False)

    def test_blocks(self) -> None:
        text = "> 704.5a If a player has 0 or less life, that player loses the game.\n"
        text += "> 704.5b If a player attempted to draw from an empty library, that player loses.\n"
        assert [one.verdict.status for one in check(text).citations] == [Status.SAME, Status.MISQUOTED]


_NUMBERS = r"\d{3}(?:\.\d+(?: ?\([a-z]\)|\.?[a-z]\b)?)?|\b[a-z]\b"
# What numbers, quotes and everything around them are made of.
_PARTS = (
    *(
        "704.5k",
        "704.5",
        "704.5j",
        "601.2a",
        "b",
        "f",
        "h",
        "509.2",
        "702.19b",
        "704.99a",
        "613",
        "rule ",
        "CR ",
        "section ",
    ),
    *(
        "–",
        "-",
        ", ",
        " and ",
        " through ",
        "/",
        "(",
        ")",
        " ",
        "\n",
        "> ",
        "“",
        "”",
        '"',
        "…",
        "<q>",
        "</q>",
        "&nbsp;",
        "$",
    ),
    *("(b)", " (k)", ".n", "704.5(r)", "704.5n", "&ndash;", "{{CR|", "|", "}}", "<td>", "```\n", "''", "~", "="),
    *(
        "if a player has 0 or less life, that player loses the game",
        "the controller of an attacking creature",
        "/rules/",
    ),
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
