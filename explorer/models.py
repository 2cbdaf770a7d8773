"""Tables of the rules: editions, immutable wordings, and data derived from them.

An edition is an ordered list of numbers, each with a wording. Everything else can be rebuilt from those two.
"""

import json
from typing import Any, ClassVar, NoReturn

from django.db import models
from django.db.models.functions import Right
from django.db.models.lookups import Exact

from explorer.document.numbers import RuleNumber


class ImmutableError(TypeError):
    """A stored wording would have been changed."""


class PlainJSON(json.JSONEncoder):
    """JSON without escapes for curly quotes and dashes, which would be a third of its size."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options | {"ensure_ascii": False, "separators": (",", ":")})


class Edition(models.Model):
    """One published issue of the Comprehensive Rules, or an excerpt of one.

    `front` and `back` hold what precedes the first chapter and follows the last rule, so that the document can be
    reassembled. `front` has `title`, `statement`, `introduction` and `contents`; `back` has `glossary_heading`,
    `credits`, and, by number and by slug, the `breaks` and `term_breaks` (see `explorer.document.tree.Entry`).
    """

    date = models.DateField("effective date", unique=True)
    title = models.CharField(max_length=200)
    source = models.CharField("where the text came from", max_length=500)
    sha256 = models.CharField("SHA-256 of the source", max_length=64, db_index=True)
    complete = models.BooleanField(default=True)
    stops_at = models.CharField("where an unfinished document stops", max_length=200, blank=True)
    sections = models.PositiveIntegerField(default=0)
    rules = models.PositiveIntegerField(default=0)
    examples = models.PositiveIntegerField(default=0)
    terms = models.PositiveIntegerField(default=0)
    front = models.JSONField(default=dict, encoder=PlainJSON)
    back = models.JSONField(default=dict, encoder=PlainJSON)

    class Meta:
        ordering: ClassVar = ["date"]

    def __str__(self) -> str:
        return f"{self.title} ({self.date.isoformat()})"


class WordingQuerySet(models.QuerySet["Wording"]):
    """Wordings can be added and read, not updated."""

    def update(self, **values: object) -> NoReturn:
        raise ImmutableError("A wording is never changed: store the new text as a new wording.")

    def bulk_update(self, *arguments: object, **options: object) -> NoReturn:
        raise ImmutableError("A wording is never changed: store the new text as a new wording.")


class Wording(models.Model):
    """Text of one rule or glossary entry, stored once however many editions share it.

    `paragraphs` is a list of `{"kind": "text" | "example", "text": …}` in printed order.
    """

    digest = models.CharField("SHA-256 of the paragraphs", max_length=64, unique=True)
    paragraphs = models.JSONField(encoder=PlainJSON)

    objects = WordingQuerySet.as_manager()

    def __str__(self) -> str:
        return str(self.paragraphs[0]["text"]) if self.paragraphs else ""

    def save(self, *arguments: Any, **options: Any) -> None:
        """Store a new wording.

        Raises:
            ImmutableError: it is stored already.
        """
        if not self._state.adding:
            raise ImmutableError("A wording is never changed: store the new text as a new wording.")
        super().save(*arguments, **options)


class Rule(models.Model):
    class Kind(models.IntegerChoices):
        """An integer, since there are hundreds of thousands of rows."""

        CHAPTER = 1, "chapter"
        SECTION = 2, "section"
        RULE = 3, "rule"
        SUBRULE = 4, "subrule"

    # No index: those below begin with the edition or the number already.
    edition = models.ForeignKey(Edition, on_delete=models.CASCADE, related_name="entries", db_index=False)
    number = models.CharField(max_length=12)
    printed = models.CharField("number as printed, if unusual", max_length=24, blank=True)
    kind = models.PositiveSmallIntegerField(choices=Kind.choices)
    heading = models.CharField(max_length=200, blank=True)
    wording = models.ForeignKey(Wording, on_delete=models.PROTECT, related_name="rules", null=True)
    position = models.PositiveIntegerField("place in the document")
    sort_key = models.CharField(max_length=12)
    dates = models.JSONField("dates of the paragraphs", null=True, encoder=PlainJSON)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["number", "edition"], name="rule_number_once"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["edition", "sort_key"], name="rule_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.number} ({self.edition.date.isoformat()})"

    @property
    def parent(self) -> str:
        """Number of the rule above, `704.5` for `704.5j`; empty for a chapter."""
        return str(RuleNumber.parse(self.number).parent or "")


class Term(models.Model):
    edition = models.ForeignKey(Edition, on_delete=models.CASCADE, related_name="glossary", db_index=False)
    slug = models.CharField(max_length=120)
    name = models.CharField(max_length=200)
    wording = models.ForeignKey(Wording, on_delete=models.PROTECT, related_name="glossary")
    position = models.PositiveIntegerField("place in the glossary")
    obsolete = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["slug", "edition"], name="term_slug_once"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["edition", "position"], name="term_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.edition.date.isoformat()})"


class Reference(models.Model):
    """Place where a wording names a rule, a section, a chapter or a glossary entry.

    It follows from the wording alone, so it is stored once however many editions share that wording; its target is
    resolved in the edition being read. See `explorer.document.references.FoundReference`.
    """

    class Kind(models.IntegerChoices):
        """What is named.

        `WITHIN` is a number that a range includes but doesn't write, such as 601.2g in 601.2f–h; its place is that of
        the range's end. `PART` is a piece of a name with commas or “and” in it, which may be one glossary entry or
        several: where the whole is an entry, its pieces are ignored.
        """

        RULE = 1, "rule"
        SECTION = 2, "section"
        CHAPTER = 3, "chapter"
        GLOSSARY = 4, "glossary"
        WITHIN = 5, "within a range"
        PART = 6, "part of a name"

    wording = models.ForeignKey(Wording, on_delete=models.CASCADE, related_name="references", db_index=False)
    paragraph = models.PositiveSmallIntegerField("which paragraph, counted from 0")
    start = models.PositiveIntegerField("where the number or name begins in the paragraph")
    end = models.PositiveIntegerField("where it ends")
    kind = models.PositiveSmallIntegerField(choices=Kind.choices)
    target = models.CharField("the number, or the slug of the entry", max_length=120)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["target", "wording"], name="reference_to"),
            models.Index(fields=["wording"], name="reference_from"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.target}"


class Derived(models.Model):
    """Version of derived data that is in the database. See `explorer.importing.derived`."""

    name = models.CharField(max_length=60, unique=True)
    version = models.CharField(max_length=64)

    # Suffix of a version whose data is current except for editions imported since.
    MARK = "+"
    # Checked on every page; LIKE '%+' would take as long as all the rest.
    BEHIND = Exact(Right("version", len(MARK)), MARK)

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


class Passage(models.Model):
    """Unit of search results: one wording, or a bare title, under one number or name.

    It is stored once, however many editions share it. Its words are in the database's full-text index, under this row's
    id. See `explorer.search.index.rows`.
    """

    class Kind(models.IntegerChoices):
        """`Rule.Kind`, and glossary entries."""

        TERM = 0, "glossary entry"
        CHAPTER = 1, "chapter"
        SECTION = 2, "section"
        RULE = 3, "rule"
        SUBRULE = 4, "subrule"

    key = models.BigIntegerField("digest of number, name, wording, and the headings above", unique=True)
    kind = models.PositiveSmallIntegerField(choices=Kind.choices)
    number = models.CharField(max_length=12, blank=True)
    slug = models.CharField(max_length=120, blank=True)
    title = models.CharField("heading, or name of the entry", max_length=200, blank=True)
    wording = models.ForeignKey(Wording, on_delete=models.CASCADE, related_name="passages", null=True)
    first = models.DateField("effective date of the first edition that has it")
    last = models.DateField("effective date of the last one")

    def __str__(self) -> str:
        return f"{self.number or self.slug} ({self.first.isoformat()} to {self.last.isoformat()})"


class IndexedText(models.Model):
    """Keys of a wording's words, numbers and symbols, in order, with a space before and after each."""

    wording = models.OneToOneField(Wording, on_delete=models.CASCADE, primary_key=True, related_name="indexed")
    keys = models.TextField()

    def __str__(self) -> str:
        return self.keys


