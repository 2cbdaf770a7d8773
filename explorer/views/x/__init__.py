"""X explorer made ready for its page: the question, the fields that ask it, and the answer with its rules."""

from explorer.views.x.page import page, rules_to_quote
from explorer.views.x.question import PARAMETERS, XQuestion
from explorer.views.x.quoting import ReadRules

__all__ = ["PARAMETERS", "ReadRules", "XQuestion", "page", "rules_to_quote"]
