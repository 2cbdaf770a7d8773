"""Trials made ready for pages: what is asked of them, what they answer, and the official examples that they run."""

from explorer.views.trials.asking import Asking
from explorer.views.trials.block import Block, try_this

__all__ = ["Asking", "Block", "try_this"]
