"""Trials made ready for pages: what is asked of them, what they answer, and the official examples that they run."""

from symbols.trying.asking import Asking
from symbols.trying.block import Block, try_this

__all__ = ["Asking", "Block", "try_this"]
