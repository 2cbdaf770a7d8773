"""Check a cost. Pages, htmx, the command line and the API all use this."""

from explorer.costcheck.check.by_card import CARD, MARK, CardQuestion, question_about, question_of
from explorer.costcheck.check.card_sources import makers_of_mana, source_named
from explorer.costcheck.check.checking import (
    CheckedCost,
    CheckedKeyword,
    answer,
    check,
    check_on_page,
    keyword_on_page,
)
from explorer.costcheck.check.cited_facts import CitedFact, source_among
from explorer.costcheck.check.in_words import (
    colors_in_words,
    in_sentences,
    mana_value_in_words,
    open_in_words,
    sentence_of,
    verdict_in_words,
)
from explorer.costcheck.check.missing_mana import MissingMana, missing_mana, short_for
from explorer.costcheck.check.options import PARAMETERS, REPEATED
from explorer.costcheck.check.report import error_report
from explorer.costcheck.check.verdict import OpenQuestion, Verdict, deciding_rules, told_rules, unknown_of_tap
