"""Template loader that strips the white space of the templates' layout."""

import re

from django.template import Origin
from django.template.loaders import filesystem

_TAG = re.compile(r"<[a-z][^<>]*>")
_BREAK = re.compile(r"\n *(?=(/?>)?)")
_INDENTATION = re.compile(r"^ +", re.MULTILINE)
_TAGS_ALONE = re.compile(
    r"^((?:\{% (?:end)?(?:if|elif|else|for|empty|with|block|partialdef|ifchanged)\b[^%]*%\})+)\n",
    re.MULTILINE,
)


class Loader(filesystem.Loader):
    """Joins each tag to one line; strips indentation, and line breaks after template tags alone and at the end.

    So a template included within a sentence adds no space to it.
    """

    def get_contents(self, origin: Origin) -> str:
        contents = super().get_contents(origin)
        if not origin.name.endswith(".html"):
            return contents
        lines = _INDENTATION.sub("", _TAG.sub(_on_one_line, contents))
        return _TAGS_ALONE.sub(r"\1", lines).removesuffix("\n")


def _on_one_line(tag: re.Match[str]) -> str:
    return _BREAK.sub(lambda found: "" if found[1] else " ", tag[0])
