"""Checked citations of files as lines, JSON, SARIF and GitHub's annotations."""

import datetime
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import Path
from urllib.parse import quote

from explorer.citing.checking import CheckedCitation, CheckedText, citation_json
from explorer.citing.judging import Status
from explorer.citing.sentences import sentence
from explorer.citing.tournament import CitedSection

_ERRORS = frozenset({Status.REMOVED, Status.UNKNOWN, Status.MISQUOTED})
_DESCRIPTIONS: Mapping[Status, str] = {
    Status.REWORDED: "The rule has other words today.",
    Status.MOVED: "The rule has another number today.",
    Status.MOVED_AND_REWORDED: "The rule has another number and other words today.",
    Status.REMOVED: "The rule is gone.",
    Status.UNKNOWN: "The rules have no such number.",
    Status.MISQUOTED: "These aren’t the rule’s words.",
}


@dataclass(frozen=True)
class CheckedFile:
    """A file with its citations, without those to ignore; `path` is “-” for standard input."""

    path: str
    checked: CheckedText
    citations: Sequence[CheckedCitation]
    ignored: Sequence[str] = ()

    @property
    def wrong(self) -> list[CheckedCitation]:
        return [citation for citation in self.citations if not citation.is_right]

    @property
    def wrong_sections(self) -> list[CitedSection]:
        own = self.checked.sections
        return [one for one in own if not one.is_right and not is_ignored(self.path, one.cited, self.ignored)]

    @cached_property
    def _lines(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer("\n", self.checked.text))]

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column, from 1."""
        line = bisect_right(self._lines, offset)
        return line, offset - self._lines[line - 1] + 1

    def as_json(self) -> dict[str, object]:
        citations = []
        for citation in self.citations:
            line, column = self.place(citation.start)
            citations.append({**citation_json(citation, self.checked.today), "line": line, "column": column})
        return {**self.checked.as_json(), "citations": citations, "file": self.path}


def is_ignored(path: str, number: str, patterns: Sequence[str]) -> bool:
    """Whether a pattern, such as `docs/old/*`, `704.5k` or `*.md:704.*`, matches a file, a number or both."""
    return any(fnmatchcase(name, pattern) for pattern in patterns for name in (path, number, f"{path}:{number}"))


def patterns_in(file: Path) -> list[str]:
    """The patterns of a file, one a line; `#` begins a comment."""
    lines = (line.partition("#")[0].strip() for line in file.read_text(encoding="utf-8").splitlines())
    return [line for line in lines if line]


def lines(file: CheckedFile) -> Iterator[str]:
    """Lines such as `docs/a.md:12:5: 704.5k is now 704.5j.`, of what isn't right."""
    for citation in file.wrong:
        line, column = file.place(citation.start)
        yield f"{file.path}:{line}:{column}: {sentence(citation, datetime.date.isoformat)}"
    for section in file.wrong_sections:
        line, column = file.place(section.start)
        yield f"{file.path}:{line}:{column}: {section.in_words()}"


def annotations(file: CheckedFile) -> Iterator[str]:
    """GitHub's workflow commands."""
    for citation in file.wrong:
        (line, column), (end_line, end_column) = file.place(citation.start), file.place(citation.end)
        level = "error" if citation.verdict.status in _ERRORS else "warning"
        where = f"line={line},endLine={end_line}"
        if line == end_line:
            where += f",col={column},endColumn={end_column}"
        title = _escaped(f"{citation.verdict.number} {citation.verdict.status}", ":,")
        said = _escaped(sentence(citation, datetime.date.isoformat))
        yield f"::{level} file={_escaped(file.path, ':,')},{where},title={title}::{said}"


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
        "results": [_result(file, citation) for file in files for citation in file.wrong],
    }
    return {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}


def _result(file: CheckedFile, citation: CheckedCitation) -> dict[str, object]:
    (line, column), (end_line, end_column) = file.place(citation.start), file.place(citation.end)
    region = {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}
    place = {"artifactLocation": {"uri": quote(file.path.replace("\\", "/"))}, "region": region}
    return {
        "ruleId": _rule_id(citation.verdict.status),
        "level": "error" if citation.verdict.status in _ERRORS else "warning",
        "message": {"text": sentence(citation, datetime.date.isoformat)},
        "locations": [{"physicalLocation": place}],
    }


def _rule_id(status: Status) -> str:
    return str(status).replace(" ", "-")
