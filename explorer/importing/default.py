"""Default content: the excerpts that an empty database starts with."""

import hashlib
from pathlib import Path
from typing import Any

from django.db import transaction

from explorer.document.reader import read_excerpt
from explorer.importing import derived
from explorer.importing.derived import Progress
from explorer.importing.loading import ImportResult, load
from explorer.models import Edition
from symbols.data_files import read_data

DATA = Path(__file__).resolve().parent.parent / "data"


def load_default(progress: Progress | None = None) -> list[ImportResult]:
    """Load the bundled excerpts into an empty database; do nothing otherwise.

    Args:
        progress: called with a sentence for each excerpt.
    """
    if Edition.objects.exists():
        return []
    # All or nothing: if any edition were there, the next start would load no more.
    with transaction.atomic(), derived.together():
        return [_load(excerpt, progress) for excerpt in manifest()]


def manifest() -> list[dict[str, Any]]:
    """Excerpts in `library.toml`: file, effective, source, holds."""
    excerpts: list[dict[str, Any]] = read_data("library.toml", "explorer")["excerpt"]
    return excerpts


def _load(excerpt: dict[str, Any], progress: Progress | None) -> ImportResult:
    if progress is not None:
        progress(f"Loading {excerpt['holds']} of the {excerpt['effective']} rules")
    content = (DATA / excerpt["file"]).read_bytes()
    document = read_excerpt(content.decode(), excerpt["effective"])
    return load(document, excerpt["source"], hashlib.sha256(content).hexdigest())
