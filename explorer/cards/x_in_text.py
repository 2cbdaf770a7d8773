"""Each X of a card, as a situation for the X explorer, by the card's text (107.3)."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from explorer.cards.card import CardFace
from explorer.cards.inputs import read_face
from explorer.cards.sentences import LONGEST, Sentence, before_colon, own_name, paragraphs, sentences
from symbols.engine.x import Situation, SituationError

_X = re.compile(r"\{X\}|(?<![\w{])X(?![\w}])")
_DEFINED = re.compile(r"(?:\bwhere |^)X is (?P<formula>[^.]+?)(?=,? and Y is\b|\.|$)")
_TRIGGERED = re.compile(r"(?:When|Whenever|At) ")
_ENTERS = re.compile(r"~ enters(?: the battlefield)? with X\b")
_ENTERING = re.compile(r"When ~ enters\b")
_NOT_ZERO = re.compile(r"\bX can't be 0\b")
_LOYALTY = re.compile(r"[+−-]X")


@dataclass(frozen=True, slots=True)
class XInText:
    """One X of a card: the mana cost or sentence that it is in, and parameters of a `Situation`."""

    words: str
    situation: Mapping[str, str]


def x_in_text(face: CardFace) -> list[XInText]:
    """Each understood X of a face, the one in its mana cost first."""
    found = [*_in_costs(face), *(one for paragraph in paragraphs(face) for one in _in_paragraph(paragraph, face))]
    return [one for one in {one.words: one for one in found}.values() if _is_valid(one.situation)]


def _in_costs(face: CardFace) -> Iterator[XInText]:
    """X announced as the spell is cast (107.3a)."""
    least = {"least": "1"} if _NOT_ZERO.search(face.text) else {}
    if "{X}" in face.mana_cost:
        yield XInText(face.mana_cost, {"what": "spell", **least})
    for one in read_face(face).inputs:
        if _X.search(one.value) and one.key in ("additional", "kicker"):
            yield XInText(one.sentence, {"what": "spell", "in": "additional-cost", **least})
        elif _X.search(one.value) and one.key == "alternative" and "converted mana cost X" not in one.value:
            yield XInText(one.sentence, {"what": "spell", "how": "alternative-with", **least})


def _in_paragraph(paragraph: str, face: CardFace) -> Iterator[XInText]:
    cost, rest = before_colon(paragraph)
    if _X.search(cost):
        place = {"in": "loyalty-cost"} if _LOYALTY.fullmatch(cost) else {}
        defined = next(filter(None, (_definition(each, face) for each in sentences(rest, face))), {})
        yield XInText(paragraph, {"what": "activated-ability", **defined, **place})
        return
    triggered = bool(_TRIGGERED.match(paragraph.partition(" — ")[2] or paragraph))
    what = "activated-ability" if cost else "triggered-ability" if triggered else _default_place(face)
    for sentence in sentences(rest, face):
        situation = _situation(sentence, face, what) if _X.search(sentence.plain) else {}
        if situation and len(sentence.plain) <= LONGEST:
            yield XInText(sentence.text, situation)


def _situation(sentence: Sentence, face: CardFace, what: str) -> Mapping[str, str]:
    defined = _definition(sentence, face)
    of_text = {"in": "text", **defined} if defined else {}
    announced = {} if defined or not any(_in_costs(face)) else {"origin": "chosen"}
    # Replacement effects and triggers of its entering use the same X (107.3m).
    if _ENTERS.search(sentence.plain) and (of_text or announced):
        return {"what": "enters-ability", **of_text, **announced}
    if of_text:
        return {"what": what, **of_text}
    return {"what": "enters-ability", **announced} if _ENTERING.match(sentence.plain) and announced else {}


def _definition(sentence: Sentence, face: CardFace) -> Mapping[str, str]:
    """Parameters of an X that the text defines (107.3c); empty if it doesn't."""
    found = _DEFINED.search(sentence.plain) if len(sentence.plain) <= LONGEST else None
    return {"defined": "by-text", "formula": own_name(found["formula"], face)} if found else {}


def _default_place(face: CardFace) -> str:
    return "spell" if any(kind in face.type_line for kind in ("Instant", "Sorcery")) else "static-ability"


def _is_valid(situation: Mapping[str, str]) -> bool:
    try:
        Situation.from_query(situation)
    except SituationError:
        return False
    return True
