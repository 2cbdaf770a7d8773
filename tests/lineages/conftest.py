"""The library of all editions, in which neighbors have been compared already."""

from typing import Any

import pytest

from tests.conftest import using_library
from tests.lineages import editions
from tests.shared import SHARED


@pytest.fixture(scope="session", autouse=True)
def library_of_all(request: pytest.FixtureRequest, django_db_blocker: Any) -> None:
    """Have the tests read what was found when the library was made; those without editions go on without it."""
    if (SHARED / "rules").exists():
        url = request.getfixturevalue("every_edition")
        with using_library(url, django_db_blocker), django_db_blocker.unblock():
            editions.read_library()
