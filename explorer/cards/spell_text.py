"""Modes, targets and divisions of a spell or an activated ability (601.2b–d)."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from explorer.cards.card import CardFace
from explorer.cards.modes import Block, ModalText, Mode, blocks_of, modal_text
from explorer.cards.sentences import before_colon, paragraphs
from explorer.cards.targets import Division, TargetGroup, by_keyword, enchanted, targets_in

_BRACKETED = re.compile(r"\s?\[[^\[\]]*\]")
_BRACKETS = re.compile(r"[\[\]]")
_TRIGGERED = re.compile(r"(?:[^\W\d_][\w' -]{0,30} — )?(?:When(?:ever)?(?! target\b)|At the beginning) ")
_OVERLOAD = re.compile(r"^Overload\b", re.MULTILINE)
_LABEL = re.compile(r"^[A-Z][A-Za-z' -]{0,40} — (?=.+: )")
_ACTIVATED = re.compile(r"\{|[+−-]?[0-9X]+$|(?:Sacrifice|Discard|Tap|Untap|Pay|Exile|Remove|Return|Reveal|Put) ")


@dataclass(frozen=True, slots=True)
class SpellText:
    """What is chosen for a spell or an ability.

    Attributes:
        untargeted_with: `Overload`, whose cost turns “target” into “each” (702.96a).
    """

    modal: Sequence[ModalText] = ()
    targets: Sequence[TargetGroup] = ()
    divisions: Sequence[Division] = ()
    untargeted_with: str = ""

    @property
    def modes(self) -> Sequence[Mode]:
        return [mode for one in self.modal for mode in one.modes]

    def targets_with(self, modes: Sequence[int] = (), paid: Collection[str] = ()) -> Sequence[TargetGroup]:
        """Targets with these modes, by position, and these costs paid, by keyword in lowercase; in text order.

        A mode chosen twice has its targets twice (700.2d).
        """
        if self.untargeted_with and self.untargeted_with.lower() in paid:
            return ()
        found: list[TargetGroup] = []
        for group in self.targets:
            if (not group.condition or group.condition in paid) and not (group.unless and group.unless in paid):
                found += [group] * (1 if group.mode is None else modes.count(group.mode))
        return tuple(found)


@lru_cache(maxsize=1024)
def read_spell(face: CardFace) -> SpellText:
    """Only instants, sorceries and Auras have modes or targets as they are cast (115.1), apart from keywords."""
    lines = [_BRACKETS.sub("", line) for line in paragraphs(face)]
    keywords = [group for group in (by_keyword(line, is_spell=True) for line in lines) if group is not None]
    if "Instant" in face.type_line or "Sorcery" in face.type_line:
        own = [
            block for block in blocks_of(lines) if not _TRIGGERED.match(block.text) and not _is_activated(block.text)
        ]
        text = _read(own, face, "\n".join(lines))
        return replace(text, targets=(*text.targets, *keywords))
    if "Aura" in face.type_line:
        enchants = [group for group in map(enchanted, lines) if group is not None]
        return SpellText(targets=(*enchants[:1], *keywords))
    return SpellText(targets=tuple(keywords))


@lru_cache(maxsize=1024)
def read_ability(text: str) -> SpellText:
    """`text` is all of the ability, with its modes."""
    face = CardFace("~", text=text)
    lines = list(paragraphs(face))
    if not lines:
        return SpellText()
    keyword = by_keyword(lines[0], is_spell=False)
    if keyword is not None:
        return SpellText(targets=(keyword,))
    lines[0] = before_colon(_LABEL.sub("", lines[0]))[1]
    return _read(list(blocks_of(lines)), face, "")


@lru_cache(maxsize=256)
def without_brackets(face: CardFace) -> CardFace:
    """The face as cast for its cleave cost (702.148a)."""
    text = _BRACKETED.sub("", face.text)
    return replace(face, text="\n".join(re.sub(r"^ | (?=[.,;])", "", line) for line in text.split("\n")))


def _is_activated(paragraph: str) -> bool:
    cost, _ = before_colon(paragraph)
    return bool(cost) and "." not in cost and bool(_ACTIVATED.match(_LABEL.sub("", paragraph)))


def _read(blocks: Sequence[Block], face: CardFace, whole: str) -> SpellText:
    modal: list[ModalText] = []
    targets: list[TargetGroup] = []
    divisions: list[Division] = []
    for block in blocks:
        first = sum(len(one.modes) for one in modal)
        read = modal_text(block, whole, first)
        if read is not None:
            modal.append(read)
        parts: list[tuple[str, int | None]] = [(block.text, None)]
        parts += [(mode.text, first + at if read else None) for at, mode in enumerate(block.modes)]
        for text, mode in parts:
            found = targets_in(text, face, mode, len(targets))
            targets += found.groups
            divisions += found.divisions
    return SpellText(tuple(modal), tuple(targets), tuple(divisions), "Overload" if _OVERLOAD.search(whole) else "")
