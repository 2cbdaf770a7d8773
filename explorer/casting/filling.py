"""The check of the cost: options from choices, the card and effects in play."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from explorer.cards.card import CardFace
from explorer.cards.in_play import Applied, PlayedEffect
from explorer.cards.inputs import COUNT, CardInput, read_face
from explorer.casting.spell import Spell, named_cost, rule_of_keyword
from explorer.costcheck.check import REPEATED
from symbols.engine import ADDED_TO, OPTIONS, CheckRequest, EngineError
from symbols.sentences import capital, counted

_RULES: Final = {"additional": "118.8", "increases": "601.2f", "reductions": "118.7"}
_TARGETS: Final = "Targets"


@dataclass(frozen=True, slots=True)
class Piece:
    """A value of an option, and its origin.

    Attributes:
        why: its line in the total cost.
        rule: stable name.
        sentence: of its card, if that says more.
        of_effect: whether it comes from something in play.
    """

    key: str
    text: str
    why: str
    rule: str
    sentence: str = ""
    of_effect: bool = False


@dataclass(frozen=True, slots=True)
class Filled:
    """The request of a check, with the origins of its repeated options in the order of the total."""

    given: Mapping[str, object]
    pieces: Sequence[Piece]


def filled(spell: Spell, modes: Sequence[int] | None, applied: Applied) -> Filled:
    """`modes` are indexes."""
    given = dict(spell.given)
    given = {**_of_ability(spell), **given, **dict(_counted(spell, modes, given))}
    pieces: list[Piece] = []
    for key in ADDED_TO:
        own = list(_own(key, given.get(key), spell))
        if key == "additional":
            own += _of_modes(spell, modes, own)
        more = [_of_effect(key, text, one) for one in applied.always if one.effect.key == key for text in one.values]
        pieces += [*own, *more]
        if key in REPEATED:
            if more or len(own) > 1:
                given[key] = [piece.text for piece in (*own, *more)]
            elif own:
                given[key] = own[0].text
    for key, texts in applied.given.items():
        if key == "minimum":
            by = next((one for one in applied.always if one.effect.key == key and one.values == tuple(texts)), None)
            pieces += [_of_effect(key, texts[0], by)] if by else []
            given[key] = str(max(int(text) for text in (*texts, str(given.get(key) or 0))))
        elif key not in ADDED_TO and key not in given:
            given[key] = ", ".join(texts)
    return Filled(given, pieces)


def _of_effect(key: str, text: str, one: PlayedEffect) -> Piece:
    source, sentence = one.effect.source, one.effect.sentence
    why = source or capital(sentence.removesuffix("."))
    rule = _RULES[ADDED_TO[key]] if key in ADDED_TO else "601.2f"
    return Piece(key, text, why, rule, sentence if source else "", of_effect=True)


def _own(key: str, value: object, spell: Spell) -> Iterator[Piece]:
    """Values that are given, or filled in from the card."""
    texts = [str(each) for each in value] if isinstance(value, list | tuple) else [str(value)] if value else []
    if key == "affinity" and texts:
        yield Piece(key, texts[0], "Affinity", rule_of_keyword(key))
    for text in texts if key in REPEATED else ():
        one = _input_with(text, key, spell.inputs)
        name = one.name if one else named_cost(text, key, spell.inputs)
        rule = rule_of_keyword(name) or _RULES[ADDED_TO[key]]
        yield Piece(key, text, _why(key, name, spell), rule, one.sentence if one else "")


def _why(key: str, name: str, spell: Spell) -> str:
    if OPTIONS[key].beyond_first == "target" and spell.request.targets is not None:
        return f"{counted(max(0, spell.request.targets - 1), 'target')} beyond the first"
    return name or OPTIONS[key].label


def _input_with(text: str, key: str, inputs: Sequence[CardInput]) -> CardInput | None:
    """Input of the card with this value, ignoring its number."""
    for one in inputs:
        if one.key == key and one.value:
            before, _, after = one.value.partition(COUNT)
            has_number = COUNT in one.value and text.startswith(before) and text.endswith(after)
            if has_number or text in (one.value, *one.choices):
                return one
    return None


def _of_ability(spell: Spell) -> Mapping[str, str]:
    """Limits in the text of an ability, such as “Spend only red mana on X”."""
    if not spell.is_ability:
        return {}
    costs = read_face(CardFace("This ability", text=spell.request.ability)).costs
    return costs[0].options if costs else {}


def _counted(spell: Spell, modes: Sequence[int] | None, given: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Options that count targets or modes."""
    targets = spell.request.targets
    for one in spell.inputs:
        if one.way != "count" or given.get(one.key):
            continue
        of = OPTIONS[one.key].beyond_first
        if targets and (of == "target" or one.name == _TARGETS):
            yield one.key, one.value.replace(COUNT, str(targets))
        elif of == "mode" and modes and len(modes) > 1:
            yield one.key, one.value.replace(COUNT, str(len(modes)))


def _of_modes(spell: Spell, modes: Sequence[int] | None, own: Sequence[Piece]) -> list[Piece]:
    """Costs of modes that aren't given yet, and entwine if all modes are chosen."""
    modal = spell.modal
    if modal is None or not modes:
        return []
    given = [piece.text for piece in own]
    found: list[Piece] = []
    for index in modes:
        mode = modal.modes[index] if index < len(modal.modes) else None
        if mode is None or not mode.cost:
            continue
        if mode.cost in given:
            given.remove(mode.cost)
        else:
            found.append(Piece("additional", mode.cost, mode.name or "Mode", "700.2h", mode.text))
    entwine = next((one for one in spell.inputs if one.name == "Entwine"), None)
    if entwine and modal.all_with == "Entwine" and len(modes) == len(modal.modes) and "entwine" not in spell.paid:
        found.append(Piece("additional", entwine.value, "Entwine", rule_of_keyword("entwine"), entwine.sentence))
    return found


def origins(filled: Filled) -> Mapping[str, list[Piece]]:
    """By field of the changes, the origin of each of its costs."""
    found: dict[str, list[Piece]] = {}
    for piece in filled.pieces:
        if piece.key == "minimum":
            found["minimum"] = [piece]
            continue
        field = ADDED_TO[piece.key]
        found.setdefault(field, []).extend([piece] * _count(piece.key, piece.text, field))
    return found


@lru_cache(maxsize=1024)
def _count(key: str, text: str, field: str) -> int:
    """How many costs a value stands for."""
    try:
        changes = CheckRequest.parse({"cost": "{X}{R}", key: text}).changes
    except EngineError:
        return 1
    return len(getattr(changes, field))
