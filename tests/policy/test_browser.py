"""Pages of the tournament documents for everyone: as axe judges them, in any window."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from explorer.policy.storing import import_policy_bytes
from tests.conftest import using_library
from tests.policy.samples import ipg, jar, mtr, mtr_later
from tests.servers import Site, serving
from tests.site.test_everyone import DESK, PHONE, QUICK, SPOILT, wrong

pytestmark = pytest.mark.browser

MISSING = "/mtr/9.9/"
PAGES = (
    *("/mtr/", "/mtr/1.1/", "/mtr/2024-05-13/2.1/", "/mtr/appendix-a/", "/mtr/2.1/history/", "/mtr/changes/"),
    *("/ipg/", "/ipg/2.1/", "/jar/", MISSING, "/search/?q=slow+play", "/brief/?part=/ipg/2.1/&part=/mtr/1.1/"),
    "/citations/?text=MTR+2.3+and+IPG+2.1",
)


@pytest.fixture(scope="module")
def with_documents(
    tmp_path_factory: pytest.TempPathFactory,
    library_of: Callable[..., str],
    prepare_folder: Callable[[Path], None],
    django_db_blocker: Any,
) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("documents")
    prepare_folder(folder)
    file = folder / "pipwise.sqlite3"
    shutil.copy(library_of("2026-01-16").removeprefix("sqlite:///"), file)
    with using_library(f"sqlite:///{file}", django_db_blocker), django_db_blocker.unblock():
        for name, content in {"mtr": mtr(), "later": mtr_later(), "ipg": ipg(), "jar": jar()}.items():
            import_policy_bytes(content, f"{name}.pdf")
    with serving(folder, "--workers", "1", "--offline") as site:
        yield site


@pytest.fixture(scope="module")
def judged(chromium: Any, with_documents: Site) -> Iterator[Any]:
    context = chromium.new_context(base_url=with_documents.address, bypass_csp=True, service_workers="block")
    context.add_init_script(Axe().axe_script)
    yield context.new_page()
    context.close()


@pytest.mark.slow
@pytest.mark.parametrize("address", PAGES)
def test_everyone_can_read_it(judged: Any, address: str) -> None:
    assert judged.goto(address).ok is (address != MISSING)
    for size in (PHONE, DESK):
        judged.set_viewport_size(size)
        for scheme in ("light", "dark"):
            judged.emulate_media(color_scheme=scheme)
            assert wrong(judged, QUICK) == [], (size, scheme)
    for width in (320, 390, 768, 1280):
        judged.set_viewport_size({"width": width, "height": 800})
        assert judged.evaluate(SPOILT) == [], width


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "lines"),
    [
        ("/mtr/appendix-a/", ["Round | Minutes", "First | 45", "Last | none"]),
        (
            "/ipg/2.1/",
            [
                "IPG 2.1 Slow Play. Penalty: Warning",
                "Definition",
                "Philosophy",
                "Example: A. A player reads each card twice.",
            ],
        ),
    ],
)
def test_copied_text_has_every_word(chromium: Any, with_documents: Site, path: str, lines: list[str]) -> None:
    context = chromium.new_context(
        base_url=with_documents.address, service_workers="block", permissions=["clipboard-read", "clipboard-write"]
    )
    page = context.new_page()
    page.goto(path)
    page.locator(".acts [data-sharing]").click()
    examples = page.get_by_label("With examples")
    if examples.count():
        examples.check()
    page.get_by_role("button", name="Plain text").click()
    page.get_by_text("Copied").first.wait_for(state="attached")
    copied = page.evaluate("navigator.clipboard.readText()").splitlines()
    context.close()
    assert [line for line in lines if line not in copied] == []
