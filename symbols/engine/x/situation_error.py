"""Error for an impossible situation."""

from collections.abc import Sequence

from symbols.engine.errors import BadRequest


class SituationError(BadRequest):
    """The situation contradicts itself or the rules, or a number is not a legal X.

    `field` is the query parameter to blame, or ""; `others` could be dropped instead.
    """

    def __init__(self, message: str, *, field: str, suggestion: str | None = None, others: Sequence[str] = ()) -> None:
        super().__init__("bad_situation", message, suggestion=suggestion)
        self.field = field
        self.others = others
