"""What pages have at their top or bottom: headers, and the numbers that tell whether a page is missing."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from explorer.policy.reading.pieces import Line, Piece, PolicyError

# “12”, “- 12 -”, “Page 12 of 55”
_NUMBER = re.compile(r"^[–-]?\s*(?:Page )?(?P<page>\d{1,3})(?: of (?P<last>\d{1,3}))?\s*[–-]?$")


def without_margins(pages: Sequence[Sequence[Piece]]) -> Iterator[Piece]:
    """Leave out page numbers, and what every second page has first or last.

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
    for place, page in enumerate(pages):
        for at, piece in enumerate(page):
            at_edge = at in (0, len(page) - 1)
            if (
                at_edge
                and isinstance(piece, Line)
                and (piece is numbers.get(place) or _repeats(edges[piece.text], len(pages)))
            ):
                continue
            yield piece


def _page_numbers(pages: Sequence[Sequence[Piece]]) -> Mapping[int, Line]:
    """The page numbers, by the place of their page."""
    tops, bottoms = (_numbers_at(edge, pages) for edge in (0, -1))
    found = max(bottoms, tops, key=len)
    if 2 * len(found) < len(pages):
        return {place: line for place, (line, number) in found.items() if number == place + 1}
    _refuse_gaps({place: number for place, (_, number) in found.items()})
    last = next(iter(found.values()), None)
    if last is not None and (told := _NUMBER.match(last[0].text)) and told["last"]:
        _refuse_short(max(number for _, number in found.values()), int(told["last"]))
    return {place: line for place, (line, _) in found.items()}


def _numbers_at(edge: int, pages: Sequence[Sequence[Piece]]) -> Mapping[int, tuple[Line, int]]:
    found: dict[int, tuple[Line, int]] = {}
    for place, page in enumerate(pages):
        piece = page[edge] if page else None
        if isinstance(piece, Line) and (number := _NUMBER.match(piece.text)):
            found[place] = (piece, int(number["page"]))
    return found


def _refuse_gaps(numbers: Mapping[int, int]) -> None:
    """A cover may have no number; a page before the first numbered one can't be numbered higher than its place."""
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


def _refuse_short(last: int, told: int) -> None:
    if last < told:
        raise PolicyError(f"It isn’t whole: page {last + 1} is missing.")


def _repeats(count: int, pages: int) -> bool:
    return count > max(2, pages // 2)
