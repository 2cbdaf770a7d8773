"""Templates of pages without the white space of their layout, which would be sent with every page."""

import re

from django.template import Origin
from django.template.loaders import filesystem

_TAG = re.compile(r"<[a-z][^<>]*>")
_BREAK = re.compile(r"\n *(?=(/?>)?)")
_INDENTATION = re.compile(r"^ +", re.MULTILINE)


class Loader(filesystem.Loader):
    """Loads HTML with each tag on one line, without indentation and without the line break at its end.

    So a template that is included within a sentence adds no space to it.
    """

    def get_contents(self, origin: Origin) -> str:
        """Return the text of a template."""
        contents = super().get_contents(origin)
        if not origin.name.endswith(".html"):
            return contents
        return _INDENTATION.sub("", _TAG.sub(_on_one_line, contents)).removesuffix("\n")


def _on_one_line(tag: re.Match[str]) -> str:
    return _BREAK.sub(lambda found: "" if found[1] else " ", tag[0])
