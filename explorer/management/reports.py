"""Import results as text and JSON."""

from collections import Counter
from collections.abc import Mapping, Sequence

from explorer.cards.importing import ImportedCards
from explorer.document.tree import completeness, in_words, what_is_lacking
from explorer.importing.loading import ImportResult
from symbols.engine import error_json
from symbols.sentences import counted

# Most reasons to list.
_MAX_LISTED = 10
_DONE = {"added": "added", "replaced": "added in place of an excerpt", "present": "already loaded"}


def loaded_in_words(done: ImportResult) -> str:
    what = "edition" if completeness(done.stops_at, complete=done.complete) else "excerpt"
    where = f"; the document {in_words(done.stops_at)}" if done.stops_at else ""
    became = "reread, with different wording" if done.read_again else _DONE[done.action]
    return f"{what} of {done.date.isoformat()} {became}{where}"


def loaded_as_json(done: ImportResult) -> dict[str, object]:
    """Result of an import.

    An incomplete document has `stops_at` if it breaks off, or `lacks` if only a part is missing. `gaps` are skipped
    numbers, which occur in official editions.
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
    """`stops_at` or `lacks` of an incomplete document, else empty."""
    missing = what_is_lacking(stops_at)
    if missing:
        return {"lacks": missing}
    return {"stops_at": stops_at} if stops_at else {}


def refused_as_json(path: str, sentence: str) -> dict[str, object]:
    return {"path": path, "error": error_json("refused", sentence)}


def summary_of(reports: Sequence[Mapping[str, object]]) -> str:
    """Such as “3 documents: 2 added, 1 already loaded.”."""
    sums = Counter(_DONE.get(str(report.get("action")), "failed") for report in reports)
    counts = ", ".join(f"{sums[what]} {what}" for what in [*_DONE.values(), "failed"] if sums[what])
    return f"{counted(len(reports), 'document')}: {counts}."


def cards_as_json(done: ImportedCards) -> dict[str, object]:
    return {
        "cards": done.cards,
        "rulings": done.rulings,
        "records_left_out": done.left_out,
        "left_out": [{"name": one.name, "why": one.why} for one in done.malformed],
        "rulings_without_card": done.without_card,
    }


def cards_in_words(done: ImportedCards) -> str:
    counts = {"card": done.cards, "ruling": done.rulings}
    imported = " and ".join(counted(count, what) for what, count in counts.items() if count)
    sentences = [f"Imported {imported}."]
    if done.left_out:
        sentences.append(f"Skipped {counted(done.left_out, 'malformed record')}.")
    if done.without_card:
        sentences.append(f"Skipped {counted(done.without_card, 'ruling')} on cards that aren’t loaded.")
    return " ".join(sentences)


def cards_left_out(done: ImportedCards) -> list[str]:
    """Lines such as `Skipped: Fireball and 3 more (reason).`, one per reason."""
    reasons: dict[str, list[str]] = {}
    for one in done.malformed:
        reasons.setdefault(one.why, []).append(one.name)
    lines = [
        f"Skipped: {names[0]}{f' and {len(names) - 1:,} more' if names[1:] else ''} ({why})."
        for why, names in reasons.items()
    ]
    return [*lines[:_MAX_LISTED], *([f"{len(lines) - _MAX_LISTED:,} more reasons."] if lines[_MAX_LISTED:] else [])]
