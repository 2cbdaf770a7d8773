"""Pages taken apart for the service worker: what many of them share, and what each has of its own."""

import re
from typing import Any

# What a page says about itself to others, which nobody asks for without a network.
_FOR_OTHERS = re.compile(
    r'<meta (?:name="(?:description|robots)"|property="og:)[^>]*>\n?'
    r'|<link rel="(?:canonical|prev|next|alternate)"[^>]*>\n?'
    r'|<script type="application/ld\+json">.*?</script>\n?',
    re.DOTALL,
)
_PAGE = re.compile(
    r'(?P<head>.*<title>)(?P<title>.*?)(?P<top></title>.*?<main id="main">)(?P<main>.*)'
    r'(?P<foot></main>.*?</footer>\s*)(?P<bar>.*?)(?P<end><div id="toast".*)',
    re.DOTALL,
)
# The way to the other editions, none of which is kept.
_EDITIONS = re.compile(r'<details class="switch"><summary>(.*?)</summary>.*?</details>', re.DOTALL)
_RULE = re.compile(r'<section class="r" id="([^"]+)"')
_AFTER_RULES = '<nav class="pager"'
_ENTRY = re.compile(r'<article id="([^"]+)".*?</article>', re.DOTALL)

#: Places in what is kept that the worker fills in.
TITLE, MAIN, BAR = "§title§", "§main§", "§bar§"


class Shells:
    """Frames that pages share: each kind once, with places for the rest."""

    def __init__(self) -> None:
        self.kinds: list[str] = []

    def take_apart(self, page: str) -> dict[str, Any]:
        """Return what a page has of its own: its title, main part and bar, and which kind the rest of it is."""
        match = _PAGE.fullmatch(page)
        if match is None:
            raise ValueError("This page isn’t made as the others are")
        top = _FOR_OTHERS.sub("", match["top"])
        shell = "".join([match["head"], TITLE, top, MAIN, match["foot"], BAR, match["end"]])
        if shell not in self.kinds:
            self.kinds.append(shell)
        return {
            "shell": self.kinds.index(shell),
            "title": match["title"],
            "main": _EDITIONS.sub(r'<span class="switch">\1</span>', match["main"]),
            "bar": match["bar"],
        }


def split_rules(main: str) -> dict[str, Any]:
    """Return a section's main part as what is before its rules, each rule by its number, and what is after them."""
    starts = [(match.start(), match[1]) for match in _RULE.finditer(main)]
    if not starts:
        return {"main": main}
    end = main.index(_AFTER_RULES, starts[-1][0])
    ends = [start for start, _ in starts[1:]] + [end]
    return {
        "before": main[: starts[0][0]],
        "rules": {number: main[start:until] for (start, number), until in zip(starts, ends, strict=True)},
        "after": main[end:],
    }


def split_entries(main: str) -> dict[str, Any]:
    """Return a letter of the glossary as what is before its entries, each entry by its name, and what is after them."""
    found = list(_ENTRY.finditer(main))
    if not found:
        return {"main": main}
    return {
        "before": main[: found[0].start()],
        "entries": {match[1]: match[0] for match in found},
        "after": main[found[-1].end() :],
    }
