"""Pages say little beside the rules that they quote."""

from html.parser import HTMLParser

import pytest
from django.test import Client

from symbols.trials.catalog import TRIALS

# Words of a page's own: without quoted rules, drawn symbols, options and tables.
MOST_WORDS = {
    "/x/": 461,
    "/x/?in=mana-cost,text&announced=3": 480,
    "/numbers/": 300,
    "/try/": 350,
    **{f"/try/{trial.slug}/": 121 for trial in TRIALS},
    "/try/combat/": 380,  # three attackers in two steps
    "/try/board/": 320,  # three rounds, each action with its reason
    "/try/layers/": 180,  # every layer by its name
    "/try/ending/": 150,  # four kinds of game
    "/try/card-parts/": 140,  # every part by its name
    "/symbols/W/": 200,
    "/symbols/W-U/": 200,
    "/symbols/X/": 200,
    "/glossary/x/": 90,
    "/check/": 80,
    "/cast/": 150,
    "/cast/?cost=%7BX%7D%7BR%7D&x=2&targets=2&pool=RRRR": 260,
    "/check/?cost=%7B2%2FW%7D%7B2%2FW%7D&pool=WWC": 235,
    "/check/?cost=%7BX%7D%7B2%2FW%7D%7BG%2FW%2FP%7D": 335,
    "/": 175,  # with what to do while only excerpts are loaded, likewise
    "/editions/": 60,
    "/search/?q=qqqqzz": 45,  # with what to do while only excerpts are loaded
    "/nope/": 40,
}


class _OwnWords(HTMLParser):
    """Count the words of a page's own in `<main>`, hidden ones too."""

    _QUIET = frozenset({"option", "script", "style", "svg", "template", "tbody"})
    # `chapters` are titles of the Comprehensive Rules, `switch` the editions to choose from.
    _QUOTED = frozenset({"r", "ex", "pip", "uses", "picks", "code", "chapters", "switch", "pager"})
    _VOID = frozenset({"br", "hr", "img", "input", "meta", "link", "wbr"})

    def __init__(self) -> None:
        super().__init__()
        self._open: list[tuple[str, bool]] = []
        self._in_entry = False
        self.count = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self._VOID:
            classes = (dict(attrs).get("class") or "").split()
            quoted = not self._QUOTED.isdisjoint(classes) or (self._in_entry and "data-quote" in dict(attrs))
            self._in_entry |= "entry" in classes
            self._open.append((tag, tag in self._QUIET or quoted))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Leave out what has no end."""

    def handle_endtag(self, tag: str) -> None:
        if any(tag == each for each, _ in self._open):
            while self._open.pop()[0] != tag:
                pass

    def handle_data(self, data: str) -> None:
        if any(tag == "main" for tag, _ in self._open) and not any(quiet for _, quiet in self._open):
            self.count += sum(any(map(str.isalnum, word)) for word in data.split())


@pytest.mark.django_db
@pytest.mark.parametrize(("address", "most"), MOST_WORDS.items())
def test_pages_are_short(client: Client, address: str, most: int) -> None:
    counted = _OwnWords()
    counted.feed(client.get(address).content.decode())
    assert 0 < counted.count <= most
