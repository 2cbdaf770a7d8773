"""Combat damage as its own page draws it: rows of attackers, cells of damage, and what is left to divide."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any, Final

from django.utils.safestring import SafeString

from explorer.document.dates import long_date
from explorer.tryit.answering import Answer
from explorer.tryit.eras import Era, InEras
from explorer.tryit.reading import TrialContext
from explorer.tryit.request import TrialRequest
from symbols.engine import EngineError
from symbols.rendering import render_text
from symbols.sentences import capital, join_words
from symbols.trials.combat import DEFENDER, FIRST, PLAYER, Creature, called, read_creatures, rows_of

_MOST_CELLS: Final = 24
_RULE: Final = "510.1c"
_DIVIDED: Final = "If two or more creatures are blocking it"


ERAS: Final = (
    Era(date(2024, 11, 8), "Since Nov 2024"),
    Era(date(2009, 7, 11), "2009 to 2024", "You ordered the blockers first. Since November 8, 2024, you don’t."),
    Era(date.min, "Before 2009", "Damage used the stack. Since July 11, 2009, it’s dealt at once."),
)


@dataclass(frozen=True, slots=True)
class Share:
    """What one recipient gets of a creature's damage; `cells` are how many are drawn, of one damage each if few."""

    name: str
    amount: int
    cells: Sequence[int]
    least: int
    most: int
    typed: str
    onward: bool


@dataclass(frozen=True, slots=True)
class Fight:
    """A creature's damage in a step.

    Attributes:
        whose: what a division says first: `1:`, `blocker 2:`; empty if there is nothing to divide.
        lawful: whether the division is; None without one.
        division: in words.
        fates: what follows.
    """

    who: str
    by: str
    shares: Sequence[Share]
    whose: str
    lawful: bool | None
    division: str
    fates: Sequence[str]


@dataclass(frozen=True, slots=True)
class Wording:
    heading: str
    text: SafeString


