"""Reports on imported documents, as a line and as JSON: the same for every command that imports."""

from explorer.document.extent import in_words, what_is_lacking
from explorer.library.loading import Loaded
from symbols.engine import error_json

_DONE = {"added": "added", "replaced": "added in place of an excerpt", "present": "already there"}


def loaded_in_words(done: Loaded) -> str:
    """Return what became of a document, for a line of its own."""
    what = "edition" if done.complete else "excerpt"
    where = f"; the document {in_words(done.stops_at)}" if done.stops_at else ""
    became = "read again, with other words" if done.read_again else _DONE[done.action]
    return f"{what} of {done.date.isoformat()} {became}{where}"


def loaded_as_json(done: Loaded) -> dict[str, object]:
    """Return what became of a document: also `stops_at` where it breaks off, `lacks` where it goes on without a part.

    `gaps` lists the numbers that it leaves out between others; an official edition may.
    """
    return {
        "action": done.action,
        "date": done.date.isoformat(),
        "complete": done.complete,
        "wordings": done.wordings,
        "gaps": list(done.gaps),
        **extent_as_json(done.stops_at),
    }


def extent_as_json(stops_at: str) -> dict[str, str]:
    """Return where a document breaks off, or what it goes on without; nothing for others."""
    lacking = what_is_lacking(stops_at)
    if lacking:
        return {"lacks": lacking}
    return {"stops_at": stops_at} if stops_at else {}


def refused_as_json(path: str, sentence: str) -> dict[str, object]:
    """Return why a document was not taken."""
    return {"path": path, "error": error_json("refused", sentence)}
