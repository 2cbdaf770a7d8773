"""Trial: what a copy has of what the original has (707.2 to 707.10)."""

import re
from typing import Final

from symbols.data_files import read_data
from symbols.plain_text import plain_text
from symbols.sentences import join_words
from symbols.trials.inputs import Inputs, TrialError
from symbols.trials.loading import Record
from symbols.trials.outcome import Outcome, Row, Step
from symbols.trials.trial import Reading

_THINGS: Final = [(re.compile(one["says"]), one) for one in read_data("trials/copy.toml")["thing"]]
_RULE: Final = "707.2"


def copying(inputs: Inputs, reading: Reading) -> Outcome:
    of, listed = inputs.choice("of"), plain_text(reading.words(_RULE))
    found: list[tuple[str, bool, Record]] = []
    for number, line in enumerate(inputs.text("has").splitlines(), 1):
        if line.strip():
            thing = _thing(line.strip(), number)
            found.append((line.strip(), _is_copied(thing, of, listed), thing))
    copied = [line for line, is_copied, _ in found if is_copied]
    others = [line for line, is_copied, _ in found if not is_copied]
    return Outcome(
        sentence=_sentence(copied, others),
        steps=tuple(
            Step(rule, why, decides=place == 0)
            for place, (rule, why) in enumerate(dict.fromkeys((one["rule"], _why(one, of)) for _, _, one in found))
        ),
        facts={
            "copied": copied,
            "not_copied": others,
            "things": [
                {"thing": line, "copied": yes, "rule": reading.find(one["rule"]) or one["rule"], "why": _why(one, of)}
                for line, yes, one in found
            ],
        },
        caption="Thing by thing",
        rows=tuple(Row(line, "copied" if yes else "not copied", marked=yes) for line, yes, _ in found),
    )


def _thing(line: str, number: int) -> Record:
    plain = plain_text(line)
    found: Record | None = next((one for pattern, one in _THINGS if pattern.search(plain)), None)
    if found is None:
        hint = "Say what it is, such as “counters”, “an effect” or “rules text”."
        raise TrialError(f"The original has: line {number}: “{line[:60]}” isn’t read. {hint}", field="has")
    return found


def _is_copied(thing: Record, of: str, listed: str) -> bool:
    if thing.get("of", of) != of:
        return False
    in_list = thing.get("listed")
    is_copied: bool = in_list in listed if in_list and listed else thing["copied"]
    return is_copied


def _why(thing: Record, of: str) -> str:
    why: str = thing["why"] if thing.get("of", of) == of else thing["else"]
    return why


def _sentence(copied: list[str], others: list[str]) -> str:
    if not others:
        return "All of that is copied."
    if not copied:
        return "None of that is copied."
    return f"Copied: {join_words(copied)}. Not copied: {join_words(others)}."
