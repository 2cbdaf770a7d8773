"""Load trials from `symbols/data/trials/*.toml`.

A file has a `title` and a `lead`. Its `[[control]]` tables have the fields of `Control`; `choices` is a table of values
and labels. A control that is optional, or a checkbox without an `example`, is empty by default; any other without a
`default` has to be given. A control with `common = true` is the one of that key in `_common.toml`. A file without
controls has those of a function.

`[tries]` are presets: a name, and the values that differ from the initial ones. Each `[[place]]` is a rule that the
trial is shown under, with the fields of `Placement`. Its `given` is a table of values or the name of a preset; its
`tries` are names of presets, by default all; its `controls` are keys, or tables of a key and the fields that differ. If
`tries_set` names a control, the `tries` of a place are values of that control instead. Controls in `tries_keep` aren't
changed by presets. Of two places with the same rule, the first `needs` another rule; the second is for editions without
that.

Each `[[decision]]` is a difference between editions: a key, the rule whose wording decides, and the phrases that the
rule is `with` or `without` where the decision applies.

Each `[[step]]` is one that `steps_of` gives where the facts of the case have the values in `if`; `decides` may be such
a condition, too. One with `if_there` is for editions that have the rule; one that is `needed` has to be there for the
answer to be the edition's. In `why`, `$name` is one of the names that the
trial's function gives. Likewise each `[[requirement]]`, of which `met` names a fact, and `default_deciding` may be a
condition.

`subject` is what the editions have none of that lack the rules (“The July 11, 2009 rules have no Sagas”); `[subjects]`
are those of single rules, by their stable names, or by name and words of the step: `"105.3 in addition"`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from string import Template
from typing import Any

from symbols.data_files import read_data
from symbols.plain_text import plain_text
from symbols.trials.inputs import Choice, Control
from symbols.trials.outcome import Step
from symbols.trials.trial import Decision, Placement, Preset, Reading, Trial, TrialFunction

Record = Mapping[str, Any]
"""TOML table of a data file."""

ControlsIn = Callable[[Mapping[str, str]], Sequence[Control]]
"""Returns the controls as they are where some values are given; all of them, with all choices, for none."""


@cache
def _file(slug: str) -> Record:
    return read_data(f"trials/{slug}.toml")


def load_trial(slug: str, function: TrialFunction, controls_in: ControlsIn | None = None) -> Trial:
    return parse_trial(slug, _file(slug), function, controls_in)


def parse_trial(slug: str, data: Record, function: TrialFunction, controls_in: ControlsIn | None = None) -> Trial:
    controls = tuple(controls_in({}) if controls_in else map(_control, data["control"]))
    tries: Mapping[str, Mapping[str, str]] = data.get("tries", {})
    tries_set, tries_keep = data.get("tries_set", ""), data.get("tries_keep", ())
    initial = {control.key: control.initial for control in controls if control.key not in tries_keep}

    def values_of(name: str) -> Mapping[str, str]:
        return {tries_set: name} if tries_set else tries[name]

    def place(record: Record) -> Placement:
        given = record.get("given", {})
        if isinstance(given, str):
            given = values_of(given)
        there = {control.key: control for control in (controls_in(given) if controls_in else controls)}
        return Placement(
            rule=record["rule"],
            given=given,
            tries=tuple(
                Preset(name, {**initial, **values_of(name)}) for name in record.get("tries", () if tries_set else tries)
            ),
            controls=tuple(_narrowed(there, each) for each in record.get("controls", ())),
            needs=record.get("needs", ""),
        )

    return Trial(
        slug=slug,
        title=data["title"],
        lead=data["lead"],
        controls=controls,
        function=function,
        places=tuple(map(place, data["place"])),
        decisions=tuple(map(_decision, data.get("decision", ()))),
        subjects={**data.get("subjects", {}), **({"": data["subject"]} if "subject" in data else {})},
    )


def _decision(record: Record) -> Decision:
    without = "without" in record
    phrases = record["without" if without else "with"]
    return Decision(record["key"], record["rule"], tuple(map(plain_text, phrases)), without=without)


@cache
def _common() -> Mapping[str, Control]:
    """Controls that several trials share, by key."""
    return {record["key"]: _control(record) for record in read_data("trials/_common.toml")["control"]}


def _control(record: Record) -> Control:
    if record.get("common"):
        return _common()[record["key"]]
    is_empty = record.get("optional") or (record.get("kind") == "yes" and "example" not in record)
    choices = tuple(Choice(*each) for each in record.get("choices", {}).items())
    return Control(**{**({"default": ""} if is_empty else {}), **record, "choices": choices})


def _narrowed(controls: Mapping[str, Control], listed: str | Record) -> Control:
    """A control of a place, with the fields that differ there."""
    if isinstance(listed, str):
        return controls[listed]
    control = controls[listed["key"]]
    own = {choice.value: choice for choice in control.choices}
    return replace(control, **{**listed, "choices": tuple(own[value] for value in listed.get("choices", own))})


def fitting(slug: str, table: str, facts: Mapping[str, object], reading: Reading) -> Iterator[Record]:
    """Yield the records of a table of a data file that fit the facts, and the edition."""
    for record in _file(slug)[table]:
        is_there = reading.edition is None or not record.get("if_there") or reading.find(record["rule"])
        if is_there and is_so(record.get("if", {}), facts):
            yield record


def is_so(wanted: Mapping[str, object] | bool, facts: Mapping[str, object]) -> bool:  # noqa: FBT001 - a value of a table
    """Whether the facts have the wanted values."""
    if isinstance(wanted, bool):
        return wanted
    return all(facts[name] in (value if isinstance(value, list) else [value]) for name, value in wanted.items())


def steps_of(slug: str, facts: Mapping[str, object], reading: Reading, **names: object) -> tuple[Step, ...]:
    """Return the steps of a data file that fit the facts, and the edition."""
    return tuple(
        Step(
            record["rule"],
            Template(record["why"]).substitute(names),
            is_so(record.get("decides", False), facts),
            needed=record.get("needed", False),
        )
        for record in fitting(slug, "step", facts, reading)
    )
