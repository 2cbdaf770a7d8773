"""Search without a network: the words of the newest rules, and how results look."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from explorer.document.dates import long_date
from explorer.library.loaded import Library
from explorer.models import VocabularyWord
from explorer.search.forms import FORMS, JARGON, forms_of
from explorer.search.known import known_passages
from explorer.search.passages import day_of
from explorer.search.phrases import FILLER
from explorer.search.ranking import WEIGHTS
from explorer.search.words import keys, symbol_key, word_key
from explorer.views.search.results import ShownHit
from symbols.catalog.definitions import all_definitions

_LIST = '<ul class="hits">'
# The one day of which no rules are, in whose place the worker puts the right one.
_ANY_DAY = date.min
_DATED = f'data-edition="{_ANY_DAY.isoformat()}" data-effective="{long_date(_ANY_DAY)}"'


def search_data(loaded: Library) -> Mapping[str, Any]:
    """Return what the worker searches: each newest text by its keys, the words behind these, and the index's names.

    Everything about language is done here: the worker knows no stems, only which word has which key.
    """
    known = known_passages(loaded, None)
    texts = [
        (one.kind, name, one.title, " ".join(keys(one.title)), (one.keys or "").strip(), day_of(one, None).isoformat())
        for name, one in sorted(known.passages.items())
    ]
    used = {key for _, _, _, title, text, _ in texts for key in f"{title} {text}".split()}
    words: dict[str, list[str]] = defaultdict(list)
    for word, key in VocabularyWord.objects.order_by("word").values_list("word", "key"):
        if key in used:
            words[key].append(word)
    names: dict[str, list[str]] = {}
    for entry in known.book.entries:
        for name in (entry.name, *entry.also):
            names.setdefault(" ".join(keys(name)) or name, list(entry.rules))
    return {
        "texts": texts,
        "words": {key: " ".join(some) for key, some in words.items()},
        "forms": {key: " ".join(forms) for key, some in words.items() if (forms := _forms(key, some))},
        "names": names,
        "jargon": {word: " ".join(keys(said)) for word, said in JARGON.items()},
        "filler": sorted(FILLER),
        "defined": {symbol_key(one.code): one.rules[0] for one in all_definitions() if one.rules},
        "weights": dict(WEIGHTS),
        "days": {edition.iso: long_date(edition.date) for edition in loaded.undated},
    }


def _forms(key: str, words: Sequence[str]) -> Sequence[str]:
    """Return the forms of some words of one key that readers may type, and rules don’t have."""
    irregular = (form for form, word in FORMS.items() if word in words)
    forms = dict.fromkeys((*forms_of(min(words, key=len)), *irregular))
    return [form for form in forms if form not in words and word_key(form) == key]


def hit_kinds() -> Mapping[str, str]:
    """Return one result of each kind as pages show it, with places for what is found."""
    name, under = SafeString("§name§"), SafeString("§under§")
    plain = ShownHit(
        "§number§", SafeString(""), "§title§", under, "", "§address§", SafeString("§html§"), _ANY_DAY, old=False
    )
    named = replace(plain, name=name)
    return {"rule": _hit(plain), "named": _hit(named), "term": _hit(replace(named, number="", under=SafeString("")))}


def _hit(one: ShownHit) -> str:
    shown = render_to_string("search/_hits.html", {"hits": [one]})
    item = shown.partition(_LIST)[2].rpartition("</ul>")[0].strip()
    return item.replace(_DATED, 'data-edition="§edition§" data-effective="§effective§"')
