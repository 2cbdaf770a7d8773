"""Download of the newest rules and tournament documents from the publisher's pages, or other URLs. Makes no queries."""

import asyncio
import datetime
import re
from collections.abc import Container, Iterator, Mapping
from html import unescape
from urllib.parse import unquote, urljoin, urlsplit

from explorer.importing.fetching.download import PDF, Answer, Limits, Progress, download
from explorer.importing.fetching.policy import FetchError, Policy


def fetch_unless(
    have: Container[str], policy: Policy, limits: Limits, progress: Progress = lambda *_: None
) -> Answer | None:
    """Download the document at a URL, or the newest one that the page there links to; None if that link is in `have`.

    Raises `BadAddressError` if the URL is invalid or not https, `FetchError` if there is no text to download.
    """
    policy.check_start()
    known = False

    def follow(answer: Answer) -> str | None:
        nonlocal known
        following = _next_address(answer)
        known = following in have if following else False
        return None if known else following

    answer = asyncio.run(download(policy.start, follow, policy, limits, progress))
    if known:
        return None
    if answer.is_page:
        raise _web_page(answer, "a text file of the rules")
    if not answer.content.strip():
        raise FetchError("no_document", f"{answer.address} is empty.")
    return answer


def _next_address(answer: Answer) -> str | None:
    """Document that a page links to; None if the answer is a document itself."""
    if not answer.is_page:
        return None
    if answer.address.lower().endswith(".txt"):
        raise _web_page(answer, "a text file of the rules")
    found = newest_document(answer.content.decode(errors="replace"), answer.address)
    if found is None:
        raise FetchError(
            "no_document",
            f"{answer.address} has no link to a text file of the Comprehensive Rules. "
            "Give its address to fetch_rules with --from.",
        )
    return found


# “MagicCompRules 20250606.txt”, “MagicCompRules_20120601.txt”, “Comprehensive-Rules.txt”.
_NAME = re.compile(r"comp(?:rehensive)?[\W_]*rules?.*\.txt$", re.IGNORECASE)
_DAY = re.compile(r"(?<!\d)(\d{4})[\W_]?(\d\d)[\W_]?(\d\d)(?!\d)")
# A quoted string in a script that looks like a link; the name may have spaces.
_QUOTED = re.compile(r"""["']([^"'<>\s][^"'<>\r\n]{0,500}?\.(?:txt|pdf))["']""", re.IGNORECASE)
# A link in a tag. `html.parser` would take hours for a page that opens a tag again and again.
_LINK = re.compile(
    r"""(<base\b[^<>]{0,500}?)?(?:href|src)\s{0,9}=\s{0,9}(?:"([^"<>]{1,500})"|'([^'<>]{1,500})'|([^\s"'<>]{1,500}))""",
    re.IGNORECASE,
)
# Beyond Unicode; `html.unescape` fails at the longest ones.
_INVALID_REFERENCE = re.compile(r"&#\d{8,}")
_FIRST_YEAR = 1993


def newest_document(html: str, page: str, name: re.Pattern[str] = _NAME) -> str | None:
    """URL of the newest document that a page links to, by the name and date in its file name; else None.

    Among equals, and names without a date, the first on the page wins. Links may be relative to `page`.
    """
    html = _INVALID_REFERENCE.sub("", html)
    links, base = [], ""
    for of_base, *values in _LINK.findall(html):
        link = unescape("".join(values))
        if of_base:
            base = base or link
        else:
            links.append(link)
    base = _join(page, base) or page
    links.extend(_in_scripts(html))
    addresses = [address for link in links if (address := _join(base, link)) and name.search(name_of(address))]
    return max(dict.fromkeys(addresses), key=_date_of, default=None)


def name_of(address: str) -> str:
    """File name in a URL: “MagicCompRules 20250606.txt”."""
    return unquote(urlsplit(address).path.rpartition("/")[2])


def _join(base: str, link: str) -> str:
    """Absolute URL of a link; empty if it is invalid."""
    try:
        return urljoin(base, link.strip()).replace(" ", "%20")
    except ValueError:
        return ""


def _in_scripts(html: str) -> Iterator[str]:
    plain = unescape(html).replace("\\/", "/").replace("\\u002F", "/").replace("\\u002f", "/").replace('\\"', '"')
    for quoted in _QUOTED.finditer(plain):
        yield quoted[1]


def _date_of(address: str) -> datetime.date:
    """Date in a document's name; `date.min` if there is none."""
    for year, month, day in reversed(_DAY.findall(name_of(address))):
        try:
            found = datetime.date(int(year), int(month), int(day))
        except ValueError:
            continue
        if found.year >= _FIRST_YEAR:
            return found
    return datetime.date.min


POLICY_PAGE = "https://wpn.wizards.com/en/rules-documents"
"""The publisher's page, which links the newest tournament documents."""


def fetch_linked(
    names: Mapping[str, str], have: Container[str], policy: Policy, limits: Limits, progress: Progress = lambda *_: None
) -> Iterator[Answer | FetchError]:
    """Download the newest document of each kind that the page at a URL links to, or the document there.

    Args:
        names: by kind, a pattern of the name of its file, without its ending.
        have: URLs to leave out.

    Yields each document, or why there is none. Raises as `fetch_unless`.
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
                yield _web_page(answer, "a PDF") if answer.is_page else answer
            except FetchError as error:
                yield error


def _get(address: str, policy: Policy, limits: Limits, progress: Progress) -> Answer:
    return asyncio.run(download(address, lambda _: None, policy, limits, progress, form=PDF))


def _web_page(answer: Answer, wanted: str) -> FetchError:
    return FetchError("wrong_type", f"{answer.address} is a web page, not {wanted}.")
