"""The pages of symbols and costs, one module per kind of page."""

from symbols.views.check import check
from symbols.views.drawing import drawing
from symbols.views.gallery import gallery, sheet
from symbols.views.symbol import symbol
from symbols.views.trying import numbers, trial, trials
from symbols.views.x import x

__all__ = ["check", "drawing", "gallery", "numbers", "sheet", "symbol", "trial", "trials", "x"]
