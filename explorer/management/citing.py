"""Checked citations of files as lines, JSON, SARIF and GitHub's annotations."""

import datetime
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property
from operator import attrgetter
from pathlib import Path
from typing import Any
from urllib.parse import quote

from explorer.citing.checking import CheckedText
from explorer.citing.judging import Status
from explorer.citing.sentences import sentence

_ERRORS = frozenset({Status.REMOVED, Status.UNKNOWN, Status.MISQUOTED})
_DESCRIPTIONS: Mapping[Status, str] = {
    Status.REWORDED: "The rule or section has other words today.",
    Status.MOVED: "The rule or section has another number today.",
    Status.MOVED_AND_REWORDED: "The rule or section has another number and other words today.",
    Status.REMOVED: "The rule or section is gone.",
    Status.UNKNOWN: "There’s no such number.",
    Status.MISQUOTED: "These aren’t the rule’s words.",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """A citation of a rule or a section that isn't right."""

    start: int
    end: int
    number: str
    status: Status
    message: str

    @property
    def level(self) -> str:
        return "error" if self.status in _ERRORS else "warning"


@dataclass(frozen=True)
class CheckedFile:
    """A checked file without ignored citations; `path` is “-” for standard input."""

    path: str
    checked: CheckedText

    @cached_property
    def wrong(self) -> list[Finding]:
        rules = [
            Finding(one.start, one.end, one.verdict.number, one.verdict.status, sentence(one, datetime.date.isoformat))
            for one in self.checked.citations
            if not one.is_right
        ]
        sections = [
            Finding(one.start, one.end, one.cited, one.status, one.in_words())
            for one in self.checked.sections
            if not one.is_right
        ]
        return sorted([*rules, *sections], key=attrgetter("start"))

    @cached_property
    def _lines(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer("\n", self.checked.text))]

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column, from 1."""
        line = bisect_right(self._lines, offset)
        return line, offset - self._lines[line - 1] + 1

    def as_json(self) -> dict[str, Any]:
        found = self.checked.as_json()
        for row in (*found["citations"], *found["sections"]):
            row["line"], row["column"] = self.place(row["start"])
        return {**found, "file": self.path}


def is_ignored(path: str, number: str, patterns: Sequence[str]) -> bool:
    """Whether a pattern, such as `docs/old/*`, `704.5k` or `*.md:704.*`, matches a file, a number or both."""
    return any(fnmatchcase(name, pattern) for pattern in patterns for name in (path, number, f"{path}:{number}"))


def patterns_in(file: Path) -> list[str]:
    """Patterns of a file, one per line, with `#` comments."""
    lines = (line.partition("#")[0].strip() for line in file.read_text(encoding="utf-8").splitlines())
    return [line for line in lines if line]


def lines(file: CheckedFile) -> Iterator[str]:
    """Such as `docs/a.md:12:5: 704.5k is now 704.5j.`."""
    for found in file.wrong:
        line, column = file.place(found.start)
        yield f"{file.path}:{line}:{column}: {found.message}"


def annotations(file: CheckedFile) -> Iterator[str]:
    """GitHub's workflow commands."""
    for found in file.wrong:
        (line, column), (end_line, end_column) = file.place(found.start), file.place(found.end)
        where = f"line={line},endLine={end_line}"
        if line == end_line:
            where += f",col={column},endColumn={end_column}"
        title = _escaped(f"{found.number} {found.status}", ":,")
        yield f"::{found.level} file={_escaped(file.path, ':,')},{where},title={title}::{_escaped(found.message)}"


def _escaped(text: str, more: str = "") -> str:
    for letter in f"%\r\n{more}":
        text = text.replace(letter, f"%{ord(letter):02X}")
    return text


def sarif(files: Sequence[CheckedFile]) -> dict[str, object]:
    """SARIF 2.1.0, for code scanning."""
    rules = [
        # GitHub asks for all three.
        {"id": _rule_id(status), **{key: {"text": text} for key in ("shortDescription", "fullDescription", "help")}}
        for status, text in _DESCRIPTIONS.items()
    ]
    run = {
        "tool": {"driver": {"name": "Pipwise", "rules": rules}},
        "columnKind": "unicodeCodePoints",
        "results": [_result(file, found) for file in files for found in file.wrong],
    }
    return {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}


def _result(file: CheckedFile, found: Finding) -> dict[str, object]:
    (line, column), (end_line, end_column) = file.place(found.start), file.place(found.end)
    region = {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}
    place = {"artifactLocation": {"uri": quote(file.path.replace("\\", "/"))}, "region": region}
    return {
        "ruleId": _rule_id(found.status),
        "level": found.level,
        "message": {"text": found.message},
        "locations": [{"physicalLocation": place}],
    }


def _rule_id(status: Status) -> str:
    return str(status).replace(" ", "-")
