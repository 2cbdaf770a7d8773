"""Words as the texts of the library write them, for a file whose bytes may mean one word or another."""

import re
from collections.abc import Callable

from django.db.models import Q, TextField
from django.db.models.functions import Cast

from explorer.document.decode import without_marks
from explorer.models import Edition, Wording


def times_known_beside(edition: Edition | None) -> Callable[[str], int]:
    """Return a function that counts the wordings with a word, marks or none, that an edition does not have itself.

    Args:
        edition: one that is read again and may have been read wrongly before.
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
