"""The X explorer: its form, its answer with the rules, its view."""

from explorer.x.answer import answer_json
from explorer.x.page import page, rules_to_quote
from explorer.x.question import PARAMETERS, XQuestion, error_of
from explorer.x.quoting import LoadedRules
