"""Objects that are called by name: whom a text means, and how it reads once another object has it (201.4, 201.5)."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from symbols.engine.errors import BadRequest
from symbols.engine.wording import listed
from symbols.plain_text import plain_text
from symbols.trials.asked import Asked
from symbols.trials.mechanics.names import longer_names, mentions, renamed
from symbols.trials.trial import Choice, Control, Outcome, Placement, Reading, Row, Step, Trial
from symbols.trials.typed import typed_in, with_tries

__all__ = ["NAMES", "THAT_OBJECT"]

_HOW: Final = Control(
    key="how",
    label="How it has this text",
    kind="choice",
    default="own",
    choices=(
        Choice("own", "it stands on it"),
        Choice("gained", "another object gains it"),
        Choice("granted", "its ability grants it to another object"),
    ),
)
_NAME: Final = Control(key="name", label="Name of the object", kind="text", default="Drudge Skeletons")
_TEXT: Final = Control(
    key="text", label="Text that calls it by name", kind="text", default="{B}: Regenerate Drudge Skeletons."
)
_OTHER: Final = Control(
    key="other", label="Name of the other object", kind="text", default="Quicksilver Elemental", optional=True
)
_SHORT: Final = Control(
    key="short", label="Shortened name in the text", kind="text", optional=True, hint="as on some legendary cards"
)

# What the clauses are called: today's numbers, and those of editions up to 2019.
_RULES: Final = {
    "own": (("201.5", "201.4"), "text that refers to the object it's on by name"),
    "granted": (("201.5a", "201.4a"), "if an ability's effect grants another ability to an object"),
    "gained": (("201.5b", "201.4b"), "and an object with a different name gains that ability"),
    "short": (("201.5c", "201.4c"), "a shortened version of its name"),
}
_SECOND_ONLY: Final = "only on a second reference or later"


def _run(said: Mapping[str, str], reading: Reading) -> Outcome:
    asked = Asked(said, NAMES.controls)
    how, name, text = asked.choice("how"), asked.text("name"), asked.text("text")
    short, other = asked.text("short"), asked.text("other")
    second = _SECOND_ONLY in plain_text(reading.words(reading.find("201.5c")))
    with typed_in(_NAME if not short else _SHORT):
        found = mentions(text, name, short, full_first=second)
    with typed_in(_OTHER):
        # In the end a text always has the full name, even where a card shortens it.
        into = other if how == "gained" else name
        read_as = renamed(text, name, into, short, full_first=second)
    refers_to = {"own": f"this {name}", "gained": f"this {other}", "granted": f"the {name} that granted the ability"}[
        how
    ]
    return Outcome(
        sentence=_sentence(how, name, other, read_as, len(found)) + _warning(text, name),
        steps=tuple(_steps(how, name, other, len(found), short, second=second)),
        facts={"reads": read_as, "refers_to": refers_to if found else None, "mentions": len(found)},
        caption="The text",
        rows=(Row("as printed", text), Row("treated as", read_as, marked=True)),
    )


def _warning(text: str, name: str) -> str:
    """Say which words were taken for other names, of which this one is a part."""
    longer = longer_names(text, name)
    if not longer:
        return ""
    named = listed([f"“{one}”" for one in longer])
    one = len(longer) == 1
    return f" {named} {'was' if one else 'were'} taken for {'another name' if one else 'other names'} and left alone."


def _sentence(how: str, name: str, other: str, read_as: str, count: int) -> str:
    if not count:
        return f"The text doesn’t name {name}, so its names mean what they say."
    if how == "own":
        return f"“{name}” means the very object that has this text, not any other object with that name."
    if how == "granted":
        return f"“{name}” means only the {name} whose ability granted this, not any other object with that name."
    return f"Gained by {other}, the text is treated as saying: “{read_as}”"


def _steps(how: str, name: str, other: str, count: int, short: str, *, second: bool) -> Iterator[Step]:
    own = "Text that calls its object by name means just that object, even if an effect changes its name."
    yield Step("201.5", own, decides=how == "own" and not short)
    if short:
        why = f"“{short}” is a shortened version of the name and is treated as “{name}”"
        why += ", on a second reference or later." if second else "."
        yield Step("201.5c", why, decides=how == "own")
    if how == "granted":
        why = "An ability that was granted means, by that name, the source of the ability that granted it."
        yield Step("201.5a", why, decides=True)
    if how == "gained":
        times = "once" if count == 1 else f"{count} times"
        why = f"In the ability that {other} gained, “{name}” is treated as “{other}”: {times}."
        yield Step("201.5b", why, decides=True)


_LEGEND: Final = {
    "name": "Jaya Ballard, Task Mage",
    "text": "{R}: Jaya Ballard, Task Mage gets +1/+0. Jaya Ballard can’t block.",
    "short": "Jaya Ballard",
}
_GRANTED: Final = {
    "how": "granted",
    "name": "Saproling Burst",
    "text": ("This creature’s power and toughness are each equal to the number of fade counters on Saproling Burst."),
    "other": "Saproling",
}

_CONTROLS: Final = (_HOW, _NAME, _TEXT, _OTHER, _SHORT)
_TRIES: Final = {
    "Drudge Skeletons, on itself": {},
    "gained by Quicksilver Elemental": {"how": "gained"},
    "Saproling Burst’s tokens": _GRANTED,
    "a shortened name": _LEGEND,
}

NAMES: Final = Trial(
    slug="names",
    title="Called by name",
    lead="Say what an object is called, what its text says, and which object has the text.",
    controls=_CONTROLS,
    run=_run,
    places=with_tries(
        _CONTROLS,
        _TRIES,
        [
            Placement(number, phrase, given)
            for clause, given in (("own", {}), ("granted", _GRANTED), ("gained", {"how": "gained"}), ("short", _LEGEND))
            for numbers, phrase in (_RULES[clause],)
            for number in numbers
        ],
    ),
)

_PHRASE: Final = Control(key="phrase", label="What the text calls it", kind="text", default="that creature")
_STILL: Final = Control(key="still", label="It still is one when the text is followed", kind="yes")
_THAT_RULES: Final = (("700.7", "201.5", "201.2a", "202.2a"), "to identify an object, where [something] is a")


def _run_that(said: Mapping[str, str], reading: Reading) -> Outcome:
    asked = Asked(said, THAT_OBJECT.controls)
    phrase, still = asked.text("phrase"), asked.yes("still")
    with typed_in(_PHRASE):
        if not re.search(r"[^\W\d_]{2}", phrase):
            raise BadRequest("no_words", f"“{phrase[:40]}” calls nothing; type words such as “that creature”.")
    though = "and it still is one" if still else "even though it no longer is one"
    return Outcome(
        sentence=f"“{phrase[0].upper()}{phrase[1:]}” means that particular object, {though}.",
        steps=(
            Step(
                "700.7",
                "Once an object has been identified by a quality, the words mean that object, whatever becomes of it.",
                decides=True,
            ),
        ),
        facts={"refers": True, "still": still},
    )


THAT_OBJECT: Final = Trial(
    slug="that-object",
    title="“That creature” when it is none any more",
    lead="Say what the text calls the object, and what has become of it.",
    controls=(_PHRASE, _STILL),
    run=_run_that,
    places=tuple(Placement(number, _THAT_RULES[1], former=number != "700.7") for number in _THAT_RULES[0]),
)
