"""All that the list of editions shows, asked of the library once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from explorer.library.loaded import Library, library
from explorer.library.not_there import NotThere
from explorer.library.outline import Outline, outlines_of
from explorer.library.queries import gaps


@dataclass(frozen=True, slots=True)
class EditionsPage:
    """Everything that the list of editions shows.

    Attributes:
        library: the editions.
        gaps: the numbers that the documents of editions leave out, by the edition's row.
        outlines: what there is of each excerpt, by its row.
    """

    library: Library
    gaps: Mapping[int, Sequence[str]]
    outlines: Mapping[int, Outline]


def editions_page() -> EditionsPage:
    """Return what the list of editions shows, in three queries.

    Raises:
        NotThere: the library is empty.
    """
    loaded = library()
    if not loaded.editions:
        raise NotThere(library=loaded)
    return EditionsPage(loaded, gaps(), outlines_of(loaded.excerpts))
