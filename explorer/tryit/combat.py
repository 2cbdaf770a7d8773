"""Combat damage as its own page draws it: rows of attackers, cells of damage, and what is left to divide."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import Any, Final

from django.utils.safestring import SafeString

from explorer.document.dates import long_date
from explorer.tryit.eras import Era, InEras
from explorer.tryit.fates import Fates, Sentence
from explorer.tryit.reading import TrialContext
from symbols.engine import EngineError
from symbols.rendering import render_text
from symbols.sentences import a_or_an, capital, join_words
from symbols.trials.combat import (
    DEFENDER,
    FIRST,
    PLAYER,
    Creature,
    in_range,
    join_amounts,
    label_of,
    listed,
    read_creatures,
    reordered,
    rows_of,
    through_sentence,
    uncounted_sentences,
)

_MOST_CELLS: Final = 24
_RULE: Final = "510.1c"
_STEPS: Final = "510.4"
_FIRST_STRIKE: Final = "702.7b"
_DIVIDED: Final = "If two or more creatures are blocking it"


ERAS: Final = (
    Era(date(2024, 11, 8), "Since Nov 2024"),
    Era(date(2009, 7, 11), "2009 to 2024", "You ordered the blockers first. Since November 8, 2024, you don’t."),
    Era(date.min, "Before 2009", "Damage used the stack. Since July 11, 2009, it’s dealt at once."),
)


@dataclass(frozen=True, slots=True)
class Share:
    """What one recipient gets of a creature's damage.

    Attributes:
        cells: how many are drawn, of one damage each if few.
        is_gone: it can't get any, as the first step is divided.
    """

    name: str
    amount: int
    cells: Sequence[int]
    least: int
    most: int
    typed: str
    onward: bool
    is_gone: bool = False


@dataclass(frozen=True, slots=True)
class Ordered:
    """One in a damage assignment order, with the address where it's one place earlier; empty for the first."""

    name: str
    earlier: str


@dataclass(frozen=True, slots=True)
class Fight:
    """A creature's damage in a step.

    Attributes:
        whose: what a division says first: `1:`, `blocker 2:`; empty if there is nothing to divide.
        lawful: whether the division is; None without one.
        division: in words.
        order: the damage assignment order, in editions that have one.
        permitting: the order in which an illegal division is legal, as a sentence, and its address.
        is_free: whether any division of its damage is legal.
        whole: how much there is to divide.
        fates: what may be divided how, and what follows.
    """

    who: str
    by: str
    shares: Sequence[Share]
    whose: str
    lawful: bool | None
    division: str
    rule: SafeString | str
    order: Sequence[Ordered]
    permitting: tuple[str, str] | None
    is_free: bool
    whole: int
    fates: Sequence[Sentence]


@dataclass(frozen=True, slots=True)
class Wording:
    heading: str
    text: SafeString


