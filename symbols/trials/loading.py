"""Load trials from `symbols/data/trials/*.toml`, validating them strictly.

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

`subject` is what the editions have none of that lack the rules (“The July 11, 2009 rules have no Sagas”); `[subjects]`
are those of single rules, by their stable names, or by name and words of the step: `"105.3 in addition"`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Final, get_args

from symbols.data_files import read_data
from symbols.plain_text import plain_text
from symbols.trials.inputs import Choice, Control, ControlKind
from symbols.trials.records import DataError, Kinds, Record, check_fields, check_known, names_in
from symbols.trials.trial import Decision, Placement, Preset, Trial, TrialFunction

_COMMON: Final = "_common"
_CHOSEN: Final = ("choice", "several")

ControlsIn = Callable[[Mapping[str, str]], Sequence[Control]]
"""Returns the controls as they are where some values are given; all of them, with all choices, for none."""

_FILE: Final[Kinds] = {
    "title": str,
    "lead": str,
    "control": list,
    "place": list,
    "tries": dict,
    "tries_set": str,
    "tries_keep": list,
    "decision": list,
    "subject": str,
    "subjects": dict,
}
_CONTROL: Final[Kinds] = {
    "key": str,
    "label": str,
    "kind": str,
    "default": str,
    "example": str,
    "choices": dict,
    "hint": str,
    "min": int,
    "max": int,
    "optional": bool,
}
_NARROWED: Final[Kinds] = {**_CONTROL, "choices": list}
_PLACE: Final[Kinds] = {
    "rule": str,
    "given": (dict, str),
    "tries": list,
    "controls": list,
    "needs": str,
}
_DECISION: Final[Kinds] = {"key": str, "rule": str, "with": list, "without": list}


def declared() -> list[str]:
    """Return the slugs of the trials that have a data file."""
    return [name for name in names_in("trials") if name != _COMMON]


def load_trial(slug: str, function: TrialFunction, controls_in: ControlsIn | None = None) -> Trial:
    """Load a trial from its data file.

    Raises:
        DataError: the file is invalid.
    """
    return parse_trial(slug, read_data(f"trials/{slug}.toml"), function, controls_in)


def parse_trial(slug: str, data: Record, function: TrialFunction, controls_in: ControlsIn | None = None) -> Trial:
    """Build a trial from the contents of its data file; see `load_trial`."""
    where = f"{slug}.toml"
    required = ("title", "lead", "place", *(() if controls_in else ("control",)))
    check_fields(data, _FILE, required=required, where=where)
    controls = tuple(controls_in({}) if controls_in else _controls(data["control"], where))
    places = _Places(data, controls_in or (lambda _given: controls), where)
    if len(places.controls) < len(controls):
        raise DataError(f"{where}: two controls have the same key.")
    return Trial(
        slug=slug,
        title=data["title"],
        lead=data["lead"],
        controls=controls,
        function=function,
        places=tuple(places.place(record) for record in data["place"]),
        decisions=tuple(
            _decision(record, f"{where}, decision {record.get('key')!r}") for record in data.get("decision", ())
        ),
        subjects={**data.get("subjects", {}), **({"": data["subject"]} if "subject" in data else {})},
    )


def _decision(record: Record, where: str) -> Decision:
    check_fields(record, _DECISION, required=("key", "rule"), where=where)
    if ("with" in record) is ("without" in record):
        raise DataError(f"{where}: a decision needs phrases “with” or “without”, and not both.")
    phrases = tuple(map(plain_text, record.get("with") or record["without"]))
    return Decision(record["key"], record["rule"], phrases, without="without" in record)


def _controls(records: Sequence[Record], where: str) -> Iterator[Control]:
    for record in records:
        if record.get("common"):
            check_fields(record, {"key": str, "common": bool}, required=("key",), where=f"{where}, common control")
            check_known([record["key"]], _common(), where)
            yield _common()[record["key"]]
        else:
            yield _control(record, f"{where}, control {record.get('key')!r}")


@cache
def _common() -> Mapping[str, Control]:
    """Controls that several trials share, by key."""
    controls = _controls(read_data(f"trials/{_COMMON}.toml")["control"], f"{_COMMON}.toml")
    return {control.key: control for control in controls}


def _control(record: Record, where: str) -> Control:
    check_fields(record, _CONTROL, required=("key", "label"), where=where)
    kind = record.get("kind", "number")
    check_known([kind], get_args(ControlKind), where)
    if ("choices" in record) is not (kind in _CHOSEN):
        raise DataError(f"{where}: the kinds “choice” and “several” have choices, and no other has.")
    usual = {"default": ""} if record.get("optional") or (kind == "yes" and "example" not in record) else {}
    choices = tuple(Choice(*each) for each in record.get("choices", {}).items())
    control = Control(**{**usual, **record, "choices": choices})
    check_values({control.key: control.initial}, {control.key: control}, where)
    return control


def check_values(values: Mapping[str, str], controls: Mapping[str, Control], where: str) -> None:
    """Raise `DataError` if there is no such control, or a value isn't valid for it."""
    check_known(values, controls, where)
    for key, value in values.items():
        control, where_key = controls[key], f"{where}, {key}"
        if not isinstance(value, str):
            raise DataError(f"{where_key}: {value!r} isn’t text.")
        if control.kind in _CHOSEN and value:
            check_known(
                value.split(",") if control.kind == "several" else [value],
                [choice.value for choice in control.choices],
                where_key,
            )
        elif control.kind == "yes":
            check_known([value], ["", "yes", "no"], where_key)


