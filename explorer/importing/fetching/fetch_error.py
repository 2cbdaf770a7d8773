"""Errors between the publisher's page and a document."""


class FetchError(Exception):
    """No document was brought.

    Attributes:
        code: a word for programs: `no_network`, `timeout`, `too_large`, `wrong_type`, `bad_status`, `bad_redirect`,
            `bad_certificate`, `cut_short`, `no_document`; for an address that was given, `bad_address`.
        message: one sentence or two for the person who asked.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class BadAddressError(FetchError):
    """Error: nothing is fetched from the address that was given."""

    def __init__(self, message: str) -> None:
        super().__init__("bad_address", message)
