"""Libraries with the samples of tournament documents."""

import pytest

from explorer.policy.storing import import_policy_bytes
from tests.policy.samples import ipg, jar, mtr


@pytest.fixture
def documents() -> None:
    for name, content in {"mtr.pdf": mtr(), "ipg.pdf": ipg(), "jar.pdf": jar()}.items():
        import_policy_bytes(content, name)


@pytest.fixture
def two_editions(documents: None) -> None:
    later = mtr("June 1, 2025", more="A marker is any object that stands for something else in the game.", dropped=True)
    import_policy_bytes(later, "mtr-later.pdf")
