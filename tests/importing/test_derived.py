"""What follows from the wordings is kept in step with them, and can be made again from nothing."""

import datetime
import json

import pytest

from explorer.document.reader import read_excerpt
from explorer.importing import derived
from explorer.importing.documents import import_bytes
from explorer.importing.loading import load
from explorer.importing.prepare import prepare
from explorer.library import stored_references
from explorer.library.stored_references import References
from explorer.models import Derived, Edition, Reference, Wording
from tests.conftest import Command, on_both_databases
from tests.document.samples import DOCUMENT

Row = tuple[str, int, int, int, int, str]


def references() -> list[Row]:
    rows = Reference.objects.values_list("wording__digest", "paragraph", "start", "end", "kind", "target")
    return sorted(rows)


@on_both_databases
@pytest.mark.usefixtures("empty_library")
class TestKeptInStep:
    def test_a_new_wording_brings_its_references(self) -> None:
        import_bytes(DOCUMENT.encode(), "a.txt")
        places = {
            wording.paragraphs[found.paragraph]["text"][found.start : found.end]: found.target
            for wording in Wording.objects.all()
            for found in wording.references.all()
        }
        assert places == {"101.1": "101.1", "100.1b": "100.1b", "100": "100", "100.1": "100.1"}
        # Another edition of the same wordings brings none.
        before = references()
        import_bytes(DOCUMENT.replace("June 6", "June 13").encode(), "b.txt")
        assert references() == before

    def test_references_go_with_their_wording(self) -> None:
        """A whole document in place of an excerpt leaves nothing of the excerpt behind."""
        import_bytes(DOCUMENT.encode(), "a.txt")
        whole = references()
        Edition.objects.all().delete()
        Wording.objects.all().delete()
        excerpt = "100.1. These are other words, see rule 601.2b and rules 101.1–3."
        load(read_excerpt(excerpt, datetime.date(2025, 6, 6)), "excerpt", "0" * 64)
        assert {row[5] for row in references()} == {"601.2b", "101.1", "101.2", "101.3"}
        assert import_bytes(DOCUMENT.encode(), "a.txt").action == "replaced"
        assert references() == whole

    def test_all_of_it_made_again_is_the_same(self) -> None:
        import_bytes(DOCUMENT.encode(), "a.txt")
        before = references()
        Reference.objects.all().delete()
        said: list[str] = []
        assert References.name in [one.name for one in derived.rebuild(said.append)]
        assert references() == before
        assert "Building references" in said
        assert not derived.outdated()


@on_both_databases
@pytest.mark.usefixtures("default_library")
def test_other_code_makes_it_again_when_the_library_is_prepared(monkeypatch: pytest.MonkeyPatch) -> None:
    prepare()
    assert not derived.outdated()
    assert not derived.update()
    before = references()
    Reference.objects.filter(target="107.4").delete()
    assert references() != before
    Derived.objects.filter(name=References.name).update(version="of last year")
    Derived.objects.create(name="something of last year", version="1")
    assert derived.outdated()
    assert prepare()
    assert references() == before
    assert not Derived.objects.filter(name="something of last year").exists()
    assert not prepare()


@pytest.mark.slow
@on_both_databases
@pytest.mark.usefixtures("default_library")
def test_a_failure_leaves_what_there_was(monkeypatch: pytest.MonkeyPatch) -> None:
    derived.rebuild()
    before = references()

    def fail(_: object) -> None:
        raise RuntimeError("half way")

    monkeypatch.setattr(stored_references, "_store", fail)
    with pytest.raises(RuntimeError):
        derived.rebuild()
    assert references() == before


@pytest.mark.slow
@pytest.mark.usefixtures("prepared_folder")
def test_the_command(command: Command) -> None:
    done = command("rebuild", "--json")
    assert done.returncode == 0, done.stderr
    made = json.loads(done.stdout)["rebuilt"]
    assert made[0] == "references"
    assert made[-1] == "index of rulings"
    assert done.stderr == ""
    again = command("rebuild")
    assert again.returncode == 0
    assert again.stdout.startswith("Rebuilt: references")
