"""Creatures and what they attack, from lines of text.

5/5 trample, deathtouch   ->   an attacker
2/2 damaged 1 -> 1, 2     ->   a blocker of the first two attackers
two 2/2s, Grizzly Bears   ->   three attackers
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from symbols.sentences import NUMBER_WORDS, capital, counted
from symbols.similar import similar
from symbols.trials.combat.creature import MOST, MOST_CREATURES, Creature, Defender
from symbols.trials.combat.words import MINUS, SIZE, Line, is_ability, joined, name_in, values_in
from symbols.trials.inputs import TrialError
from symbols.trials.printed import CardLine
from symbols.trials.trial import Reading

_SEPARATOR = re.compile(r"[\n;]")
_ARROW = re.compile(r"\s*(?:->|→|blocks|blocking)\s*(?P<numbers>.*)$", re.IGNORECASE)
_NUMBERS = re.compile(r"(line\s*|(?:attackers?\s*)?#?)(\d{1,2})(?:\s*(?:,|&|\band\b)\s*|\s+|$)", re.IGNORECASE)
BLOCKED_BY: Final = re.compile(r"\s*,?\s*(?:is\s+|are\s+)?(?:double[- ]|triple[- ])?blocked\s+by\s+", re.IGNORECASE)
_BETWEEN = re.compile(r"\s*(?:,|&|\+(?=\s)|\band\b)\s*", re.IGNORECASE)
_COUNTED = re.compile(
    rf"\s*(?:(?P<digits>\d{{1,3}})(?:\s*[x×]\s*(?=\S)|\s+(?![\s/x×]|damage))|(?P<word>{'|'.join(reversed(NUMBER_WORDS[1:]))})\s+)",
    re.IGNORECASE,
)
_TIMES = re.compile(r"\s*[x×]\s*(\d{1,3})\s*$", re.IGNORECASE)
_BARE_DAMAGED = re.compile(r"\bdamaged\b", re.IGNORECASE)
_MOST_WORDS: Final = 12
# What no name of a creature has that isn't a card's.
_NOT_IN_NAME = re.compile(
    r"\b(?:and|or|is|are|can|does|do|how|what|who|when|if|legal|damaged|my|your)\b|\d", re.IGNORECASE
)


def lines_of(text: str) -> list[tuple[int, str]]:
    """Lines that aren't empty, each with its place in the text."""
    return [(start, line) for start, line in _split(text, 0, _SEPARATOR) if line.strip()]


def _split(text: str, start: int, between: re.Pattern[str]) -> Iterator[tuple[int, str]]:
    at = 0
    for match in between.finditer(text):
        yield start + at, text[at : match.start()]
        at = match.end()
    yield start + at, text[at:]


def may_be_several(line: str) -> bool:
    """Whether a line may have several creatures, or be one whose name has a comma."""
    return bool(_BETWEEN.search(line) or _COUNTED.match(line) or _TIMES.search(line))


def blocking(blockers: str, attacker: str) -> str:
    """Blockers without an arrow, with one to the attacker."""
    return blockers if _ARROW.search(blockers) else f"{blockers.strip()} -> {attacker}"


def read_creatures(text: str, key: str, named: Reading, attackers: Sequence[Creature] | None = None) -> list[Creature]:
    """Read attackers, or blockers of `attackers`, from the field `key`."""
    found: list[Creature] = []
    many = 0
    lines = lines_of(text)
    for at, (start, text_of_line) in enumerate(lines, 1):
        line = Line(text_of_line, start, key, at if len(lines) > 1 else 0)
        arrow = _ARROW.search(line.text)
        blocks: tuple[int, ...] = ()
        is_presumed = False
        if attackers is not None:
            blocks = _blocks(line, arrow, attackers)
            is_presumed = _is_presumed(arrow, [attackers[at] for at in blocks], attackers)
        elif arrow:
            raise line.error("an attacker blocks nothing. List blockers below.", arrow.start())
        of_several = line.text[: arrow.start()] if arrow else line.text
        for one in _creatures_in(of_several, start, named):
            creature = _creature(replace(line, text=one.text, start=one.start), one.name, named)
            many += one.times
            blocker = replace(creature, blocks=blocks, is_presumed=is_presumed, line=at - 1)
            found += [blocker] * min(one.times, MOST_CREATURES + 1)
    if many > MOST_CREATURES:
        message = f"{capital(key)}: that’s {counted(many, 'creature')}. Use {MOST_CREATURES} or fewer."
        raise TrialError(message, field=key)
    return found


