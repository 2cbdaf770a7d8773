"""What can go wrong between a document and the library."""


class LibraryError(Exception):
    """The library can't do what was asked; the message is one sentence for the person who asked."""
