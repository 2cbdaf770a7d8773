"""Trial: the parts of a type line, what an effect leaves of them, and which creature type can be chosen (205)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from symbols.sentences import a_or_an, capital, join_words
from symbols.trials.inputs import Inputs, TrialError
from symbols.trials.outcome import Outcome, Row, Step
from symbols.trials.trial import Reading
from symbols.trials.type_changes import changed_subtypes, changed_types, keeps_types
from symbols.trials.type_lines import DASH, Lists, Subtype, TypeLine, match, read_type_line, unlisted

_CONSEQUENCES: Final = (
    ("basic", ("land",), "205.4c", "It’s a basic land."),
    ("legendary", ("instant", "sorcery"), "205.4e", "To cast it, control a legendary creature or planeswalker."),
    ("legendary", (), "205.4d", "As a permanent, it’s subject to the legend rule."),
    ("world", (), "205.4f", "As a permanent, it’s subject to the world rule."),
    ("snow", (), "205.4g", "It’s a snow permanent."),
)
_SPELLS: Final = ("instant", "sorcery")
_NO_TYPES: Final = re.compile(
    r"(?<!\S)(?:[\dX*]+/[\dX*]+|an?|the|and|white|blue|black|red|green|colorless|multicolored)(?!\S)", re.IGNORECASE
)
"""What an effect sets beside types: `a blue 1/1 Frog`."""

_CREATURE_TYPES: Final = "205.3m"


def type_line(inputs: Inputs, reading: Reading) -> Outcome:
    text, about, lists = inputs.text("line"), inputs.choice("about"), Lists(reading)
    if about == "choose":
        return _choice(text, lists)
    if "//" in text:
        raise inputs.error("line", "that’s two. Type the line of one face or half.")
    line = read_type_line(text, lists, as_printed=about == "line")
    unknown = [one for one in line.subtypes if not lists.has(one.rule)]
    if unknown and about == "line" and not line.problems:
        return _unknown(line, unknown)
    if about == "name" and not line.problems:
        return _matching(line, inputs.text("given"), lists)
    if about == "line" or line.problems:
        return _outcome(line, list(_parts(line)))
    given = _given(inputs.text("given"), line, lists)
    if about == "adds" and inputs.decided("keeps_named") and "land" in line.types:
        # “Still a land” kept nothing but that.
        after, _ = changed(line, replace(given, types=["land", *given.types]), adds=False)
        return _outcome(after, [Step("205.1b", "It keeps only the type that the effect names.", decides=True)])
    return _outcome(*changed(line, given, adds=about == "adds"))


def _given(text: str, line: TypeLine, lists: Lists) -> TypeLine:
    """Parse the types that an effect gives, in any order and without a dash: `artifact creature`, `Island`, `Frog`."""
    words = _NO_TYPES.sub(" ", DASH.sub(" ", text)).replace(",", " ").split()
    supertypes = [name for word in words if (name := match(word, lists.supertypes))]
    types = [name for word in words if (name := match(word, lists.types))]
    rest = [word for word in words if not match(word, [*lists.supertypes, *lists.types])]
    subtypes = []
    for name, subtype in lists.split(rest, types):
        missing = lists.missing(types or line.types)
        if subtype is None and not missing:
            raise TrialError(f"Types from the effect: {unlisted(name, types, lists).why}", field="given")
        subtypes.append(subtype or Subtype(name, missing))
    return TypeLine(supertypes, types, subtypes)


def changed(line: TypeLine, given: TypeLine, *, adds: bool) -> tuple[TypeLine, list[Step]]:
    """Return what an effect leaves of a type line, with what the rules say about it (205.1a and b).

    Args:
        adds: whether the effect says “in addition to its other types” or “still”.
    """
    keeps = keeps_types(given.types, adds=adds)
    types = changed_types(line.types, given.types, keeps=keeps)
    subtypes = changed_subtypes(line.subtypes, given.subtypes, lambda one: one.rule, adds=adds)
    after = replace(
        line,
        supertypes=list(dict.fromkeys([*line.supertypes, *given.supertypes])),
        types=types,
        subtypes=[one for one in subtypes if one.fits(types)],
        whole="",
        note=None,
    )
    return after, list(_changes(line, given, after, adds=adds, keeps=keeps))


def _changes(line: TypeLine, given: TypeLine, after: TypeLine, *, adds: bool, keeps: bool) -> Iterator[Step]:
    unfit = [one for one in given.subtypes if one not in after.subtypes]
    if adds:
        yield Step("205.1b", "It keeps all that it had, and gets what the effect adds.", decides=True)
    elif keeps:
        yield Step("205.1b", "“Artifact creature” lets it keep the types that it had.", decides=True)
    elif given.types:
        yield Step("205.1a", "The new card types replace those that it had.", decides=True)
        if set(line.types) & set(_SPELLS):
            yield Step("205.1a", "An instant or sorcery stays one.")
    else:
        yield Step("205.1a", "New subtypes replace those of the same list, and nothing else.", decides=True)
    for subtype in unfit:
        yield Step("205.3d", f"It can’t be {a_or_an(subtype.name)}: no card type of it has {subtype.kind}s.")
    if line.supertypes:
        yield Step("205.4b", f"It stays {join_words(line.supertypes)}.")
    if any(one not in after.subtypes and not one.fits(after.types) for one in line.subtypes):
        yield Step("205.1a", "Subtypes go with the card types that they belong to.")


def _choice(text: str, lists: Lists) -> Outcome:
    """Whether words can be chosen as a creature type (205.3e)."""
    if lists.missing(["creature"]):
        why = "These rules list no creature types."
        return Outcome(sentence=why, steps=(Step(_CREATURE_TYPES, why, decides=True),), facts={"valid": None})
    found = lists.subtype(text)
    names = [subtype for _, subtype in lists.split(text.split(), ["creature"])]
    if found and found.rule == _CREATURE_TYPES:
        problem = None
    elif len(names) > 1 and all(one and one.rule == _CREATURE_TYPES for one in names):
        problem = Step("205.3e", f"“{text}” is {len(names)} creature types. Choose only one.")
    elif found:
        problem = Step("205.3e", f"“{text}” is {a_or_an(found.kind)}, not a creature type.")
    else:
        problem = Step("205.3e", unlisted(text, ["creature"], lists).why)
    why = problem.why if problem else f"{found.name if found else text} is on the list of creature types."
    return Outcome(
        sentence=f"No. {why}" if problem else f"Yes. {why}",
        steps=(Step("205.3e", why, decides=True), Step(_CREATURE_TYPES, "The list of creature types.")),
        facts={"valid": problem is None, "problems": [why] if problem else []},
    )


def _matching(line: TypeLine, wanted: str, lists: Lists) -> Outcome:
    """Whether a card with the type line can be named where a card name with certain types is chosen (201.4a)."""
    has = {word.casefold() for word in (*line.supertypes, *line.types, *(one.name for one in line.subtypes))}
    wrong = []
    for word in wanted.replace(",", " ").split():
        is_excluded = word.casefold().startswith("non") and word.casefold() not in has
        named = word[3:].lstrip("-") if is_excluded else word
        if (named.casefold() in has) is is_excluded:
            kind = named if match(named, lists.supertypes) else a_or_an(named)
            wrong.append(f"{'is' if is_excluded else 'isn’t'} {kind}")
    why = "Only what’s printed on the card counts, in its current text. What effects make of it doesn’t."
    found = _outcome(line, [Step("201.4a", why, decides=True)])
    sentence = f"No. The card {join_words(wrong)}." if wrong else "Yes. You can choose its name."
    return replace(found, sentence=sentence, facts={**found.facts, "valid": not wrong})


def _unknown(line: TypeLine, unknown: Sequence[Subtype]) -> Outcome:
    """Of subtypes without a list in the edition: whether they exist, its rules don't say."""
    known = replace(line, subtypes=[one for one in line.subtypes if one not in unknown])
    kinds = dict.fromkeys(one.kind for one in unknown)
    named = join_words([one.name for one in unknown])
    kind = join_words([f"{one}s" for one in kinds], "or")
    lists = "list only the basic land types" if "land type" in kinds else f"don’t list {kind}"
    is_one = "is one" if len(unknown) == 1 else f"are {kind}"
    why = f"These rules {lists}, so it’s unknown whether {named} {is_one}."
    found = _outcome(known, [*_parts(known), Step("205.3b", why)])
    subtypes = [one.name for one in line.subtypes]
    facts = {**found.facts, "valid": None, "line": str(line), "subtypes": subtypes}
    rows = (*(row for row in found.rows if row.label != "subtypes"), Row("unlisted subtypes", named))
    return replace(found, sentence=f"{found.sentence} {why}", facts=facts, rows=rows)


