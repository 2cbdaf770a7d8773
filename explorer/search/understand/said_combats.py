"""Understand who attacks and who blocks: `5/5 trample deathtouch blocked by 2/2 and 3/3`, `a 2/2 blocks my 3/3`."""

import re
from collections.abc import Mapping

from symbols.trials.combat import normalized

_SIZE = re.compile(r"(?<![\w/+])-?\d{1,3}/-?\d{1,3}(?![\w/])")
_LEAD = re.compile(
    r"^(?:(?:what\s+(?:happens|dies|if)|how\s+much(?:\s+damage)?(?:\s+(?:gets|goes|tramples)\s+(?:through|over))?|who\s+\w+"
    r"|does|do|can|will|if|when|with)\s+)*(?:(?:an?|my|the|your|their)\s+)?",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"[?!., ]*(?:(?:who|what|which)\s+(?:dies|wins|lives|survives|happens)|how\s+much(?:\s+damage)?(?:\s+\w+){0,3}"
    r"|(?:does|will)\s+it\s+(?:die|live|survive))?[?!., ]*$",
    re.IGNORECASE,
)
_BLOCKED_BY = re.compile(r"\s+(?:(?:is|are|gets|being)\s+)?blocked\s+by\s+(?:(?:an?|my|the|two)\s+)?", re.IGNORECASE)
_BLOCKS = re.compile(r"\s+(?:blocks?|blocking)\s+(?:(?:an?|my|the|your|their)\s+)?", re.IGNORECASE)
_UNBLOCKED = re.compile(r"\s+(?:is\s+|are\s+)?(?:unblocked|attacks?|not\s+blocked)$", re.IGNORECASE)
_MOST_TYPED = 200


def read_combat(typed: str) -> Mapping[str, str] | None:
    """Attackers and blockers for the Try it; None for other texts."""
    if len(typed) > _MOST_TYPED or "{" in typed or not _SIZE.search(typed):
        return None
    text = _TAIL.sub("", _LEAD.sub("", typed.strip(), count=1), count=1)
    if len(sides := _BLOCKED_BY.split(text)) == 2:
        attacker, blockers = sides
    elif len(sides := _BLOCKS.split(text)) == 2:
        blockers, attacker = sides
    elif _UNBLOCKED.search(text):
        return {"attackers": _UNBLOCKED.sub("", text), "blockers": ""}
    else:
        return None
    lines = normalized({"attackers": [f"{attacker} blocked by {blockers}"]})
    return {key: "\n".join(lines[key]) for key in ("attackers", "blockers")}
