"""What effects leave of card types and subtypes (205.1)."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Final, TypeVar

_SPELLS: Final = {"instant", "sorcery"}
_CREATURE: Final = "creature"

T = TypeVar("T", bound=Hashable)


def in_printed_order(types: Iterable[str]) -> list[str]:
    """Creature is printed last, after artifact, enchantment or land."""
    return sorted(dict.fromkeys(types), key=lambda one: one.lower() == _CREATURE)


def keeps_types(given: Iterable[str], *, adds: bool) -> bool:
    """Whether an effect leaves the card types: “in addition”, “still”, or an “artifact creature” (205.1b)."""
    return adds or {"artifact", _CREATURE} <= {one.lower() for one in given}


def changed_types(types: Sequence[str], given: Sequence[str], *, keeps: bool) -> list[str]:
    """Card types; what is an instant or sorcery stays one."""
    own = types if keeps or not given else [one for one in types if one.lower() in _SPELLS]
    return in_printed_order([*own, *given])


def changed_subtypes(subtypes: Iterable[T], given: Sequence[T], list_of: Callable[[T], str], *, adds: bool) -> list[T]:
    """Subtypes: new ones replace those of the same list, unless they are added."""
    replaced = set() if adds else {list_of(one) for one in given}
    return list(dict.fromkeys([*(one for one in subtypes if list_of(one) not in replaced), *given]))
