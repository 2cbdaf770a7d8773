"""Static files storage: style sheets and scripts minified, then everything hashed and compressed."""

from collections.abc import Mapping
from pathlib import PurePath
from typing import Any

from django.core.files.base import ContentFile
from rcssmin import cssmin
from rjsmin import jsmin
from whitenoise.storage import CompressedManifestStaticFilesStorage

_MINIFY = {".css": cssmin, ".js": jsmin}
"""Nested template literals would be minified too; our scripts have none."""


class StaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """WhiteNoise's storage with minified files: a fifth smaller, even compressed."""

    def _save(self, name: str, content: Any) -> str:
        if PurePath(name).suffix in _MINIFY:
            with content.open("rb") as file:
                content = ContentFile(minified(name, file.read()))
        saved_name: str = super()._save(name, content)
        return saved_name

    def load_manifest(self) -> tuple[dict[str, str], str]:
        """An empty manifest where it was written in part, as on a full disk."""
        try:
            loaded: tuple[dict[str, str], str] = super().load_manifest()
        except ValueError:
            return {}, ""
        return loaded


def minified(name: str, content: bytes) -> bytes:
    """Minified content; files of other kinds, and `.min.js`, as they are."""
    minify = _MINIFY.get(PurePath(name).suffix)
    return content if minify is None or name.endswith(".min.js") else bytes(minify(content))


def collected() -> Mapping[str, str]:
    """Collected static files, name -> hashed name; empty before `prepare`."""
    names, _ = StaticFilesStorage().load_manifest()
    return names
