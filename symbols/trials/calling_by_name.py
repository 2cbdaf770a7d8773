"""Trials: which object a name in its text means (201.4, 201.5), and what “that creature” means (700.7)."""

import re
from typing import Final

from symbols.engine import BadRequest
from symbols.sentences import capital, join_words
from symbols.trials.inputs import Inputs
from symbols.trials.loading import steps_of
from symbols.trials.outcome import Outcome, Row, Step
from symbols.trials.trial import Reading

# Hyphens are part of a word: Ice-Fang Coatl is not called Ice.
_BEFORE: Final = r"(?<![\w’'‐‑-])"
_AFTER: Final = r"(?![\w]|[‐‑-]\w)"
_CAPITAL_AFTER: Final = re.compile(r"\s+[A-Z]")
_CAPITAL_BEFORE: Final = re.compile(r"(?P<start>^|[.:;,—(“\"]\s*)?(?<![\w’'-])[A-Z][\w’'-]*(?: of| of the)?\s+$")


def mentions(text: str, name: str, short: str = "", *, full_first: bool = False) -> list[tuple[int, int]]:
    """Find where a text names its object, by its name or by a shortened version of it (201.5c); case-sensitive.

    With `full_first`, a shortened version counts only after the full name, as in editions up to the 2010s.
    """
    name, short = name.strip(), short.strip()
    if not name:
        raise BadRequest("no_name", "Type the object’s name.")
    if short and (short == name or not _pattern(short).search(name)):
        raise BadRequest("bad_short", f"“{short[:60]}” isn’t a shorter version of “{name[:60]}”: it isn’t part of it.")
    full = _spans(name, text)
    first = min((start for start, _ in full), default=len(text))
    shortened = [
        (start, end)
        for start, end in (_spans(short, text) if short else ())
        if not any(begin <= start and end <= stop for begin, stop in full) and (not full_first or start > first)
    ]
    return sorted([*full, *shortened])


def _spans(name: str, text: str) -> list[tuple[int, int]]:
    return [match.span() for match in _pattern(name).finditer(text) if not _within_longer(text, match)]


def renamed(text: str, name: str, other: str, short: str = "", *, full_first: bool = False) -> str:
    """Return the text as it reads once an object with another name has gained it (201.5b); see `mentions`."""
    if not other.strip():
        raise BadRequest("no_name", "Type the name of the object that gains the ability.")
    pieces, place = [], 0
    for start, end in mentions(text, name, short, full_first=full_first):
        pieces += [text[place:start], other.strip()]
        place = end
    return "".join([*pieces, text[place:]])


def longer_names(text: str, name: str) -> tuple[str, ...]:
    """Return longer names in a text that a name is part of: for Ice, `Ice Cave` and `Ice-Fang Coatl`.

    Capital letters are all there is to go by, so show the user what was taken for a name.
    """
    letters = re.compile(rf"(?<![\w’']){_letters(name.strip())}(?!\w)")
    own = {start for start, _ in mentions(text, name)}
    found = []
    for match in letters.finditer(text):
        if match.start() not in own:
            before = _CAPITAL_BEFORE.search(text[: match.start()])
            words = re.match(r"(?:[‐‑-]\w[\w’']*)?(?:\s+[A-Z][\w’'-]*)*", text[match.end() :])
            start = before.start() if before and before["start"] is None else match.start()
            found.append((text[start : match.end()] + (words[0] if words else "")).strip())
    return tuple(dict.fromkeys(found))


def _within_longer(text: str, match: re.Match[str]) -> bool:
    """Whether capitalized words before or after a name make it part of a longer one."""
    own = match.re
    follows = _CAPITAL_AFTER.match(text, match.end())
    # The same name twice in a row is two names.
    if follows and not own.match(text, follows.end() - 1):
        return True
    before = _CAPITAL_BEFORE.search(text[: match.start()])
    # The first word of a sentence is capitalized anyway.
    return before is not None and before["start"] is None and not own.search(before[0])


def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(f"{_BEFORE}{_letters(name)}{_AFTER}")


def _letters(name: str) -> str:
    # Straight and curly apostrophes are equal.
    return re.sub(r"['’]", "['’]", re.escape(name).replace("\\'", "'"))


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
    means = {"own": f"this {name}", "gained": f"this {other}", "granted": f"the {name} that granted the ability"}
    return Outcome(
        sentence=_sentence(how, name, other, read_as, len(mentioned)) + _warning(text, name),
        steps=steps_of(
            "names",
            {"how": how, "short": bool(short), "second": second},
            reading,
            name=name,
            other=other,
            short=short,
            times="once" if len(mentioned) == 1 else f"{len(mentioned)} times",
        ),
        facts={"reads": read_as, "refers_to": means[how] if mentioned else None, "mentions": len(mentioned)},
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


def that_object(inputs: Inputs, reading: Reading) -> Outcome:
    """What a text means that refers to an object by a quality (700.7)."""
    phrase, still = inputs.text("phrase"), inputs.yes("still")
    if not re.search(r"[^\W\d_]{2}", phrase):
        raise inputs.error("phrase", f"“{phrase[:40]}” doesn’t name anything. Type words such as “that creature”.")
    though = "and it still is one" if still else "even though it no longer is one"
    why = "Once text identifies an object by a quality, it means that object, even if the quality changes."
    return Outcome(
        sentence=f"“{capital(phrase)}” means that particular object, {though}.",
        steps=(Step("700.7", why, decides=True),),
        facts={"refers": True, "still": still},
    )
