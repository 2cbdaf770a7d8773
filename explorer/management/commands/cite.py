"""`manage.py cite`: check the rule numbers and quotes in files, and bring them up to date."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser

from explorer.citing.checking import Checker, edition_written
from explorer.citing.sentences import files_in_words
from explorer.citing.source import comments_and_strings
from explorer.importing.prepare import prepare
from explorer.library.loaded import library
from explorer.management.base import JsonCommand, RefusedError, refusal_of
from explorer.management.citing import CheckedFile, annotations, is_ignored, lines, patterns_in, sarif
from symbols.engine import BadRequest

_STDIN = "-"
_BINARY = "\0"


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
        formats.add_argument("--sarif", action="store_true", help="SARIF output, for code scanning")
        formats.add_argument("--github", action="store_true", help="output as annotations of GitHub workflows")
        super().add_arguments(parser)

    def handle(self, *_arguments: Any, **options: Any) -> None:
        prepare()
        loaded = library()
        try:
            checker = Checker(loaded, edition_written(options["written"], loaded))
        except BadRequest as error:
            raise refusal_of(error, _refusal(error)) from error
        patterns = _patterns(options["ignore"])
        files = [_check(checker, path, text, patterns) for path, text in _texts(options["files"])]
        if options["update"]:
            self._update(files)
        self._report(files, options)
        if options["check"] and any(file.wrong for file in files):
            sys.exit(1)

    def _update(self, files: Sequence[CheckedFile]) -> None:
        for file in files:
            if file.path != _STDIN and file.checked.updated != file.checked.text:
                with Path(file.path).open("w", encoding="utf-8", newline="") as written:
                    written.write(file.checked.updated)

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
        total, wrong = (sum(map(len, each)) for each in ([f.citations for f in files], [f.wrong for f in files]))
        self.stderr.write(files_in_words(total, wrong, len(files)))


def _refusal(error: BadRequest) -> str:
    if error.field:
        return f"--written: {error.message.partition(': ')[2]}"
    return f"{error.message} Download them: {settings.PROGRAM_NAME} fetch_rules --all"


def _check(checker: Checker, path: str, text: str, patterns: Sequence[str]) -> CheckedFile:
    checked = checker.check(text, comments_and_strings(text, Path(path).suffix))
    kept = [one for one in checked.citations if not is_ignored(path, one.verdict.number, patterns)]
    return CheckedFile(path, checked, kept)


def _patterns(file: Path | None) -> list[str]:
    try:
        return patterns_in(file) if file else []
    except (OSError, UnicodeDecodeError) as error:
        raise RefusedError.of("unreadable", f"--ignore: {file} can’t be read.") from error


def _texts(paths: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each file's path and text; of a folder, those of all text files that aren't hidden."""
    for path in paths:
        if path == _STDIN:
            yield path, sys.stdin.read()
        elif Path(path).is_dir():
            for file in sorted(Path(path).rglob("*")):
                hidden = any(part.startswith(".") for part in file.relative_to(path).parts)
                if file.is_file() and not hidden and (text := _text(file)) is not None:
                    yield str(file), text
        elif (text := _text(Path(path))) is not None:
            yield path, text
        else:
            raise RefusedError.of("unreadable", f"{path} isn’t a text file.")


def _text(file: Path) -> str | None:
    """The text of a file, with its line ends; None if it isn't a text."""
    try:
        with file.open(encoding="utf-8", newline="") as opened:
            text = opened.read()
    except UnicodeDecodeError:
        return None
    except OSError as error:
        raise RefusedError.of("unreadable", f"{file} can’t be read. Check its name.") from error
    return None if _BINARY in text else text