class _Piece(NamedTuple):
    """The part of a line about one creature; `name` is that of a card, as typed."""

    text: str
    start: int
    times: int
    name: str


def _creatures_in(text: str, start: int, named: Reading) -> Iterator[_Piece]:
    """The creatures of a line: `2/2 first strike, 3/3 and Grizzly Bears`. A name may have commas."""
    pieces = [*_split(text, 0, _BETWEEN)]
    while pieces:
        begun = pieces[0][0]
        count, name = 1, _card_in(text[begun:], named)
        if not name and (several := _COUNTED.match(text[begun:])):
            count = int(several["digits"] or NUMBER_WORDS.index(several["word"].lower()))
            begun += several.end()
            name = _card_in(text[begun:], named)
        ends = [at + len(piece) for at, piece in pieces]
        if name:
            taken = next(n for n, end in enumerate(ends, 1) if end >= begun + len(name))
        else:
            # Up to its size: the name of a card that isn't loaded may have commas, too.
            sized = next((n for n, (_, piece) in enumerate(pieces, 1) if SIZE.search(piece)), 1)
            taken = 1 if _is_unnamed(pieces[sized - 1][1]) else sized
        while taken < len(pieces) and is_ability(pieces[taken][1]):
            taken += 1
        one = text[begun : ends[taken - 1]]
        if times := _TIMES.search(one):
            count *= int(times[1])
            one = one[: times.start()]
        yield _Piece(one, start + begun, count, name)
        pieces = pieces[taken:]


def _is_unnamed(piece: str) -> bool:
    """Whether nothing is named before its size, so that what comes before is another creature."""
    size = SIZE.search(piece)
    return size is not None and is_ability(_COUNTED.sub("", piece[: size.start()], count=1))


def _card_in(text: str, named: Reading) -> str:
    """The longest name of a card that a text begins with: `Black Knight` of `Black Knight trample`."""
    ends = [match.end() for match in re.finditer(r"\S+", text)][:_MOST_WORDS]
    names = (text[:end].rstrip(" ,") for end in reversed(ends))
    return next((name for name in names if not is_ability(name) and named.is_card(name)), "")


def _creature(line: Line, card: str, named: Reading) -> Creature:
    text = SIZE.sub(r"\1/\2", " ".join(line.text.split()).strip(", "))
    line.rest = f"{' ' * len(card)}{line.rest[len(card) :]}"
    values = values_in(line)
    size = line.take(SIZE)
    if not card:
        _check_damaged(line, size)
    name = card or name_in(line, size.start() if size else len(line.text))
    if card:
        # All that is left must be read.
        name_in(line, 0)
    if not name and size is None:
        raise line.error(f"“{text}” needs power and toughness, such as 2/2.")
    if name and not card and _NOT_IN_NAME.search(name):
        start = max(line.text.find(name), 0)
        message = f"“{name[:40]}” isn’t a creature. List each with its size, such as 2/2, 3/3."
        raise line.error(message, start, start + len(name))
    if card or size is None or (name and not named.is_kind(name)):
        words, uncounted = _of_card(line, name.strip(), size[0] if size else "", named)
        own = replace(line, text=words)
        of_card = values_in(own)
        values = joined(values, {**of_card, "uncounted": (*of_card["uncounted"], *filter(None, [uncounted]))})
        size = own.take(SIZE)
        if size is None:
            raise line.error(f"“{name}” needs power and toughness. Add them: {name} 2/2.")
    power, toughness = (line.number(number.translate(MINUS), -MOST) for number in size.groups())
    creature = Creature(text=text, name=" ".join(name.split()), power=power, toughness=toughness, **values)
    _check(line, creature)
    return creature


