"""Pages as tests read them."""

import html
import re
from typing import Any

_TEXT = re.compile(r">[^<]*<")
_END_OF_TAG = re.compile(r"(<[a-z][^<>]*?)\s+(?=>)")


def markup_of(response: Any) -> str:
    """Return the HTML of an answer without the white space of its layout: no line breaks, and none beside a tag."""
    return _END_OF_TAG.sub(r"\1", _TEXT.sub(_on_one_line, response.content.decode()))


def text_of(markup: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", markup)).split())


def response_text(response: Any) -> str:
    """Return the text of an answer, with single spaces."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", markup_of(response)))


def _on_one_line(text: re.Match[str]) -> str:
    return re.sub(r"\s*\n\s*", " ", re.sub(r"(?<=>)\s*\n\s*|\s*\n\s*(?=<)", "", text[0]))
