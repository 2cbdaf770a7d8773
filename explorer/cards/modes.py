"""The modes of a spell or an activated ability, and how many of them may be chosen (700.2)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from explorer.cards.spell_words import CONDITION, count_in, keyword_of

_SYMBOLS = r"(?:\{[^{}]{1,9}\})+"
_BULLET = re.compile(r"•\s*(?P<rest>.+)")
_PLUS = re.compile(rf"\+\s*(?P<cost>{_SYMBOLS}|[A-Z][^—]{{1,80}}) — (?P<rest>.+)")
_PAWS = re.compile(r"(?P<paws>(?:\{P\})+)\s*— (?P<rest>.+)")
_NAME_COST = re.compile(rf"(?:(?P<name>[^—.:{{}}\"]{{1,60}}) — )?(?:(?P<cost>{_SYMBOLS}) — )?(?P<rest>.+)")
_INLINE = re.compile(r"(?P<header>.*\b[Cc]hooses? [^.—]+ —) (?P<modes>[^•]+; or .+)")
_CHOOSE = re.compile(r"(?:(?P<chooser>[A-Z][a-z]+(?: [a-z]+)?|[a-z]+ [a-z]+) )?\b[Cc]hooses? (?P<count>[^.—]+)")
_INSTEAD = re.compile(
    r"[Ii]f (?P<if>[^.]+?), (?:instead )?(?P<may>you may )?choose (?P<count>[^.—]+?)"
    r"(?: instead(?: of [a-z]+)?)?(?= —|[.—]|$)"
    r"|(?P<may2>[Yy]ou may )?\b[Cc]hoose (?P<count2>[^.—]+?) instead if (?P<if2>[^.]+?)(?= —|[.—]|$)"
)
_BUDGET = re.compile(r"[Cc]hoose up to (?P<count>[a-z]+|[0-9]+) \{P\} worth of modes")
_REPEAT = re.compile(r"may choose the same mode more than once|Modes may be chosen more than once", re.IGNORECASE)
_TRAILING = re.compile(
    r"\s+(?:at random|of the following|that (?:hasn't|haven't) .*|\{P\} worth of modes"
    r"|(?:different )?modes?(?: instead)?|instead)$"
)
_ALL_WITH = re.compile(r"^(?P<name>Entwine|Escalate)\b", re.MULTILINE)
_COSTED_BY = re.compile(r"(?P<name>Spree|Tiered)\b.*")


@dataclass(frozen=True, slots=True)
class Mode:
    """Mode as printed, without its bullet, name and cost.

    Attributes:
        cost: additional cost of choosing it (700.2h); empty for none.
        name: of flavor, if printed.
        weight: pawprint symbols (700.2i).
    """

    text: str
    cost: str = ""
    name: str = ""
    weight: int = 1


@dataclass(frozen=True, slots=True)
class ModeChange:
    """Other numbers of modes, under a condition.

    Attributes:
        condition: keyword in lowercase whose cost must be paid; empty if it depends on the game, as `text` says.
        most: None for any number.
    """

    text: str
    condition: str
    least: int
    most: int | None


@dataclass(frozen=True, slots=True)
class ModalText:
    """Instruction to choose modes.

    Attributes:
        text: as printed, such as `Choose one or both —`.
        most: None for any number.
        first: position of its first mode among all modes of the spell.
        all_with: keyword whose cost allows more modes: `Entwine` all of them, `Escalate` any number.
        chooser: who chooses (700.2e); empty for the spell's controller.
        budget: maximum total weight of the chosen modes.
        costed_by: `Spree` or `Tiered`, where each mode has its cost.
        variable: number of modes, if that is `X`.
    """

    text: str
    least: int
    most: int | None
    modes: Sequence[Mode]
    first: int = 0
    may_repeat: bool = False
    all_with: str = ""
    chooser: str = ""
    changes: Sequence[ModeChange] = ()
    budget: int | None = None
    costed_by: str = ""
    variable: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """Paragraph, with the modes that it introduces, if any."""

    text: str
    modes: Sequence[Mode] = ()


def blocks_of(paragraphs: Sequence[str]) -> Iterator[Block]:
    header, modes = "", list[Mode]()
    for paragraph in paragraphs:
        mode = _mode(paragraph) if header else None
        if mode is not None:
            modes.append(mode)
            continue
        if header:
            yield Block(header, tuple(modes))
        modes = []
        if inline := _INLINE.fullmatch(paragraph):
            parts = re.split(r"; (?:or )?", inline["modes"])
            header, modes = inline["header"], [Mode(part[:1].upper() + part[1:]) for part in parts]
        else:
            header = paragraph
    if header:
        yield Block(header, tuple(modes))


def _mode(paragraph: str) -> Mode | None:
    if plus := _PLUS.fullmatch(paragraph):
        return Mode(plus["rest"], plus["cost"])
    if paws := _PAWS.fullmatch(paragraph):
        return Mode(paws["rest"], weight=paws["paws"].count("{P}"))
    bullet = _BULLET.fullmatch(paragraph)
    parts = _NAME_COST.fullmatch(bullet["rest"]) if bullet else None
    return Mode(parts["rest"], parts["cost"] or "", parts["name"] or "") if parts else None


def modal_text(block: Block, whole: str, first: int = 0) -> ModalText | None:
    """Instruction to choose modes; None if the block has none.

    Args:
        whole: all of the text, for the keywords in it.
        first: position of its first mode.
    """
    costed = _COSTED_BY.fullmatch(block.text)
    changes, plain = _changes(block)
    choice = _chosen(plain, len(block.modes))
    if costed:
        # Spree chooses one or more modes (702.172a), tiered one (702.183a).
        choice = (1, len(block.modes) if costed["name"] == "Spree" else 1, "", "")
    if not block.modes or choice is None:
        return None
    least, most, variable, chooser = choice
    budget = _BUDGET.search(block.text)
    all_with = _ALL_WITH.search(whole)
    worth = count_in(budget["count"]) if budget else None
    return ModalText(
        block.text,
        0 if budget else least,
        None if budget else most,
        block.modes,
        first,
        may_repeat=bool(_REPEAT.search(block.text)),
        all_with=all_with["name"] if all_with else "",
        chooser=chooser,
        changes=changes,
        budget=worth.most if worth else None,
        costed_by=costed["name"] if costed else "",
        variable=variable,
    )


def _chosen(plain: str, modes: int) -> tuple[int, int | None, str, str] | None:
    """Minimum, maximum, variable and chooser of the first instruction to choose."""
    for found in _CHOOSE.finditer(plain):
        counted = _bounds(found["count"], modes)
        if counted is None:
            continue
        least, most, variable = counted
        chooser = (found["chooser"] or "").lower()
        is_other = chooser.endswith(("opponent", "player")) and "choose " not in found[0].partition(chooser)[2]
        return least, most, variable, chooser if is_other else ""
    return None


def _bounds(words: str, modes: int) -> tuple[int, int | None, str] | None:
    words = _TRAILING.sub("", words.strip())
    counted = count_in(words)
    if counted is None:
        return None
    least, most, variable, _ = counted
    if least < 0:
        return modes, modes, ""
    if variable:
        return 0, None, variable
    return min(least, modes) if most is None else least, modes if most is None else most, ""


def _changes(block: Block) -> tuple[Sequence[ModeChange], str]:
    """Conditional numbers of modes, and the instruction without them."""
    found: list[ModeChange] = []
    for match in _INSTEAD.finditer(block.text):
        counted = _bounds(match["count"] or match["count2"], len(block.modes))
        if counted is None:
            continue
        least, most, _ = counted
        condition = CONDITION.fullmatch(f"if {match['if'] or match['if2']}")
        least = 1 if match["may"] or match["may2"] else least
        found.append(ModeChange(match[0].strip(), keyword_of(condition) if condition else "", least, most))
    return tuple(found), _INSTEAD.sub("", block.text)