def _check_damaged(line: Line, size: re.Match[str] | None) -> None:
    """`damaged 3/3` doesn't say how much damage it has."""
    if size is None or not (bare := line.take(_BARE_DAMAGED)):
        return
    between = line.text[bare.end() : size.start()]
    is_beside = bare.end() <= size.start() and not between.strip()
    start, end = bare.start(), size.end() if is_beside else bare.end()
    suggestion = f"{size[0]} damaged 1" if is_beside else "damaged 1"
    raise line.error(f"“{line.text[start:end]}” needs an amount: {suggestion}.", start, end, suggestion)


def _of_card(line: Line, name: str, size: str, named: Reading) -> CardLine:
    try:
        return named.creature(name, size)
    except TrialError as error:
        start = line.text.find(name.split(",")[0])
        raise line.error(error.message, max(start, 0), max(start, 0) + len(name), error.suggestion) from None


def _blocks(line: Line, arrow: re.Match[str] | None, attackers: Sequence[Creature]) -> tuple[int, ...]:
    if arrow is None:
        if len(attackers) == 1:
            return (0,)
        raise line.error(f"“{line.text.strip()}” needs the attacker that it blocks: add -> 1.")
    numbers = arrow["numbers"].strip(" .")
    found = [(bool(match[1].lower().startswith("line")), int(match[2])) for match in _NUMBERS.finditer(numbers)]
    if not found or _NUMBERS.sub("", numbers).strip():
        raise line.error("after -> goes the number of an attacker, such as -> 1 or -> 1, 2.", arrow.start())
    # On a line of several, the first is blocked.
    lines = [one.line for one in attackers]
    blocked = [lines.index(at - 1) if is_line and at - 1 in lines else at - 1 for is_line, at in found]
    wrong = next((at for at in blocked if not 0 <= at < len(attackers)), None)
    if wrong is not None:
        are = "is" if len(attackers) == 1 else "are"
        message = f"there’s no attacker {wrong + 1}; there {are} {counted(len(attackers), 'attacker')}."
        raise line.error(message, arrow.start())
    return tuple(dict.fromkeys(blocked))


def _is_presumed(arrow: re.Match[str] | None, blocked: Sequence[Creature], attackers: Sequence[Creature]) -> bool:
    """Whether a blocker of a line of several unlike attackers is presumed to block the first."""
    is_line = arrow is not None and arrow["numbers"].lower().startswith("line")
    return is_line and any(one.line == other.line and one != other for one in blocked for other in attackers)


def _check(line: Line, creature: Creature) -> None:
    if creature.toughness <= 0:
        raise line.error(f"with toughness {creature.toughness}, “{creature.text}” dies before combat damage (704.5f).")
    if creature.damaged >= creature.toughness and not creature.has("indestructible"):
        raise line.error(f"with {creature.damaged} damage, “{creature.text}” dies before combat damage (704.5g).")


_DEFENDER = re.compile(
    r"(?:an? |the )?(player|planeswalker|battle)(?: with| of)?(?: loyalty| defense)?\s*(\d+|removed|gone|left)?"
    r"(?: loyalty| defense)?(?: counters?)?",
    re.IGNORECASE,
)


def read_defender(text: str) -> Defender:
    """`player`, `planeswalker 4`, `battle 5`; `planeswalker removed` for one that's removed from combat."""
    match = _DEFENDER.fullmatch(text.strip() or "player")
    if match is None or (match[1].lower() == "player") is not (match[2] is None):
        near = similar(text.split()[0] if text.split() else "", ["player", "planeswalker", "battle"])
        hint = f"{near[0]} 3" if near and near[0] != "player" else "player"
        raise TrialError("Attacking: type player, planeswalker 4 or battle 5.", field="defender", suggestion=hint)
    kind: Any = match[1].lower()
    counters = int(match[2][:9]) if match[2] and match[2].isdigit() else 0
    if counters > MOST:
        raise TrialError(f"Attacking: use {MOST} or fewer.", field="defender")
    return Defender(kind, counters)
