"""Errors of downloads."""


class FetchError(Exception):
    """The download failed.

    Attributes:
        code: `no_network`, `timeout`, `too_large`, `wrong_type`, `bad_status`, `bad_redirect`, `bad_certificate`,
            `cut_short`, `no_document`; for a URL given by the user, `bad_address`.
        message: a sentence or two for the user.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class BadAddressError(FetchError):
    """For the URL given by the user."""

    def __init__(self, message: str) -> None:
        super().__init__("bad_address", message)
