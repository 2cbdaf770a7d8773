"""Match the rules of one edition to the rules of the next."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from heapq import heappop, heappush
from math import log

from rapidfuzz.distance import Indel

_PLAIN = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "−": "-", "–": "-", "—": "-", "\u00a0": " ", "_": None})
_REFERENCE = re.compile(r"\b\d{3}(?:\.\d+[a-z]?)?(?:[-–][a-z])?\b")
_WORD = re.compile(r"\{[^{}]*\}|[a-z0-9#*/+½∞]+(?:'[a-z]+)?")
# Renamings of the whole game: what was “in play” is “on the battlefield” since July 2009.
RENAMED = (
    ("converted mana cost", "mana value"),
    ("state-based effect", "state-based action"),
    ("removed from the game", "exiled"),
    ("remove from the game", "exile"),
    ("removed-from-the-game zone", "exile zone"),
    ("in-play zone", "battlefield"),
    ("comes into play", "enters the battlefield"),
    ("come into play", "enter the battlefield"),
    ("into play", "onto the battlefield"),
    ("enters the battlefield", "enters"),
    ("enter the battlefield", "enter"),
    ("in play", "on the battlefield"),
    ("from play", "from the battlefield"),
    ("leaves play", "leaves the battlefield"),
    ("he or she", "they"),
    ("his or her", "their"),
    ("him or her", "them"),
)


def words_of(text: str) -> tuple[str, ...]:
    """Return the words of a text as they are compared: quotes, dashes, case and cited numbers are no differences."""
    plain = _REFERENCE.sub("#", text.translate(_PLAIN).lower())
    for old, new in RENAMED:
        plain = plain.replace(old, new)
    return tuple(_WORD.findall(plain))


@dataclass(eq=False)
class Unit:
    """A numbered rule of an edition, as it is matched."""

    number: str
    parent: str
    heading: str
    text: str
    paragraphs: tuple[str, ...] = ()
    place: int = 0
    before: "Unit | None" = None
    after: "Unit | None" = None
    up: "Unit | None" = None
    children: list["Unit"] = field(default_factory=list)

    def __repr__(self) -> str:
        return f"<{self.number} {self.text[:50]!r}>"

    @cached_property
    def words(self) -> tuple[str, ...]:
        return words_of(self.text)

    @cached_property
    def own(self) -> tuple[str, ...]:
        """Words without examples."""
        return words_of(self.paragraphs[0]) if self.paragraphs else self.words


def parent_of(number: str) -> str:
    if "." not in number:
        return number[0] if len(number) > 1 else ""
    if number[-1].isalpha():
        return number[:-1]
    return number.split(".")[0]


def units(rows: Iterable[tuple[str, str, tuple[tuple[str, str], ...]]]) -> list[Unit]:
    out: list[Unit] = []
    by: dict[str, Unit] = {}
    for number, heading, paragraphs in rows:
        body = [text for kind, text in paragraphs if kind == "text"]
        unit = Unit(number, parent_of(number), heading, "\n".join(text for _, text in paragraphs) or heading, tuple(body or [heading]))
        unit.place = len(out)
        unit.up = by.get(unit.parent)
        if unit.up:
            if unit.up.children:
                unit.before = unit.up.children[-1]
                unit.up.children[-1].after = unit
            unit.up.children.append(unit)
        by[number] = unit
        out.append(unit)
    return out


PARENT, NUMBER, BEFORE, AFTER, HEADING, CHILD = 0.22, 0.04, 0.07, 0.07, 0.12, 0.3
LEAST = 0.62
LEAST_IN_PLACE = 0.3


class Matching:
    """The best one-to-one assignment of old rules to new ones."""

    def __init__(self, old: Sequence[Unit], new: Sequence[Unit]) -> None:
        self.old, self.new = old, new
        self.to: dict[Unit, Unit] = {}
        self.back: dict[Unit, Unit] = {}
        self._likeness: dict[tuple[Unit, Unit], float] = {}
        having = Counter(word for unit in (*old, *new) for word in set(unit.words))
        total = len(old) + len(new)
        self._weight = {word: 0.15 + log(total / count) for word, count in having.items()}

    def weighted(self, a: Sequence[str], b: Sequence[str]) -> float:
        """Likeness of two runs of words in which rare words count for more."""
        whole = sum(self._weight[word] for word in a) + sum(self._weight[word] for word in b)
        kept = sum(
            self._weight[word]
            for block in Indel.opcodes(a, b)
            if block.tag == "equal"
            for word in a[block.src_start : block.src_end]
        )
        return 2 * kept / whole if whole else 1.0

    def likeness(self, a: Unit, b: Unit) -> float:
        key = (a, b)
        if key not in self._likeness:
            if a.words == b.words:
                found = 1.0
            else:
                found = self.weighted(a.words, b.words)
                if a.own != a.words or b.own != b.words:
                    found = max(found, self.weighted(a.own, b.own) * 0.98)
            self._likeness[key] = found
        return self._likeness[key]

    def place(self, a: Unit, b: Unit) -> float:
        """How well two rules fit by where they stand."""
        score = 0.0
        if a.up and b.up:
            mapped = self.to.get(a.up)
            if mapped is b.up:
                score += PARENT
            elif mapped is None and self.back.get(b.up) is None:
                if a.parent == b.parent and self.likeness(a.up, b.up) >= 0.5:
                    score += PARENT / 2
            elif mapped is not None and self.back.get(b.up) is not None:
                score -= 0.15
        if a.number == b.number:
            score += NUMBER
        for side, bonus in (("before", BEFORE), ("after", AFTER)):
            x, y = getattr(a, side), getattr(b, side)
            if x is None and y is None:
                score += bonus / 2
            elif x is not None and y is not None and self.to.get(x) is y:
                score += bonus
        if a.heading and a.heading == b.heading:
            score += HEADING
        if a.children and b.children:
            mine = {self.to[c] for c in a.children if c in self.to}
            if mine:
                score += CHILD * len(mine.intersection(b.children)) / max(len(a.children), len(b.children))
        return score

    def is_between(self, a: Unit, b: Unit) -> bool:
        """Whether both stand between the same neighbours under the same parent."""
        same_up = (a.up is None and b.up is None) or (a.up is not None and b.up is not None and self.to.get(a.up) is b.up)
        def fits(x: Unit | None, y: Unit | None) -> bool:
            return (x is None and y is None) or (x is not None and y is not None and self.to.get(x) is y)
        return same_up and fits(a.before, b.before) and fits(a.after, b.after)

    def accept(self, a: Unit, b: Unit) -> float | None:
        like = self.likeness(a, b)
        place = self.place(a, b)
        least = LEAST - 0.9 * max(0.0, place)
        if like < max(LEAST_IN_PLACE, least):
            return None
        return like + place

    def pair(self, a: Unit, b: Unit) -> None:
        self.to[a], self.back[b] = b, a

    def run(self) -> "Matching":
        self.anchors()
        self.candidates = self.find_candidates()
        for _ in range(4):
            before = dict(self.to)
            self.assign()
            if self.to == before:
                break
        self.gaps()
        self.merged = self.folded(self.old, self.new, self.to, self.back)
        self.split = self.folded(self.new, self.old, self.back, self.to)
        return self

    def folded(
        self, lost: Sequence[Unit], into: Sequence[Unit], to: Mapping[Unit, Unit], back: Mapping[Unit, Unit]
    ) -> list[tuple[Unit, Unit, float]]:
        """Return rules without a partner most of whose words another rule has gained: merges, or splits seen backwards."""
        alone = [a for a in lost if a not in to and len(a.words) >= 5]
        if not alone:
            return []
        gained: dict[Unit, tuple[str, ...]] = {}
        index: dict[str, list[Unit]] = defaultdict(list)
        for b in into:
            partner = back.get(b)
            if partner is None or partner.words == b.words:
                continue
            more = tuple(
                word
                for block in Indel.opcodes(partner.words, b.words)
                if block.tag == "insert"
                for word in b.words[block.dest_start : block.dest_end]
            )
            if len(more) >= 4:
                gained[b] = more
                for word in set(more):
                    index[word].append(b)
        found = []
        for a in alone:
            score: dict[Unit, float] = defaultdict(float)
            for word in set(a.words):
                for b in index.get(word, ()):
                    score[b] += self._weight[word]
            best: tuple[float, Unit] | None = None
            for b in sorted(score, key=score.__getitem__, reverse=True)[:5]:
                share = self.share(a.words, gained[b])
                share += 0.1 * (a.parent == b.parent or (a.up is not None and to.get(a.up) is b.up))
                if best is None or share > best[0]:
                    best = (share, b)
            if best and best[0] >= 0.5:
                found.append((a, best[1], best[0]))
        return found

    def share(self, a: Sequence[str], more: Sequence[str]) -> float:
        """How much of a rule's words, by weight, is among the words that another gained, in runs of at least three."""
        kept = sum(
            self._weight[word]
            for block in Indel.opcodes(a, more)
            if block.tag == "equal" and block.src_end - block.src_start >= 2
            for word in a[block.src_start : block.src_end]
        )
        return kept / sum(self._weight[word] for word in a)

    def anchors(self) -> None:
        """Pair what is the same in the same place, and what is the same and unmistakable."""
        new = {unit.number: unit for unit in self.new}
        old_texts, new_texts = Counter(u.words for u in self.old), Counter(u.words for u in self.new)
        where = {u.words: u for u in self.new}
        for a in self.old:
            if old_texts[a.words] == new_texts[a.words] == 1 and len(a.words) > 3:
                self.pair(a, where[a.words])
        for a in self.old:
            b = new.get(a.number)
            if a not in self.to and b and b not in self.back and a.words == b.words and a.heading == b.heading:
                if a.up is None or b.up is None or self.to.get(a.up, b.up) is b.up:
                    self.pair(a, b)
        self.fixed = set(self.to)

    def find_candidates(self) -> dict[Unit, list[Unit]]:
        old = [a for a in self.old if a not in self.fixed]
        taken = {self.to[a] for a in self.fixed}
        new = [b for b in self.new if b not in taken]
        index: dict[str, list[Unit]] = defaultdict(list)
        for b in new:
            for word in set(b.words):
                index[word].append(b)
        weight = {word: log(1 + len(new) / len(having)) for word, having in index.items()}
        size = {b: sum(weight[w] for w in set(b.words)) for b in new}
        numbers = {b.number: b for b in new}
        out: dict[Unit, list[Unit]] = {}
        for a in old:
            score: dict[Unit, float] = defaultdict(float)
            mine = 0.0
            for word in set(a.words):
                w = weight.get(word, 0.0)
                mine += w
                if len(index.get(word, ())) <= 400 or len(a.words) < 8:
                    for b in index.get(word, ()):
                        score[b] += w
            best = sorted(score, key=lambda b: score[b] / (1 + mine + size[b] - score[b]), reverse=True)[:12]
            if a.number in numbers and numbers[a.number] not in best:
                best.append(numbers[a.number])
            out[a] = best
        return out

    def assign(self) -> None:
        """Pair the rest, the best pair first; what a pair tells of its neighbours counts for the following."""
        for a in list(self.to):
            if a not in self.fixed:
                del self.back[self.to.pop(a)]
        heap: list[tuple[float, int, int]] = []
        reverse: dict[Unit, list[Unit]] = defaultdict(list)
        position = {b: i for i, b in enumerate(self.new)}

        def push(a: Unit, b: Unit) -> None:
            score = self.accept(a, b)
            if score is not None:
                heappush(heap, (-score, a.place, position[b]))

        for a, best in self.candidates.items():
            for b in best:
                reverse[b].append(a)
                push(a, b)
        while heap:
            score, i, j = heappop(heap)
            a, b = self.old[i], self.new[j]
            if a in self.to or b in self.back:
                continue
            now = self.accept(a, b)
            if now is None:
                continue
            if now + score < -1e-9:
                heappush(heap, (-now, i, j))
                continue
            self.pair(a, b)
            near = [a.before, a.after, a.up, *a.children]
            for x in near:
                if x is not None and x not in self.to:
                    for y in self.candidates.get(x, ()):
                        if y not in self.back:
                            push(x, y)

    def gaps(self) -> None:
        """Pair what is left alone between the same neighbours under the same parent."""
        for a in self.old:
            if a in self.to:
                continue
            x = a.before
            y = a.after
            b = None
            if x is not None and x in self.to:
                b = self.to[x].after
            elif y is not None and y in self.to:
                b = self.to[y].before
            elif x is None and y is None and a.up and a.up in self.to and len(self.to[a.up].children) == 1:
                b = self.to[a.up].children[0]
            if b is not None and b not in self.back and self.is_between(a, b) and self.likeness(a, b) >= 0.2:
                self.pair(a, b)
