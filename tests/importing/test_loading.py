"""Documents come in whole or not at all, once, and come out again."""

import datetime
import hashlib
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from explorer.document.opening import open_document
from explorer.document.reader import read_excerpt
from explorer.document.tree import Document
from explorer.importing.documents import documents_in, import_bytes
from explorer.importing.loading import ImportResult, LibraryError, export, load, restore
from explorer.library.loaded import library
from explorer.models import Edition, ImmutableError, Rule, Term, Wording
from tests.conftest import on_both_databases, using_library
from tests.document.editions import NAMES, content, text
from tests.document.samples import DOCUMENT

JUNE = datetime.date(2025, 6, 6)


def rows() -> list[int]:
    return [model.objects.count() for model in (Edition, Wording, Rule, Term)]


def excerpt(source: str, date: datetime.date = JUNE) -> Document:
    return read_excerpt(source, date)


def bring(source: str, name: str = "sample.txt") -> ImportResult:
    return import_bytes(source.encode(), name)


@on_both_databases
@pytest.mark.usefixtures("empty_library")
class TestLoading:
    def test_a_document_comes_out_as_it_went_in(self) -> None:
        assert bring(DOCUMENT).action == "added"
        assert restore(JUNE) == open_document(DOCUMENT.encode())
        assert export(JUNE).split() == DOCUMENT.split()

    def test_what_is_there_is_left_alone(self) -> None:
        bring(DOCUMENT)
        before = rows()
        assert bring(DOCUMENT, "again.txt").action == "present"
        assert rows() == before

    def test_the_same_text_in_another_encoding_is_there_too(self) -> None:
        bring(DOCUMENT)
        again = import_bytes(DOCUMENT.encode("utf-16"), "again.txt")
        assert again == ImportResult("present", JUNE, complete=True)

    def test_shared_wordings_are_stored_once(self) -> None:
        bring(DOCUMENT)
        wordings = Wording.objects.count()
        later = DOCUMENT.replace("June 6", "June 13").replace("A second subrule", "One more")
        assert bring(later, "later.txt") == ImportResult("added", datetime.date(2025, 6, 13), complete=True, wordings=1)
        assert Wording.objects.count() == wordings + 1

    def test_an_excerpt_gives_way_to_the_whole_document(self) -> None:
        load(excerpt("100.1. An old draft.\n\n100.1b A second subrule follows it."), "a draft", "0" * 64)
        draft = Rule.objects.get(number="100.1").wording
        shared = Rule.objects.get(number="100.1b").wording
        assert bring(DOCUMENT).action == "replaced"
        assert Edition.objects.get().complete
        assert draft is not None
        assert not Wording.objects.filter(pk=draft.pk).exists()
        assert Rule.objects.get(number="100.1b").wording == shared

    def test_an_excerpt_of_what_is_there_is_there(self) -> None:
        bring(DOCUMENT)
        before = rows()
        part = excerpt("100.1b A second subrule follows it.")
        assert load(part, "a quotation", "0" * 64).action == "present"
        assert rows() == before

    @pytest.mark.parametrize("first", ["100.1. Something else.", DOCUMENT.replace("A second", "Another second")])
    def test_another_text_of_the_same_edition_is_refused(self, first: str) -> None:
        if first.startswith("100.1"):
            load(excerpt(first), "an excerpt", "0" * 64)
            other = "100.1. Again something else."
        else:
            bring(first, "first.txt")
            other = "100.1b A second subrule follows it."
        before = rows()
        with pytest.raises(LibraryError, match="2025-06-06"):
            load(excerpt(other), "another", "1" * 64)
        assert rows() == before

    def test_a_document_that_breaks_off_says_where(self) -> None:
        source = DOCUMENT[: DOCUMENT.index("101.2. The last") + 20]
        assert not bring(source).complete
        edition = library().newest
        assert edition is not None
        assert edition.stops_at == "rule 101.2"
        assert export(JUNE).split() == source.split()
        assert bring(DOCUMENT, "whole.txt").action == "replaced"

    @pytest.mark.parametrize(
        "step", ["loading._wording_ids", "loading._store_rules", "derived.add", "loading._forget_unused"]
    )
    def test_an_import_that_fails_midway_leaves_the_old_library(self, step: str) -> None:
        load(excerpt("100.1. An old draft."), "a draft", "0" * 64)
        before = rows(), export(JUNE)
        no_room = RuntimeError("no room")
        with patch(f"explorer.importing.{step}", side_effect=no_room), pytest.raises(RuntimeError, match="no room"):
            bring(DOCUMENT)
        assert (rows(), export(JUNE)) == before

    def test_dates_of_paragraphs_come_out_again(self) -> None:
        source = "104.1. One. [CompRules 2007/05/01]\nExample: Two.\n\n104.2. Three."
        load(excerpt(source), "a search", "0" * 64)
        assert export(JUNE).split() == source.split()

    def test_a_file_is_read_again_where_it_was_read_wrongly(self) -> None:
        whole = DOCUMENT.replace("A second subrule", "A second El-Hajjâj")
        source = whole.encode("mac-roman")
        sha256 = hashlib.sha256(source).hexdigest()
        load(open_document(whole.replace("â", "ë").encode()), "sample.txt", sha256)
        bring(DOCUMENT.replace("June 6", "June 13").replace("follows it", "says what it is"), "other.txt")
        before = rows()
        assert import_bytes(source, "sample.txt").action == "present"
        assert "El-Hajjëj" in export(JUNE)
        done = import_bytes(source, "sample.txt", again=True)
        assert (done.action, done.wordings, rows()) == ("replaced", 1, before)
        assert done.read_again
        assert export(JUNE).split() == whole.split()
        assert not any("Hajjëj" in str(wording) for wording in Wording.objects.all())
        assert import_bytes(source, "sample.txt", again=True).action == "present"

    @pytest.mark.parametrize("neighbour", ["Hajjëj", "Hajjej"])
    def test_a_neighbour_tells_what_a_byte_means(self, neighbour: str) -> None:
        bring(DOCUMENT.replace("June 6", "June 13").replace("A second subrule", f"A second El-{neighbour}"))
        source = DOCUMENT.replace("A second subrule", "A second El-Hajjâj").encode("mac-roman")
        import_bytes(source, "mac.txt")
        assert "El-Hajjëj" in export(JUNE)

    def test_the_same_document_for_another_day_is_refused(self) -> None:
        bring(DOCUMENT)
        with pytest.raises(LibraryError, match="already loaded, as the 2025-06-06 rules"):
            import_bytes(DOCUMENT.encode(), "sample.txt", datetime.date(2025, 7, 1))

    def test_no_such_edition(self) -> None:
        bring(DOCUMENT)
        with pytest.raises(LibraryError, match=r"1993-08-05 rules aren’t loaded\. Loaded: 2025-06-06\."):
            export(datetime.date(1993, 8, 5))


