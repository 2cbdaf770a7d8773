"""Query of the list of editions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from explorer.library.loaded import Library, library
from explorer.library.not_there import NotInLibrary
from explorer.library.outline import Outline, outlines_of
from explorer.library.queries import gaps


@dataclass(frozen=True, slots=True)
class EditionsPage:
    library: Library
    #: Rule numbers that an edition's document skips, by edition id.
    gaps: Mapping[int, Sequence[str]]
    #: Of excerpts only, by edition id.
    outlines: Mapping[int, Outline]


def editions_page() -> EditionsPage:
    """Three queries.

    Raises:
        NotInLibrary: the library is empty.
    """
    loaded = library()
    if not loaded.editions:
        raise NotInLibrary(library=loaded)
    return EditionsPage(loaded, gaps(), outlines_of(loaded.excerpts))
