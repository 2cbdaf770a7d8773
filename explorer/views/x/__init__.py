"""The X explorer made ready for its page: what is asked, the controls that ask it, and the answer with its rules."""

from explorer.views.x.asking import Asking
from explorer.views.x.page import Page, page

__all__ = ["Asking", "Page", "page"]
