"""Lines about permanents and other objects: `2/2 Bear damaged 2`, `Aura on 1`, `token in graveyard`."""

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from symbols.plain_text import plain_text
from symbols.sentences import capital
from symbols.trials.board.cards import PERMANENT, as_copied, card_in, rider_in
from symbols.trials.board.copying import exceptions_in, with_exceptions
from symbols.trials.board.enchanting import enchanted_by
from symbols.trials.board.making import of_printed, with_words
from symbols.trials.board.marks import bonuses_in, lost_in, with_marks
from symbols.trials.board.naming import Words, is_typed, read_words, with_size, with_type
from symbols.trials.board.scanning import Scanner, UnreadableError, compiled, number_of, pattern, without
from symbols.trials.board.state import OPPONENT, YOU, GameObject, player_key
from symbols.trials.board.unclear import refuse_unclear
from symbols.trials.layers.values import Values
from symbols.trials.layers.words import CREATURE, kind_of
from symbols.trials.printed import PrintedCard
from symbols.trials.trial import Reading

LONGEST: Final = 600
"""Most characters of a line."""

_QUOTED: Final = re.compile(r'"([^"]+)"')
_SIZES: Final = re.compile(r"(?<![\w/])([-−–]?\d+/[-−–]?\d+)'?s\b")
_SAYS: Final = compiled("says")
_STARTS: Final = re.compile(pattern("starts_ability"))
_COPY: Final = compiled("copy_of")
_TOKEN: Final = re.compile(r"\btokens?\b", re.IGNORECASE)
_COUNT: Final = compiled("count")
_NAME: Final = re.compile(r"[A-Z][\w'-]*(?: [A-Z][\w'-]*)*")
_EACH_OF: Final = compiled("each_of")
_WHOSE: Final = compiled("whose")
_CONTROLS: Final = pattern("controls")
_UNLISTED: Final = compiled("unlisted")
_FACE_DOWN: Final = r"\bface[- ]down\b|\b(?:morphed|manifested|cloaked|disguised)\b|^(?:an? )?(?:morph|manifest)(?= )"
_OTHER_FACE: Final = re.compile(r"\b(?:transformed|flipped|back (?:side|face))\b", re.IGNORECASE)


def read_objects(
    text: str, line: int, reading: Reading, others: Sequence[str] = (), names: Collection[str] = ()
) -> list[GameObject]:
    """The objects of a line, one after another; `others` are other lines, `names` are players'.

    Raises:
        UnreadableError: it isn't understood.
    """
    text = plain_text(text, keep_case=True).strip().rstrip(".,")
    if len(text) > LONGEST:
        raise UnreadableError(f"that’s {len(text):,} characters. Use {LONGEST} or fewer.")
    owner, controller, text = _named_owner(text, names)
    refuse_unclear(text, reading.card)
    some = list(_EACH_OF.finditer(text))
    base = _EACH_OF.sub("", text)
    objects = _alike(base, line, reading, others) if some else []
    # “2/2, one +1/+1 counter” is about one permanent.
    found = _some(base, objects, some, reading) if len(objects) > 1 else _alike(text, line, reading, others)
    return [_owned(one, owner or one.owner, controller or owner or one.controller) for one in found]


def _named_owner(text: str, names: Collection[str]) -> tuple[str, str, str]:
    """The named players who own and control it, and the line without that; empty for none: `Anna's 2/2`."""
    owner = controller = ""
    for name in names:
        who = re.escape(name)
        after = r"\)?(?=[\s,]|$)"
        owns = rf"^{who}(?:'s?| owns| has|:)\s+|[,(]?\s*\b(?:owned by {who}|{who} owns){after}"
        controls = rf"^{who} controls\s+|[,(]?\s*\b(?:controlled by {who}|{who} controls){after}"
        if match := re.search(owns, text, re.IGNORECASE):
            owner, text = name, without(match).strip(" ,")
        if match := re.search(controls, text, re.IGNORECASE):
            controller, text = name, without(match).strip(" ,")
    if not (owner or controller) and (match := _UNLISTED.search(text)):
        who = match["before"] or match["after"]
        raise UnreadableError(f"who is {who}? Give {who} a line, too.", suggestion=f"{who} 20 life; {text}")
    is_said = owner or _WHOSE.match(text)
    return (owner if is_said else controller), controller, text


def _owned(obj: GameObject, owner: str, controller: str) -> GameObject:
    return replace(obj, owner=owner, values=replace(obj.values, controller=controller))


def _some(base: str, objects: list[GameObject], some: Sequence[re.Match[str]], reading: Reading) -> list[GameObject]:
    """`2 Grizzly Bears, one damaged 2`: several, and what only some of them have."""
    place = 0
    for match in some:
        changed = _alike(f"{base}, {match['what']}", objects[0].line, reading)
        end = place + number_of(match["some"])
        if end > len(objects):
            raise UnreadableError(f"there are only {len(objects)} of them.")
        objects[place:end] = changed[place:end]
        place = end
    return objects


