"""Whatever people bring that is no document of rules is refused with a sentence, and the library stays as it was."""

import gzip
import io
import json
import os
import tarfile
import tracemalloc
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from explorer.importing.documents import LARGEST, documents_in, import_bytes, import_file
from explorer.importing.loading import LibraryError
from explorer.models import Edition
from tests.conftest import Command
from tests.document.samples import BODY, DOCUMENT, FRONT
from tests.importing.powerless import without_the_power_of_root
from tests.importing.test_loading import rows

GERMAN = """Magic: The Gathering – Ausführliche Spielregeln

Diese Regeln gelten ab dem 6. Juni 2025.

1. Grundlagen des Spiels

100. Allgemeines

100.1. Diese Regeln gelten für jede Partie mit zwei oder mehr Personen, auch für Partien mit mehreren Gegnern.

100.1a Eine Partie zu zweit beginnt mit genau zwei Personen. Siehe Regel 101.

100.2. Jede Person braucht ihr eigenes Deck, kleine Gegenstände als Marken und etwas, um Punkte zu zählen.
"""
JAPANESE = """マジック総合ルール

この文書は２０２５年６月６日から有効である。

1. ゲームの概念

100. 総則

100.1. この規則は、二人以上で遊ぶすべての対戦に適用される。

100.1a 二人で始まる対戦を二人対戦と呼ぶ。
"""
TAGGED = "\n".join(f"<p>{line}</p>" for line in DOCUMENT.splitlines())


def _zip() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("rules.txt", DOCUMENT)
    return packed.getvalue()


