"""Templates of pages without their indentation, which is for those who write them and would be sent with every page."""

import re

from django.template import Origin
from django.template.loaders import filesystem

_INDENTATION = re.compile(r"^ +", re.MULTILINE)


class Loader(filesystem.Loader):
    """Loads HTML without the spaces that begin its lines, and without the line break at its end.

    So a template that is included within a sentence adds no space to it, and lines keep their numbers.
    """

    def get_contents(self, origin: Origin) -> str:
        """Return the text of a template."""
        contents = super().get_contents(origin)
        return _INDENTATION.sub("", contents).removesuffix("\n") if origin.name.endswith(".html") else contents