class IndexedEdition(models.Model):
    """Edition whose passages are indexed. The row outlives the edition, so that its deletion is noticed."""

    edition = models.OneToOneField(Edition, on_delete=models.DO_NOTHING, primary_key=True, db_constraint=False)
    date = models.DateField("effective date")

    def __str__(self) -> str:
        return str(self.pk)


class VocabularyWord(models.Model):
    """Word of the rules, for completions and spelling corrections."""

    word = models.CharField(max_length=120, primary_key=True)
    key = models.CharField("what the index has for it", max_length=120, db_index=True)
    count = models.PositiveIntegerField("how many wordings and titles have it")

    def __str__(self) -> str:
        return self.word


class EditionSymbol(models.Model):
    """Whether one edition has one symbol; no row where that is unknown.

    Symbols are referred to by code, so that these rows depend on no others.
    """

    code = models.CharField(max_length=24)
    edition = models.ForeignKey(Edition, on_delete=models.CASCADE, related_name="symbols", db_index=False)
    known = models.BooleanField()
    written = models.CharField("how that edition writes it", max_length=24, blank=True)
    number = models.CharField("the rule there that says so; empty for its glossary", max_length=12, blank=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["edition", "code"], name="edition_symbol_once")]
        indexes: ClassVar = [models.Index(fields=["code"], name="edition_symbol_code")]

    def __str__(self) -> str:
        return f"{self.code} {'in' if self.known else 'not in'} {self.edition}"


