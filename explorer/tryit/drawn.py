"""Trials whose pages are drawn in their own way: `try/<slug>.html` and the parts of that name."""

from collections.abc import Callable, Mapping
from typing import Final

from explorer.tryit.answering import Answer
from explorer.tryit.board import ShownBoard
from explorer.tryit.combat import ShownCombat
from explorer.tryit.layers import ShownLayers
from explorer.tryit.reading import TrialContext
from explorer.tryit.request import TrialRequest

DRAWN: Final[Mapping[str, Callable[[TrialRequest, Answer | None, TrialContext], object]]] = {
    "board": ShownBoard,
    "combat": ShownCombat,
    "layers": lambda request, answer, _reading: ShownLayers(request, answer) if answer else None,
}
