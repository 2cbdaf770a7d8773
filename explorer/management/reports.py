"""Reports on imported documents and cards, as a line and as JSON: the same for every command that imports."""

from collections import Counter
from collections.abc import Mapping, Sequence

from explorer.cards.importing import ImportedCards
from explorer.document.extent import in_words, what_is_lacking
from explorer.importing.loading import Loaded
from symbols.engine import error_json
from symbols.sentences import counted

# So many bad records are named.
_NAMED = 10
_DONE = {"added": "added", "replaced": "added in place of an excerpt", "present": "already loaded"}


def loaded_in_words(done: Loaded) -> str:
    """Return what became of a document, for a line of its own."""
    what = "edition" if done.complete else "excerpt"
    where = f"; the document {in_words(done.stops_at)}" if done.stops_at else ""
    became = "reread, with different wording" if done.read_again else _DONE[done.action]
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


def summary_of(reports: Sequence[Mapping[str, object]]) -> str:
    """Return the sum of several reports, for a line at the end: “3 documents: 2 added, 1 already there.”."""
    sums = Counter(_DONE.get(str(report.get("action")), "failed") for report in reports)
    counts = ", ".join(f"{sums[what]} {what}" for what in [*_DONE.values(), "failed"] if sums[what])
    return f"{counted(len(reports), 'document')}: {counts}."


def cards_as_json(done: ImportedCards) -> dict[str, object]:
    """Return what became of cards and rulings; of records that make no sense, how many and the first of them."""
    return {
        "cards": done.cards,
        "rulings": done.rulings,
        "records_left_out": done.left_out,
        "left_out": [{"name": one.name, "why": one.why} for one in done.malformed],
        "rulings_without_card": done.strangers,
    }


def cards_in_words(done: ImportedCards) -> str:
    """Return what became of cards and rulings, for a line of its own."""
    counts = {"card": done.cards, "ruling": done.rulings}
    brought = " and ".join(counted(count, what) for what, count in counts.items() if count)
    sentences = [f"{brought} imported."]
    if done.left_out:
        sentences.append(f"{counted(done.left_out, 'record')} couldn’t be read.")
    if done.strangers:
        sentences.append(f"{counted(done.strangers, 'ruling')} left out, of cards that aren’t here.")
    return " ".join(sentences)


def cards_left_out(done: ImportedCards) -> list[str]:
    """Return a line for each of the first records that make no sense."""
    return [f"Left out: {one.name} ({one.why})." for one in done.malformed[:_NAMED]]
