"""Texts as judges, wikis, forums and programmers write them."""

import datetime as dt
from pathlib import Path

import pytest

from explorer.citing.checking import CheckedCitation, CheckedText, Checker
from explorer.citing.judging import Status
from explorer.citing.source import comments_and_strings
from explorer.library.loaded import library
from tests.conftest import with_editions
from tests.shared import FEW_EDITIONS

SAMPLES = Path(__file__).parent.parent / "data" / "citing" / "samples.tsv"


def _unescaped(text: str) -> str:
    parts = text.split("\\\\")
    return "\\".join(part.replace("\\n", "\n").replace("\\t", "\t").replace("\\r", "\r") for part in parts)


def samples() -> list[tuple[str, str, str, str, str]]:
    """Edition, suffix, text, citations and updated text."""
    rows = (line.split("\t") for line in SAMPLES.read_text().splitlines() if line[:1] != "#")
    found = []
    for written, suffix, text, citations, updated in rows:
        plain = _unescaped(text)
        found.append((written, suffix, plain, citations, _unescaped(updated) or plain))
    return found


def shown(one: CheckedCitation) -> str:
    """`~704.5k>704.5j"`, as the table’s header says."""
    verdict = one.verdict
    before = {Status.UNKNOWN: "?", Status.REWORDED: "~", Status.MOVED_AND_REWORDED: "~"}.get(verdict.status, "")
    moved = f">{verdict.now}" if verdict.status in {Status.MOVED, Status.MOVED_AND_REWORDED, Status.REMOVED} else ""
    says = verdict.says if verdict.says != verdict.number else ""
    misquoted = verdict.status is Status.MISQUOTED or (verdict.status is Status.UNKNOWN and says)
    whose = f"!{'~' if verdict.altered else ''}{says}" if misquoted else ""
    return before + verdict.number + moved + whose + ('"' if one.quote else "")


def check(text: str, suffix: str, written: str) -> CheckedText:
    loaded = library()
    edition = loaded.on(dt.date.fromisoformat(written)) if written else None
    return Checker(loaded, edition).check(text, comments_and_strings(text, suffix))


@pytest.mark.slow
@pytest.mark.django_db
@with_editions(*FEW_EDITIONS)
def test_samples(subtests: pytest.Subtests) -> None:
    for written, suffix, text, citations, updated in samples():
        with subtests.test(text):
            found = check(text, suffix, written)
            assert (" ".join(map(shown, found.citations)) or "-", found.updated) == (citations, updated)
            again = check(found.updated, suffix, found.today.iso)
            # What is left of old numbers, such as ranges that are none today, stays.
            assert again.updated == found.updated
