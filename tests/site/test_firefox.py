"""The main tasks in Firefox, as its own driver does them: search, read, check a cost, run a Try it."""

import shutil
import warnings
from collections.abc import Iterator
from typing import Any

import pytest

from tests.servers import Site, free_port
from tests.shared import missing

try:
    with warnings.catch_warnings():
        # The driver's helpers for telephones, which nothing here uses, are older than this Python.
        warnings.simplefilter("ignore", DeprecationWarning)
        from marionette_driver import By, Wait
        from marionette_driver.errors import StaleElementException
        from marionette_driver.keys import Keys
        from marionette_driver.marionette import Marionette
except ImportError:
    missing("needs marionette-driver, which the extra 'test' brings")

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    # The driver leaves to Python what it should close itself.
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

FIREFOX = ("firefox-esr", "firefox")
# Seconds; nothing takes so long unless it hangs.
PATIENCE = 60


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Start a real Firefox, driven by Marionette."""
    executable = next(filter(None, map(shutil.which, FIREFOX)), None)
    if executable is None:
        missing("needs Firefox; Debian's package is called firefox-esr")
    driver = Marionette(
        bin=executable,
        headless=True,
        port=free_port(),
        gecko_log=str(tmp_path_factory.mktemp("firefox") / "log.txt"),
        startup_timeout=PATIENCE * 5,
    )
    driver.start_session()
    yield driver
    driver.quit()
    driver.cleanup()


def find(firefox: Any, selector: str, words: str = "", *, click: bool = False) -> Any:
    """Wait for the first visible element of a page that has these words, and click it if asked to."""

    def first(driver: Any) -> Any:
        found = driver.find_elements(By.CSS_SELECTOR, selector)
        one = next((one for one in found if one.is_displayed() and words in one.text), None)
        if one and click:
            one.click()
        return one

    # While somebody types, one answer takes another's place.
    wait = Wait(firefox, timeout=PATIENCE, ignored_exceptions=StaleElementException)
    return wait.until(first, message=f"no {selector} with {words!r}")


def test_the_main_tasks(firefox: Any, site: Site) -> None:
    firefox.navigate(f"{site.address}/")
    find(firefox, "#box").send_keys("energy counter")
    find(firefox, "#answer .hits .n", "107.14", click=True)
    find(firefox, ".r.at", "one energy counter")
    assert firefox.get_url() == f"{site.address}/rules/107.14/"
    # Its actions are there, and its panel opens and closes.
    find(firefox, ".r.at .acts button", "Share", click=True)
    find(firefox, ".r.at .pop")
    firefox.navigate(f"{site.address}/check/")
    find(firefox, "#cost").send_keys("{2/W}{2/W}")
    find(firefox, "#mana").send_keys("WWC")
    find(firefox, ".v.yes", "Yes")
    Wait(firefox, timeout=PATIENCE).until(lambda driver: "pool=WWC" in driver.get_url())
    firefox.navigate(f"{site.address}/try/halves/")
    number = find(firefox, "#trial-number")
    number.send_keys(Keys.CONTROL + "a")
    number.send_keys("9")
    find(firefox, ".big", "Half of 9, rounded up, is 5.")
    # The number has the focus still, so the keyboard leads on.
    assert firefox.get_active_element() == number


@pytest.mark.parametrize("address", ["/", "/rules/107.4f/", "/changes/2024-03-08/2025-06-06/", "/check/?cost=%7BX%7D"])
def test_a_page_fits_a_phone(firefox: Any, site: Site, address: str) -> None:
    firefox.set_window_rect(width=450, height=844)
    firefox.navigate(site.address + address)
    beyond = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert firefox.execute_script(beyond) <= 0
