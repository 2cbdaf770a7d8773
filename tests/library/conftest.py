"""The libraries that these tests read."""

import pytest

from explorer.library.default import load_default


@pytest.fixture
def default_library(db: None) -> None:
    """The library that an empty one starts with."""
    load_default()
