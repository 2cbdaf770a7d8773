"""Keeping the rows of `symbols.models` in step with the data file and with the editions of the library.

Everything here can be made again, and is, when what it was made from has changed: one function, `refresh`, does what
there is to do, all of it or nothing.
"""

import hashlib
import math
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any

from django.db.models import Max

from explorer.document.tree import from_json
from explorer.library.locks import write_transaction
from explorer.models import Edition, Rule, Term
from symbols.definitions import MEANINGS, RULE_WORDS, Definition, all_definitions, spelling_kind
from symbols.mentions import named_in, written_in
from symbols.models import Filling, Place, Reading, Spelling, Symbol, Use
from symbols.readings import EditionText

Progress = Callable[[str], None]

_DEFINITIONS = "definitions"
# What decides the rows: with any of these changed, they are made again.
_SOURCES = (
    "data/symbols.toml",
    "making.py",
    "naming.py",
    "definitions.py",
    "mentions.py",
    "filling.py",
    "readings.py",
    "text.py",
    "engine/edition_text.py",
    "engine/editions.py",
)
_CHUNK = 900


def is_stale() -> bool:
    """Tell whether the rows are not those of today's data file and library."""
    return dict(Filling.objects.values_list("name", "digest")) != _wanted()


def refresh(progress: Progress | None = None) -> bool:
    """Bring the rows up to date, all or nothing. Takes a moment for each edition that is new, and none otherwise.

    Args:
        progress: told what is being done, one sentence a piece.

    Returns:
        Whether there was anything to do.
    """
    if not is_stale():
        return False
    with write_transaction():
        wanted = _wanted()
        done = dict(Filling.objects.values_list("name", "digest"))
        if done == wanted:
            return False
        if done.get(_DEFINITIONS) != wanted[_DEFINITIONS]:
            store_definitions(all_definitions())
            done = {}
        new = [name for name in wanted if name != _DEFINITIONS and done.get(name) != wanted[name]]
        if new and progress is not None:
            progress(f"Reading the symbols of {len(new)} edition{'s' * (len(new) > 1)}")
        editions = Edition.objects.defer("front", "back").in_bulk([int(name) for name in new])
        for edition in editions.values():
            _read(edition)
        _store_uses()
        Filling.objects.all().delete()
        Filling.objects.bulk_create(Filling(name=name, digest=digest) for name, digest in wanted.items())
    return True


def store_definitions(definitions: Iterable[Definition]) -> None:
    """Put the definitions into empty tables in place of whatever they hold. Call it within a transaction."""
    for table in (Reading, Place, Use, Spelling, Symbol):
        table.objects.all().delete()
    ones = list(definitions)
    Symbol.objects.bulk_create(_symbol(one) for one in ones)
    ids = dict(Symbol.objects.values_list("code", "pk"))
    Spelling.objects.bulk_create(row for one in ones for row in _spellings(one, ids))


def _wanted() -> dict[str, str]:
    """Return what the rows have to be made from: the definitions, and each edition by its row."""
    editions = Edition.objects.values_list("pk", "date", "sha256", "complete")
    each = {
        str(pk): hashlib.sha256(f"{date} {sha256} {complete}".encode()).hexdigest()
        for pk, date, sha256, complete in editions
    }
    return {_DEFINITIONS: _digest(), **each}


@cache
def _digest() -> str:
    """Return a digest of all that decides what the rows say, beside the library."""
    digest = hashlib.sha256()
    for name in _SOURCES:
        digest.update(files("symbols").joinpath(*name.split("/")).read_bytes())
    return digest.hexdigest()


def _symbol(one: Definition) -> Symbol:
    return Symbol(
        code=one.code,
        slug=one.slug,
        name=one.name,
        say=one.say,
        kind=one.kind,
        description=one.description,
        written=one.written,
        mana=one.mana,
        mana_value="" if one.mana_value is None else _exact(one.mana_value),
        pays=[{"slot": pay.slot, "amount": _exact(pay.amount), "variable": pay.variable} for pay in one.pays],
        colors="".join(one.colors),
        rules=list(one.rules),
        rules_edition=one.rules_edition,
        cards=one.cards,
        since=one.since,
        until=one.until,
        source=one.source,
        position=one.order,
    )


def _exact(amount: Fraction | float) -> str:
    return "infinity" if math.isinf(amount) else str(amount)


def _spellings(one: Definition, ids: Mapping[str, int]) -> Iterable[Spelling]:
    for place, text in enumerate(one.spellings):
        yield Spelling(symbol_id=ids[one.code], text=text, kind=spelling_kind(one, text), position=place)
    earlier = [meaning for meaning in MEANINGS if meaning.code == one.code]
    for place, meaning in enumerate(earlier, start=len(one.spellings)):
        yield Spelling(
            symbol_id=ids[one.code],
            text=f"{{{meaning.written}}}",
            kind=Spelling.Kind.FORMER,
            before=meaning.before,
            position=place,
        )


def _read(edition: Edition) -> None:
    """Read from one edition which symbols it has, and where its rules about them are."""
    rows = Rule.objects.filter(edition=edition, wording__isnull=False).order_by("position")
    rules: dict[str, str] = {}
    ids: dict[str, int] = {}
    for pk, number, paragraphs in rows.values_list("pk", "number", "wording__paragraphs"):
        rules[number] = "\n".join(paragraph.text for paragraph in from_json(paragraphs))
        ids[number] = pk
    terms = Term.objects.filter(edition=edition).order_by("position").values_list("name", "wording__paragraphs")
    glossary = {name: "\n".join(paragraph.text for paragraph in from_json(body)) for name, body in terms}
    text = EditionText(edition.date.isoformat(), rules, glossary, complete=edition.complete)
    symbols = dict(Symbol.objects.values_list("code", "pk"))
    Reading.objects.filter(edition=edition).delete()
    Reading.objects.bulk_create(
        Reading(
            symbol_id=symbols[one.code], edition=edition, known=said.known, written=said.written, number=said.number
        )
        for one in all_definitions()
        if (said := text.says(one))
    )
    places = ((each.number, text.place_of(each)) for each in RULE_WORDS)
    Place.objects.bulk_create(Place(cited=cited, rule_id=ids[number]) for cited, number in places if number)


def _store_uses() -> None:
    """Find the symbols in the newest text of every number, and the names of symbols."""
    newest: dict[Any, list[str]] = {}
    for number, date in Rule.objects.values_list("number").annotate(Max("edition__date")):
        newest.setdefault(date, []).append(number)
    uses: list[Use] = []
    for date, numbers in newest.items():
        for start in range(0, len(numbers), _CHUNK):
            rows = Rule.objects.filter(
                edition__date=date, number__in=numbers[start : start + _CHUNK], wording__isnull=False
            )
            for pk, body in rows.values_list("pk", "wording__paragraphs"):
                text = "\n".join(paragraph.text for paragraph in from_json(body))
                codes = written_in(text, date).keys()
                named = named_in(text).keys() - codes
                uses += [Use(code=code, rule_id=pk) for code in sorted(codes)]
                uses += [Use(code=code, rule_id=pk, named=True) for code in sorted(named)]
    Use.objects.all().delete()
    Use.objects.bulk_create(uses)
