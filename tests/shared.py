"""Where the material lies that tests may use but the project does not ship."""

import os
from pathlib import Path

import pytest

SHARED = Path(os.environ.get("PIPWISE_SHARED", Path(__file__).parents[2] / "shared"))
REQUIRED = os.environ.get("CI") == "true"


def shared(name: str) -> Path:
    """Return a file or folder of the shared material; skip the test when it is not there.

    Under continuous integration (`CI=true`) nothing may be skipped, so there it fails instead.
    """
    path = SHARED / name
    if not path.exists():
        reason = f"needs {name!r} from the shared material, looked for in {SHARED}"
        if REQUIRED:
            pytest.fail(reason)
        pytest.skip(reason, allow_module_level=True)
    return path
