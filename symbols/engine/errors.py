"""One family of errors for input that makes no sense, each with a code, a place and a sentence.

{W}{5X}   ->   code unknown_symbol, at 3 to 7, “5X” isn’t a symbol in costs; suggestion {5}{X}
"""

import re
from collections.abc import Mapping
from typing import Self

_FIELD = re.compile(r"(^In “|\bfor “)([a-z][a-z_ ]*)”")
ErrorJson = Mapping[str, str | int | None]
"""The one shape of an error: `code`, `message`, `start`, `end`, `suggestion`."""


def error_json(
    code: str, message: str, *, start: int | None = None, end: int | None = None, suggestion: str | None = None
) -> ErrorJson:
    """Return the object that stands under `error` in all JSON: of the engine, of pages and of commands."""
    return {"code": code, "message": message, "start": start, "end": end, "suggestion": suggestion}


class EngineError(ValueError):
    """Input that makes no sense: the only kind of exception that the engine raises.

    Attributes:
        code: a short stable name for programs, such as `unknown_symbol`.
        message: one or two sentences that a player understands.
        start: where the offending piece begins in the input, counted in characters; None when no one
            place is to blame.
        end: the place just after it.
        expected: what could have stood there.
        suggestion: text to put in place of `input[start:end]`, where something readable is near.
        field: which field of a request the input was (`symbols.engine.request`), where that was said.
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
        """Record in which field of a request the error is, unless that is known. The message names any but the cost."""
        if self.field is None:
            self.field = field
            if field != "cost":
                self.message = f"In “{field}”: {self.message}"
                self.args = (self.message,)
        return self

    def message_for(self, labels: Mapping[str, str]) -> str:
        """Return the message with the labels that people see in place of the keys of fields, by those keys."""

        def labeled(match: re.Match[str]) -> str:
            return f"{match[1]}{labels.get(match[2].replace(' ', '_'), match[2])}”"

        return _FIELD.sub(labeled, self.message)

    def mended(self, text: str) -> str:
        """Return the input with the suggestion in its place, or in place of it all; empty where there is none."""
        if self.suggestion is None or self.start is None or self.end is None:
            return self.suggestion or ""
        return f"{text[: self.start]}{self.suggestion}{text[self.end :]}"

    def as_json(self) -> ErrorJson:
        """Return the object that stands under `error`."""
        return error_json(self.code, self.message, start=self.start, end=self.end, suggestion=self.suggestion)


class CostSyntaxError(EngineError):
    """Error: the text is not a cost: a brace is open, a word stands where a symbol should."""


class UnknownSymbol(EngineError):  # noqa: N818 - named for what went wrong
    """Something is written as a symbol, but it is none, or none that can be part of a cost."""


class TooLarge(EngineError):  # noqa: N818 - named for what went wrong
    """Error: the input is longer, or a number in it greater, than the engine takes."""


class BadRequest(EngineError):  # noqa: N818 - named for what went wrong
    """Error: the cost can be read, but what was asked about it makes no sense."""
