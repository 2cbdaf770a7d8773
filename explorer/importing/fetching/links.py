"""Finding the newest document on the publisher's page. Touches no network."""

import datetime
import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import unquote, urljoin, urlsplit

# “MagicCompRules 20250606.txt”, “MagicCompRules_20120601.txt”, “Comprehensive-Rules.txt”.
_NAME = re.compile(r"comp(?:rehensive)?[\W_]*rules?.*\.txt$", re.IGNORECASE)
_DAY = re.compile(r"(?<!\d)(\d{4})[\W_]?(\d\d)[\W_]?(\d\d)(?!\d)")
# What a script on the page would make a link of: to the end of the quotation, spaces in the name included.
_QUOTED = re.compile(r"""["']([^"'<>\s][^"'<>\r\n]{0,500}?\.txt)["']""", re.IGNORECASE)
# A link in a tag. `html.parser` would take hours for a page that begins a tag again and again.
_LINK = re.compile(
    r"""(<base\b[^<>]{0,500}?)?(?:href|src)\s{0,9}=\s{0,9}(?:"([^"<>]{1,500})"|'([^'<>]{1,500})'|([^\s"'<>]{1,500}))""",
    re.IGNORECASE,
)
# No letter has so high a number, and `html.unescape` fails at the longest ones.
_NO_LETTER = re.compile(r"&#\d{8,}")
_FIRST_YEAR = 1993


def newest_document(html: str, page: str) -> str | None:
    """Return the address of the newest document that a page links to.

    Documents are told by their names, and the newest by the date in its name; of several, and of names without a
    date, the first on the page.

    Args:
        html: the page.
        page: its address, which links may be relative to.

    Returns:
        None if the page has no such link.
    """
    html = _NO_LETTER.sub("", html)
    links, base = [], ""
    for of_base, *values in _LINK.findall(html):
        link = unescape("".join(values))
        if of_base:
            base = base or link
        else:
            links.append(link)
    base = _join(page, base) or page
    links.extend(_in_scripts(html))
    addresses = [address for link in links if (address := _join(base, link)) and _NAME.search(name_of(address))]
    return max(dict.fromkeys(addresses), key=_date_of, default=None)


def name_of(address: str) -> str:
    """Return the name of the file that an address leads to: “MagicCompRules 20250606.txt”."""
    return unquote(urlsplit(address).path.rpartition("/")[2])


def _join(base: str, link: str) -> str:
    """Return the whole address of a link, its spaces written as addresses have them; empty for one that is none."""
    try:
        return urljoin(base, link.strip()).replace(" ", "%20")
    except ValueError:
        return ""


def _in_scripts(html: str) -> Iterator[str]:
    """Yield what looks like a link outside of any tag, where a page is put together by a script."""
    plain = unescape(html).replace("\\/", "/").replace("\\u002F", "/").replace("\\u002f", "/").replace('\\"', '"')
    for quoted in _QUOTED.finditer(plain):
        yield quoted[1]


def _date_of(address: str) -> datetime.date:
    """Return the date in a document's name; the first of all days for a name without one."""
    for year, month, day in reversed(_DAY.findall(name_of(address))):
        try:
            found = datetime.date(int(year), int(month), int(day))
        except ValueError:
            continue
        if found.year >= _FIRST_YEAR:
            return found
    return datetime.date.min
