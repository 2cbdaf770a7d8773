"""Recognize quotes from cards and rulings."""

import re

from django.db.models import TextField
from django.db.models.functions import Cast

from explorer.cards.models import StoredCard, StoredRuling
from explorer.citing.words import Quoted, line_of, longest_phrase

_MOST = 50
# Rules say “a player” and “a target creature”; reminder texts are in parentheses.
_SPEECH = re.compile(
    r"\b(?:you|your|you['’]re)\b|\btarget\s+(?:\w+\s+){0,2}(?:creature|player|permanent|spell|opponent|artifact|land|card)s?\b"
    r"|\bthis\s+(?:creature|artifact|enchantment|land|permanent|Aura|Equipment|Vehicle|card|token)\b"
    r"|[+-][\dX*]+/[+-][\dX*]+|\buntil\s+end\s+of\s+turn\b|\A\W*\((?=[A-Z{])",
    re.IGNORECASE,
)


def reads_like_card(text: str) -> bool:
    return _SPEECH.search(text) is not None


def is_on_card(quoted: Quoted) -> bool:
    part = longest_phrase(quoted.text)
    if not part:
        return False
    faces = (
        StoredCard.objects.annotate(body=Cast("faces", TextField()))
        .filter(body__icontains=part)
        .values_list("faces", flat=True)[:_MOST]
    )
    rulings = StoredRuling.objects.filter(text__icontains=part).values_list("text", flat=True)[:_MOST]
    texts = [*(str(face.get("text") or "") for each in faces for face in each), *rulings]
    return any(quoted.is_in(line_of(text)) for text in texts)
