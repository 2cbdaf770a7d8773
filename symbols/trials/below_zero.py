"""Trying negative numbers: a creature's power, what uses it, and a life total (107.1b)."""

from collections.abc import Iterator, Mapping
from typing import Final

from symbols.trials.asked import Asked
from symbols.trials.mechanics.negatives import Effect, NegativeRule, negative_rule
from symbols.trials.places import found_at
from symbols.trials.trial import Choice, Control, Outcome, Placement, Reading, Row, Step, Trial, Try

__all__ = ["CHANGING", "LIFE", "NEGATIVE_PLACES", "USING"]

NEGATIVE_PLACES: Final = (
    Placement("107.1b", "negative"),
    Placement("104.1b", "negative"),
    Placement("104.2", "treated as 0 for all purposes"),
)
"""Where the rule about negative numbers stands, today and in older editions."""

_CREATURE: Final = (
    Control(key="power", label="Power", default="3"),
    Control(key="toughness", label="Toughness", default="4"),
    Control(key="gets", label="Change of power", default="-5"),
    Control(key="andt", label="Change of toughness", default="0"),
)


def rule_in(reading: Reading) -> tuple[str, NegativeRule]:
    """Return the number of the rule about negative numbers in an edition, and what it says there."""
    number, words = found_at(reading, NEGATIVE_PLACES)
    return number, negative_rule(words)


# A creature whose power is below zero ------------------------------------------------------------


def _run_changing(said: Mapping[str, str], reading: Reading) -> Outcome:
    asked = Asked(said, CHANGING.controls)
    number, rule = rule_in(reading)
    power = asked.number("power") + asked.number("gets")
    toughness = asked.number("toughness") + asked.number("andt")
    then_power, then_toughness = power + asked.number("then"), toughness + asked.number("thent")
    damage, total = max(0, power), rule.seen(power) + rule.seen(toughness)
    seen = rule.seen(power)
    what = f"It’s {_creature(power, toughness)}"
    if seen != power:
        what = f"Its power would be {power} and is treated as {seen}"
    deals = f"assigns {damage:,} damage in combat" if damage else "assigns no damage in combat"
    got = _change(asked.number("gets"), asked.number("andt"))
    gets = _change(asked.number("then"), asked.number("thent"))
    return Outcome(
        sentence=f"{what}: it {deals}, its power and toughness total {total:,}, and {gets} would make it "
        f"{then_power}/{then_toughness}.",
        steps=tuple(_steps_changing(number, power, toughness, rule)),
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
            Row("printed", f"{asked.number('power')}/{asked.number('toughness')}"),
            Row(
                f"gets {got}",
                f"{power}/{toughness}",
                marked=True,
            ),
            Row(f"gets {gets} then", f"{then_power}/{then_toughness}"),
        ),
    )


def _steps_changing(number: str, power: int, toughness: int, rule: NegativeRule) -> Iterator[Step]:
    if power >= 0 and toughness >= 0:
        yield Step(number, "Neither number is below zero, so nothing here needs the rule.", decides=True)
    elif rule.counts_as_zero:
        why = (
            "A number below zero is treated as 0 for everything but changing it, so what comes next counts from below."
        )
        yield Step(number, why, decides=True)
    else:
        yield Step(
            number,
            "A game value such as power can be below zero, and whatever calculates or compares uses it as it is.",
            decides=True,
        )
    if power <= 0:
        yield Step("510.1a", "A creature that would assign 0 or less combat damage assigns none.")
    if toughness <= 0:
        yield Step("704.5f", "With toughness 0 or less it is put into its owner’s graveyard.")


def _change(power: int, toughness: int) -> str:
    """Write a change as cards do: -5/-0, +3/+0."""
    zero = "-0" if min(power, toughness) < 0 else "+0"
    return "/".join(f"{number:+}" if number else zero for number in (power, toughness))


def _creature(power: int, toughness: int) -> str:
    """Name a creature by its numbers: a 3/4 creature, an 8/8 creature."""
    spoken = str(power)
    vowel = spoken.startswith("8") or (spoken[:2] in {"11", "18"} and len(spoken) % 3 == 2)
    return f"{'an' if vowel else 'a'} {power}/{toughness} creature"


# What uses that power ----------------------------------------------------------------------------

