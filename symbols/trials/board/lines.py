"""A board from lines of text: players and objects, what is attached to what, and what isn't understood."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Final

from symbols.sentences import capital
from symbols.trials.board.cards import is_plain
from symbols.trials.board.copying import with_exceptions
from symbols.trials.board.making import copied
from symbols.trials.board.naming import is_kind, is_typed
from symbols.trials.board.objects import read_objects
from symbols.trials.board.players import is_two_headed, names_in, player_in, read_named, read_players
from symbols.trials.board.scanning import UnreadableError
from symbols.trials.board.sources import with_sources, with_target_first
from symbols.trials.board.state import OPPONENT, THEIR_TEAM, YOU, YOUR_TEAM, GameObject, Player, State
from symbols.trials.board.unclear import SIZES
from symbols.trials.layers.words import singular, type_named
from symbols.trials.trial import Reading

MOST_LINES: Final = 24
MOST_OBJECTS: Final = 32
_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_REFERENCE: Final = re.compile(r"^(?:(?:the|a|an|my|line|number|permanent|#)\s*)*(?P<what>.+)$", re.IGNORECASE)
_AFTER_NAME: Final = re.compile(
    r",? (?:damaged?|dealt|has|is|was|gets?|lethal|with|on|attached|token|\d+ damage)\b"
    r"|,(?= (?!the (?-i:[A-Z]))(?-i:[a-z\d]))",
    re.IGNORECASE,
)
_LOST: Final = re.compile(r"\b(?:dead|dies|died|lost|loses)\b(?! \d)", re.IGNORECASE)
_NOBODY: Final = frozenset({"nothing", "nobody", "no creature", "none"})


@dataclass(frozen=True, slots=True)
class ReadLine:
    """A line as it's read.

    Attributes:
        keys: of the players and objects on it.
        why: why it's left out; empty if it's read.
        suggestion: the line as it may have been meant; empty for none.
        is_unknown: whether only what it is would have to be said.
        says: the text of a card that isn't counted, since it's no permanent.
        words: the only ones that aren't read, where the rest of the line is.
    """

    number: int
    text: str
    keys: tuple[str, ...] = ()
    why: str = ""
    suggestion: str = ""
    words: str = ""
    is_unknown: bool = False
    says: str = ""


@dataclass(frozen=True, slots=True)
class ReadBoard:
    state: State
    lines: Sequence[ReadLine]

    @property
    def unread(self) -> list[ReadLine]:
        return [line for line in self.lines if line.why]


def lines_of(text: str) -> list[str]:
    return [" ".join(line.split()) for line in re.split(r"[\n;]", text) if line.strip()]


def read_board(texts: Sequence[str], reading: Reading) -> ReadBoard:
    """Read what's understood; `unread` has the rest."""
    players: dict[str, Player] = {}
    objects: list[GameObject] = []
    lines: list[ReadLine] = []
    teams = any(map(is_two_headed, texts))
    names = names_in(texts)
    for number, text in enumerate(texts, 1):
        others = [one for one in texts if one != text]
        try:
            said = with_target_first(text, others, names)
            about = read_players(said, teams=teams)
            if about is None and names:
                about = read_named(said)
            if about is not None:
                for one in about:
                    players[one.key] = _merged(players.get(one.key), replace(one, text=text))
                lines.append(ReadLine(number, text, tuple(one.key for one in about)))
                continue
            found = [replace(one, text=text) for one in read_objects(said, number, reading, others, names)]
        except UnreadableError as error:
            lines.append(_unread_line(text, number, error, reading))
            continue
        objects += found
        words = " ".join(found[0].unread)
        lines.append(ReadLine(number, text, tuple(one.key for one in found), words=words))
    objects = _labelled(_with_life(_copies(objects, players, lines), players, lines))
    while lost := [one for one in objects if one.attached and _target(one, objects, players) is None]:
        for obj in lost:
            _leave_out(obj, lines, f"there’s no “{obj.attached}” on the board.")
        objects = [one for one in objects if one not in lost]
    objects = [replace(one, attached=_target(one, objects, players) or "") if one.attached else one for one in objects]
    objects = with_sources(_phased_out(objects), reading.card, lambda one, name: _source(one, name, objects, players))
    for obj in objects:
        if obj.unread and not lines[obj.line - 1].why:
            lines[obj.line - 1] = replace(lines[obj.line - 1], words=" ".join(obj.unread))
    players = _all_players(players, objects)
    first = YOU if YOU in players else next(iter(players))
    active = next((key for key, one in players.items() if one.is_active), first)
    return ReadBoard(State(players, {one.key: one for one in objects}, active), lines)


