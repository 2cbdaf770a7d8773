"""X explorer made ready for its page: the question, the fields that ask it, and the answer with its rules."""

from explorer.views.x.page import page
from explorer.views.x.question import XQuestion

__all__ = ["XQuestion", "page"]
