"""Finding the newest document on the publisher's page. Touches no network."""

import datetime
import re
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from urllib.parse import unquote, urljoin, urlsplit

# “MagicCompRules 20250606.txt”, “MagicCompRules_20120601.txt”, “Comprehensive-Rules.txt”.
_NAME = re.compile(r"comp(?:rehensive)?[\W_]*rules?.*\.txt$", re.IGNORECASE)
_DAY = re.compile(r"(?<!\d)(\d{4})[\W_]?(\d\d)[\W_]?(\d\d)(?!\d)")
# What a script on the page would make a link of: to the end of the quotation, spaces in the name included.
_QUOTED = re.compile(r"""["']([^"'<>\s][^"'<>\r\n]{0,500}?\.txt)["']""", re.IGNORECASE)
_FIRST_YEAR = 1993


class _LinkParser(HTMLParser):
    """Links of a page, and the address that they are relative to."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.base = ""
        self.links: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take note of a link."""
        for name, value in attrs:
            if not value or not name.endswith(("href", "src")):
                continue
            if tag == "base":
                self.base = self.base or value
            else:
                self.links.append(value)


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
    found = _LinkParser(html)
    base = _join(page, found.base) or page
    links = [*found.links, *_in_scripts(html)]
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
