"""Passwords: in no line of the log and on no page, whatever goes wrong."""

import subprocess
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from django.test import Client

from explorer.serving import environment as explorer_environment
from tests.processes import run_python

SECRETS = {"database": "hunter2/of 1", "cache": "correct-horse", "file": "of-its-file"}
DATABASE_URL = "postgresql://u:hunter2%2Fof%201@127.0.0.1:1/x?sslpassword=of-its-file"
CACHE_URL = "redis://u:correct-horse@127.0.0.1:1/0"
FAULT = """
import logging, os
import django
django.setup()
from django.core.cache import cache
from django.db import connection
log = logging.getLogger("some.package")
for fault in (connection.ensure_connection, lambda: cache.get("x"), lambda: 1 / 0):
    try:
        fault()
    except Exception:
        log.exception("Can't reach %s or %s", os.environ["DATABASE_URL"], os.environ["CACHE_URL"])
try:
    raise ValueError(connection.settings_dict["PASSWORD"])
except ValueError as error:
    log.exception("%s", error)
log.error("GET /login?a=1&password=typed-by-one&b=%s https://me:typed-by-two@h/ token=typed-by-three", "kept-word")
log.error("the last line")
"""


def run_program(program: str, data: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    return run_python("-c", program, data=data, DJANGO_SETTINGS_MODULE="explorer.settings", **settings)


@pytest.mark.slow
def test_no_line_of_the_log_has_a_secret(tmp_path: Path, subtests: pytest.Subtests) -> None:
    for logs in ["plain", "json"]:
        with subtests.test(logs=logs):
            given = {"DATABASE_URL": DATABASE_URL, "CACHE_URL": CACHE_URL}
            logged = run_program(FAULT, tmp_path, PIPWISE_LOGS=logs, **given).stderr
            assert "the last line" in logged
            assert logged.count("Traceback") >= 4
            assert "postgresql://u:****" in logged
            assert "?sslpassword=****" in logged
            assert "&b=kept-word" in logged
            for secret in (*SECRETS.values(), "hunter2", "typed-by"):
                assert secret not in logged


@pytest.mark.slow
def test_no_error_about_a_setting_has_a_secret(tmp_path: Path, subtests: pytest.Subtests) -> None:
    for name, value in [
        ("DATABASE_URL", "postgresql://u:hunter2@h:hunter2/x"),
        ("CACHE_URL", "redis://u:hunter2@h:hunter2/"),
    ]:
        with subtests.test(name=name, value=value):
            ended = run_program("import explorer.wsgi", tmp_path, **{name: value})
            assert f"{name} must be" in ended.stderr
            assert "hunter2" not in ended.stderr


@pytest.mark.django_db
@pytest.mark.parametrize("debug", [False, True])
def test_no_error_page_has_a_secret(settings: Any, *, debug: bool) -> None:
    with mock.patch.dict("os.environ", CACHE_URL=CACHE_URL):
        settings.CACHES = {"default": explorer_environment.cache()}
    assert settings.CACHES["default"]["OPTIONS"]["password"] == SECRETS["cache"]
    settings.DEBUG = debug
    with mock.patch("explorer.rules.editions.render", side_effect=ValueError("a fault")):
        answered = Client(raise_request_exception=False).get("/editions/")
    assert answered.status_code == 500
    page = answered.content.decode()
    assert ("a fault" in page) is debug
    assert ("127.0.0.1:1/0" in page) is debug
    for secret in SECRETS.values():
        assert secret not in page
