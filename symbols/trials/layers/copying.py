"""Who becomes a copy of what, and exceptions to copying, such as those of a card's own text (707.9)."""

import re
from dataclasses import replace
from typing import Final

from symbols.trials.layers.operations import Copy
from symbols.trials.layers.phrases import ABILITY_WORD, read_ability
from symbols.trials.layers.sizes import SetPowerToughness
from symbols.trials.layers.types import SetColors
from symbols.trials.layers.values import SELF, Ability, Values
from symbols.trials.layers.words import outside_quotes

_OWN_COPY: Final = re.compile(
    rf"(?:{SELF}|\b[Ii]t|\b[Tt]his \w+) (?:enters?|becomes?)(?: the battlefield)?(?: as)? a copy of [^.]*?"
    r"(?:(?:,? except |,? and (?=gains? this ability))(?P<except>[^.]+))?(?=\.|$)"
)
_LASTS: Final = re.compile(r",? until end of turn\b")
COPY_OF: Final = re.compile(
    r"\ba copy of (?P<of>(?:another |up to one )?target [^.]+?"
    r"|(?:that|the chosen) (?:creature|land|artifact|card|permanent))"
    r"(?=,? except |,? until |\.|$)"
)
_TYPED: Final = re.compile(
    r"^(?P<who>[^\"]+?) becomes? a copy of (?:(?!,? except |,? and (?:it )?gains? )[^\"])+?"
    r"(?:,? until end of turn)?\.?$"
)


def own_exceptions(texts: str) -> str | None:
    """The words after “except” where a card becomes a copy; empty for none, None if it never becomes a copy."""
    for line in texts.split("\n"):
        outside = outside_quotes(line)
        if match := _OWN_COPY.search(outside):
            said = line[match.start("except") : match.end("except")] if match["except"] else ""
            said = _LASTS.sub("", said) if '"' not in said else said
            said = f"it {said}" if said.startswith("gain") else said
            whole = ABILITY_WORD.sub("", line)
            return said.replace("this ability", f'"{whole}"') if '"' not in whole else said
    return None


def copier_in(text: str) -> str:
    """Who becomes a copy, in a line without exceptions; empty for other lines."""
    match = _TYPED.match(text)
    return match["who"] if match else ""


def without_defining(values: Values, part: Copy) -> Values:
    """Without abilities that define what isn't copied (707.9d)."""
    sets_size = any(isinstance(one, SetPowerToughness) for one in part.except_for)
    sets_color = "color" in part.keeps or any(isinstance(one, SetColors) and not one.also for one in part.except_for)

    def is_copied(ability: Ability) -> bool:
        clauses = [clause for clause in read_ability(ability.text, ability.note).clauses if clause.defines]
        defined = [one for clause in clauses for one in clause.parts]
        if sets_size and any(isinstance(one, SetPowerToughness) for one in defined):
            return False
        return not (sets_color and any(isinstance(one, SetColors) for one in defined))

    return replace(values, abilities=tuple(filter(is_copied, values.abilities)))
