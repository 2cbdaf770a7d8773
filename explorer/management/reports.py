"""What became of a document, as a line and as JSON: the same for every command that brings one in."""

from explorer.library.loading import Loaded

_DONE = {"added": "added", "replaced": "added in place of an excerpt", "present": "already there"}


def loaded_in_words(done: Loaded) -> str:
    """Return what became of a document, for a line of its own."""
    what = "edition" if done.complete else "excerpt"
    where = f"; the document breaks off at {done.stops_at}" if done.stops_at else ""
    return f"{what} of {done.date.isoformat()} {_DONE[done.action]}{where}"


def loaded_as_json(done: Loaded) -> dict[str, object]:
    """Return what became of a document; `stops_at` is there where it breaks off."""
    found: dict[str, object] = {
        "action": done.action,
        "date": done.date.isoformat(),
        "complete": done.complete,
        "wordings": done.wordings,
    }
    return {**found, "stops_at": done.stops_at} if done.stops_at else found


def refused_as_json(path: str, sentence: str) -> dict[str, object]:
    """Return why a document was not taken."""
    return {"path": path, "error": {"code": "refused", "message": sentence}}