def test_editions_come_out_of_the_library_as_they_went_in(every_edition: str, django_db_blocker: Any) -> None:
    with using_library(every_edition, django_db_blocker), django_db_blocker.unblock():
        for name in NAMES:
            edition = Edition.objects.get(source=name)
            assert edition.complete
            assert export(edition.date).split() == text(name).split(), name
            assert edition.sha256 == hashlib.sha256(content(name)).hexdigest()


@on_both_databases
@pytest.mark.usefixtures("default_library")
class TestWordingsAreNeverChanged:
    def test_by_saving(self) -> None:
        wording = Wording.objects.earliest("pk")
        wording.paragraphs = []
        with pytest.raises(ImmutableError):
            wording.save()

    def test_by_updating(self) -> None:
        with pytest.raises(ImmutableError):
            Wording.objects.filter(pk=1).update(paragraphs=[])
        with pytest.raises(ImmutableError):
            Wording.objects.bulk_update([], ["paragraphs"])


class TestFiles:
    def test_a_folder_is_every_text_file_in_it(self, tmp_path: Path) -> None:
        for name in ("b.txt", "a.TXT", "sub/c.txt", ".hidden.txt", "cover.png", "read.md"):
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).touch()
        found = documents_in([tmp_path / "b.txt", tmp_path])
        assert [path.name for path in found] == ["b.txt", "a.TXT", "c.txt"]
