"""How often the verdicts are right, over all editions, and how long many take."""

import random
import re
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from explorer.citing.checking import CheckedCitation, Checker
from explorer.citing.judging import Status
from explorer.citing.texts import EditionTexts, texts_of
from explorer.citing.words import Quoted
from explorer.library.loaded import library
from explorer.lineages.provisions import section_of

pytestmark = [pytest.mark.usefixtures("all_editions"), pytest.mark.slow]

SHAPES = (
    "“{quote}” ({number}).",
    "Rule {number} says, “{quote}”",
    '{number}: "{quote}"',
    "> {quote}\n> — CR {number}\n",
    "<p>{number} states that <q>{quote}</q></p>",
    "> {number} {quote}\n",
)
KINDS = ("true", "true", "letter", "renumbered", "altered", "invented")
_RULE = re.compile(r"\d{3}\.\d+[a-z]?")


def test_numbers_of_equal_texts_are_right() -> None:
    """Between random editions, for rules whose text is the same in both, and unique."""
    draw = random.Random(41)  # noqa: S311 - the same each time
    loaded = library()
    wrong, count = [], 0
    for _ in range(20):
        old, new = sorted(draw.sample(loaded.with_all_rules, 2), key=lambda edition: edition.date)
        pairs = dict(equal_texts(texts_of(old), texts_of(new)))
        count += len(pairs)
        text = "\n".join(f"See ({number})." for number in pairs)
        for one in Checker(loaded.up_to(new), old).check(text).citations:
            now = pairs[one.verdict.number]
            status = Status.SAME if now == one.verdict.number else Status.MOVED
            if (one.verdict.now, one.verdict.status) != (now, status):
                wrong.append((old.iso, new.iso, one.verdict.number, now, one.verdict.now, one.verdict.status))
    assert count > 10_000
    assert wrong == []


def equal_texts(old: EditionTexts, new: EditionTexts) -> Iterator[tuple[str, str]]:
    """Numbers of the same text in two editions, in sections of the same name."""
    counts = [Counter(map(texts.text, texts.keys)) for texts in (old, new)]
    numbers = {new.text(key): key for key in new.keys if _RULE.fullmatch(key)}
    for key in filter(_RULE.fullmatch, old.keys):
        text = old.text(key)
        if text in numbers and counts[0][text] == counts[1][text] == 1:
            headings = [texts.text(section_of(one)) for texts, one in ((old, key), (new, numbers[text]))]
            if headings[0] == headings[1]:
                yield key, numbers[text]


@dataclass(frozen=True)
class Planted:
    kind: str
    number: str
    quote: str
    shape: str


def plant(texts: EditionTexts, draw: random.Random, count: int) -> Iterator[Planted]:
    """Generate quotations, a third of them right."""
    numbers = [key for key in texts.keys if _RULE.fullmatch(key)]
    while count:
        number = draw.choice(numbers)
        quotes = [each for each in re.split(r"(?<=[.”])\s+|\n", texts.words(number)) if is_quotable(each)]
        if not quotes:
            continue
        kind, quote = draw.choice(KINDS), draw.choice(quotes)
        cited = number
        if kind == "letter":
            cited = draw.choice([each for each in numbers if each[:-1] == number[:-1]])
        elif kind == "renumbered":
            cited = draw.choice(numbers)
        elif kind == "invented":
            cited = f"{number[:3]}.{draw.randint(200, 300)}{draw.choice(['', 'a', 'b'])}"
        elif kind == "altered":
            quote = altered(quote, draw)
        fits = cited in texts and Quoted.of(quote).is_in(texts.line(cited))
        if fits == (kind == "true"):
            count -= 1
            yield Planted(kind, cited, quote, draw.choice(SHAPES))


def is_quotable(sentence: str) -> bool:
    return len(sentence.split()) >= 7 and not re.search(r"\d{3}|[“”\"<]", sentence)


def altered(quote: str, draw: random.Random) -> str:
    words = quote.split()
    place = draw.randrange(1, len(words) - 1)
    added = draw.choice([[], ["not"], ["another"], ["graveyard"]])
    words[place : place + draw.randint(0 if added else 1, 1)] = added
    return " ".join(words)


@pytest.mark.parametrize("said", [True, False], ids=["edition said", "edition guessed"])
def test_planted_faults_are_found_and_right_quotations_are_not(said: bool) -> None:
    draw = random.Random(500)  # noqa: S311 - the same each time
    loaded = library()
    missed: list[tuple[str, Planted]] = []
    false: list[tuple[str, Planted]] = []
    counts = Counter[bool]()
    for edition in draw.sample(loaded.with_all_rules, 8):
        planted = list(plant(texts_of(edition), draw, 100))
        text = "\n\n".join(one.shape.format(number=one.number, quote=one.quote) for one in planted)
        found = Checker(loaded, edition if said else None).check(text).citations
        assert [one.verdict.number for one in found] == [one.number for one in planted]
        for one, citation in zip(planted, found, strict=True):
            counts[one.kind == "true"] += 1
            if is_flagged(citation) == (one.kind == "true"):
                (false if one.kind == "true" else missed).append((edition.iso, one))
    assert counts[False] >= 500
    assert len(false) < 0.02 * counts[True], false
    # Of two editions, one may have these words under that number: then it's that edition's citation.
    assert len(missed) <= (0 if said else 0.01 * counts[False]), missed


def is_flagged(citation: CheckedCitation) -> bool:
    return citation.verdict.status in {Status.MISQUOTED, Status.UNKNOWN} or not citation.quote


def test_four_times_as_many_citations_take_about_four_times_as_long() -> None:
    draw = random.Random(3)  # noqa: S311 - the same each time
    checker = Checker(library())
    numbers = [key for key in texts_of(library().with_all_rules[10]).keys if _RULE.fullmatch(key)]
    line = "    // {}. What happens here, in a comment of some length, and why (see rule {})\n"
    lines = [line.format(draw.choice(numbers), draw.choice(numbers)) for _ in range(6_000)]
    taken = {}
    for count in (100, 1_500, 6_000):
        began = time.thread_time()
        assert len(checker.check("".join(lines[:count])).citations) == 2 * count
        taken[count] = time.thread_time() - began
    assert taken[6_000] < 8 * taken[1_500]
