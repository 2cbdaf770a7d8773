"""Trials: which object a name in its text means (201.4, 201.5), and what “that creature” means (700.7)."""

import re
from collections.abc import Iterator

from symbols.engine import BadRequest
from symbols.sentences import join_words
from symbols.trials.inputs import Inputs
from symbols.trials.mechanics.names import longer_names, mentions, renamed
from symbols.trials.outcome import Outcome, Row, Step
from symbols.trials.trial import Reading


def names(inputs: Inputs, reading: Reading) -> Outcome:
    """Which object a text means that names its own, and how it reads on another object (201.5)."""
    how, name, text = inputs.choice("how"), inputs.text("name"), inputs.text("text")
    short, other = inputs.text("short"), inputs.text("other")
    second = inputs.decided("second_only")
    with inputs.attributing_errors_to("short" if short else "name"):
        mentioned = mentions(text, name, short, full_first=second)
    with inputs.attributing_errors_to("other"):
        # On its own card too, a shortened name reads as the full one.
        into = other if how == "gained" else name
        read_as = renamed(text, name, into, short, full_first=second)
    refers_to = {"own": f"this {name}", "gained": f"this {other}", "granted": f"the {name} that granted the ability"}[
        how
    ]
    return Outcome(
        sentence=_sentence(how, name, other, read_as, len(mentioned)) + _warning(text, name),
        steps=tuple(_steps(how, name, other, len(mentioned), short, second=second)),
        facts={"reads": read_as, "refers_to": refers_to if mentioned else None, "mentions": len(mentioned)},
        caption="The text",
        rows=(Row("as printed", text), Row("treated as", read_as, marked=True)),
    )


def _warning(text: str, name: str) -> str:
    """Warn of words that were taken for longer names, of which this one is a part."""
    longer = longer_names(text, name)
    if not longer:
        return ""
    named = join_words([f"“{one}”" for one in longer])
    one = len(longer) == 1
    return f" {named} {'was' if one else 'were'} read as {'another name' if one else 'other names'} and left unchanged."


def _sentence(how: str, name: str, other: str, read_as: str, count: int) -> str:
    if not count:
        return f"The text doesn’t name {name}, so its names mean what they say."
    if how == "own":
        return f"“{name}” means the object that has this text, not any other object with that name."
    if how == "granted":
        return f"“{name}” means only the {name} whose ability granted this, not any other object with that name."
    return f"When {other} gains it, read the text as: “{read_as}”"


def _steps(how: str, name: str, other: str, count: int, short: str, *, second: bool) -> Iterator[Step]:
    own = "Text that names its own object means just that object, even if an effect changes its name."
    yield Step("201.5", own, decides=how == "own" and not short)
    if short:
        why = f"“{short}” is a shortened version of the name and is treated as “{name}”"
        why += ", on a second reference or later." if second else "."
        yield Step("201.5c", why, decides=how == "own")
    if how == "granted":
        why = "In a granted ability, that name means the source of the ability that granted it."
        yield Step("201.5a", why, decides=True)
    if how == "gained":
        times = "once" if count == 1 else f"{count} times"
        why = f"In the ability that {other} gained, “{name}” is treated as “{other}”: {times}."
        yield Step("201.5b", why, decides=True)


def that_object(inputs: Inputs, reading: Reading) -> Outcome:
    """What a text means that refers to an object by a quality (700.7)."""
    phrase, still = inputs.text("phrase"), inputs.yes("still")
    with inputs.attributing_errors_to("phrase"):
        if not re.search(r"[^\W\d_]{2}", phrase):
            raise BadRequest("no_words", f"“{phrase[:40]}” doesn’t name anything. Type words such as “that creature”.")
    though = "and it still is one" if still else "even though it no longer is one"
    return Outcome(
        sentence=f"“{phrase[0].upper()}{phrase[1:]}” means that particular object, {though}.",
        steps=(
            Step(
                "700.7",
                "Once text identifies an object by a quality, it means that object, even if the quality changes.",
                decides=True,
            ),
        ),
        facts={"refers": True, "still": still},
    )
