"""Download of the newest rules from the publisher's page, or from another URL. Makes no queries."""

import asyncio
from collections.abc import Container
from dataclasses import dataclass

from explorer.importing.fetching.download import Answer, Limits, Progress, download
from explorer.importing.fetching.fetch_error import BadAddressError, FetchError
from explorer.importing.fetching.links import newest_document
from explorer.importing.fetching.policy import RULES_PAGE, Policy

__all__ = ["RULES_PAGE", "BadAddressError", "FetchError", "Fetched", "Limits", "Policy", "fetch", "fetch_unless"]


@dataclass(frozen=True, slots=True)
class Fetched:
    """Downloaded document; `address` is its URL after redirects."""

    address: str
    content: bytes


def fetch(policy: Policy | None = None, limits: Limits | None = None, progress: Progress | None = None) -> Fetched:
    """Download the document at a URL, or the newest one that the page there links to.

    Args:
        policy: the URL, and the allowed hosts; the publisher's by default.
        progress: called with how much of the document has arrived.

    Raises:
        BadAddressError: the URL is invalid, or not https.
        FetchError: there is no document, it can't be downloaded, or it is no text.
    """
    found = fetch_unless((), policy, limits, progress)
    assert found is not None, "nothing was to be left out"  # noqa: S101
    return found


def fetch_unless(
    have: Container[str],
    policy: Policy | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> Fetched | None:
    """Download as `fetch` does, or return None if the page's newest link is in `have`."""
    policy = policy or Policy()
    policy.check_start()
    known = False

    def follow(answer: Answer) -> str | None:
        nonlocal known
        following = _next_address(answer)
        known = following in have if following else False
        return None if known else following

    answer = asyncio.run(download(policy.start, follow, policy, limits or Limits(), progress))
    if known:
        return None
    if answer.is_page:
        raise FetchError("wrong_type", f"{answer.address} is a web page, not a text file of the rules.")
    if not answer.content.strip():
        raise FetchError("no_document", f"{answer.address} is empty.")
    return Fetched(answer.address, answer.content)


def _next_address(answer: Answer) -> str | None:
    """Document that a page links to; None if the answer is a document itself."""
    if not answer.is_page:
        return None
    if answer.address.lower().endswith(".txt"):
        raise FetchError("wrong_type", f"{answer.address} is a web page, not a text file of the rules.")
    found = newest_document(answer.content.decode(errors="replace"), answer.address)
    if found is None:
        raise FetchError(
            "no_document",
            f"{answer.address} has no link to a text file of the Comprehensive Rules. "
            "Give its address to fetch_rules with --from.",
        )
    return found