class _Places:
    """Parses the placements of a file."""

    def __init__(self, data: Record, controls_in: ControlsIn, where: str) -> None:
        self._controls_in = controls_in
        self.controls = controls = {control.key: control for control in controls_in({})}
        self._where = where
        self._tries: Mapping[str, Mapping[str, str]] = data.get("tries", {})
        self._set: str = data.get("tries_set", "")
        if self._set:
            check_known([self._set], controls, f"{where}, tries_set")
            if self._tries:
                raise DataError(f"{where}: “tries_set” takes the place of “tries”.")
        keep = data.get("tries_keep", [])
        check_known(keep, controls, f"{where}, tries_keep")
        self._initial = {key: control.initial for key, control in controls.items() if key not in keep}
        for name, values in self._tries.items():
            check_values(values, controls, f"{where}, try {name!r}")

    def place(self, record: Record) -> Placement:
        where = f"{self._where}, place {record.get('rule')!r}"
        check_fields(record, _PLACE, required=("rule",), where=where)
        given = record.get("given", {})
        if isinstance(given, str):
            given = self._preset_values(given, where)
        check_values(given, self.controls, where)
        controls = {control.key: control for control in self._narrowed(record.get("controls", ()), given, where)}
        check_values({key: given.get(key, control.initial) for key, control in controls.items()}, controls, where)
        tries = record.get("tries", () if self._set else self._tries)
        return Placement(
            record["rule"],
            given,
            tuple(Preset(name, {**self._initial, **self._preset_values(name, where)}) for name in tries),
            tuple(controls.values()),
            record.get("needs", ""),
        )

    def _preset_values(self, name: str, where: str) -> Mapping[str, str]:
        if self._set:
            return {self._set: name}
        check_known([name], self._tries, f"{where}, tries")
        return self._tries[name]

    def _narrowed(self, listed: Sequence[str | Record], given: Mapping[str, str], where: str) -> Iterator[Control]:
        """Yield the controls of a place, with the fields that differ there."""
        controls = {control.key: control for control in self._controls_in(given)}
        for each in listed:
            record = {"key": each} if isinstance(each, str) else each
            check_fields(record, _NARROWED, required=("key",), where=where)
            check_known([record["key"]], controls, where)
            control = controls[record["key"]]
            own = {choice.value: choice for choice in control.choices}
            chosen = record.get("choices", own)
            check_known(chosen, own, f"{where}, {control.key}")
            yield replace(control, **{**record, "choices": tuple(own[value] for value in chosen)})
