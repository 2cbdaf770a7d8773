"""Highlights: where a text matches the query."""

from collections.abc import Sequence

from explorer.search.index.vocabulary import Wanted
from explorer.search.words.inflections import initials_of
from explorer.search.words.splitting import Token, tokens, tokens_from

Places = tuple[tuple[int, int], ...]


class Marks:
    def __init__(self, wanted: Sequence[Wanted]) -> None:
        plain = [one for one in wanted if not one.phrase]
        self._keys = {key: place for place, one in enumerate(plain) for key in one.keys if not key.endswith("*")}
        self._prefixes = tuple(key[:-1] for one in plain for key in one.keys if key.endswith("*"))
        self._phrases = [one.phrase for one in wanted if one.phrase]
        first = {key[0] for key in [*self._keys, *self._prefixes]} | initials_of(frozenset(self._keys))
        initials = "".join(sorted(first))
        # Nearly all forms of a word begin with the same letter, so other words can be skipped.
        self._initials = initials if initials and "_" not in initials and not self._phrases else ""

    def places(self, text: str) -> Places:
        """Matches as pairs of offsets, in order and without overlap."""
        return self._look(text)[0]

    def fit(self, text: str) -> tuple[int, int, Places]:
        """The number of different terms that match, the number of matches, and the matches."""
        places, different = self._look(text)
        return different, len(places), places

    def _look(self, text: str) -> tuple[Places, int]:
        found = tokens_from(text, self._initials) if self._initials else tokens(text)
        spans: list[tuple[int, int]] = []
        different: set[object] = set()
        for token in found:
            thing = self._term(token)
            if thing is not None:
                spans.append((token.start, token.end))
                different.add(thing)
        for phrase in self._phrases:
            runs = _runs([token.key for token in found], phrase)
            spans += [(found[run].start, found[run + len(phrase) - 1].end) for run in runs]
            if runs:
                different.add(phrase)
        return _merged(spans), len(different)

    def _term(self, token: Token) -> object | None:
        if token.key in self._keys:
            return self._keys[token.key]
        if self._prefixes and token.key.startswith(self._prefixes):
            return next(begun for begun in self._prefixes if token.key.startswith(begun))
        return None


def best_paragraph(texts: Sequence[str], marks: Marks) -> tuple[str, Places]:
    """The first paragraph with the most different terms, and its matches."""
    fits = [marks.fit(text) for text in texts]
    best = max(range(len(texts)), key=lambda place: (fits[place][0], -place), default=None)
    return ("", ()) if best is None else (texts[best], fits[best][2])


def _runs(keys: Sequence[str], phrase: Sequence[str]) -> list[int]:
    size = len(phrase)
    return [place for place in range(len(keys) - size + 1) if list(keys[place : place + size]) == list(phrase)]


def _merged(spans: list[tuple[int, int]]) -> Places:
    """Sort spans and merge overlapping ones."""
    out: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if out and start < out[-1][1]:
            out[-1] = (out[-1][0], max(end, out[-1][1]))
        else:
            out.append((start, end))
    return tuple(out)
