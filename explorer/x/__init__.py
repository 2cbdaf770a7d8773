"""X explorer made ready for its page: the question, the fields that ask it, and the answer with its rules."""

from explorer.x.page import page, rules_to_quote
from explorer.x.question import PARAMETERS, XQuestion
from explorer.x.quoting import ReadRules

__all__ = ["PARAMETERS", "ReadRules", "XQuestion", "page", "rules_to_quote"]
