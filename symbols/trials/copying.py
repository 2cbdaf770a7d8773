"""Trial: what a copy has of what the original has (707.2 to 707.10)."""

import re
from collections.abc import Sequence
from typing import Final

from symbols.data_files import read_data
from symbols.plain_text import plain_text
from symbols.sentences import join_words
from symbols.trials.inputs import Inputs
from symbols.trials.loading import Record
from symbols.trials.outcome import Outcome, Row, Step
from symbols.trials.trial import Reading

_THINGS: Final = [(re.compile(one["says"]), one) for one in read_data("trials/copy.toml")["thing"]]
_RULE: Final = "707.2"
_HINT: Final = "Say what it is, such as “counters”, “an effect” or “rules text”."


def copying(inputs: Inputs, reading: Reading) -> Outcome:
    of, listed = inputs.choice("of"), plain_text(reading.words(_RULE))
    lines = [line.strip() for line in inputs.text("has").splitlines() if line.strip()]
    things = [(line, _thing(line)) for line in lines]
    found = [(line, _is_copied(thing, of, listed), thing) for line, thing in things if thing]
    unread = [line for line, thing in things if thing is None]
    if not found:
        raise inputs.error("has", f"{_unread(unread)} {_HINT}")
    copied = [line for line, is_copied, _ in found if is_copied]
    others = [line for line, is_copied, _ in found if not is_copied]
    reasons = dict.fromkeys((_rule_of(one, of), _why(one, of)) for _, _, one in found)
    return Outcome(
        sentence=" ".join([_sentence(copied, others), *([_unread(unread)] if unread else [])]),
        steps=tuple(Step(rule, why, decides=place == 0) for place, (rule, why) in enumerate(reasons)),
        facts={
            "copied": copied,
            "not_copied": others,
            "unread": unread,
            "things": [
                {"thing": line, "copied": yes, "rule": reading.find(rule) or rule, "why": _why(one, of)}
                for line, yes, one in found
                for rule in [_rule_of(one, of)]
            ],
        },
        caption="Thing by thing",
        rows=tuple(Row(line, "copied" if yes else "not copied", marked=yes) for line, yes, _ in found),
    )


def _thing(line: str) -> Record | None:
    plain = plain_text(line)
    return next((one for pattern, one in _THINGS if pattern.search(plain)), None)


def _unread(lines: Sequence[str]) -> str:
    return f"Not read, and left out: {join_words([f'“{line[:60]}”' for line in lines])}."


def _is_copied(thing: Record, of: str, listed: str) -> bool:
    if thing.get("of", of) != of:
        return False
    words = thing.get("listed")
    return any(one in listed for one in words) if words and listed else bool(thing["copied"])


def _rule_of(thing: Record, of: str) -> str:
    return str(thing.get("rule_of_spell", thing["rule"]) if of == "spell" else thing["rule"])


def _why(thing: Record, of: str) -> str:
    return str(thing["why" if thing.get("of", of) == of else "else"])


def _sentence(copied: list[str], others: list[str]) -> str:
    if not others:
        return "All of that is copied."
    if not copied:
        return "None of that is copied."
    return f"Copied: {join_words(copied)}. Not copied: {join_words(others)}."
