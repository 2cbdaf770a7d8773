"""Trials made ready for pages: what is asked of them, what they answer, and the official examples that they run."""

from explorer.tryit.block import TrialBlock, make_block
from explorer.tryit.request import TrialRequest

__all__ = ["TrialBlock", "TrialRequest", "make_block"]