class ShownCombat(InEras):
    eras_known = ERAS

    # The form

    @cached_property
    def rows(self) -> list[tuple[str, str]]:
        """Attackers with their blockers, and an empty row; as typed in one field each if they can't be read."""
        try:
            attackers = self._creatures("attackers")
            rows = rows_of(attackers, self._creatures("blockers", attackers))
        except EngineError:
            attackers_typed, blockers_typed = (self.request.complete[key] for key in ("attackers", "blockers"))
            rows = [(attackers_typed.replace("\n", "; "), blockers_typed.replace("\n", "; "))]
        return [*rows, ("", "")]

    def _creatures(self, key: str, attackers: Sequence[Creature] | None = None) -> list[Creature]:
        return read_creatures(self.request.complete[key], key, self.reading, attackers)

    # The verdict

    @property
    def verdict(self) -> tuple[str, str]:
        """Such as `3`, and the rest of its sentence."""
        amount, _, rest = through_sentence(self.facts, self._defender).partition(" ")
        return amount, rest

    @property
    def notes(self) -> Iterator[str]:
        """What the edition lacks, and what of the lines isn't counted or isn't known."""
        edition = self.request.edition
        if edition and self.answer and self.answer.lacks:
            rules = f"the {long_date(self.answer.source)} rules" if self.answer.source else "newer rules"
            lacks = join_words(list(self.answer.lacks), "or")
            yield f"The {long_date(edition.date)} rules have no {lacks}. This is by {rules}."
        for one in self.facts["unused"]:
            yield f"{capital(join_amounts(one['amounts']))} is left out: {one['why']}."
        yield from self.facts["assumed"]
        yield from uncounted_sentences(self.facts["uncounted"])
        yield from self.facts["unknown"]

    # The steps

    @cached_property
    def _all(self) -> dict[str, Creature]:
        attackers = self._creatures("attackers")
        blockers = self._creatures("blockers", attackers)
        named = {f"attacker {at}": one for at, one in enumerate(attackers, 1)}
        return named | {f"blocker {at}": one for at, one in enumerate(blockers, 1)}

    @property
    def _defender(self) -> str:
        return next(iter(self.request.complete["defender"].lower().split()), "player")

    def _called(self, name: str, among: Collection[str] = ()) -> str:
        """A recipient, as told from all creatures, or from those `among` which it is."""
        if name in {DEFENDER, PLAYER}:
            return f"the {self._defender if name == DEFENDER else 'player'}"
        return label_of(name, {each: one for each, one in self._all.items() if not among or each in {name, *among}})

    @property
    def steps(self) -> Iterator[tuple[str, SafeString, list[Fight]]]:
        for step in self.facts["steps"]:
            is_first = step["step"] == FIRST
            name, rule = ("First-strike step", _STEPS) if is_first else ("Regular step", "510.1")
            yield name, self._link(rule), list(self._fights(step))

    def _link(self, rule: str) -> SafeString:
        """A rule, or what an edition has instead that says of damage steps only what first strike does."""
        return self.reading.citations.link(_FIRST_STRIKE if rule == _STEPS and not self.reading.words(rule) else rule)

    def _fights(self, step: Mapping[str, Any]) -> Iterator[Fight]:
        dealing = dict.fromkeys(one["from"] for one in step["damage"])
        for source in dealing:
            damage = [one for one in step["damage"] if one["from"] == source]
            if step is not self.facts["steps"][0] and self._is_gone(source, damage):
                continue
            # A blocker of one attacker that deals damage, too, is in that one's line of what it gets.
            if source.startswith("attacker") or len(damage) > 1 or damage[0]["to"] not in dealing:
                yield self._fight(step, source, damage)

    def _is_gone(self, source: str, damage: Sequence[Mapping[str, Any]]) -> bool:
        """Whether it deals nothing in the second step, as the first is drawn."""
        is_dead = source in self.facts["steps"][0]["example"]["dead"]
        return is_dead and not any(one["example"] for one in damage)

    def _fight(self, step: Mapping[str, Any], source: str, damage: Sequence[Mapping[str, Any]]) -> Fight:
        typed = step["division"].get(source)
        missing = [0] * len(damage)
        amounts = [one["example"] for one in damage] if typed is None else [*typed, *missing][: len(damage)]
        to = [each["to"] for each in damage]
        is_open = any(one["now"]["least"] < one["now"]["most"] for one in damage)
        one = self._all[source]
        few = sum(amounts) <= _MOST_CELLS
        shares = [
            Share(
                self._called(each["to"], to),
                amount,
                range(amount) if few else range(bool(amount)),
                each["now"]["least"],
                each["now"]["most"],
                "" if typed is None else str(amount),
                onward=each["to"] in {DEFENDER, PLAYER},
                is_gone=not amount and not each["now"]["most"] and len(damage) > 1,
            )
            for each, amount in zip(damage, amounts, strict=True)
        ]
        fates = Fates(step, self.facts["steps"], self._all, self._link, self._called, self.facts["era"])
        lawful = None if typed is None else source not in step["unlawful"]
        return Fight(
            who=one.name or one.text,
            by=", ".join(filter(None, [_beside_name(one), self._by(source)])),
            shares=shares,
            whose=self._whose(step, source) if is_open else "",
            lawful=lawful,
            division=join_amounts([share.amount for share in shares if not share.is_gone] if typed is not None else ()),
            whole=sum(each["example"] for each in damage),
            order=[*self._order(source, to)] if self.facts["era"]["ordered"] else [],
            permitting=self._permitting(step, source, to),
            is_free=not self.facts["era"]["ordered"] and all(name in self._all for name in to),
            rule=fates.rule_of(source, damage) if typed is not None else "",
            fates=[
                *fates.limits(source, damage, is_open=is_open),
                *fates.of(source, damage, is_lawful=lawful is not False, is_undivided=typed is None and is_open),
            ],
        )

    # The damage assignment order

    def _order(self, source: str, to: Sequence[str]) -> Iterator[Ordered]:
        order = [name for name in to if name in self._all]
        for at, name in enumerate(order):
            earlier = [*order[: at - 1], name, order[at - 1], *order[at + 1 :]] if at else []
            address = self._ordered(source, earlier) if earlier else ""
            yield Ordered(self._called(name, to).removeprefix("the "), address)

    def _permitting(self, step: Mapping[str, Any], source: str, to: Sequence[str]) -> tuple[str, str] | None:
        if not (amounts := step["permitting_order"].get(source)):
            return None
        order = [name for name in amounts if name in self._all]
        names = [self._called(name, to) for name in order]
        listing = ", ".join(name.removeprefix("the ") for name in names)
        start = f"With {names[0]} first," if len(names) == 2 else f"In the order {listing}:"
        return f"{start} {join_amounts([*amounts.values()])} is legal.", self._ordered(source, order)

    def _ordered(self, source: str, order: Sequence[str]) -> str:
        """The address with a creature's damage assignment order, and the same amounts to each; empty without one."""
        attackers = self._creatures("attackers")
        blockers = self._creatures("blockers", attackers)
        at, numbers = (int(source.split()[1]) - 1, [int(name.split()[1]) - 1 for name in order])
        if source.startswith("blocker"):
            rest = (one for one in blockers[at].blocks if one not in numbers)
            blockers[at] = replace(blockers[at], blocks=(*numbers, *rest))
        else:
            blockers = reordered(at, numbers, blockers)
        divide = "\n".join(self._divided(source, order))
        return self.request.address_with({"blockers": listed(blockers), "divide": divide}) if blockers else ""

    def _divided(self, source: str, order: Sequence[str]) -> Iterator[str]:
        """What is typed, with the amounts of a creature in another order."""
        for step in self.facts["steps"]:
            for one, amounts in step["division"].items():
                to = [each["to"] for each in step["damage"] if each["from"] == one]
                given = dict(zip(to, [*amounts, *[0] * len(to)], strict=False))
                there = [name for name in order if name in given] if one == source else []
                ordered = [given[name] for name in dict.fromkeys([*there, *to])]
                yield f"{self._whose(step, one)} {', '.join(map(str, ordered))}"

    def _whose(self, step: Mapping[str, Any], source: str) -> str:
        """Prefix of a typed division: `1:`, and `1 second:` for a creature that has dealt damage in the first step."""
        first = next(one for one in self.facts["steps"] if any(each["from"] == source for each in one["damage"]))
        return f"{source.removeprefix('attacker ')}{' second' * (first['step'] != step['step'])}:"

    def _by(self, source: str) -> str:
        attacker = int(source.split()[1]) - 1
        if source.startswith("blocker"):
            return f"blocks {self._listed([f'attacker {at + 1}' for at in self._all[source].blocks])}"
        by = [name for name, one in self._all.items() if attacker in one.blocks]
        if by:
            return f"blocked by {self._listed(by)}"
        return "blocked" if self._all[source].blocked else "unblocked"

    def _listed(self, names: Sequence[str]) -> str:
        """`a 3/3 and a 4/4`; in the order in which they're assigned damage, `a 3/3, then a 4/4`."""
        each = [self._called(name, names) for name in names]
        each = [a_or_an(one.removeprefix("the ")) if one.startswith("the ") else one for one in each]
        return ", then ".join(each) if self.facts["era"]["ordered"] else join_words(each)

    @property
    def gains(self) -> Iterator[str]:
        """Life and poison, as sentences."""
        poison = in_range(self.facts["poison"])
        if poison != "0":
            yield f"The player gets {poison} poison counter{'s' * (poison != '1')}."
        for who, key, times in (("attacking", "gained", "gains"), ("defending", "defender_gained", "defender_gains")):
            if (gained := in_range(self.facts[key])) != "0":
                apart = f", in {in_range(self.facts[times])} life gain events" if self.facts[times]["most"] > 1 else ""
                yield f"The {who} player gains {gained} life{apart}."

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
