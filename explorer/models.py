"""Tables of the library: editions, wordings, and which wording each number of an edition has.

A wording is never changed. An edition is an ordered list of numbers, each with a wording;
everything else can be derived again from those two.
"""

import json
from typing import Any, ClassVar, NoReturn

from django.db import models
from django.db.models.functions import Right
from django.db.models.lookups import Exact

from explorer.document.numbers import RuleNumber


class ImmutableError(TypeError):
    """Someone tried to change a wording."""


class PlainJSON(json.JSONEncoder):
    """JSON that keeps quotes and dashes as one letter each; a third of its size would be escapes."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options | {"ensure_ascii": False, "separators": (",", ":")})


class Edition(models.Model):
    """One published issue of the Comprehensive Rules, or an excerpt of one.

    `front` and `back` keep what stands before the first chapter and after the last rule, so that
    the document can be put together again. `front` has `title`, `statement`, `introduction` and
    `contents`; `back` has `glossary_heading`, `credits`, and, by number and by slug, the `breaks`
    and `term_breaks` (see `explorer.document.tree.Entry`).
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
    """Wordings can be added and read."""

    def update(self, **values: object) -> NoReturn:
        """Refuse: a wording never changes."""
        raise ImmutableError("A wording is never changed: store the new text as a new wording.")

    def bulk_update(self, *arguments: object, **options: object) -> NoReturn:
        """Refuse: a wording never changes."""
        raise ImmutableError("A wording is never changed: store the new text as a new wording.")


class Wording(models.Model):
    """Text of one rule or one glossary entry, stored once however many editions share it.

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
            ImmutableError: the wording is stored already.
        """
        if not self._state.adding:
            raise ImmutableError("A wording is never changed: store the new text as a new wording.")
        super().save(*arguments, **options)


class Rule(models.Model):
    """Entry of an edition under one number: a chapter, a section, a rule or a subrule."""

    class Kind(models.IntegerChoices):
        """Stored as a number, since there are hundreds of thousands of them."""

        CHAPTER = 1, "chapter"
        SECTION = 2, "section"
        RULE = 3, "rule"
        SUBRULE = 4, "subrule"

    # The indexes below begin with the edition or the number, so a third one would only cost room.
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
        """Number it belongs under; empty for a chapter."""
        return str(RuleNumber.parse(self.number).parent or "")


class Term(models.Model):
    """One entry of an edition's glossary."""

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

    It follows from the wording alone, so it is stored once however many editions have that wording; where it leads is a
    question to the edition being read. See `explorer.document.references.FoundReference`.
    """

    class Kind(models.IntegerChoices):
        """Kinds of what is named.

        `WITHIN` is a number that a range includes and does not write, such as 601.2g in 601.2f–h; its place is that
        of the range's end. `PART` is a piece of a name with commas or “and” in it, which may be one glossary entry or
        several: where the whole is an entry, its pieces count for nothing.
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
    """Derived data that has been made, and its version. See `explorer.importing.derived`."""

    name = models.CharField(max_length=60, unique=True)
    version = models.CharField(max_length=64)

    # Versions of what is right but for editions that came since end so.
    MARK = "+"
    # Every page asks; matching a pattern from the end takes the database as long as all the rest.
    BEHIND = Exact(Right("version", len(MARK)), MARK)

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


class Passage(models.Model):
    """Unit that a search finds: one wording, or a bare title, under one number or name.

    It is stored once, however many editions have it so. The words themselves are in the index of the database's own
    full-text search, under this row's number. See `explorer.search.index.rows`.
    """

    class Kind(models.IntegerChoices):
        """Kinds of `Rule`, and the entries of glossaries."""

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
    """Edition whose passages are in the index; its row stays when the edition goes, so that this is noticed."""

    edition = models.OneToOneField(Edition, on_delete=models.DO_NOTHING, primary_key=True, db_constraint=False)
    date = models.DateField("effective date")

    def __str__(self) -> str:
        return str(self.pk)


class VocabularyWord(models.Model):
    """Word of the rules: what a beginning or a misprint may be meant for."""

    word = models.CharField(max_length=120, primary_key=True)
    key = models.CharField("what the index has for it", max_length=120, db_index=True)
    count = models.PositiveIntegerField("how many wordings and titles have it")

    def __str__(self) -> str:
        return self.word


class EditionSymbol(models.Model):
    """Statement of one edition on one symbol: that it has it, or that it does not.

    There is none where that is unknown. Symbols are kept by their codes, so that these rows depend on no others.
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
    """Place of a rule that defines symbols in an edition, whatever its number there.

    `cited` is the number that definitions cite, in their own edition.
    """

    cited = models.CharField(max_length=12)
    rule = models.ForeignKey(Rule, on_delete=models.CASCADE, related_name="cited_as")

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["cited", "rule"], name="cited_rule_once")]

    def __str__(self) -> str:
        return f"{self.cited}: {self.rule}"


class SymbolUse(models.Model):
    """Symbol that a wording writes, or that it names or describes alone or with all of its kind.

    Any symbol can be written, also one that no gallery shows. Letters have changed their meaning, so `since` and
    `before` give the editions in which the wording uses this one: for nearly all of them, any.
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
    """Pair of neighboring editions, and what changed from one to the other. See `explorer.library.history.pairs`.

    `changes` is what `explorer.lineages.matching.match` found, a list for each change; `counts` is how much of each
    section changed, where both editions are complete.
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

    Its rows go all at once and are made again, so nothing has to be done where one refers to another.
    """

    merged_into = models.ForeignKey("self", on_delete=models.DO_NOTHING, related_name="+", null=True, db_index=False)
    merged_on = models.DateField(null=True)
    split_from = models.ForeignKey("self", on_delete=models.DO_NOTHING, related_name="+", null=True)
    split_on = models.DateField(null=True)

    def __str__(self) -> str:
        return f"lineage {self.pk}"


class LineageStep(models.Model):
    """Point in the life of a lineage, and what is true until the next. See `explorer.lineages.tracing.LifeStep`."""

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