def _tar(mode: Literal["w:", "w:gz", "w:bz2", "w:xz"]) -> bytes:
    """An archive whose one file is to land elsewhere."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode=mode) as archive:
        member = tarfile.TarInfo("../../../../tmp/rules.txt")
        member.size = len(DOCUMENT.encode())
        archive.addfile(member, io.BytesIO(DOCUMENT.encode()))
    return packed.getvalue()


def _zip_of_death() -> bytes:
    """Archives within an archive, of a thousand times its size."""
    packed = bytes(4_000_000)
    for _ in range(2):
        within, packed = packed, b""
        holder = io.BytesIO()
        with zipfile.ZipFile(holder, "w", zipfile.ZIP_DEFLATED) as archive:
            for number in range(16):
                archive.writestr(f"../{number}.txt", within)
        packed = holder.getvalue()
    return packed


ENTITIES = "".join(f'<!ENTITY e{level} "{f"&e{level - 1};" * 10}">' for level in range(1, 12))
BOMB = f'<?xml version="1.0"?><!DOCTYPE r [<!ENTITY e0 "ha">{ENTITIES}]>\n<r>&e11;</r>\n{DOCUMENT}'
OUTSIDE = f'<?xml version="1.0"?><!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]><r>&e;</r>\n{DOCUMENT}'

CONTENT: dict[str, tuple[bytes, str]] = {
    "an empty file": (b"", "The file is empty."),
    "blank lines": (b"\r\n \r\n", "The file is empty."),
    "a PDF": (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj", "This is a PDF"),
    "a PNG": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "This is a picture"),
    "a JPEG": (b"\xff\xd8\xff\xe0\0\x10JFIF\0", "This is a picture"),
    "a WebP": (b"RIFF\x24\0\0\0WEBPVP8 ", "This is a picture"),
    "a bitmap": (b"BM" + bytes(range(256)) * 40, "encoding"),
    "a zip": (_zip(), ".zip file"),
    "a zip of death": (_zip_of_death(), ".zip file"),
    "a tar": (_tar("w:"), "control characters"),
    "a tar with gzip": (_tar("w:gz"), "compressed file (gzip)"),
    "a tar with bzip2": (_tar("w:bz2"), "compressed file (bzip2)"),
    "a tar with xz": (_tar("w:xz"), "compressed file (xz)"),
    "a 7-Zip archive": (b"7z\xbc\xaf\x27\x1c" + bytes(range(256)), ".7z file"),
    "gzip of death": (gzip.compress(bytes(20_000_000)), "compressed file (gzip)"),
    "entities of entities": (BOMB.encode(), "This is a web page"),
    "an entity from elsewhere": (OUTSIDE.encode(), "This is a web page"),
    "zeros": (b"\0" * 5_000, "control characters"),
    "a web page": (b"<!DOCTYPE html><html><body>Hello</body></html>", "This is a web page"),
    "a web page with the rules in it": (f"<html><body>\n{TAGGED}</body></html>".encode(), "This is a web page"),
    "one that was saved": (f"<!-- saved from there -->\n{TAGGED}".encode(), "This is a web page"),
    "a part of one": (DOCUMENT.replace("\n", "<br/>\n").encode(), "This is a web page"),
    "one in UTF-16": (f"\ufeff<html>\n{TAGGED}".encode("utf-16-le"), "This is a web page"),
    "one with its head": (f"HTTP/1.1 200 OK\n\n<html>\n{DOCUMENT}</html>".encode(), "This is a web page"),
    "German": (GERMAN.encode(), "in English"),
    "German of Windows": (GERMAN.encode("cp1252"), "in English"),
    "Japanese": (JAPANESE.encode(), "in English"),
    "Japanese in UTF-16": (JAPANESE.encode("utf-16"), "in English"),
    "Japanese of Windows": (JAPANESE.encode("shift_jis"), "file"),
    "a letter": (b"Dear reader,\nthis is a letter and not a document of the rules.\n", "no numbered rules"),
    "only headings": (FRONT.encode(), "ends before its first rule"),
    "no date": (BODY.encode(), "Add it with --effective"),
    "a day that is none": (DOCUMENT.replace("June 6", "June 31").encode(), "isn’t a date"),
    "one number without end": (FRONT.encode() + b"100.1. The rule of the game.\n" * 5_000, "5,000 times"),
}  # fmt: skip


@pytest.fixture
def untouched(default_library: None) -> Iterator[None]:
    """The default library, which has to be the same afterwards."""
    before = rows()
    yield
    assert rows() == before


@pytest.mark.usefixtures("untouched")
class TestContent:
    @pytest.mark.parametrize("what", CONTENT)
    def test_what_is_no_document(self, what: str, tmp_path: Path) -> None:
        content, words = CONTENT[what]
        file = tmp_path / "rules.txt"
        file.write_bytes(content)
        with pytest.raises(LibraryError) as caught:
            import_file(file)
        sentence = str(caught.value)
        assert sentence.startswith("rules.txt: ")
        assert words in sentence
        assert sentence.endswith((".", ")."))

    @pytest.mark.slow
    @pytest.mark.parametrize(
        "line", ["100.1. The rule of it.\n", "the words of a ", "a", "\n", "1. A\n", "Glossary\n", "100.1a{T} to the\n"]
    )
    def test_a_large_file_of_anything_is_refused(self, line: str, tmp_path: Path) -> None:
        file = tmp_path / "rules.txt"
        file.write_text(line * (LARGEST // 4 // len(line)))
        with pytest.raises(LibraryError, match=r"rules\.txt: "):
            import_file(file)

    def test_200_megabytes_are_not_read(self, tmp_path: Path) -> None:
        file = tmp_path / "rules.txt"
        with file.open("wb") as huge:
            huge.truncate(200_000_000)
        tracemalloc.start()
        try:
            with pytest.raises(LibraryError, match=r"Too large for the rules: 200 MB. The limit is 8 MB\."):
                import_file(file)
            assert tracemalloc.get_traced_memory()[1] < 1_000_000
        finally:
            tracemalloc.stop()


@pytest.mark.usefixtures("default_library")
@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            "A second subrule",
            "And this is the rest of it " * 1_000 + "subrule",
            r"Subrule 100.1b has 27,0\d\d characters in a row. The limit is 20,000\.",
        ),
        (
            "A piece of cardboard.",
            "This is a piece of the cardboard that is meant by these. " * 500,
            "The glossary entry “Card” has .* characters",
        ),
        (
            "effective as of June 6, 2025",
            "effective as of December 31, 9999",
            "December 31, 9999 is more than a year from now",
        ),
        ("effective as of June 6, 2025", "effective as of June 6, 1925", "June 6, 1925 is before the first rules"),
    ],
)
def test_what_no_rules_have(old: str, new: str, words: str) -> None:
    before = rows()
    with pytest.raises(LibraryError, match=words):
        import_bytes(DOCUMENT.replace(old, new).encode(), "other.txt")
    assert rows() == before


@pytest.mark.slow
@pytest.mark.usefixtures("default_library")
def test_two_texts_of_one_date() -> None:
    import_bytes(DOCUMENT.encode(), "first.txt")
    before = rows()
    other = DOCUMENT.replace("A second subrule follows it", "Another subrule follows")
    with pytest.raises(
        LibraryError, match=r"second\.txt: Pipwise already has different 2025-06-06 rules \(first\.txt\)"
    ):
        import_bytes(other.encode(), "second.txt")
    cut = DOCUMENT[: DOCUMENT.index("101.2. The last") + 20]
    with pytest.raises(LibraryError, match=r"already has all .* This document breaks off at rule 101\.2\."):
        import_bytes(cut.encode(), "cut.txt")
    assert rows() == before


@pytest.mark.slow
@pytest.mark.usefixtures("default_library")
def test_a_longer_excerpt_takes_the_place_of_a_shorter_one() -> None:
    def until(words: str) -> bytes:
        return DOCUMENT[: DOCUMENT.index(words)].replace("June 6", "June 20").encode()

    assert import_bytes(until("101.1. Titles"), "short.txt").stops_at == "section 101"
    assert import_bytes(until("Card\nA piece"), "long.txt").action == "replaced"
    with pytest.raises(LibraryError, match=r"another excerpt .* longer excerpt"):
        import_bytes(until("101.1a The").replace(b"follows it", b"follows"), "shorter.txt")
    assert import_bytes(DOCUMENT.replace("June 6", "June 20").encode(), "whole.txt").action == "replaced"
    assert Edition.objects.get(date="2025-06-20").source == "whole.txt"


@pytest.mark.usefixtures("untouched")
class TestFiles:
    def test_pipes_and_devices_are_not_waited_for(self, tmp_path: Path) -> None:
        pipe = tmp_path / "pipe.txt"
        os.mkfifo(pipe)
        for path in (pipe, Path("/dev/zero"), Path("/dev/null")):
            with pytest.raises(LibraryError, match="not a file"):
                import_file(path)
        # In a folder such a name is not passed over in silence.
        assert documents_in([tmp_path]) == [pipe]

    def test_a_file_that_may_not_be_read(self, tmp_path: Path, locked_out: None) -> None:
        for path in (tmp_path / "secret.txt", tmp_path / "locked" / "inside.txt"):
            with pytest.raises(LibraryError, match=r"can’t be read \(Permission denied\)"):
                import_file(path)
        for path in (tmp_path / "locked", tmp_path / "locked" / "inside.txt"):
            with pytest.raises(LibraryError, match=r"can’t be read \(Permission denied\)"):
                documents_in([path])

    def test_a_folder_within_that_may_not_be_read(self, tmp_path: Path, locked_out: None) -> None:
        """It is told of, and the rest of the folder is gone through."""
        told: dict[Path, str] = {}
        assert documents_in([tmp_path], told.__setitem__) == [tmp_path / "open.txt", tmp_path / "secret.txt"]
        locked = tmp_path / "locked"
        assert told == {locked: f"{locked}: can’t be read (Permission denied)."}
        with pytest.raises(LibraryError, match="Permission denied"):
            documents_in([locked], told.__setitem__)

    def test_the_command_goes_on_after_it(self, tmp_path: Path, locked_out: None) -> None:
        out, err = io.StringIO(), io.StringIO()
        with pytest.raises(CommandError, match="All 3 documents failed") as ended:
            call_command("import_rules", str(tmp_path), stdout=out, stderr=err)
        assert ended.value.returncode == 2
        assert "locked: can’t be read" in err.getvalue()
        assert "secret.txt: can’t be read" in err.getvalue()
        assert "open.txt: The document has no numbered rules" in err.getvalue()
        assert out.getvalue() == ""

    @pytest.fixture
    def locked_out(self, tmp_path: Path) -> Iterator[None]:
        """Files that are there and may not be read, not even by root."""
        (tmp_path / "open.txt").write_text("Not a document of the kind that is meant, and of the game.")
        (tmp_path / "secret.txt").write_text(DOCUMENT)
        (tmp_path / "secret.txt").chmod(0)
        (tmp_path / "locked").mkdir()
        (tmp_path / "locked" / "inside.txt").write_text(DOCUMENT)
        (tmp_path / "locked").chmod(0)
        with without_the_power_of_root():
            yield
        (tmp_path / "locked").chmod(0o700)

    def test_links_that_go_round_in_circles(self, tmp_path: Path) -> None:
        (tmp_path / "a.txt").write_text(DOCUMENT)
        (tmp_path / "sub").mkdir()
        (tmp_path / "sub" / "up").symlink_to(tmp_path)
        (tmp_path / "one.txt").symlink_to(tmp_path / "two.txt")
        (tmp_path / "two.txt").symlink_to(tmp_path / "one.txt")
        assert [path.name for path in documents_in([tmp_path])] == ["a.txt", "one.txt", "two.txt"]
        with pytest.raises(LibraryError, match="can’t be read"):
            import_file(tmp_path / "one.txt")
        with pytest.raises(LibraryError, match="no such file"):
            documents_in([tmp_path / "one.txt"])

    def test_a_link_to_a_document_is_one(self, tmp_path: Path) -> None:
        (tmp_path / "folder").mkdir()
        (tmp_path / "a.txt").write_text(DOCUMENT)
        (tmp_path / "folder" / "b.txt").symlink_to(tmp_path / "a.txt")
        assert documents_in([tmp_path / "folder"]) == [tmp_path / "folder" / "b.txt"]

    @pytest.mark.parametrize(
        ("name", "words"),
        [("", "no text file"), ("none.txt", "no such file"), ("x" * 5_000, "too long"), ("a\0b", "no such file")],
    )
    def test_names_that_nothing_has(self, name: str, words: str, tmp_path: Path) -> None:
        (tmp_path / "rules.pdf").touch()
        with pytest.raises(LibraryError, match=words):
            documents_in([tmp_path / name])


class TestCommand:
    @pytest.fixture
    def paths(self, tmp_path: Path) -> list[str]:
        """A document, a PDF and a web page."""
        files = {"good.txt": DOCUMENT.encode(), "bad.txt": b"%PDF-1.4", "page.txt": b"<html></html>"}
        for name, content in files.items():
            (tmp_path / name).write_bytes(content)
        return [str(tmp_path / name) for name in files]

    @pytest.mark.usefixtures("prepared_folder")
    def test_what_is_done_is_said(self, paths: list[str], tmp_path: Path, command: Command) -> None:
        done = command("import_rules", str(tmp_path / "none.txt"), *paths)
        assert done.returncode == 2
        assert done.stdout.splitlines() == [
            "good.txt: edition of 2025-06-06 added in place of an excerpt",
            "4 documents: 1 added in place of an excerpt, 3 failed.",
        ]
        told = done.stderr.split("\r")[0] + done.stderr
        for words in ("none.txt: no such file.", "bad.txt: This is a PDF", "page.txt: This is a web page",
                      "3 of 4 documents failed; the rest are loaded."):  # fmt: skip
            assert words in told
        assert "Traceback" not in done.stderr

    @pytest.mark.usefixtures("prepared_folder")
    def test_the_same_as_json(self, paths: list[str], command: Command) -> None:
        good, bad, _ = paths
        done = command("import_rules", good, bad, "--json")
        assert done.returncode == 2
        first, second = json.loads(done.stdout)
        assert {"path": good, "action": "replaced", "date": "2025-06-06", "complete": True}.items() <= first.items()
        assert second["path"] == bad
        assert second["error"]["message"].startswith("bad.txt: This is a PDF")

    def test_nothing_to_import_makes_no_library(self, tmp_path: Path, command: Command) -> None:
        done = command("import_rules", str(tmp_path / "none.txt"))
        assert done.returncode == 2
        assert done.stdout == ""
        assert "The document wasn’t imported." in done.stderr
        assert not (tmp_path / "pipwise.sqlite3").exists()

    @pytest.mark.usefixtures("prepared_folder")
    def test_an_edition_as_json(self, tmp_path: Path, command: Command) -> None:
        whole = command("export_rules", "2025-06-06").stdout
        assert json.loads(command("export_rules", "2025-06-06", "--json").stdout) == {
            "date": "2025-06-06", "text": whole,
        }  # fmt: skip
        none = command("export_rules", "1993-08-05", "--json")
        assert none.returncode == 2
        assert json.loads(none.stdout)["error"]["code"] == "no_such_edition"
