"""Trials: negative power, effects that use it, and negative life totals (107.1b)."""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from symbols.data_files import read_data
from symbols.sentences import a_or_an, join_words
from symbols.trials.inputs import Inputs
from symbols.trials.loading import steps_of
from symbols.trials.outcome import Outcome, Row
from symbols.trials.trial import Reading


class NumberEffect(StrEnum):
    """What an effect does with a number that may be negative."""

    DOUBLES_LIFE = "doubles a player’s life total"
    TRIPLES_LIFE = "triples a player’s life total"
    SETS_LIFE = "sets a player’s life total"
    DOUBLES_POWER = "doubles a creature’s power or toughness"
    TRIPLES_POWER = "triples a creature’s power or toughness"
    SETS_POWER = "sets a creature’s power or toughness"
    CHANGES_POWER = "changes a creature’s power or toughness"
    OTHER = "does something else"


@dataclass(frozen=True, slots=True)
class NegativeRule:
    """An edition's rule about negative numbers.

    Attributes:
        excepted: effects whose result may be negative.
        cards: whether the exceptions name creature cards, in any zone, besides creatures.
        counts_as_zero: whether negative numbers are treated as 0 except when changing them, as until 2005; there are no
            other exceptions then.
    """

    excepted: frozenset[NumberEffect] = frozenset()
    cards: bool = False
    counts_as_zero: bool = False

    def keeps(self, effect: NumberEffect) -> bool:
        """Whether a negative result is used unchanged; excepting changes includes doubling, tripling and setting."""
        of_power = {NumberEffect.DOUBLES_POWER, NumberEffect.TRIPLES_POWER, NumberEffect.SETS_POWER}
        return effect in self.excepted or (effect in of_power and NumberEffect.CHANGES_POWER in self.excepted)

    def result(self, calculated: int, effect: NumberEffect = NumberEffect.OTHER) -> int:
        return calculated if calculated >= 0 or self.keeps(effect) else 0

    def seen(self, value: int) -> int:
        """Return a game value as calculations and comparisons see it."""
        return max(0, value) if self.counts_as_zero else value


NEWEST: Final = NegativeRule(frozenset(NumberEffect) - {NumberEffect.CHANGES_POWER, NumberEffect.OTHER}, cards=True)
"""Rule of the edition of 2025-06-06."""

_AS_ZERO = re.compile("treated as (0|zero) for all purposes except")
_EXCEPTION = re.compile(r"unless that effect ([^.]*)\.")
_SHARED = re.compile(r"(.*\bsets to a specific value) (.*)")


def negative_rule(words: str) -> NegativeRule:
    """Parse an edition's text of 107.1b (104.1b in 2007 and 2008, 104.2 before); `NEWEST` if empty."""
    plain = " ".join(words.lower().replace("’", "'").split())
    if not plain:
        return NEWEST
    if _AS_ZERO.search(plain):
        return NegativeRule(counts_as_zero=True)
    exception = _EXCEPTION.search(plain)
    if exception is None:
        return NegativeRule()
    # Either several verbs share one list of objects, or each has its own.
    effects = exception[1].replace("modifies", "changes")
    shared = _SHARED.fullmatch(effects)
    pieces = [(shared[1], shared[2])] if shared else [(one, one) for one in effects.split(",")]
    found = {
        effect
        for name, effect in NumberEffect.__members__.items()
        for verb, _, thing in [name.lower().partition("_")]
        if any(re.search(rf"\b{verb}\b", verbs) and thing and thing in things for verbs, things in pieces)
    }
    return NegativeRule(frozenset(found), cards="creature card" in exception[1])


_RULE: Final = "107.1b"


def negative_power(inputs: Inputs, reading: Reading) -> Outcome:
    """What a creature with negative power does in combat, and after a later change."""
    rule = negative_rule(reading.words(_RULE))
    printed_power, gets_power = inputs.number("power"), inputs.number("gets")
    printed_toughness, gets_toughness = inputs.number("toughness"), inputs.number("andt")
    then, thent = inputs.number("then"), inputs.number("thent")
    power, toughness = printed_power + gets_power, printed_toughness + gets_toughness
    then_power, then_toughness = power + then, toughness + thent
    damage, seen = max(0, power), rule.seen(power)
    total = seen + rule.seen(toughness)
    what = f"It’s {_creature(power, toughness)}"
    if seen != power:
        what = f"Its power would be {power}, treated as {seen}"
    deals = f"assigns {damage:,} damage in combat" if damage else "assigns no damage in combat"
    later = _change(then, thent)
    does = ["dies"] if toughness <= 0 else [deals, f"its power and toughness total {total:,}"]
    sentence = f"{what}: it {join_words(does)}"
    if (then or thent) and toughness <= 0:
        sentence += f" before it gets {later}"
    elif then or thent:
        end = f"It ends as {_creature(then_power, then_toughness)}{' and dies' if then_toughness <= 0 else ''}"
        sentence = f"{end}. Before that, {sentence[:1].lower()}{sentence[1:]}"
    return Outcome(
        sentence=f"{sentence}.",
        steps=steps_of(
            "negative-power",
            {
                "dies": min(toughness, then_toughness) <= 0,
                "negative": power < 0 or toughness < 0,
                "as_zero": rule.counts_as_zero,
                "harmless": power <= 0 < toughness,
                "assigns_its_power": inputs.decided("assigns_its_power"),
                "assigns_zero": inputs.decided("negative_assigns_zero"),
            },
            reading,
        ),
        facts={
            "power": power,
            "toughness": toughness,
            "treated_as": seen,
            "damage": damage,
            "total": total,
            "later_power": then_power,
            "later_toughness": then_toughness,
        },
        rows=(
            Row("printed", f"{printed_power}/{printed_toughness}"),
            Row(f"gets {_change(gets_power, gets_toughness)}", f"{power}/{toughness}", marked=True),
            Row(f"later gets {later}", f"{then_power}/{then_toughness}"),
        ),
    )


