"""Short labels of rules: what each is about, in a few words of ours where its edition gives it no heading."""

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

# So many words tell nearly all rules apart, and last through most changes of wording.
_OPENING_WORDS = 8
_LONGEST_SUBJECT = 34
# The first of these ends the subject of a rule's first sentence.
_VERBS = re.compile(
    r"(?<=\w)(?:,)? (?:is|are|was|were|has|have|had|can|can’t|may|must|will|won’t|do|does|don’t|doesn’t|means?"
    r"|represents?|refers?|uses?|allows?|lets?|gets?|becomes?|causes?|consists?|begins?|ends?)\b.*",
    re.DOTALL | re.IGNORECASE,
)


def short_label(rule: RuleText) -> str:
    """Return what a rule is about: its heading, our label for it, or the subject of its first sentence."""
    return rule.heading or own_label(rule) or subject(rule.text)


def own_label(rule: RuleText) -> str:
    """Return our label for a rule without a heading; empty where it has none."""
    if rule.heading:
        return ""
    return _label_by_opening(rule.parsed, rule.text) or _labels_by_number().get(rule.later, "")


def opening_digest(text: str) -> str:
    """Return a digest of a rule's opening words: the same in editions that number it otherwise."""
    words = re.findall(r"[a-z]+", text.casefold())[:_OPENING_WORDS]
    return hashlib.blake2s(" ".join(words).encode(), digest_size=4).hexdigest()


def subject(text: str) -> str:
    """Return what the first sentence of a rule is about, as far as its first words say so."""
    beginning = _VERBS.sub("", ITALICS.sub(r"\1", text).partition("\n")[0])
    return (
        beginning.rstrip(",;:.—")
        if len(beginning) <= _LONGEST_SUBJECT
        else shorten(beginning, _LONGEST_SUBJECT, placeholder="…")
    )


def _label_by_opening(number: RuleNumber, text: str) -> str:
    """Return our label for a rule; where several open with the same words, the one under its number or its section."""
    found = _labels().get(opening_digest(text), {})
    if len(found) == 1:
        return next(iter(found.values()))
    near = [label for own, label in found.items() if RuleNumber.parse(own).section == number.section]
    return found.get(str(number), near[0] if len(near) == 1 else "")


@cache
def _labels() -> Mapping[str, Mapping[str, str]]:
    """Return our labels by the digest of the rule's opening words, then by its number."""
    labels: dict[str, dict[str, str]] = {}
    for number, (label, digest) in _data()["labels"].items():
        labels.setdefault(digest, {})[number] = label
    return labels


@cache
def _labels_by_number() -> Mapping[str, str]:
    """Return our labels by the rule's number in their edition."""
    return {number: label for number, (label, _) in _data()["labels"].items()}


def labels_edition() -> date:
    """Return the effective date of the edition whose numbers the labels have."""
    day: date = _data()["edition"]
    return day


@cache
def _data() -> Mapping[str, Any]:
    return read_data("rule_labels.toml", "explorer")
