"""Short labels of rules: their heading, our label, or the subject of their first sentence."""

import hashlib
import re
from collections.abc import Mapping
from datetime import date
from functools import cache
from textwrap import shorten
from typing import Any

from explorer.document.numbers import RuleNumber
from explorer.library.queries import RuleText
from symbols.data_files import read_data
from symbols.rendering import ITALICS

# Enough to tell nearly all rules apart, and few enough to survive most rewordings.
_OPENING_WORDS = 8
_LONGEST_SUBJECT = 34
# The first verb ends the subject of a sentence.
_VERBS = re.compile(
    r"(?<=\w)(?:,)? (?:is|are|was|were|has|have|had|can|can’t|may|must|will|won’t|do|does|don’t|doesn’t|means?"
    r"|represents?|refers?|uses?|allows?|lets?|gets?|becomes?|causes?|consists?|begins?|ends?)\b.*",
    re.DOTALL | re.IGNORECASE,
)


def short_label(rule: RuleText) -> str:
    return rule.heading or own_label(rule) or subject(rule.text)


def own_label(rule: RuleText) -> str:
    """Our label for a rule without a heading; else empty."""
    if rule.heading:
        return ""
    return _label_by_opening(rule.parsed, rule.text) or _labels_by_number().get(rule.later, "")


def opening_digest(text: str) -> str:
    """Digest of a rule's first words, to recognize it in editions that number it differently."""
    words = re.findall(r"[a-z]+", text.casefold())[:_OPENING_WORDS]
    return hashlib.blake2s(" ".join(words).encode(), digest_size=4).hexdigest()


def subject(text: str) -> str:
    """“The loyalty of a planeswalker card is …” -> “The loyalty of a planeswalker card”."""
    beginning = _VERBS.sub("", ITALICS.sub(r"\1", text).partition("\n")[0])
    return (
        beginning.rstrip(",;:.—")
        if len(beginning) <= _LONGEST_SUBJECT
        else shorten(beginning, _LONGEST_SUBJECT, placeholder="…")
    )


def _label_by_opening(number: RuleNumber, text: str) -> str:
    """Where several rules begin with the same words, the one with this number, or in this section."""
    found = _labels().get(opening_digest(text), {})
    if len(found) == 1:
        return next(iter(found.values()))
    near = [label for own, label in found.items() if RuleNumber.parse(own).section == number.section]
    return found.get(str(number), near[0] if len(near) == 1 else "")


@cache
def _labels() -> Mapping[str, Mapping[str, str]]:
    """By digest of the opening words, then by number."""
    labels: dict[str, dict[str, str]] = {}
    for number, (label, digest) in _data()["labels"].items():
        labels.setdefault(digest, {})[number] = label
    return labels


@cache
def _labels_by_number() -> Mapping[str, str]:
    """By number in the edition that the labels were written for."""
    return {number: label for number, (label, _) in _data()["labels"].items()}


def labels_edition() -> date:
    """The edition that the labels were written for."""
    day: date = _data()["edition"]
    return day


@cache
def _data() -> Mapping[str, Any]:
    return read_data("rule_labels.toml", "explorer")
