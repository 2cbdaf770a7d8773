"""Errors between a document and the library."""


class LibraryError(Exception):
    """Error: the library can't do what was asked; the message is one sentence for the person who asked."""
