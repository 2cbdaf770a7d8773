"""What is said about a situation that cannot be."""

from symbols.engine.errors import BadRequest

__all__ = ["SituationError"]


class SituationError(BadRequest):
    """The situation contradicts itself or the rules, or a number is none that X can be.

    Attributes:
        field: the parameter of the situation (see `Situation.as_query`) that is to blame, or "".
    """

    def __init__(self, message: str, *, field: str, suggestion: str | None = None) -> None:
        super().__init__("bad_situation", message, suggestion=suggestion)
        self.field = field
