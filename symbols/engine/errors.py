"""The engine's exceptions: invalid input, with an error code, a position and a message.

{W}{5X}   ->   code unknown_symbol, at 3 to 7, “5X” isn’t a symbol in costs; suggestion {5}{X}
"""

import re
from collections.abc import Mapping
from typing import Self

_FIELD = re.compile(r"(^In “|\bfor “)([a-z][a-z_ ]*)”")
ErrorJson = Mapping[str, str | int | None]


def error_json(
    code: str, message: str, *, start: int | None = None, end: int | None = None, suggestion: str | None = None
) -> ErrorJson:
    """The value of `error` in all JSON responses: engine, pages and commands."""
    return {"code": code, "message": message, "start": start, "end": end, "suggestion": suggestion}


class EngineError(ValueError):
    """Invalid input: the only exception that the engine raises.

    Attributes:
        code: stable name for programs, such as `unknown_symbol`.
        message: one or two sentences for players.
        start: start of the offending text in the input, in characters; None if no one place is to blame.
        expected: what would be valid there.
        suggestion: replacement for `input[start:end]`, if there is a close match.
        field: request field that the input came from, if known (`symbols.engine.request`).
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        start: int | None = None,
        end: int | None = None,
        expected: str | None = None,
        suggestion: str | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.start = start
        self.end = end
        self.expected = expected
        self.suggestion = suggestion
        self.field: str | None = None

    def in_field(self, field: str) -> Self:
        """Set the field unless already set. The message then names it, unless it is the cost."""
        if self.field is None:
            self.field = field
            if field != "cost":
                self.message = f"In “{field}”: {self.message}"
                self.args = (self.message,)
        return self

    def message_for(self, labels: Mapping[str, str]) -> str:
        """Message with field keys replaced by the labels that users see; `labels` maps key to label."""

        def labeled(match: re.Match[str]) -> str:
            return f"{match[1]}{labels.get(match[2].replace(' ', '_'), match[2])}”"

        return _FIELD.sub(labeled, self.message)

    def mended(self, text: str) -> str:
        """Apply the suggestion to `text`: the suggestion alone if the error has no position, "" without one."""
        if self.suggestion is None or self.start is None or self.end is None:
            return self.suggestion or ""
        return f"{text[: self.start]}{self.suggestion}{text[self.end :]}"

    def as_json(self) -> ErrorJson:
        return error_json(self.code, self.message, start=self.start, end=self.end, suggestion=self.suggestion)


class CostSyntaxError(EngineError):
    """Not a cost: an unclosed brace, or a word in place of a symbol."""


class UnknownSymbol(EngineError):  # noqa: N818 - named for what went wrong
    """Not a symbol, or not one that can be part of a cost."""


class TooLarge(EngineError):  # noqa: N818 - named for what went wrong
    """Input too long, or a number too large."""


class BadRequest(EngineError):  # noqa: N818 - named for what went wrong
    """The cost can be read, but the request makes no sense."""
