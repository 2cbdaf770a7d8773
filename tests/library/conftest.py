"""The libraries that these tests start from."""

import pytest

from explorer.importing.default import load_default
from explorer.models import Edition, Wording


@pytest.fixture
def default_library(db: None) -> None:
    """The library that an empty one starts with."""
    load_default()


@pytest.fixture
def empty_library(db: None) -> None:
    """A library with nothing in it."""
    Edition.objects.all().delete()
    Wording.objects.all().delete()
