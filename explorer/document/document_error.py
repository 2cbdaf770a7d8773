"""The error for documents and rule numbers that can't be read."""


class DocumentError(ValueError):
    """A document, or a number in it, that can't be read.

    Attributes:
        message: one sentence for the user, ending in a period.
        line: the line of the source, counted from 1.
    """

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.line = line

    def __str__(self) -> str:
        return self.message if self.line is None else f"Line {self.line}: {self.message}"
