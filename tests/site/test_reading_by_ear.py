"""Each kind of page for those who hear it or move by its parts: headings, landmarks, labels."""

import re
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from django.test import Client

from tests.kinds import EVERY_KIND

pytestmark = pytest.mark.django_db

LANDMARKS = {"nav", "aside", "form"}
CONTROLS = {"input", "select", "textarea"}


class Parts(HTMLParser):
    """A page as it is heard: levels of headings, named parts, and controls without a name; templates aren't heard."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.headings: list[int] = []
        self.landmarks: list[tuple[str, str]] = []
        self.nameless: list[str] = []
        self.ids: set[str] = set()
        self.labelled_by: list[str] = []
        self.mains = 0
        self._templates = self._labels = 0
        self._fors: set[str] = set()
        self._unlabelled: list[tuple[str, str]] = []
        self._open: list[tuple[str, str]] = []
        self.feed(html)
        self.nameless += [tag for identity, tag in self._unlabelled if identity not in self._fors]
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self._templates += tag == "template"
        if self._templates:
            return
        self._labels += tag == "label"
        self.mains += tag == "main"
        self.ids.add(given.get("id", ""))
        name = given.get("aria-label", "")
        if "aria-labelledby" in given:
            self.labelled_by.append(given["aria-labelledby"])
            name = name or given["aria-labelledby"]
        if tag == "label":
            self._fors.add(given.get("for", ""))
        if re.fullmatch(r"h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if tag in LANDMARKS and given.get("method") != "dialog":
            self.landmarks.append((given.get("role", tag), name))
        if tag in CONTROLS and given.get("type") != "hidden" and not self._labels and not name:
            self._unlabelled.append((given.get("id", ""), str(self.get_starttag_text())))
        if tag in {"button", "summary"} or (tag == "a" and "href" in given):
            self._open.append((tag, name or given.get("title", "")))

    def handle_data(self, data: str) -> None:
        self._named(data)

    def _named(self, words: str) -> None:
        if self._open and not self._templates and words.strip():
            self._open = [(tag, name + words) for tag, name in self._open]

    def handle_endtag(self, tag: str) -> None:
        if self._templates:
            self._templates -= tag == "template"
            return
        self._labels -= tag == "label"
        if self._open and self._open[-1][0] == tag:
            name = self._open.pop()[1]
            if not name.strip():
                self.nameless.append(tag)


@pytest.mark.parametrize("address", EVERY_KIND)
def test_a_page_is_heard_in_order_and_its_parts_have_names(client: Client, address: str) -> None:
    page = Parts(client.get(address).content.decode())
    assert page.mains == 1
    assert page.headings.count(1) == 1
    assert page.headings[0] == 1, "nothing is headed before the page"
    deeper = [(before, level) for before, level in pairwise(page.headings) if level > before + 1]
    assert deeper == []
    assert page.nameless == []
    assert all(name for _, name in page.landmarks), page.landmarks
    assert len(set(page.landmarks)) == len(page.landmarks), page.landmarks
    assert set(page.labelled_by) <= page.ids
