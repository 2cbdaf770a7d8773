"""Libraries with the samples of tournament documents."""

import pytest

from explorer.policy.storing import import_policy_bytes
from tests.policy.samples import ipg, jar, mtr, mtr_later


@pytest.fixture
def documents() -> None:
    for name, content in {"mtr.pdf": mtr(), "ipg.pdf": ipg(), "jar.pdf": jar()}.items():
        import_policy_bytes(content, name)


@pytest.fixture
def two_editions(documents: None) -> None:
    import_policy_bytes(mtr_later(), "mtr-later.pdf")
