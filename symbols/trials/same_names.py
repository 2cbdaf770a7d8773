"""Trial: whether objects have the same name, or different names (201.2)."""

import re
from itertools import combinations
from typing import Final

from symbols.data_files import read_data
from symbols.plain_text import plain_text
from symbols.trials.inputs import Inputs
from symbols.trials.outcome import Outcome, Row, Step
from symbols.trials.printed import PrintedCard
from symbols.trials.trial import Reading

_SAYS: Final = read_data("trials/same-names.toml")["says"]
_NAMELESS: Final = re.compile(r"(?:\(?no name\)?|nameless|face[- ]down)\b.*")
_TWO_NAMES: Final = frozenset({"split", "aftermath", "room"})
_TWO_FACES: Final = frozenset({"transform", "double", "modal", "modal_dfc"})
_SENTENCES: Final = {
    "same": "They have the same name.",
    "different": "They have different names.",
    "none": "They don’t have the same name, and they don’t count as having different names.",
    "some": "Not all of them have different names, and not all have the same one.",
}


def same_names(inputs: Inputs, reading: Reading) -> Outcome:
    lines = [line.strip() for line in inputs.text("objects").splitlines() if line.strip()]
    if len(lines) < 2:
        raise inputs.error("objects", "type two or more, each on a line.")
    cards = [reading.card(line) if "//" in line else None for line in lines]
    names = [_names(line, card) for line, card in zip(lines, cards, strict=True)]
    pairs = [bool(one & other) for one, other in combinations(names, 2)]
    same, different = all(pairs), all(names) and not any(pairs)
    case = "same" if same else "different" if different else "some" if any(pairs) else "none"
    return Outcome(
        sentence=_SENTENCES[case],
        steps=(
            Step("201.2b" if case in {"none", "some"} else "201.2a", _SAYS[case], decides=True),
            *((Step("712.8a", _SAYS["front"]),) if any(card and card.layout in _TWO_FACES for card in cards) else ()),
        ),
        facts={"same": same, "different": different},
        caption="Name by name",
        rows=tuple(
            Row(line, "no name" if not found else " and ".join(sorted(found)))
            for line, found in zip(lines, names, strict=True)
        ),
    )


def _names(line: str, card: PrintedCard | None) -> set[str]:
    """A split card has two (709.4a). Others with a second face or part have the name of the first (712.8a)."""
    if card and card.faces and card.layout not in _TWO_NAMES:
        return {plain_text(card.faces[0].name)}
    plain = plain_text(line)
    return set() if _NAMELESS.fullmatch(plain) else {name for name in re.split(r"\s*//+\s*", plain) if name}
