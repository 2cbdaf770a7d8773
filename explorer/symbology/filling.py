"""Keeping the rows of `symbols.models` in step with the data file and with the editions of the library.

Everything here can be made again, and is, when what it was made from has changed: one function, `refresh`, does what
there is to do, all of it or nothing.
"""

import hashlib
import math
from collections.abc import Callable, Collection, Iterable, Mapping, Set
from datetime import date
from fractions import Fraction
from functools import cache
from importlib.resources import files

from explorer.document.tree import from_json
from explorer.library.locks import write_transaction
from explorer.models import Edition, EditionSymbol, Filling, Rule, SymbolUse, Term, Wording
from explorer.symbology.editions import lacking_in
from explorer.symbology.mentions import meant_in, written_in
from explorer.symbology.readings import EditionText
from symbols.catalog.definitions import MEANINGS, Definition, all_definitions, spelling_kind
from symbols.models import Spelling, Symbol

Progress = Callable[[str], None]

_DEFINITIONS = "definitions"
# What decides the rows: with any of these changed, they are made again.
_SOURCES = (
    "symbols/data/symbols.toml",
    *(f"symbols/catalog/{name}.py" for name in ("making", "naming", "definitions", "text")),
    *(f"explorer/symbology/{name}.py" for name in ("editions", "filling", "readings", "edition_text")),
    "explorer/symbology/edition_symbols.py",
    "explorer/symbology/mentions.py",
    "explorer/citations/names.py",
    "explorer/data/cited_rules.toml",
    "symbols/plain_text.py",
)
_CHUNK = 900
# From these days on, some letters meant another symbol than before.
_TURNS = sorted({meaning.before for meaning in MEANINGS})


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
    for table in (EditionSymbol, SymbolUse, Spelling, Symbol):
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
        package, *path = name.split("/")
        digest.update(files(package).joinpath(*path).read_bytes())
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
    """Read from one edition which symbols it has."""
    rows = Rule.objects.filter(edition=edition, wording__isnull=False).order_by("position")
    rules: dict[str, str] = {}
    for number, paragraphs in rows.values_list("number", "wording__paragraphs"):
        rules[number] = "\n".join(paragraph.text for paragraph in from_json(paragraphs))
    terms = Term.objects.filter(edition=edition).order_by("position").values_list("name", "wording__paragraphs")
    glossary = {name: "\n".join(paragraph.text for paragraph in from_json(body)) for name, body in terms}
    text = EditionText(edition.date.isoformat(), rules, glossary, complete=edition.complete)
    symbols = dict(Symbol.objects.values_list("code", "pk"))
    EditionSymbol.objects.filter(edition=edition).delete()
    EditionSymbol.objects.bulk_create(
        EditionSymbol(
            symbol_id=symbols[one.code], edition=edition, known=said.known, written=said.written, number=said.number
        )
        for one in all_definitions()
        if (said := text.says(one))
    )


def _store_uses() -> None:
    """Find, under every number, the newest edition whose rule writes a symbol, names it or tells of it.

    A wording is read once, however many editions have it.
    """
    texts: dict[int, str] = {}
    meant: dict[int, Set[str]] = {}
    for pk, body in Wording.objects.values_list("pk", "paragraphs").iterator():
        texts[pk] = "\n".join(paragraph.text for paragraph in from_json(body))
        if others := meant_in(texts[pk]).keys():
            meant[pk] = others
    letters: dict[tuple[int, date | None], Collection[str]] = {}
    uses: dict[tuple[str, str], SymbolUse] = {}
    for edition, day in Edition.objects.order_by("-date").values_list("pk", "date"):
        lacking = lacking_in(day)
        since = max((turn for turn in _TURNS if turn <= day), default=None)
        rows = Rule.objects.filter(edition_id=edition, wording__isnull=False).order_by("position")
        for pk, number, wording in rows.values_list("pk", "number", "wording_id"):
            if (wording, since) not in letters:
                letters[wording, since] = written_in(texts[wording], day).keys()
            written = letters[wording, since]
            for code in sorted(written):
                uses.setdefault((number, code), SymbolUse(code=code, rule_id=pk))
            if wording in meant:
                for code in sorted(meant[wording] - lacking - set(written)):
                    uses.setdefault((number, code), SymbolUse(code=code, rule_id=pk, named=True))
    SymbolUse.objects.all().delete()
    SymbolUse.objects.bulk_create(uses.values(), batch_size=_CHUNK)