def _leave_out(obj: GameObject, lines: list[ReadLine], why: str, *, is_unknown: bool = False) -> None:
    line = lines[obj.line - 1]
    lines[obj.line - 1] = ReadLine(line.number, line.text, (), why, is_unknown=is_unknown)


def _unread_line(text: str, number: int, error: UnreadableError, reading: Reading) -> ReadLine:
    why = error.message
    sized = _with_size(text, reading) if error.with_size else ""
    hint = error.suggestion or ("" if reading.is_card(text) else reading.near_card(text)) or sized
    if error.is_unknown and not (error.says or hint):
        why = f"Pipwise has no such card. {capital(why)}"
    if read_named(text) and not reading.is_name(text.split()[0].lower()):
        why, hint = "say what that is, such as life.", f"{text} life"
    if who := player_in(text):
        why, hint = "say life, poison, or an empty library.", _of_player(who, text)
    return ReadLine(number, text, (), why, hint, is_unknown=error.is_unknown, says=error.says)


def _of_player(who: str, text: str) -> str:
    """A line about a player as it may have been meant: `opponent 0 life` for `opponent dead`."""
    if _LOST.search(text):
        return f"{who} 0 life"
    if len(pieces := SIZES.split(text)) > 1:
        return "; ".join(pieces)
    from_someone = re.search(r"(?<!commander )damage (?:by|from)\b", text)
    return f"{text[: from_someone.start()]}commander {text[from_someone.start() :]}" if from_someone else ""


def _with_size(text: str, reading: Reading) -> str:
    """The line with power and toughness after its types: `Bear 2/2 damaged 2`; empty for a name, which has its own."""
    match = _AFTER_NAME.search(text)
    end = match.start() if match else len(text)
    words = [one for one in text[:end].split() if not (is_kind(one.lower()) or is_plain(one))]
    return f"{text[:end]} 2/2{text[end:]}" if is_typed(" ".join(words), reading) else ""


def _merged(known: Player | None, said: Player) -> Player:
    if known is None:
        return said
    fresh = Player(key=said.key)
    changed = {
        field.name: getattr(said, field.name)
        for field in fields(Player)
        if getattr(said, field.name) != getattr(fresh, field.name)
    }
    if known.own_poison and said.own_poison:
        # Of two players of a team.
        changed["poison"] = known.poison + said.poison
        changed["own_poison"] = max(known.own_poison, said.own_poison)
    changed["commander_damage"] = {
        one: max(known.commander_damage.get(one, 0), said.commander_damage.get(one, 0))
        for one in (*known.commander_damage, *said.commander_damage)
    }
    return replace(known, **changed)


def _all_players(listed: dict[str, Player], objects: Iterable[GameObject]) -> dict[str, Player]:
    """Add players that no line lists; in turn order, you first."""
    if any(one.is_team for one in listed.values()):
        keys = [YOUR_TEAM, THEIR_TEAM, *listed]
    else:
        owners = [one.owner for one in objects]
        keys = [*listed, *owners]
        is_named = any(key not in {YOU, OPPONENT} for key in keys)
        if not is_named or YOU in keys or len({*keys}) < 2:
            keys = [YOU, *keys]
        if len({*keys}) < 2:
            keys.append(OPPONENT)
    return {
        key: listed.get(key) or Player(key=key, is_listed=False, is_team=key in {YOUR_TEAM, THEIR_TEAM})
        for key in dict.fromkeys(keys)
    }