_USES: Final = {
    "mana": (Effect.OTHER, "adds that much mana", "It adds {n} mana", "It adds no mana"),
    "damage": (Effect.OTHER, "deals that much damage", "It deals {n} damage", "It deals no damage"),
    "gain": (Effect.OTHER, "gains you that much life", "You gain {n} life", "You gain no life"),
    "lose": (Effect.OTHER, "loses a player that much life", "The player loses {n} life", "The player loses no life"),
    "draw": (Effect.OTHER, "draws you that many cards", "You draw {n} cards", "You draw no cards"),
    "counters": (Effect.OTHER, "puts on that many counters", "It gets {n} counters", "It gets no counters"),
    "pump": (Effect.MODIFIES_POWER, "gives it +X/+X, X being its power", "", ""),
    "double": (Effect.DOUBLES_POWER, "doubles its power", "", ""),
    "triple": (Effect.TRIPLES_POWER, "triples its power", "", ""),
    "set": (Effect.SETS_POWER, "sets another creature’s power to it", "", ""),
}
_TIMES: Final = {"pump": 1, "double": 1, "triple": 2}
_CITES: Final = {"double": "701.10c", "triple": "701.11c"}


def _run_using(said: Mapping[str, str], reading: Reading) -> Outcome:
    asked = Asked(said, USING.controls)
    number, rule = rule_in(reading)
    power = asked.number("power") + asked.number("gets")
    toughness = asked.number("toughness") + asked.number("andt")
    use = asked.choice("use")
    effect = _USES[use][0]
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
        sentence = (_USES[use][2].format(n=f"{result:,}") if result else _USES[use][3]) + "."
        sentence = sentence.replace(" 1 cards", " 1 card").replace(" 1 counters", " 1 counter")
    return Outcome(
        sentence=sentence,
        steps=tuple(_steps_using(number, rule, use, power, calculated)),
        facts={"result": result, "before": power, "power": now_power, "toughness": now_toughness, "number": calculated},
        rows=(
            Row("as it is", f"{power}/{toughness}"),
            Row("the calculation gives", f"{calculated:,}"),
            Row("what is used", f"{result:,}", marked=True),
        ),
    )


def _steps_using(number: str, rule: NegativeRule, use: str, power: int, calculated: int) -> Iterator[Step]:
    if power >= 0:
        yield Step(number, f"Its power is {power:,}, not below zero, so it is used as it is.", decides=True)
        return
    if rule.counts_as_zero:
        yield Step(number, f"A power of {power:,} is treated as 0 for everything but changing it.", decides=True)
        return
    effect = _USES[use][0]
    yield Step(number, f"The calculation needs its power, {power:,}, and uses it as it is: {calculated:,}.")
    if rule.keeps(effect):
        kept = "the rule excepts an effect that " + effect.value
        if effect not in rule.excepted:
            kept = "this edition excepts every effect that changes a creature’s power or toughness"
        yield Step(number, f"A negative result would become zero, but {kept}. So {calculated:,} is used.", decides=True)
        if use in _CITES and effect in rule.excepted:
            yield Step(_CITES[use], "Below zero, that takes as much away again.")
        return
    why = f"The result of the effect would be {calculated:,}, below zero, so zero is used instead"
    if effect is not Effect.OTHER:
        why += "; an effect like this is none of the exceptions"
        why += " of this edition" if use == "triple" else ""
    yield Step(number, f"{why}.", decides=True)


# A life total ------------------------------------------------------------------------------------

_LIFE: Final = {
    "double": (Effect.DOUBLES_LIFE, "doubles the life total"),
    "triple": (Effect.TRIPLES_LIFE, "triples the life total"),
    "set": (Effect.SETS_LIFE, "sets the life total to the number"),
    "gain": (Effect.OTHER, "the player gains that much life"),
    "lose": (Effect.OTHER, "the player loses that much life"),
}


