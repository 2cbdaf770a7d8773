"""Settings from the environment: safe without any, clean for a deployment, clear when wrong."""

import stat
from pathlib import Path

import pytest

from tests.cases import every
from tests.conftest import Command
from tests.processes import manage


@every("admin", ["0", "1"])
def test_the_deployment_check_is_clean(tmp_path: Path, admin: str) -> None:
    ended = manage(
        "check",
        "--deploy",
        "--fail-level",
        "WARNING",
        data=tmp_path,
        PIPWISE_HTTPS="1",
        PIPWISE_ALLOWED_HOSTS="pipwise.example",
        PIPWISE_ADMIN=admin,
    )
    assert ended.returncode == 0, ended.stderr
    assert "no issues" in ended.stdout


def test_no_migration_is_missing(command: Command) -> None:
    assert command("makemigrations", "--check", "--dry-run").returncode == 0


def test_the_secret_key_is_made_once_and_is_private(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    manage("diffsettings", data=folder)
    key = folder / "secret_key"
    first = key.read_text()
    assert len(first) > 50
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    manage("diffsettings", data=folder)
    assert key.read_text() == first


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("DATABASE_URL", "mysql://root:hunter2@localhost/x", "DATABASE_URL must be"),
        ("DATABASE_URL", "nonsense", "DATABASE_URL must be"),
        ("DATABASE_URL", "sqlite://", "DATABASE_URL must be"),
        ("DATABASE_URL", "sqlite:////proc/x/y.sqlite3", "Can’t make the data folder"),
        ("DATABASE_URL", "postgresql://u:x#hunter2@localhost/x", "DATABASE_URL must be"),
        ("DATABASE_URL", "postgresql://u:hunter2@localhost:hunter2/x", "DATABASE_URL must be"),
        ("CACHE_URL", "redis://:x/hunter2@localhost", "CACHE_URL must be"),
        ("CACHE_URL", "redis://:hunter2@[localhost", "CACHE_URL must be"),
        ("CACHE_URL", "memcached://root:hunter2@localhost/x", "CACHE_URL must be"),
        ("CACHE_URL", "file://", "CACHE_URL must be"),
        ("PIPWISE_LOGS", "xml", "PIPWISE_LOGS must be plain or json"),
        ("PIPWISE_SLOW", "a second", "PIPWISE_SLOW must be a whole number"),
        ("PIPWISE_METRICS", "1", "See “Watching it” in docs/running.md"),
        ("PIPWISE_EMBED", "https://forum.example; script-src *", "PIPWISE_EMBED takes sites such as"),
        ("PIPWISE_DEBUG", "perhaps", "PIPWISE_DEBUG must be yes or no"),
    ],
)
def test_a_wrong_setting_gets_a_sentence(tmp_path: Path, name: str, value: str, words: str) -> None:
    ended = manage("diffsettings", data=tmp_path, **{name: value})
    assert ended.returncode != 0
    assert words in ended.stderr
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


def test_an_account_needs_the_admin(command: Command) -> None:
    refused = command("createsuperuser")
    assert refused.returncode != 0
    assert "Set PIPWISE_ADMIN=1" in refused.stderr