def _copies(objects: list[GameObject], players: dict[str, Player], lines: list[ReadLine]) -> list[GameObject]:
    """Resolve copies of listed permanents; copies of anything else are left out, except tokens."""
    originals = [one for one in objects if not one.is_copying]
    found = []
    for one in objects:
        original = _source(one, one.values.name, originals, players) if one.is_copying else None
        if original:
            found.append(with_exceptions(copied(one, original)))
        elif one.is_copying and not one.is_token:
            _leave_out(one, lines, "say what it is, such as a 2/2.", is_unknown=True)
        else:
            found.append(one)
    return found


def _with_life(objects: list[GameObject], players: dict[str, Player], lines: list[ReadLine]) -> list[GameObject]:
    """Leave out objects as large as a life total that no line gives."""
    found = []
    for one in objects:
        player = next((who for who in players.values() if who.counts_life and who.includes(one.controller)), None)
        if one.has_size_of_life and player is None:
            _leave_out(one, lines, "it’s as large as your life total. Say it like this: you 20 life.")
        elif one.has_size_of_life and player and one.is_lethal:
            found.append(replace(one, damage=max(player.life, 1)))
        else:
            found.append(one)
    return found


def _labelled(objects: Sequence[GameObject]) -> list[GameObject]:
    """Tell objects with the same label apart: “the second Thalia”."""
    labels = Counter(one.label for one in objects)
    seen: Counter[str] = Counter()
    found = []
    for one in objects:
        label = one.label
        if labels[label] > 1:
            seen[label] += 1
            place = seen[label] - 1
            ordinal = _ORDINALS[place] if place < len(_ORDINALS) else f"{place + 1}th"
            label = f"the {ordinal} {label.removeprefix('the ')}"
        found.append(replace(one, label=label))
    return found


def _phased_out(objects: list[GameObject]) -> list[GameObject]:
    """What is attached to a permanent that's phased out phased out with it (702.26g)."""
    while missing := {one.key for one in objects if one.is_phased_out} & {
        one.attached for one in objects if not one.is_phased_out
    }:
        objects = [replace(one, is_phased_out=one.is_phased_out or one.attached in missing) for one in objects]
    return objects


def _source(obj: GameObject, name: str, objects: Sequence[GameObject], players: dict[str, Player]) -> GameObject | None:
    key = _target(replace(obj, attached=name), objects, players)
    return next((one for one in objects if one.key == key and one.key != obj.key), None)


def _target(obj: GameObject, objects: Sequence[GameObject], players: dict[str, Player]) -> str | None:
    """The key of an object or a player; empty for nothing, None if it isn't found."""
    match = _REFERENCE.match(obj.attached)
    what = (match["what"] if match else obj.attached).strip().lower()
    if any(one.key == what for one in objects) and what != obj.key:
        return what
    if what in _NOBODY:
        return ""
    if what == "itself":
        return obj.key
    if what in {"it", "that"}:
        return next((one.key for one in reversed(objects) if one.line < obj.line), None)
    on_line = [one.key for one in objects if str(one.line) == what]
    if on_line:
        return on_line[0]
    if what in {"me", "you", "myself"}:
        return YOU
    if what in {"opponent", "my opponent", "an opponent", "them"}:
        return OPPONENT
    if player := next((key for key in players if key.lower() == what), None):
        return player
    what = singular(what).replace(",", "") or what
    fits: Sequence[Callable[[GameObject], bool]] = (
        lambda one: what in _names(one),
        lambda one: what.split()[0] == f"{one.values.power}/{one.values.toughness}",
        lambda one: type_named(what) in one.values.types,
        lambda one: one.values.name.lower().replace(",", "").startswith(what),
    )
    return next((one.key for test in fits for one in objects if one is not obj and test(one)), None)


def _names(obj: GameObject) -> set[str]:
    """What other lines may call it, in lower case."""
    names = (obj.values.name, obj.label.removeprefix("the "), obj.alias, "commander" * obj.is_commander)
    return {one.lower().replace(",", "") for one in names if one}