def _change(power: int, toughness: int) -> str:
    """Write a change as cards do: `-5/-0`, `+3/+0`."""
    zero = "-0" if min(power, toughness) < 0 else "+0"
    return "/".join(f"{number:+}" if number else zero for number in (power, toughness))


def _creature(power: int, toughness: int) -> str:
    return a_or_an(f"{power}/{toughness} creature")


_USES: Final = read_data("trials/using-power.toml")["uses"]
_TIMES: Final = {"pump": 1, "double": 1, "triple": 2}


def using_power(inputs: Inputs, reading: Reading) -> Outcome:
    """What an effect does that uses or changes a negative power."""
    rule = negative_rule(reading.words(_RULE))
    power = inputs.number("power") + inputs.number("gets")
    toughness = inputs.number("toughness") + inputs.number("andt")
    use = inputs.choice("use")
    effect = NumberEffect[_USES[use][0]]
    calculated = rule.seen(power) * _TIMES.get(use, 1)
    result = rule.result(calculated, effect)
    now_power = power + (result if use in _TIMES else 0)
    now_toughness = toughness + (result if use == "pump" else 0)
    if use in _TIMES:
        sentence = f"It {'becomes' if result else 'stays'} {_creature(now_power, now_toughness)}."
        if calculated < 0 and not result:
            other = f"{power + calculated}/{toughness + (calculated if use == 'pump' else 0)}"
            sentence = f"It remains {_creature(now_power, now_toughness)}. It doesn’t become {other}."
    elif use == "set":
        sentence = f"The other creature’s power becomes {result}."
    else:
        sentence = _USES[use][1 if result else 2].format(n=f"{result:,}") + "."
        sentence = sentence.replace(" 1 cards", " 1 card").replace(" 1 counters", " 1 counter")
    return Outcome(
        sentence=sentence,
        steps=steps_of(
            "using-power",
            {
                "negative": power < 0,
                "as_zero": rule.counts_as_zero,
                "keeps": rule.keeps(effect),
                "excepted": effect in rule.excepted,
                "use": use,
                "changes": effect is not NumberEffect.OTHER,
            },
            reading,
            power=f"{power:,}",
            calculated=f"{calculated:,}",
            effect=effect.value,
        ),
        facts={"result": result, "before": power, "power": now_power, "toughness": now_toughness, "number": calculated},
        rows=(
            Row("before", f"{power}/{toughness}"),
            Row("calculated", f"{calculated:,}"),
            Row("used", f"{result:,}", marked=True),
        ),
    )


_LIFE: Final = {
    "double": NumberEffect.DOUBLES_LIFE,
    "triple": NumberEffect.TRIPLES_LIFE,
    "set": NumberEffect.SETS_LIFE,
}


def negative_life(inputs: Inputs, reading: Reading) -> Outcome:
    """What an effect does to a negative life total."""
    rule = negative_rule(reading.words(_RULE))
    life, does = inputs.number("life"), inputs.choice("does")
    effect, times = _LIFE.get(does, NumberEffect.OTHER), {"double": 2, "triple": 3}.get(does)
    calculated = times * life if times else inputs.number("n")
    used = rule.result(calculated, effect)
    now = {"gain": life + used, "lose": life - used}.get(does, used)
    if rule.counts_as_zero and life < 0 and times:
        # Doubling adds as if the total were 0, that is nothing; the total stays negative.
        used = now = life
    seen = rule.seen(now)
    counted = f", which counts as {seen}" if seen != now else ""
    return Outcome(
        sentence=f"The life total {'stays' if now == life else 'becomes'} {now:,}{counted}.",
        steps=steps_of(
            "negative-life",
            {
                "as_zero": rule.counts_as_zero,
                "changes": effect is not NumberEffect.OTHER,
                "negative": calculated < 0,
                "below": min(life, now) < 0,
                "kept": used == calculated,
                "gains_nothing": does == "gain" and not used,
                "lost": now <= 0,
            },
            reading,
            life=f"{life:,}",
            calculated=f"{calculated:,}",
            effect=effect.value,
        ),
        facts={"life": now, "used": used, "calculated": calculated},
        rows=(Row("before", f"{life:,}"), Row("used", f"{used:,}"), Row("after", f"{now:,}", marked=True)),
    )
