"""Understand questions that a Try it answers: who wins, what a copy has, and what a card’s parts are.

do I win if my opponent has 10 poison   opponent concedes   both players at 0 life   does a copy have counters
"""

import re
from collections.abc import Callable, Mapping

from explorer.library.loaded import Library
from explorer.search.understand.card_parts import read_parts
from explorer.search.words.splitting import trimmed
from explorer.tryit.reading import TrialContext
from symbols.engine import EngineError
from symbols.trials.catalog import trial_named

COPY, ENDING = "copy", "ending"

_MOST_TYPED = 200
_COPY = re.compile(
    r"(?:do|does|will|would)\s+(?:an?\s+|the\s+|my\s+)?(?:cop(?:y|ies)|clones?|token\s+cop(?:y|ies))\s+(?:also\s+)?"
    r"(?:have|has|get|gets|keep|keeps|copy|copies)\s+(?:the\s+|its\s+|any\s+)?(?P<thing>.+)"
    r"|(?:is|are)\s+(?:the\s+)?(?P<things>.+?)\s+copied",
    re.IGNORECASE,
)
_ENDING = re.compile(
    r"(?:do|does|will|would|did|can)\s+(?P<who>i|we|you|(?:my|the|an)\s+opponents?)\s+(?:win|lose|draw)(?:\s+the\s+game)?"
    r"\s+(?P<how>if|when|with|at|for|from|by)\s+(?P<case>.+)"
    r"|(?:who\s+(?:wins|loses)(?:\s+the\s+game)?|what\s+happens|is\s+it\s+a\s+draw|is\s+the\s+game\s+a\s+draw)"
    r"\s+(?:if|when|with)\s+(?P<event>.+)"
    r"|(?:does|do|can|could|will|would)\s+(?P<card>.+?)\s+(?:stop|prevent|keep)s?\s+(?:me|you|my\s+opponent|an?\s+\w+)"
    r"\s+from\s+conceding(?:\s+the\s+game)?"
    r"|(?P<said>(?:i|i['’]m|(?:my\s+|the\s+|an\s+)?opponent)\s+(?:.*\s)?"
    r"(?:concedes?|(?:at|has|have|and|with)\s+(?:0|zero|no)(?:\s+life)?|poison(?:\s+counters)?|empty\s+library)\b.*)"
    r"|(?P<both>(?:both|all)\s+players\s+(?:at|have|are|with|lose|concede|win|draw)\b.+)",
    re.IGNORECASE,
)
_KNOWN_PLAYER = re.compile(r"(?:you|opponent|ally|teammate|player)(?: \d+)?")


def read_question(typed: str, library: Callable[[], Library]) -> tuple[str, Mapping[str, str]] | None:
    """The trial that answers, with its fields; None for other texts."""
    text = trimmed(typed)
    if len(text) > _MOST_TYPED:
        return None
    if match := _COPY.fullmatch(text):
        return _answering(COPY, {"has": match["thing"] or match["things"]}, library)
    if match := _ENDING.fullmatch(text):
        return _ending(match, library)
    found = read_parts(text, library)
    return _answering(*found, library) if found else None


def _ending(match: re.Match[str], library: Callable[[], Library]) -> tuple[str, Mapping[str, str]] | None:
    if match["card"]:
        return _answering(ENDING, {"players": f"you control {match['card']}, you concede"}, library)
    case = match["case"] or match["event"] or match["both"] or match["said"]
    if match["how"] and match["how"].lower() not in {"if", "when"}:
        # “do I lose at 0 life”
        how = "" if match["how"].lower() in {"with", "for", "by"} else f"{match['how']} "
        case = f"{match['who']} {how}{case}"
    return _answering(ENDING, {"players": case}, library)


def _answering(
    slug: str, fields: Mapping[str, str], library: Callable[[], Library]
) -> tuple[str, Mapping[str, str]] | None:
    """If the trial can read them."""
    trial = trial_named(slug)
    try:
        found = trial.run(fields, TrialContext(library())) if trial else None
    except EngineError:
        return None
    if found is None or found.facts.get("unread"):
        return None
    players = found.facts.get("players", ())
    named = [one["name"] for one in players if isinstance(one, Mapping)] if isinstance(players, list) else []
    return (slug, fields) if all(map(_KNOWN_PLAYER.fullmatch, named)) else None
