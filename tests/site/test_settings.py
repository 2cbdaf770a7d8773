"""Settings from the environment: safe without any, clean for a deployment, clear when wrong."""

import json
import runpy
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client

from explorer.serving import environment
from tests.conftest import Command
from tests.processes import ROOT, manage
from tests.tables import cases


@pytest.mark.parametrize(("name", "value", "words"), cases("site/settings", "a_wrong_setting_gets_a_sentence"))
def test_a_wrong_setting_gets_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str, words: str
) -> None:
    monkeypatch.setenv("PIPWISE_DATA_DIR", str(tmp_path))
    monkeypatch.setenv(name, value)
    with pytest.raises(ImproperlyConfigured) as refused:
        runpy.run_path(str(ROOT / "explorer/settings.py"))
    assert words in str(refused.value)
    assert "hunter2" not in str(refused.value)


def test_any_command_ends_with_that_sentence(tmp_path: Path) -> None:
    ended = manage("diffsettings", data=tmp_path, DATABASE_URL="mysql://root:hunter2@localhost/x")
    assert ended.returncode != 0
    assert ended.stderr.startswith("DATABASE_URL must be")
    assert "Traceback" not in ended.stderr
    assert "hunter2" not in ended.stderr


@pytest.mark.parametrize("place", ["a folder", "no database", "nobody there"])
def test_a_library_that_cannot_be_opened_gets_a_sentence(command: Command, tmp_path: Path, place: str) -> None:
    file = tmp_path / "text.sqlite3"
    file.write_text("This is no database, and it is long enough to be taken for one at first. " * 20)
    addresses = {
        "a folder": f"sqlite:///{tmp_path}",
        "no database": f"sqlite:///{file}",
        "nobody there": "postgresql://u:hunter2@127.0.0.1:1/x",
    }
    for arguments in (["editions"], ["up", "--port", "0"], ["cost", "W", "--edition", "2025-06-06"]):
        ended = command(*arguments, url=addresses[place])
        assert ended.returncode == 1
        assert (f"{file} is damaged" if place == "no database" else "Can’t open the database") in ended.stderr
        assert "Traceback" not in ended.stderr
        assert "hunter2" not in ended.stderr


@pytest.mark.slow
def test_a_folder_that_cannot_be_made_gets_a_sentence(tmp_path: Path) -> None:
    ended = manage("prepare", data=tmp_path, DATABASE_URL="sqlite:////proc/x/y.sqlite3")
    assert ended.returncode == 1
    assert ended.stderr.startswith("Can’t create the folder /proc/x")


def test_an_address_of_postgresql_is_read_as_its_own_programs_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://u:x%2F%231@[::1]:5433/rules?sslmode=require&options=-c%20a%3Db")
    found = environment.database(Path("unused"))
    assert (found["NAME"], found["USER"], found["PASSWORD"]) == ("rules", "u", "x/#1")
    assert (found["HOST"], found["PORT"], found["OPTIONS"]["sslmode"]) == ("::1", "5433", "require")
    # Whoever gives options of their own has said how long pages wait.
    assert environment.page_timeouts(found) == {}


class TestGone:
    def test_a_command_names_the_guide(self, command: Command, subtests: pytest.Subtests) -> None:
        for command_name in ["backup", "restore", "createsuperuser"]:
            with subtests.test(command_name=command_name):
                ended = command(command_name, "file")
                assert ended.returncode == 2
                assert ended.stdout == ""
                (line,) = ended.stderr.splitlines()
                assert f"{command_name} is gone" in line
                assert f"## {line.split('“')[1].split('”')[0]}\n" in (ROOT / "docs/running.md").read_text()

    @pytest.mark.slow
    def test_a_variable_names_the_guide(self, prepared_folder: Path) -> None:
        names = ("PIPWISE_ADMIN", "PIPWISE_METRICS", "PIPWISE_SECRET_KEY")
        ended = manage("prepare", "--json", data=prepared_folder, **dict.fromkeys(names, "1"))
        assert ended.returncode == 0
        assert json.loads(ended.stdout) == {"changed": False}
        for name, line in zip(names, ended.stderr.splitlines()[: len(names)], strict=True):
            assert f"{name} no longer does anything" in line
            assert "docs/running.md" in line

    @pytest.mark.django_db
    def test_the_addresses_name_the_guide(self, client: Client) -> None:
        for address in ("/admin/", "/admin", "/admin/login/", "/metrics"):
            answered = client.get(address)
            assert answered.status_code == 404
            assert "docs/running.md" in answered.content.decode(), address
        assert "docs/running.md" not in client.get("/administration/").content.decode()
