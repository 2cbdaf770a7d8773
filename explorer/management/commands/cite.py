"""`manage.py cite`: check the rule numbers and quotes in files, and bring them up to date."""

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser

from explorer.citing.checking import Checker, edition_in_force
from explorer.citing.sentences import files_summary
from explorer.citing.source import comments_and_strings
from explorer.importing.prepare import prepare
from explorer.library.loaded import library
from explorer.management.base import BAD_INPUT, JsonCommand, RefusedError, refusal_of
from explorer.management.citing import CheckedFile, annotations, is_ignored, lines, patterns_in, sarif
from symbols.engine import BadRequest

_STDIN = "-"
_BINARY = b"\0"


class Command(JsonCommand):
    help = "Check the rule numbers and quotes in text files, and say what became of each rule."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="text file, folder, or - for standard input")
        parser.add_argument(
            "--written", default="", metavar="DATE", help="when the texts were written (default: guessed for each)"
        )
        parser.add_argument("--check", action="store_true", help="exit status 1 if a citation isn’t still right")
        parser.add_argument("--ignore", type=Path, metavar="FILE", help="patterns of files and numbers to leave out")
        parser.add_argument("--update", action="store_true", help="write today’s numbers into the files")
        formats = parser.add_mutually_exclusive_group()
        formats.add_argument("--json", action="store_true", help="JSON output")
        formats.add_argument("--sarif", action="store_true", help="SARIF output, for code scanning")
        formats.add_argument("--github", action="store_true", help="output as annotations of GitHub workflows")

    def handle(self, *_arguments: Any, **options: Any) -> None:
        prepare()
        loaded = library()
        try:
            checker = Checker(loaded, edition_in_force(options["written"], loaded))
        except BadRequest as error:
            raise refusal_of(error, _refusal(error)) from error
        patterns = _patterns(options["ignore"])
        unread: list[RefusedError] = []
        texts = _texts(options["files"], self.stderr.write, unread.append)
        files = [_check(checker, path, text, patterns) for path, text in texts]
        if unread and not files:
            raise unread[0]
        if options["update"]:
            self._update(files)
        self._report(files, options)
        for refused in unread:
            self.stderr.write(str(refused))
        if unread:
            sys.exit(BAD_INPUT)
        if options["check"] and any(file.wrong for file in files):
            sys.exit(1)

    def _update(self, files: Sequence[CheckedFile]) -> None:
        for file in files:
            if day := file.checked.old_date:
                self.stderr.write(f"{file.path} is dated {day}. Change that, too: these numbers are newer.")
            if file.path != _STDIN and file.checked.updated != file.checked.text:
                try:
                    Path(file.path).write_bytes(file.checked.updated.encode())
                except OSError as error:
                    message = f"{file.path} can’t be written: {error.strerror}."
                    raise RefusedError.of("unwritable", message) from error

    def _report(self, files: Sequence[CheckedFile], options: dict[str, Any]) -> None:
        if options["json"]:
            self.print_json({"files": [file.as_json() for file in files]})
            return
        if options["sarif"]:
            self.print_json(sarif(files))
            return
        for file in files:
            if options["update"] and file.path == _STDIN:
                self.stdout.write(file.checked.updated, ending="")
                continue
            for line in (annotations if options["github"] else lines)(file):
                self.stdout.write(line)
        total = sum(file.checked.total for file in files)
        wrong = sum(len(file.wrong) for file in files)
        uncompared = sum(file.checked.uncompared for file in files)
        self.stderr.write(files_summary(total, wrong, len(files), uncompared))


def _refusal(error: BadRequest) -> str:
    if error.field:
        return f"--written: {error.message.partition(': ')[2]}"
    return f"{error.message} Download them: {settings.PROGRAM_NAME} fetch_rules --all"


def _check(checker: Checker, path: str, text: str, patterns: Sequence[str]) -> CheckedFile:
    checked = checker.check(text, comments_and_strings(text, Path(path).suffix))
    citations = [one for one in checked.citations if not is_ignored(path, one.verdict.number, patterns)]
    sections = [one for one in checked.sections if not is_ignored(path, one.cited, patterns)]
    return CheckedFile(path, replace(checked, citations=citations, sections=sections))


def _patterns(file: Path | None) -> list[str]:
    try:
        return patterns_in(file) if file else []
    except (OSError, UnicodeDecodeError) as error:
        message = f"--ignore: {file} can’t be read. Name a text file with a pattern on each line."
        raise RefusedError.of("unreadable", message) from error


def _texts(
    paths: Sequence[str], note: Callable[[str], object], refuse: Callable[[RefusedError], object]
) -> Iterator[tuple[str, str]]:
    """Each file's path and text; of a folder, those of all text files that aren't hidden."""
    for path in paths:
        if Path(path).is_dir():
            yield from _in_folder(Path(path), note)
            continue
        try:
            if path == _STDIN:
                yield path, _decoded(sys.stdin.buffer.read(), "Standard input")
            else:
                yield path, _decoded(_read(Path(path)), path)
        except RefusedError as error:
            refuse(error)


def _in_folder(folder: Path, note: Callable[[str], object]) -> Iterator[tuple[str, str]]:
    for file in sorted(folder.rglob("*")):
        if not file.is_file() or any(part.startswith(".") for part in file.relative_to(folder).parts):
            continue
        try:
            data = _read(file)
            if _BINARY not in data:
                yield str(file), _decoded(data, str(file))
        except RefusedError as error:
            note(f"Skipped: {error}")


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except FileNotFoundError as error:
        raise RefusedError.of("unreadable", f"There’s no file {file}. Check its name.") from error
    except OSError as error:
        raise RefusedError.of("unreadable", f"{file} can’t be read: {error.strerror}.") from error


def _decoded(data: bytes, name: str) -> str:
    if _BINARY in data:
        raise RefusedError.of("unreadable", f"{name} isn’t text. Name text files, or a folder that has some.")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise RefusedError.of("unreadable", f"{name}, line {line}: that isn’t UTF-8. Save it as UTF-8.") from error
