"""Template loader that strips the white space of the templates' layout."""

import re

from django.template import Origin
from django.template.loaders import filesystem

_TAG = re.compile(r"<[a-z][^<>]*>")
_BREAK = re.compile(r"\n *(?=(/?>)?)")
_INDENTATION = re.compile(r"^ +", re.MULTILINE)


class Loader(filesystem.Loader):
    """Joins each tag to one line, and strips indentation and the final line break.

    So a template included within a sentence adds no space to it.
    """

    def get_contents(self, origin: Origin) -> str:
        contents = super().get_contents(origin)
        if not origin.name.endswith(".html"):
            return contents
        return _INDENTATION.sub("", _TAG.sub(_on_one_line, contents)).removesuffix("\n")


def _on_one_line(tag: re.Match[str]) -> str:
    return _BREAK.sub(lambda found: "" if found[1] else " ", tag[0])