def _outcome(line: TypeLine, steps: Sequence[Step]) -> Outcome:
    return Outcome(
        sentence=_sentence(line),
        steps=tuple(steps),
        facts={
            "valid": not line.problems,
            "line": str(line),
            "supertypes": list(line.supertypes),
            "types": list(line.types),
            "subtypes": [one.name for one in line.subtypes],
            "problems": [problem.why for problem in line.problems],
        },
        caption="Its parts",
        rows=tuple(_rows(line)),
    )


def _sentence(line: TypeLine) -> str:
    if line.problems:
        return " ".join(problem.why for problem in line.problems)
    kinds = [
        f"Its {kind}{'s are' if len(names) > 1 else ' is'} {join_words(names)}." for kind, names in line.by_kind.items()
    ]
    notes = [line.note.why] if line.note else []
    return " ".join([f"{capital(a_or_an(' '.join([*line.supertypes, *line.types])))}.", *kinds, *notes])


def _rows(line: TypeLine) -> Iterator[Row]:
    yield Row("supertypes", join_words(line.supertypes) or "none")
    yield Row("card types", join_words(line.types) or "none")
    for kind, names in line.by_kind.items():
        yield Row(f"{kind}s", join_words(names))
    if not line.subtypes:
        yield Row("subtypes", "none")


def _parts(line: TypeLine) -> Iterator[Step]:
    for place, problem in enumerate(line.problems):
        yield replace(problem, decides=place == 0)
    if line.types:
        kinds = "card type" if len(line.types) == 1 else "card types"
        yield Step("205.2a", f"{join_words(line.types)}: {kinds}.", decides=not line.problems)
    if line.supertypes:
        named = "a supertype" if len(line.supertypes) == 1 else "supertypes"
        yield Step("205.4a", f"{join_words(line.supertypes)}: {named}.")
    if line.note:
        yield line.note
    for rule in dict.fromkeys(one.rule for one in line.subtypes):
        there = [one for one in line.subtypes if one.rule == rule]
        kind = a_or_an(there[0].kind) if len(there) == 1 else f"{there[0].kind}s"
        yield Step(rule, f"{join_words([one.name for one in there])}: {kind}.")
    if len(line.types) > 1 and line.subtypes:
        yield Step("205.3c", "Each subtype belongs to its own card type.")
    for supertype, types, rule, why in _CONSEQUENCES:
        applies = set(types) & set(line.types) if types else not set(line.types) & set(_SPELLS)
        if supertype in line.supertypes and applies:
            yield Step(rule, why)
