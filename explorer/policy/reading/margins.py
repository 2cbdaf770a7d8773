"""Remove headers, footers and page numbers; the numbers tell whether a page is missing."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from explorer.policy.reading.pieces import Line, Piece, PolicyError

# “12”, “- 12 -”, “Page 12 of 55”
_NUMBER = re.compile(r"^[–-]?\s*(?:Page )?(?P<page>\d{1,3})(?: of (?P<last>\d{1,3}))?\s*[–-]?$")


def without_margins(pages: Sequence[Sequence[Piece]]) -> Iterator[Piece]:
    """Leave out page numbers, and lines that are first or last on more than half of the pages.

    Raises:
        PolicyError: by their numbers, a page is missing.
    """
    edges = Counter(
        piece.text
        for page in pages
        for piece in {id(each): each for each in (*page[:1], *page[-1:])}.values()
        if isinstance(piece, Line)
    )
    numbers = _page_numbers(pages)
    repeated = {text for text, count in edges.items() if count > max(2, len(pages) // 2)}
    for place, page in enumerate(pages):
        for at, piece in enumerate(page):
            is_edge = at in (0, len(page) - 1)
            if is_edge and isinstance(piece, Line) and (piece is numbers.get(place) or piece.text in repeated):
                continue
            yield piece


def _page_numbers(pages: Sequence[Sequence[Piece]]) -> Mapping[int, Line]:
    """Lines with page numbers, by the page's index."""
    tops, bottoms = (_numbers_at(edge, pages) for edge in (0, -1))
    found = max(bottoms, tops, key=len)
    if 2 * len(found) < len(pages):
        return {place: line for place, (line, number) in found.items() if number == place + 1}
    _refuse_gaps({place: number for place, (_, number) in found.items()})
    last = next(iter(found.values()), None)
    if last is not None and (stated := _NUMBER.match(last[0].text)) and stated["last"]:
        highest = max(number for _, number in found.values())
        if highest < int(stated["last"]):
            raise PolicyError(f"It isn’t whole: page {highest + 1} is missing.")
    return {place: line for place, (line, _) in found.items()}


def _numbers_at(edge: int, pages: Sequence[Sequence[Piece]]) -> Mapping[int, tuple[Line, int]]:
    found: dict[int, tuple[Line, int]] = {}
    for place, page in enumerate(pages):
        piece = page[edge] if page else None
        if isinstance(piece, Line) and (number := _NUMBER.match(piece.text)):
            found[place] = (piece, int(number["page"]))
    return found


def _refuse_gaps(numbers: Mapping[int, int]) -> None:
    """Check that page numbers have no gaps; pages before the first numbered one, such as a cover, may have none."""
    before, last = -1, 0
    for place, number in numbers.items():
        expected = last + place - before
        if number != expected and (last or number > expected):
            raise PolicyError(
                f"It isn’t whole: page {expected} is missing."
                if number > expected
                else f"Its pages aren’t in order: page {number} comes after page {last}."
            )
        before, last = place, number
