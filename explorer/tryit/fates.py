"""What follows from combat damage as it is drawn, in sentences with their rules."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

from symbols.sentences import a_or_an, capital, join_words
from symbols.trials.combat import DEFENDER, FIRST, PLAYER, Creature


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, with links to its rules."""

    text: str
    rules: Sequence[SafeString | str] = ()


@dataclass(frozen=True, slots=True)
class Fates:
    """What follows from one damage step; `steps` are all of the combat."""

    step: Mapping[str, Any]
    steps: Sequence[Mapping[str, Any]]
    creatures: Mapping[str, Creature]
    link: Callable[[str], SafeString | str]
    called: Callable[..., str]
    era: Mapping[str, Any]

    # How it may be divided

    def rule_of(self, source: str, damage: Sequence[Mapping[str, Any]]) -> SafeString | str:
        """The rule that a division is legal by, or not."""
        if self.step["unlawful"].get(source) == "power":
            return self.link("510.1a")
        to = {one["to"] for one in damage}
        if PLAYER in to:
            return self.link("702.19c")
        if self._is_exempt(source) and len(to) > 1 and DEFENDER not in to:
            return self.link("702.2c")
        return self.link("702.19b" if DEFENDER in to else "510.1d" if source.startswith("blocker") else "510.1c")

    def limits(self, source: str, damage: Sequence[Mapping[str, Any]], *, is_open: bool) -> Iterator[Sentence]:
        """What must be assigned before anything goes on."""
        to = [one["to"] for one in damage]
        blockers = [name for name in to if name in self.creatures]
        if self.step["unlawful"].get(source) == "power":
            given, power = sum(self.step["division"][source]), self.creatures[source].power
            yield Sentence(f"That’s {given:,} damage. {capital(self.called(source))} assigns all of its {power:,}.")
        if not is_open or not blockers:
            return
        onward = [name for name in to if name not in self.creatures]
        touches = self.creatures[source].has("deathtouch") and self.era["deathtouch"] == "lethal"
        rules = [self.link("702.2c")] if touches else []
        deathtouch = " With deathtouch, that’s 1." if rules else ""
        if onward:
            each = "each blocker" if len(blockers) > 1 else "the blocker"
            text = f"To send any damage on to {self.called(onward[0])}, give {each} lethal damage first.{deathtouch}"
            yield Sentence(text, [self.link("702.19b"), *rules])
        if self.era["ordered"] and len(blockers) > 1 and not self._is_exempt(source):
            first = capital(self.called(blockers[0], blockers))
            rule = self.link("510.1d" if source.startswith("blocker") else "510.1c")
            yield Sentence(
                f"{first} is first, so it must get lethal damage before the next gets any.{deathtouch}", [rule, *rules]
            )

    def _is_exempt(self, source: str) -> bool:
        """Whether deathtouch sets the damage assignment order aside."""
        return bool(
            self.era["ordered"] and self.era["deathtouch"] == "free" and self.creatures[source].has("deathtouch")
        )

    # What follows

    def of(
        self, source: str, damage: Sequence[Mapping[str, Any]], *, is_lawful: bool, is_undivided: bool
    ) -> Iterator[Sentence]:
        """Which recipients die, or may die if nothing is divided yet, and the damage that the creature itself gets."""
        if not is_lawful:
            return
        to = [one["to"] for one in damage if one["to"] in self.creatures or one["to"] == DEFENDER]
        dead, early = self._dead(to), self._dies_early(to)
        sentences: list[str] = []
        rules: dict[str, None] = {}
        if dead:
            names = join_words([self.called(name, to) for name in dead])
            blockers = [name for name in to if name in self.creatures]
            both = source.startswith("attacker") and len(blockers) == 2 and dead == blockers
            who = "Both blockers" if both else capital(names)
            end = " before dealing any damage" * early
            is_sure = not is_undivided or {*dead} <= {*self.step["dies"]}
            die = ("dies" if len(dead) == 1 else "die") if is_sure else "may die"
            sentences.append(f"{who} {die}{end}.")
            rules |= {"510.4": None} if early else {}
            rules |= dict.fromkeys(self._rule_of_death(name) for name in dead)
        alive = [name for name in to if name in self.creatures and name not in dead and not self._is_gone(name)]
        sentences += [
            f"{capital(self.called(name, to))} lives{self._left(name)}." for name in alive if not is_undivided
        ]
        got = _received(source, [self.step])
        if source.startswith("attacker") and got:
            dies = source in self._dead([source])
            rules |= {self._rule_of_death(source): None} if dies else {}
            dealing = self._sources(source, [self.step])
            who = "The blockers deal" if len(dealing) > 1 else f"{capital(self.called(dealing[0], to))} deals"
            end = ", so it dies" if dies else ""
            sentences.append(f"{who} {got:,} damage to {self.called(source)}{end}.")
        if sentences:
            yield Sentence(" ".join(sentences), [link for rule in rules if (link := self.link(rule))])

    def _dead(self, names: Sequence[str]) -> list[str]:
        return [name for name in names if name in self.step["example"]["dead"] and not self._is_gone(name)]

    def _is_gone(self, name: str) -> bool:
        first = self.steps[0]
        return first is not self.step and name in first["example"]["dead"]

    def _dies_early(self, to: Sequence[str]) -> bool:
        """Whether they die by first strike and have dealt nothing."""
        dead = {*self._dead(to)}
        return bool(dead) and self.step["step"] == FIRST and not {one["from"] for one in self.step["damage"]} & dead

    def _sources(self, name: str, steps: Sequence[Mapping[str, Any]]) -> list[str]:
        """What deals damage to it."""
        dealt = (one for step in steps for one in step["damage"] if one["to"] == name and one["example"])
        return list(dict.fromkeys(one["from"] for one in dealt))

    def _left(self, name: str) -> str:
        """The state of a survivor: ` with 2 damage`, ` as a 1/1`."""
        one, steps = self.creatures[name], self.steps[: self.steps.index(self.step) + 1]
        taken, by = _received(name, steps), self._sources(name, steps)
        shrinking = [source for source in by if self.creatures[source].has("wither", "infect")]
        if not shrinking:
            return f" with {taken + one.damaged:,} damage" if taken + one.damaged else ""
        return f" as {a_or_an(f'{one.power - taken}/{one.toughness - taken}')}" if len(shrinking) == len(by) else ""

    def _rule_of_death(self, name: str) -> str:
        if name == DEFENDER:
            return "704.5i"
        one, sources = self.creatures[name], [self.creatures[each] for each in self._sources(name, [self.step])]
        shrinks = any(source.has("wither", "infect") for source in sources)
        if shrinks and _received(name, [self.step]) >= one.toughness:
            return "704.5f"
        touched = any(source.has("deathtouch") for source in sources)
        if touched and _received(name, self.steps) + one.damaged < one.toughness:
            return "702.2b" if self.era["deathtouch"] == "triggered" else "704.5h"
        return "704.5g"


def _received(name: str, steps: Sequence[Mapping[str, Any]]) -> int:
    return sum(int(step["example"]["received"].get(name, 0)) for step in steps)
