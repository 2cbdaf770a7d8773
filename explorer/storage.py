"""Storage of the static files: style sheets minified, then everything hashed and compressed."""

from typing import Any

from django.core.files.base import ContentFile
from rcssmin import cssmin
from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """WhiteNoise’s, with smaller style sheets: a sixth of what they weigh is comments and space, also compressed."""

    def _save(self, name: str, content: Any) -> str:
        if name.endswith(".css"):
            with content.open("rb") as file:
                content = ContentFile(cssmin(file.read()))
        kept: str = super()._save(name, content)
        return kept
