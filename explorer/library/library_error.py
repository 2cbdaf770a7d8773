"""The error for requests that the library can't fulfill."""


class LibraryError(Exception):
    """The library can't do what was requested; the message is one sentence for the user."""
