"""Download of the documents that a page links to, such as the tournament documents. Makes no queries."""

import asyncio
import re
from collections.abc import Container, Iterator, Mapping

from explorer.importing.fetching.download import PDF, Answer, Limits, Progress, download
from explorer.importing.fetching.policy import FetchError, Policy
from explorer.importing.fetching.rules import newest_document

POLICY_PAGE = "https://wpn.wizards.com/en/rules-documents"
"""The publisher's page, which links the newest tournament documents."""


def fetch_linked(
    names: Mapping[str, str], have: Container[str], policy: Policy, limits: Limits, progress: Progress = lambda *_: None
) -> Iterator[Answer | FetchError]:
    """Download the newest document of each kind that the page at a URL links to, or the document there.

    Args:
        names: by kind, a pattern of the name of its file, without its ending.
        have: URLs to leave out.
        policy: the URL, and the allowed hosts.

    Yields:
        Each document, or why there is none.

    Raises:
        BadAddressError: the URL is invalid, or not https.
        FetchError: there is no page, or it links to no such document.
    """
    policy.check_start()
    page = _get(policy.start, policy, limits, progress)
    if not page.is_page:
        yield page
        return
    html = page.content.decode(errors="replace")
    patterns = (re.compile(rf"{name}.*\.pdf$", re.IGNORECASE) for name in names.values())
    found = [address for pattern in patterns if (address := newest_document(html, page.address, pattern))]
    if not found:
        raise FetchError(
            "no_document",
            f"{page.address} has no link to a tournament document. Give the address of one with --from.",
        )
    for address in found:
        if address not in have:
            try:
                policy.check_next(address)
                answer = _get(address, policy, limits, progress)
                yield _not_a_pdf(answer) if answer.is_page else answer
            except FetchError as error:
                yield error


def _get(address: str, policy: Policy, limits: Limits, progress: Progress) -> Answer:
    return asyncio.run(download(address, lambda _: None, policy, limits, progress, form=PDF))


def _not_a_pdf(answer: Answer) -> FetchError:
    return FetchError("wrong_type", f"{answer.address} is a web page, not a PDF.")
