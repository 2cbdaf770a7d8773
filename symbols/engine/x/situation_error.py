"""Error about a situation that can't be."""

from collections.abc import Sequence

from symbols.engine.errors import BadRequest


class SituationError(BadRequest):
    """Error: the situation contradicts itself or the rules, or a number is none that X can be.

    Attributes:
        field: the parameter of the situation (see `Situation.as_query`) that is to blame, or "".
        others: further parameters that may go where that one has to stay.
    """

    def __init__(self, message: str, *, field: str, suggestion: str | None = None, others: Sequence[str] = ()) -> None:
        super().__init__("bad_situation", message, suggestion=suggestion)
        self.field = field
        self.others = others
