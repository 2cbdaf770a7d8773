"""The cards that are cast."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.casting.cards import import_cast_cards
from tests.conftest import forget_everything


@pytest.fixture
def cast_cards(db: None, tmp_path: Path) -> Iterator[None]:
    """Have the cards of `casts.tsv` in the library."""
    import_cast_cards(tmp_path)
    yield
    forget_everything()
