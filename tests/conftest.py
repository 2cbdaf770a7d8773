"""What all tests share: collected static files, the library, a real browser and a real PostgreSQL."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command

REQUIRED = os.environ.get("CI") == "true"


def missing(what: str) -> None:
    """Skip a test that can't run on this machine; under continuous integration, fail it."""
    if REQUIRED:
        pytest.fail(what)
    pytest.skip(what)


@pytest.fixture(scope="session", autouse=True)
def static_files(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Collect the static files once, hashed and compressed as they are served in earnest."""
    before = settings.STATIC_ROOT
    settings.STATIC_ROOT = tmp_path_factory.mktemp("static")
    call_command("collectstatic", interactive=False, verbosity=0)
    yield Path(settings.STATIC_ROOT)
    settings.STATIC_ROOT = before


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> None:
    """Load the default library once into the test database; each test sees it and can't spoil it."""
    from explorer.library.default import load_default

    with django_db_blocker.unblock():
        load_default()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """Debian's Chromium, driven by Playwright."""
    executable = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if executable is None:
        missing("needs Chromium: the Debian package is called chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=executable,
            args=[
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
            ],
        )
        yield browser
        browser.close()
