"""The X explorer: its form, its answer with the rules, its view."""

from explorer.x.page import page, rules_to_quote
from explorer.x.question import PARAMETERS, XQuestion
from explorer.x.quoting import LoadedRules

__all__ = ["PARAMETERS", "LoadedRules", "XQuestion", "page", "rules_to_quote"]