def _alike(text: str, line: int, reading: Reading, others: Sequence[str] = ()) -> list[GameObject]:
    """The objects of a line that are all the same."""
    quoted = [one for each in _QUOTED.findall(text) for one in _STARTS.split(each)]
    text = _QUOTED.sub(" ", text).strip()
    if not quoted and (says := _SAYS.match(text)):
        # “Platinum Angel: you can't lose the game”
        quoted, text = [capital(says["says"])], says["name"]
    owner, controller, text = _owner(text)
    count, text = _counted(_SIZES.sub(r"\1", text))
    if owner == YOU:
        # “8 opponent's 3/3”
        owner, other, text = _owner(text)
        controller = controller or other
    text, alias = as_copied(text, reading.card, lambda what: _is_listed(what, others))
    copying = _COPY.search(text)
    exceptions, text = exceptions_in(text, reading.card(alias) if alias else None)
    is_token = copying is not None and (copying["token"] or _TOKEN.search(text[: copying.start()]))
    text = _COPY.sub(lambda match: "token " if match["token"] else "", text)
    card, text = _face_up(*card_in(text, reading.card))
    scanner = Scanner(text)
    obj = GameObject(key=str(line), line=line, values=Values(), owner=owner, alias=alias, exceptions=exceptions)
    obj = with_marks(scanner, obj)
    if copying and not is_token and obj.zone != "battlefield" and not obj.kind:
        # What isn't a permanent is a copy of a spell, or of a card (704.5e).
        is_spell = card is not None and not any(one in card.type_line for one in PERMANENT)
        obj = replace(obj, kind="spell copy" if is_spell else "card copy")
    is_face_down = scanner.takes(_FACE_DOWN)
    quoted += [*bonuses_in(scanner, has_card=card is not None), *lost_in(scanner)]
    rider, scanner.rest = rider_in(scanner.rest, reading.card)
    is_copying = bool(copying and not card and not obj.kind and obj.zone == "battlefield")
    is_animated = scanner.takes(pattern("crewed"))
    words = read_words(scanner.rest, reading.is_name, card)
    if is_copying and copying and copying["commander"] and not words.before:
        words = replace(words, before=("Commander",))
    if is_animated:
        words = with_type(with_size(words, card), "Creature")
    has_text = quoted or words.keywords or words.is_token or card
    obj = replace(
        obj,
        unread=words.unread,
        enchants=next(filter(None, map(enchanted_by, quoted)), obj.enchants),
        has_unknown_text=_is_named(words, reading) and not (has_text or obj.kind),
        is_sized=words.size is not None,
        is_copying=is_copying and not (words.size or words.types),
    )
    if is_face_down and words.size is None:
        words = replace(words, size=(2, 2))
    obj = with_exceptions(with_words(obj, words, card, quoted))
    obj = _face_down(obj) if is_face_down else obj
    found = [obj] if count == 1 else [replace(obj, key=f"{line}.{place}") for place in range(1, count + 1)]
    if rider:
        found.append(replace(of_printed(rider, f"{line}a", line), attached=found[0].key, owner=owner))
    return [_owned(one, owner, controller or owner) for one in found]


def _face_up(card: PrintedCard | None, text: str) -> tuple[PrintedCard | None, str]:
    """The face that a line says is up, and the line without that."""
    match = _OTHER_FACE.search(text)
    if card is None or match is None or len(card.faces) < 2:
        return card, text
    return card.faces[1], without(match)


def _face_down(obj: GameObject) -> GameObject:
    """A 2/2 creature without a name or abilities (708.2)."""
    values = Values(
        types=("Creature",),
        power=2,
        toughness=2,
        is_token=obj.is_token,
        is_face_down=True,
        controller=obj.controller,
    )
    return replace(obj, values=values, label="the face-down 2/2", has_unknown_text=False)


def _is_named(words: Words, reading: Reading) -> bool:
    """Whether it has a name, and not only types: `Curse Aura` and `Goblin Warrior 1/1` don't."""
    names = words.before if words.size else words.before or words.after
    name = " ".join(names)
    if not names or kind_of(name) != CREATURE:
        return False
    if words.size is None:
        return True
    return not reading.is_kind(name) or (len(names) > 1 and not is_typed(name, reading))


def _is_listed(what: str, lines: Sequence[str]) -> bool:
    name = _NAME.match(what)
    return name is not None and any(name[0].lower() in line.lower() for line in lines)


def _owner(text: str) -> tuple[str, str, str]:
    """Its owner, its controller if a line names both, and the rest of the line."""
    whose = _WHOSE.match(text)
    scanner = Scanner(text[whose.end() :] if whose else text)
    controls = scanner.take(_CONTROLS)
    found = whose or controls
    if found is None:
        return YOU, "", text
    return _player(found), (_player(controls) if whose and controls else ""), scanner.rest.strip().rstrip(",")


def _player(match: re.Match[str]) -> str:
    return player_key(match["named"]) if match["named"] else OPPONENT if match["theirs"] else YOU


def _counted(text: str) -> tuple[int, str]:
    match = _COUNT.search(text)
    if match is None or not (number := next(filter(None, match.groups()), "")):
        return 1, text
    count = number_of(number)
    if not 1 <= count <= 8:
        raise UnreadableError("list up to 8 of the same.")
    return count, without(match).strip()
