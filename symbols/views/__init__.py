"""The pages of symbols and costs, one module per kind of page."""

from symbols.views.check import check
from symbols.views.drawing import drawing
from symbols.views.gallery import gallery, sheet
from symbols.views.symbol import symbol

__all__ = ["check", "drawing", "gallery", "sheet", "symbol"]
