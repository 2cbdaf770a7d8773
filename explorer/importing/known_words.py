"""Words of the stored wordings, to decide how the bytes of a badly encoded document decode."""

import re
from collections.abc import Callable

from django.db.models import Q, TextField
from django.db.models.functions import Cast

from explorer.document.decode import without_marks
from explorer.models import Edition, Wording


def times_known_beside(edition: Edition | None) -> Callable[[str], int]:
    """Return a function that counts the wordings with a word, with or without accents.

    Args:
        edition: one to leave out, since it is being imported again and may have been decoded wrongly.
    """

    def times_known(word: str) -> int:
        forms = {word, without_marks(word)}
        has = Q()
        for form in forms:
            has |= Q(plain__contains=form)
        found = Wording.objects.annotate(plain=Cast("paragraphs", TextField())).filter(has)
        if edition is not None:
            found = found.exclude(rules__edition=edition).exclude(glossary__edition=edition)
        whole = re.compile(rf"(?<![\w'-])(?:{'|'.join(map(re.escape, forms))})(?![\w'-])")
        return sum(whole.search(text) is not None for text in found.values_list("plain", flat=True))

    return times_known
