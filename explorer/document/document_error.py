"""Errors of a document, said to the person who brought it."""


class DocumentError(ValueError):
    """Document, or a number in it, that can't be read.

    Attributes:
        message: one sentence for the reader, ending in a full stop.
        line: the line of the source it is about, counted from 1, where there is one.
    """

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.line = line

    def __str__(self) -> str:
        """Return the sentence, with the line in front where one is known."""
        return self.message if self.line is None else f"Line {self.line}: {self.message}"