def _run_life(said: Mapping[str, str], reading: Reading) -> Outcome:
    asked = Asked(said, LIFE.controls)
    number, rule = rule_in(reading)
    life, does = asked.number("life"), asked.choice("does")
    effect = _LIFE[does][0]
    by = asked.number("n") if does in {"set", "gain", "lose"} else 0
    calculated = {"double": 2 * life, "triple": 3 * life}.get(does, by)
    used = rule.result(calculated, effect)
    now = {"gain": life + used, "lose": life - used}.get(does, used)
    if rule.counts_as_zero and life < 0 and does in {"double", "triple"}:
        # What is added counts from 0, so nothing is; the total itself stays below.
        used = now = life
    seen = rule.seen(now)
    counted = f", which counts as {seen}" if seen != now else ""
    return Outcome(
        sentence=f"The life total {'stays' if now == life else 'becomes'} {now:,}{counted}.",
        steps=tuple(_steps_life(number, rule, does, calculated, used, now, reading)),
        facts={"life": now, "used": used, "calculated": calculated},
        rows=(Row("before", f"{life:,}"), Row("what is used", f"{used:,}"), Row("after", f"{now:,}", marked=True)),
    )


_NO_GAIN: Final = {
    "119.9": "Where 0 life is gained, no life was gained, so “whenever a player gains life” doesn’t trigger.",
    "119.10": "And an effect that would replace a gain of life finds none.",
}


def _steps_life(
    number: str, rule: NegativeRule, does: str, calculated: int, used: int, now: int, reading: Reading
) -> Iterator[Step]:
    effect = _LIFE[does][0]
    if calculated >= 0:
        yield Step(number, f"The number that the effect uses, {calculated:,}, is not below zero.", decides=True)
    elif rule.counts_as_zero:
        why = "A life total below zero is treated as 0 for everything but changing it."
        yield Step(number, why, decides=True)
    elif used == calculated:
        why = f"An effect that {effect.value} is excepted, so {calculated:,} is used as it is."
        yield Step(number, why, decides=True)
    else:
        why = f"The effect would use {calculated:,}; zero is used instead, since this edition makes no exception here."
        if effect is Effect.OTHER:
            why = f"Nobody gains or loses {calculated:,} life: zero is used instead."
        yield Step(number, why, decides=True)
    if does == "gain" and not used:
        for clause, why in _NO_GAIN.items():
            if reading.edition is None or reading.find(clause):
                yield Step(clause, why)
    if now <= 0:
        yield Step("704.5a", "A player with 0 or less life loses the game, unless an effect keeps them in it.")


# ------------------------------------------------------------------------------------------------

_USE_TRIES: Final = (
    Try("-1 power, add that much mana", {"power": "1", "toughness": "2", "gets": "-2", "andt": "0", "use": "mana"}),
    Try("-2 power, +X/+X", {"power": "4", "toughness": "4", "gets": "-6", "andt": "0", "use": "pump"}),
    Try("-2 power, doubled", {"power": "4", "toughness": "4", "gets": "-6", "andt": "0", "use": "double"}),
    Try("-2 power, tripled", {"power": "4", "toughness": "4", "gets": "-6", "andt": "0", "use": "triple"}),
)


def _choices(known: Mapping[str, tuple[object, ...]]) -> tuple[Choice, ...]:
    return tuple(Choice(value, str(said[1])) for value, said in known.items())


CHANGING: Final = Trial(
    slug="negative-power",
    title="Power below zero",
    lead="Effects can take a creature’s power below zero. It stays there: what comes next counts from that number.",
    controls=(
        *_CREATURE,
        Control(key="then", label="Later, of power", default="3"),
        Control(key="thent", label="Later, of toughness", default="0"),
    ),
    run=_run_changing,
    places=NEGATIVE_PLACES,
)

USING: Final = Trial(
    slug="using-power",
    title="What uses a power below zero",
    lead="Mana, damage or life can’t be negative, so zero is used. Which effects are excepted depends on the edition.",
    controls=(
        *(
            Control(key=one.key, label=one.label, default=default)
            for one, default in zip(_CREATURE, ("1", "2", "-2", "0"), strict=True)
        ),
        Control(key="use", label="An effect uses it and", kind="choice", default="mana", choices=_choices(_USES)),
    ),
    run=_run_using,
    places=tuple(Placement(place.number, place.phrase, tries=_USE_TRIES) for place in NEGATIVE_PLACES),
)

LIFE: Final = Trial(
    slug="negative-life",
    title="A life total below zero",
    lead="Doubling, tripling or setting one may leave it below zero; gaining or losing a negative amount is nothing.",
    controls=(
        Control(key="life", label="Life total", default="-3"),
        Control(key="does", label="The effect", kind="choice", default="double", choices=_choices(_LIFE)),
        Control(key="n", label="The number", default="4", hint="For setting, gaining and losing."),
    ),
    run=_run_life,
    places=NEGATIVE_PLACES,
)
