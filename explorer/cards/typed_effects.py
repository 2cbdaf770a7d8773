"""Effects on costs as players type them: as on cards, or `+1`, `-{2}`, `costs {1} more`, `costs at least 3`."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from explorer.cards.cost_effects import CostEffect, is_valid, read_sentence
from explorer.cards.sentences import LONGEST
from explorer.cards.spell_kinds import kind_of
from symbols.similar import SURE, similar

_TYPED: Sequence[tuple[re.Pattern[str], str]] = [
    (re.compile(pattern, re.IGNORECASE), to)
    for pattern, to in (
        (r"\s+", " "),
        (r"^one (?=more|less)", "{1} "),
        (r"\b(costs?) one (?=more|less)", r"\1 {1} "),
        (r"^(?=(?:can't|cannot) cast\b)", "players "),
        (r"\bsorceries(?=,? (?:and|or) |, )(?=.*\bcosts?\b)", "sorcery"),
        (
            r"\b((?:non)?(?:artifact|battle|creature|enchantment|instant|planeswalker))s(?=,? (?:and|or) |, )"
            r"(?=.*\bcosts?\b)",
            r"\1",
        ),
        (r"\bsorceries (?=costs?\b|you cast|your opponents cast)", "sorcery spells "),
        (
            r"\b((?:non)?(?:artifact|battle|creature|enchantment|instant|planeswalker))s"
            r" (?=costs?\b|you cast|your opponents cast)",
            r"\1 spells ",
        ),
        (r"^(?:it|this|this spell|this card|the spell|my spell|everything) (?=costs?\b)", "spells "),
        (r"(?<![\w{.+-])(\d{1,3})(?= (?:more|less)\b)(?! (?:more|less) than)", r"{\1}"),
        (r"^\+ ?(?:\{(\w+)\}|(\d{1,3}))$", r"spells cost {\1\2} more"),
        (r"^[-−–] ?(?:\{(\w+)\}|(\d{1,3}))$", r"spells cost {\1\2} less"),
        (r"^\+ ?((?:\{[^{}]+\})+)", r"spells cost \1 more"),
        (r"^[-−–] ?((?:\{[^{}]+\})+)", r"spells cost \1 less"),
        (r"^((?:\{[^{}]+\})+) (?=more\b|less\b)", r"spells cost \1 "),
        (r"^(?:minimum|min\.?|never less than|at least) ?(?=\w)", "spells cost at least "),
        (r"^(?=costs?\b)", "spells "),
        (
            r"^(.+?) costs? at least (\w+)(?: mana)?(?: to cast)?$",
            r"\1 that would cost less than \2 mana to cast costs \2 mana to cast",
        ),
    )
]
_LIMITED = re.compile(
    r",? ?(?P<colored>colou?red (?:mana )?only)$|,? ?(?:but )?(?:at )?least (?P<floor>\d{1,3})(?: mana)?$"
)
# Words that no subtype resembles.
_WORDS = (
    "artifact battle creature enchantment instant planeswalker sorcery permanent white black green colorless"
    " multicolored legendary historic noncreature nonartifact"
)


@lru_cache(maxsize=1024)
def typed_effects(text: str) -> Sequence[CostEffect]:
    """Effects of a text, two if it is about spells and abilities; none if it isn't understood."""
    plain = text.strip().replace("’", "'").rstrip(". ")
    if not plain or len(plain) > LONGEST:
        return ()
    limit = _LIMITED.search(plain)
    bare = plain[: limit.start()] if limit and re.search(r"less\b|^[-−–]", plain[: limit.start()]) else plain
    suffix = ("colored only" if limit["colored"] else f"least {limit['floor']}") if limit and bare != plain else ""
    for pattern, to in _TYPED:
        bare = pattern.sub(to, bare)
    found = read_sentence(bare, (), typed=True)
    if suffix:
        found = [replace(one, value=f"{one.value} {suffix}") for one in found if one.key == "reduce"]
    if not all(is_valid(one) and not _is_misspelled(one) for one in found):
        return ()
    return tuple(replace(one, sentence=text.strip()) for one in found)


def _is_misspelled(effect: CostEffect) -> bool:
    """Whether an unknown word, which could be a subtype, is close to another one: `creatrue`."""
    kind = kind_of(effect.spells, typed=True)
    words = {word for one in kind.kinds for word in one} if kind else set()
    known = _WORDS.split()
    return any(similar(word, known, at_least=SURE) for word in words if word.removeprefix("non") not in known)