class ShownCombat(InEras):
    """`answer` is None where there is none; the form is shown all the same."""

    eras_known = ERAS

    def __init__(self, request: TrialRequest, answer: Answer | None, reading: TrialContext) -> None:
        super().__init__(request, reading)
        self.answer = answer
        self._values = request.complete
        self._facts: Mapping[str, Any] = answer.outcome.facts if answer else {}

    # The form

    @cached_property
    def rows(self) -> list[tuple[str, str]]:
        """Attackers with their blockers, and an empty row; as typed in one field each if they can't be read."""
        try:
            attackers = self._creatures("attackers")
            rows = rows_of(self._values["attackers"], self._creatures("blockers", len(attackers)))
        except EngineError:
            rows = [(self._values["attackers"].replace("\n", "; "), self._values["blockers"].replace("\n", "; "))]
        return [*rows, ("", "")]

    def _creatures(self, key: str, attackers: int | None = None) -> list[Creature]:
        return read_creatures(self._values[key], key, capital(key), self.reading, attackers)

    # The verdict

    @property
    def verdict(self) -> tuple[str, str]:
        """Such as `3`, and the rest of its sentence."""
        least, most = self._facts["through_least"], self._facts["through"]
        return (
            f"{most:,}" if most else "No",
            f"damage{' at most' * (least < most)} gets through to the {self._defender}.",
        )

    # The steps

    @cached_property
    def _all(self) -> dict[str, Creature]:
        attackers = self._creatures("attackers")
        blockers = self._creatures("blockers", len(attackers))
        named = {f"attacker {at}": one for at, one in enumerate(attackers, 1)}
        return named | {f"blocker {at}": one for at, one in enumerate(blockers, 1)}

    @property
    def _defender(self) -> str:
        return next(iter(self._values["defender"].lower().split()), "player")

    def _called(self, name: str, among: Collection[str] = ()) -> str:
        """A recipient, as told from all creatures, or from those `among` which it is."""
        if name in {DEFENDER, PLAYER}:
            return f"the {self._defender if name == DEFENDER else 'player'}"
        return called(name, {each: one for each, one in self._all.items() if not among or each in {name, *among}})

    @property
    def steps(self) -> Iterator[tuple[str, SafeString, list[Fight]]]:
        for step in self._facts["steps"]:
            is_first = step["step"] == FIRST
            name, rule = ("First-strike step", "510.4") if is_first else ("Regular step", "510.1")
            yield name, self.reading.citations.link(rule), list(self._fights(step))

    def _fights(self, step: Mapping[str, Any]) -> Iterator[Fight]:
        dealing = dict.fromkeys(one["from"] for one in step["damage"])
        for source in dealing:
            damage = [one for one in step["damage"] if one["from"] == source]
            # A blocker of one attacker that deals damage, too, is in that one's line of what it gets.
            if source.startswith("attacker") or len(damage) > 1 or damage[0]["to"] not in dealing:
                yield self._fight(step, source, damage)

    def _fight(self, step: Mapping[str, Any], source: str, damage: Sequence[Mapping[str, Any]]) -> Fight:
        typed = self._facts["division"].get(source) if self._is_first(step, source) else None
        missing = [0] * len(damage)
        amounts = [one["example"] for one in damage] if typed is None else [*typed, *missing][: len(damage)]
        to = [each["to"] for each in damage]
        is_open = self._is_first(step, source) and any(one["least"] < one["most"] for one in damage)
        one = self._all[source]
        few = sum(amounts) <= _MOST_CELLS
        shares = [
            Share(
                self._called(each["to"], to),
                amount,
                range(amount) if few else range(bool(amount)),
                each["least"],
                each["most"],
                "" if typed is None else str(amount),
                onward=each["to"] in {DEFENDER, PLAYER},
            )
            for each, amount in zip(damage, amounts, strict=True)
        ]
        fault = self._facts["at_fault"]
        return Fight(
            who=one.name or one.text,
            by=", ".join(filter(None, [_beside_name(one), self._by(source)])),
            shares=shares,
            whose=f"{source.removeprefix('attacker ')}:" if is_open else "",
            lawful=None if typed is None else bool(self._facts["lawful"]) or fault not in {None, source},
            division=join_words([*map(str, typed or ())]),
            fates=list(self._fates(step, source, damage)),
        )

    def _is_first(self, step: Mapping[str, Any], source: str) -> bool:
        """Whether it's the step of the creature's division."""
        first = next(one for one in self._facts["steps"] if any(each["from"] == source for each in one["damage"]))
        return bool(first["step"] == step["step"])

    def _by(self, source: str) -> str:
        attacker = int(source.split()[1]) - 1
        if source.startswith("blocker"):
            blocked = [f"attacker {at + 1}" for at in self._all[source].blocks]
            return f"blocks {join_words([self._called(name, blocked) for name in blocked])}"
        by = [name for name, one in self._all.items() if attacker in one.blocks]
        return (
            f"blocked by {join_words([self._called(name, by) for name in by])}"
            if by
            else "blocked"
            if self._all[source].blocked
            else "unblocked"
        )

    def _fates(self, step: Mapping[str, Any], source: str, damage: Sequence[Mapping[str, Any]]) -> Iterator[str]:
        """Who of them dies, and what the creature itself gets."""
        before = self._facts["steps"][0]["dies"] if step is not self._facts["steps"][0] else ()
        dying = [one["to"] for one in damage if one["to"] in step["dies"] and one["to"] not in before]
        if dying:
            dies = "dies" if len(dying) == 1 else "die"
            early = step["step"] == FIRST and not {one["from"] for one in step["damage"]} & {*dying}
            names = [self._called(name, [one["to"] for one in damage]) for name in dying]
            yield f"{capital(join_words(names))} {dies}{' before dealing any damage' * early}."
        got = next((one for one in step["received"] if one["to"] == source), None)
        if got and got["most"] and source.startswith("attacker"):
            amount = f"{got['least']:,}" if got["least"] == got["most"] else f"{got['least']:,} to {got['most']:,}"
            end = " and dies" if source in step["dies"] else ""
            yield f"It gets {amount} damage{end}."

    @property
    def gains(self) -> Iterator[str]:
        """Life and poison, as sentences."""
        said = {
            "poison": "The player gets {} poison counters.",
            "gained": "The attacking player gains {} life.",
            "defender_gained": "The defending player gains {} life.",
        }
        for key, sentence in said.items():
            least, most = self._facts[key]["least"], self._facts[key]["most"]
            if most:
                amount = f"{most:,}" if least == most else f"{least:,} to {most:,}"
                text = sentence.format(amount)
                yield text.replace("1 poison counters", "1 poison counter") if amount == "1" else text

    # Editions

    @property
    def changed(self) -> list[Wording]:
        """What the rule about several blockers says since 2024, and what it said before."""
        wordings = []
        for era, edition in self.of_eras[:2]:
            reading = TrialContext(self.reading.loaded, edition)
            text = " ".join(reading.paragraphs(_RULE))
            when = "since November 8, 2024" if era is ERAS[0] else f"on {long_date(edition.date)}"
            at = text.find(_DIVIDED)
            words = f"… {text[at:]}" if at > 0 else text
            wordings.append(Wording(f"{reading.find(_RULE)} {when}", render_text(words, edition.date)))
        return wordings if len(wordings) > 1 and self.of_eras[0][0] is ERAS[0] else []


def _beside_name(one: Creature) -> str:
    """What is typed beside a name, else what its card has."""
    typed = one.text.removeprefix(one.name).strip()
    return typed or " ".join([f"{one.power}/{one.toughness}", *sorted(one.keywords)]) if one.name else ""
