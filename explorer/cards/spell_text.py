"""What a spell or an activated ability asks as it is cast or activated: modes, targets and divisions (601.2b–d)."""

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
        untargeted_with: `Overload`, whose cost makes “each” of every “target” (702.96a); empty for none.
    """

    modal: Sequence[ModalText] = ()
    targets: Sequence[TargetGroup] = ()
    divisions: Sequence[Division] = ()
    untargeted_with: str = ""

    @property
    def modes(self) -> Sequence[Mode]:
        return [mode for one in self.modal for mode in one.modes]

    def asked(self, modes: Sequence[int] = (), paid: Collection[str] = ()) -> Sequence[TargetGroup]:
        """Groups that apply with these modes, by position, and these costs paid, by keyword in lowercase.

        The groups of a mode chosen twice are there twice (700.2d), all in the order of the text.
        """
        if self.untargeted_with and self.untargeted_with.lower() in paid:
            return ()
        found: list[TargetGroup] = []
        for group in self.targets:
            if (not group.condition or group.condition in paid) and not (group.unless and group.unless in paid):
                found += [group] * (1 if group.mode is None else modes.count(group.mode))
        return tuple(found)


NOTHING = SpellText()


@lru_cache(maxsize=1024)
def read_spell(face: CardFace) -> SpellText:
    """What a face asks as it is cast: only instants, sorceries and Auras have modes or targets then (115.1)."""
    lines = [_BRACKETS.sub("", line) for line in paragraphs(face)]
    keywords = [group for group in (by_keyword(line, is_spell=True) for line in lines) if group is not None]
    if "Instant" in face.type_line or "Sorcery" in face.type_line:
        return _with_keywords(_read(_of_spell(lines), face, "\n".join(lines)), keywords)
    if "Aura" in face.type_line:
        enchants = [group for group in map(enchanted, lines) if group is not None]
        return SpellText(targets=(*enchants[:1], *keywords))
    return SpellText(targets=tuple(keywords)) if keywords else NOTHING


@lru_cache(maxsize=1024)
def read_ability(text: str) -> SpellText:
    """What an activated ability asks, by its whole text with its modes, if any."""
    face = CardFace("~", text=text)
    lines = list(paragraphs(face))
    if not lines:
        return NOTHING
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


def _with_keywords(read: SpellText, groups: Sequence[TargetGroup]) -> SpellText:
    return replace(read, targets=(*read.targets, *groups)) if groups else read


def _of_spell(lines: Sequence[str]) -> Sequence[Block]:
    """Paragraphs of a spell's own abilities: none of those that trigger or are activated."""
    return [block for block in blocks_of(lines) if not _TRIGGERED.match(block.text) and not _is_activated(block.text)]


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