class CitedRule(models.Model):
    """Rule that defines symbols, whatever its number is in an edition.

    `cited` is the number that definitions cite, in their own edition.
    """

    cited = models.CharField(max_length=12)
    rule = models.ForeignKey(Rule, on_delete=models.CASCADE, related_name="cited_as")

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["cited", "rule"], name="cited_rule_once")]

    def __str__(self) -> str:
        return f"{self.cited}: {self.rule}"


class SymbolUse(models.Model):
    """Symbol that a wording writes, or names or describes, alone or with all of its kind.

    Any symbol can be written, including one that no gallery shows. Letters have changed their meaning, so `since` and
    `before` bound the editions in which the wording uses this symbol: for nearly all of them, any.
    """

    code = models.CharField(max_length=24)
    wording = models.ForeignKey(Wording, on_delete=models.CASCADE, related_name="symbol_uses")
    named = models.BooleanField("whether it is named, and not written")
    since = models.DateField("the first effective date")
    before = models.DateField("the first effective date after")

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["code", "wording", "since"], name="symbol_use_once")]

    def __str__(self) -> str:
        return f"{self.code} in {self.wording}"


class EditionPair(models.Model):
    """What changed between two neighboring editions. See `explorer.library.history.pairs`.

    `changes` is the result of `explorer.lineages.matching.match`, a list for each change; `counts` is the number of
    changes by section, where both editions are complete.
    """

    old = models.ForeignKey(Edition, on_delete=models.CASCADE, related_name="+")
    new = models.ForeignKey(Edition, on_delete=models.CASCADE, related_name="+")
    changes = models.JSONField(encoder=PlainJSON)
    counts = models.JSONField(encoder=PlainJSON)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["old", "new"], name="edition_pair_once")]

    def __str__(self) -> str:
        return f"{self.old.date.isoformat()} to {self.new.date.isoformat()}"


class LineageRow(models.Model):
    """One rule or glossary entry through the editions. See `explorer.lineages.lineages.Lineage`.

    The rows are always deleted and rebuilt together, so foreign keys do nothing on delete.
    """

    merged_into = models.ForeignKey("self", on_delete=models.DO_NOTHING, related_name="+", null=True, db_index=False)
    merged_on = models.DateField(null=True)
    split_from = models.ForeignKey("self", on_delete=models.DO_NOTHING, related_name="+", null=True)
    split_on = models.DateField(null=True)

    def __str__(self) -> str:
        return f"lineage {self.pk}"


class LineageStep(models.Model):
    """Event in a lineage, and what holds until the next. See `explorer.lineages.tracing.LifeStep`."""

    lineage = models.ForeignKey(LineageRow, on_delete=models.DO_NOTHING, related_name="steps")
    key = models.CharField("number, or `glossary/` and the slug of an entry", max_length=140)
    change = models.CharField(max_length=16)
    since = models.DateField("the edition in which it shows first")
    until = models.DateField("the first date of which it is no longer true")
    seen = models.DateField("the edition whose text it is about")

    class Meta:
        indexes: ClassVar = [models.Index(fields=["key", "since"], name="lineage_step_key")]

    def __str__(self) -> str:
        return f"{self.key} {self.change} {self.since.isoformat()}"
