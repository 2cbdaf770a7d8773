"""Clauses known by what they say, whatever number an edition gives them.

Trials name rules by their numbers in the edition of 2025-06-06. Other editions number the same sentences otherwise
(hybrid symbols count as their largest component by 202.3c in 2011, by 202.3e in 2018, by 202.3f today), or don't
have them yet. So no trial knows an older number: each is found in the edition's own text.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from itertools import accumulate
from typing import Final

from symbols.engine.x.telling import TELLING
from symbols.trials.trial import plain

__all__ = ["CLAUSES", "in_edition"]

_OWN: Final[Mapping[str, tuple[str, ...]]] = {
    "101.1": ("card's text directly contradicts",),
    "105.2": ("an object can be one or more of the five colors",),
    "105.2a": ("monocolored object is exactly one of the five colors",),
    "105.2b": ("multicolored object is two or more of the five colors",),
    "105.2c": ("colorless object has no color",),
    "105.3": ("the new color replaces all previous colors",),
    "107.1": ("numbers the magic game uses are integers", "uses only natural numbers", "the magic game uses only"),
    "107.1a": ("whether to round up or down",),
    "107.1b": ("can't choose a negative number", "would be negative", "treated as 0 for all purposes"),
    "107.1c": ('choose "any number,"',),
    "107.2": ("number that can't be determined", "if a number can't be determined"),
    "107.4": ("the mana symbols are",),
    "107.4a": ("primary colored mana symbols", "one colored mana"),
    "107.4b": ("represent generic mana", "generic mana cost"),
    "107.4c": ("one colorless mana",),
    "107.4d": ("represents zero mana",),
    "107.4e": ("can be paid in one of two ways, as represented by the two halves",),
    "107.4f": ("phyrexian mana symbols are colored", "phyrexian mana symbol represents"),
    "107.4g": ("with no colored background",),
    "107.4h": ("snow mana symbol {s}",),
    "107.5": ("the tap symbol in an activation cost means",),
    "107.6": ("the untap symbol in an activation cost means",),
    "107.7": ("loyalty symbol in its cost",),
    "107.8": ("the text box of a leveler card contains two level symbols",),
    "107.8a": ("but no more than n2 level counters on it",),
    "107.8b": ("has n3 or more level counters on it",),
    "107.9": ("tombstone icon",),
    "107.10": ("a type icon appears",),
    "107.11": ("the planeswalker symbol is",),
    "107.12": ("the chaos symbol is",),
    "107.13": ("color indicator is a circular symbol",),
    "107.14": ("the energy symbol is",),
    "107.15": ("the text box of a saga card contains chapter symbols",),
    "107.15a": ("was less than n and became at least n",),
    "107.15b": ("{rn1}, {rn2}",),
    "107.16": ("the text box of a class card contains class level bars",),
    "107.16a": ("activate only if this class is level n-1",),
    "107.17": ("the ticket symbol is",),
    "107.17a": ("ticket symbol with a number inside it",),
    "107.18": ("the pawprint symbol is {p}",),
    "113.6": ("usually function only while that object is", "abilities function only while the permanent"),
    "116.2i": ("rolling the planar die is a special action",),
    "117.1b": ("may activate an activated ability any time", "an instant spell or an activated ability any time"),
    "118.1": ("a cost is an action or payment necessary",),
    "118.3": (
        "can't pay a cost without having the necessary resources",
        "can't pay a cost unless he or she has the necessary resources",
    ),
    "118.3a": ("players can always pay 0 mana",),
    "118.3b": ("paying life is done by subtracting",),
    "118.6": ("unpayable cost if its cost is based on", "unpayable cost"),
    "118.7": ("needs to do to pay a cost may be changed or reduced by effects",),
    "118.7a": ("reduce a cost by an amount of generic mana affect only",),
    "118.7b": ("reduced by an amount of colored",),
    "118.7e": ("reduced by an amount of mana represented by a hybrid",),
    "601.2f": ("the player determines the total cost of the spell",),
    "118.13a": ("contains a mana symbol that can be paid in multiple ways",),
    "119.4": ("to pay an amount of life greater than 0",),
    "119.9": ("no life gain event has occurred",),
    "119.10": ("no life gain event would occur",),
    "201.5": ("text that refers to the object it's on by name",),
    "201.5a": ("if an ability's effect grants another ability to an object",),
    "201.5b": ("and an object with a different name gains that ability",),
    "201.5c": ("a shortened version of its name",),
    "202.1": ("mana cost is indicated by mana symbols", "the mana cost of a card is indicated by mana symbols"),
    "202.1a": ("the mana cost of an object represents what a player must spend",),
    "202.1b": ("some objects have no mana cost. this normally",),
    "202.2": ("of the mana symbols in its mana cost, regardless of the color",),
    "202.2a": ("the five colors are white, blue, black, red, and green",),
    "202.2b": ("no colored mana symbols in their mana costs are colorless",),
    "202.2c": ("two or more different colored mana symbols",),
    "202.2d": ("one or more hybrid mana symbols",),
    "202.2e": ("that object is each color denoted by that color indicator", "is each color denoted by that color"),
    "202.2f": ("effects may change an object's color, give a color",),
    "202.3": ("a number equal to the total amount of mana in its mana cost",),
    "202.3a": ("of an object with no mana cost is 0",),
    "202.3b": ("as though it had the mana cost of its front face",),
    "202.3e": ("x is treated as 0 while the object is not on the stack",),
    "202.3f": ("use the largest component of each hybrid symbol",),
    "202.3g": ("each phyrexian mana symbol in a card's mana cost contributes 1",),
    "205.2b": ("some objects have more than one card type",),
    "208.2": ("represented by a *", "star (*)", "toughness of *"),
    "208.2a": ("characteristic-defining ability that sets its power and/or toughness",),
    "208.2b": ("creates a replacement effect that sets the creature's power and toughness",),
    "302.6": (
        "with the tap symbol or the untap symbol in its activation cost can't be activated unless",
        "with the tap symbol or the untap symbol in its activation cost can't be played unless",
        "with the tap symbol in its activation cost can't be played unless",
    ),
    "306.5d": ("follow special rules: a player may activate a loyalty ability",),
    "307.5": (
        'can do something only "any time they could cast',
        'can do something only "any time he or she could cast',
    ),
    "510.1a": ("0 or less",),
    "601.2d": ("requires the player to divide or distribute an effect",),
    "602.2": ("to activate an ability is to put it onto the stack", "can play its activated ability unless the object"),
    "602.5": (
        "can't begin to activate an ability that's prohibited",
        "can't begin to play a spell or activated ability that's prohibited",
    ),
    "602.5b": ("restriction on its use",),
    "602.5d": (
        "must follow the timing rules for casting a sorcery",
        "must follow the timing rules for playing a sorcery",
    ),
    "603.3b": ("if multiple abilities have triggered since the last time",),
    "606.3": (
        "may activate a loyalty ability of a permanent they control any time",
        "may activate a loyalty ability of a permanent he or she controls any time",
        "may activate an ability of a planeswalker any time",
        "may play an activated ability of a planeswalker",
    ),
    "606.4": ("shown by the loyalty symbol in the ability's cost",),
    "606.5": ("those costs are combined into a single cost",),
    "606.6": (
        "unless the permanent has at least that many loyalty counters",
        "unless the planeswalker has at least that many loyalty counters",
    ),
    "608.2d": ("announces these while applying the effect",),
    "613.3": ("apply effects from characteristic-defining abilities first",),
    "613.7a": ("generated by a static ability has the same timestamp",),
    "700.2d": ("can't choose the same mode more than once",),
    "700.2i": ("pawprint symbols",),
    "700.7": ("to identify an object, where [something] is a",),
    "701.10c": ("power is less than 0 when it's doubled",),
    "701.11c": ("power is less than 0 when it's tripled",),
    "702.10c": (
        "if a creature has haste, its controller can activate its activated abilities",
        "haste can attack or use activated abilities",
    ),
    "702.87a": ("level up is an activated ability",),
    "702.114a": ("devoid is a characteristic-defining ability",),
    "702.155a": ("read ahead is a keyword",),
    "704.5a": ("if a player has 0 or less life",),
    "704.5f": ("creature has toughness 0 or less", "creature with toughness 0 or less"),
    "704.5i": ("planeswalker has loyalty 0", "planeswalker with loyalty 0"),
    "711.2a": ("but no more than n2 level counters on it",),
    "711.2b": ("has n3 or more level counters on it",),
    "711.4": ("any ability a leveler card has that isn't preceded by a level symbol",),
    "711.5": ("level counters on a leveler creature is less than n1",),
    "711.6": ("other than the battlefield, a leveler card has the power and toughness",),
    "714.2a": ("chapter symbol includes a roman numeral",),
    "714.2b": ("was less than n and became at least n",),
    "714.2c": ("{rn1}, {rn2}",),
    "714.2d": ("final chapter number is the greatest value",),
    "714.4": ("greater than or equal to its final chapter number",),
    "716.2a": ("activate only if this class is level n-1",),
    "716.2d": ("that permanent doesn't have a level",),
    "716.3": ("the class has the ability printed in its top text box section at all times",),
    "901.3a": ("a planar die is a six-sided die",),
    "901.9": ("that player may roll the planar die",),
    "901.9a": ("blank face, nothing happens",),
    "901.9b": ("if the die roll is the chaos symbol",),
    "901.9c": ("if the die roll is the planeswalker symbol",),
}
"""The clauses of the trials here; those about X have a table of their own (`symbols.engine.x.telling`)."""

CLAUSES: Final[Mapping[str, tuple[str, ...]]] = {
    **{rule: (phrase,) for rule, phrase in TELLING.items()},
    **_OWN,
}
"""For each rule that trials cite, words by which editions have said it; the first that one has tells the clause."""


def in_edition(rules: Iterable[tuple[str, str]]) -> Mapping[str, str]:
    """Return the number that each clause has in an edition; a clause that it does not have is left out.

    Of several rules with the telling words, the one with today's number is meant, else one of the same section, else
    one of the same chapter, else the first.

    Args:
        rules: the edition's rules, in order: number, words.
    """
    numbers: list[str] = []
    texts: list[str] = []
    for number, words in rules:
        numbers.append(number)
        texts.append(plain(words))
    # One text in which each phrase is looked for once: an edition has thousands of rules.
    starts = list(accumulate((len(text) + 1 for text in texts), initial=0))
    whole = "\n".join(texts)
    found = {}
    for rule, phrases in CLAUSES.items():
        for phrase in phrases:
            having = [numbers[bisect_right(starts, at) - 1] for at in _places(whole, phrase)]
            if having:
                found[rule] = min(having, key=lambda number: _distance(rule, number))
                break
    return found


def _places(whole: str, phrase: str) -> Iterable[int]:
    at = whole.find(phrase)
    while at >= 0:
        yield at
        at = whole.find(phrase, at + len(phrase))


def _distance(rule: str, number: str) -> int:
    if rule == number:
        return 0
    return 1 if rule.split(".")[0] == number.split(".")[0] else 2 if rule[0] == number[0] else 3
