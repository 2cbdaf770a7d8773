"""Editions are stored whole or not at all, by commands and from the publisher's page."""

import json
from pathlib import Path

import pytest
from django.test import override_settings

from explorer.importing.loading import LibraryError
from explorer.policy.models import PolicyEdition, PolicySection
from explorer.policy.reading.pdf import read_pdf
from explorer.policy.reading.sections import read_document
from explorer.policy.storing import import_policy_bytes, restore
from tests.conftest import Command
from tests.importing.servers import answer, serving
from tests.policy.samples import ipg, jar, mtr
from tests.policy.test_reading import TITLES

pytestmark = pytest.mark.django_db

PDF = "application/pdf"


def test_what_is_stored_is_what_was_read() -> None:
    done = import_policy_bytes(mtr(), "mtr.pdf")
    assert (done.action, done.document, done.date.isoformat(), done.sections) == ("added", "mtr", "2024-05-13", 8)
    assert restore(PolicyEdition.objects.get()) == read_document(read_pdf(mtr()), TITLES)


@pytest.mark.slow
def test_the_same_again_changes_nothing() -> None:
    import_policy_bytes(mtr(), "mtr.pdf")
    before = PolicyEdition.objects.get().imported
    assert import_policy_bytes(mtr(), "other.pdf").action == "present"
    # The same words in another file.
    assert import_policy_bytes(mtr() + b"\n", "other.pdf").action == "present"
    assert import_policy_bytes(mtr(), "mtr.pdf", again=True).action == "present"
    assert PolicyEdition.objects.get().imported == before


def test_another_text_of_the_same_date_is_refused() -> None:
    import_policy_bytes(mtr(), "mtr.pdf")
    with pytest.raises(LibraryError, match=r"^other\.pdf: Pipwise already has a different Magic Tournament Rules"):
        import_policy_bytes(mtr(more="A marker is a marker."), "other.pdf")
    assert PolicyEdition.objects.count() == 1


def test_another_text_of_the_same_date_is_replaced_on_request() -> None:
    import_policy_bytes(mtr(more="A marker is a"), "cut.pdf")
    assert import_policy_bytes(mtr(), "whole.pdf", again=True).action == "replaced"
    edition = PolicyEdition.objects.get()
    assert (edition.source, restore(edition)) == ("whole.pdf", read_document(read_pdf(mtr()), TITLES))


def test_a_parse_by_an_earlier_version_is_replaced_on_request() -> None:
    import_policy_bytes(mtr(), "mtr.pdf")
    PolicySection.objects.filter(number="2.2").update(title="Lingering")
    assert import_policy_bytes(mtr(), "mtr.pdf", again=True).action == "replaced"
    assert PolicySection.objects.get(number="2.2").title == "Leaving"


def test_nothing_is_half_written() -> None:
    for content in (b"", b"100. General", mtr()[:3000], mtr("May 13, 1890"), mtr("May 13, 2890")):
        with pytest.raises(LibraryError):
            import_policy_bytes(content, "bad.pdf")
    assert not PolicyEdition.objects.exists()
    assert not PolicySection.objects.exists()


class TestCommands:
    @pytest.mark.slow
    def test_a_folder_and_what_is_wrong_in_it(self, tmp_path: Path, command: Command) -> None:
        folder = tmp_path / "documents"
        folder.mkdir()
        for name, content in {"a.pdf": mtr(), "b.pdf": ipg(), "c.pdf": b"%PDF-1.4 broken", "d.txt": b"no"}.items():
            (folder / name).write_bytes(content)
        done = command("import_policy", str(folder), str(folder / "none.pdf"))
        assert done.returncode == 2
        assert "a.pdf: Magic Tournament Rules of 2024-05-13 added" in done.stdout
        assert "c.pdf: This PDF is broken or incomplete." in done.stderr
        assert "none.pdf: no such file." in done.stderr
        shown = command("export_policy", "mtr")
        assert "\n2.2 Leaving\n" in shown.stdout
        as_json = command("export_policy", "mtr", "2024-05-13", "--json")
        assert json.loads(as_json.stdout) == {"document": "mtr", "date": "2024-05-13", "text": shown.stdout}
        missing = command("export_policy", "ipg", "2001-01-01")
        assert (missing.returncode, missing.stdout) == (2, "")
        assert "Loaded: 2024-04-15" in missing.stderr
        assert "fetch_policy" in command("export_policy", "jar").stderr

    def test_without_the_package_it_says_what_to_install(
        self, tmp_path: Path, command: Command, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("explorer.management.policy.find_spec", lambda _: None)
        for words in (("import_policy", str(tmp_path / "a.pdf")), ("fetch_policy",)):
            done = command(*words)
            assert (done.returncode, done.stdout) == (2, "")
            assert "[policy]" in done.stderr

    @pytest.mark.slow
    def test_json(self, tmp_path: Path, command: Command) -> None:
        (tmp_path / "a.pdf").write_bytes(jar())
        done = command("import_policy", str(tmp_path / "a.pdf"), "--json")
        assert json.loads(done.stdout) == [
            {"path": str(tmp_path / "a.pdf"), "action": "added", "document": "jar", "date": "2020-09-25", "sections": 2}
        ]

    @pytest.mark.slow
    def test_the_publishers_page(self, command: Command) -> None:
        names = ("MTG_MTR_2024May13.pdf", "MTG_IPG_2024Apr15.pdf", "MTG_JAR.pdf", "other.pdf", "MTG_MTR.docx")
        links = "".join(f'<a href="/files/{name}">PDF</a>' for name in names)
        pages = {
            "/": answer(f"<html>{links}</html>".encode(), kind="text/html"),
            "/files/MTG_MTR_2024May13.pdf": answer(mtr(), kind=PDF),
            "/files/MTG_IPG_2024Apr15.pdf": answer(ipg(), kind=PDF),
            "/files/MTG_JAR.pdf": answer(b"%PDF-1.4 broken", kind=PDF),
        }
        with serving(pages) as server, override_settings(FETCH_PLAIN={server.place}):
            done = command("fetch_policy", "--from", f"{server.address}/")
            assert done.returncode == 1
            assert done.stdout.count(" added") == 2
            assert "MTG_JAR.pdf: This PDF is broken" in done.stderr
            again = command("fetch_policy", "--from", f"{server.address}/", "--json")
            assert [report["error"]["code"] for report in json.loads(again.stdout)] == ["refused"]
            nothing = command("fetch_policy", "--from", f"{server.address}/files/none")
            assert "404" in nothing.stderr
