"""Collect slow benchmarks only with --benchmark-enable."""

from pathlib import Path

import pytest

# Each asserts nothing that a test elsewhere doesn't, and needs a large library or an expensive request.
ONLY_MEASURES = {"test_card_speed.py", "test_dearest_speed.py", "test_search_speed.py"}


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    measuring = config.getoption("benchmark_enable")
    return True if collection_path.name in ONLY_MEASURES and not measuring else None
