"""Symbol definitions as database rows, filled from `symbols/data/symbols.toml`."""

from typing import ClassVar

from django.db import models

from symbols.catalog.definitions import CARDS


class Symbol(models.Model):
    """One symbol of the gallery, with the fields of `symbols.catalog.definitions.Definition`."""

    code = models.CharField(max_length=24, unique=True)
    slug = models.CharField("as it stands in an address", max_length=40, unique=True)
    name = models.CharField("what a screen reader says", max_length=80, unique=True)
    say = models.CharField("how players say it in a cost", max_length=80)
    kind = models.CharField(max_length=40)
    description = models.TextField()
    written = models.CharField("how rule text writes it", max_length=24, blank=True)
    mana = models.BooleanField("whether it stands for mana")
    mana_value = models.CharField("exact: 2, 1/2 or infinity", max_length=12, blank=True)
    pays = models.JSONField("ways to pay for it: slot, amount, variable", default=list)
    colors = models.CharField(max_length=5, blank=True)
    rules = models.JSONField("numbers of the rules that define it", default=list)
    rules_edition = models.DateField("the edition whose numbers these are")
    cards = models.CharField("which cards have it", max_length=10, choices=CARDS, default="tournament")
    since = models.DateField(null=True)
    until = models.DateField("the last day on which something with it came out", null=True)
    source = models.CharField("where since and until come from", max_length=300, blank=True)
    position = models.PositiveIntegerField("place in the gallery", unique=True)

    class Meta:
        ordering: ClassVar = ["position"]

    def __str__(self) -> str:
        return self.written or self.code


class Spelling(models.Model):
    """One way to write a symbol, today or, with `before`, in editions before that day."""

    class Kind(models.TextChoices):
        OFFICIAL = "official", "as the rules write it"
        PATTERNED = "patterned", "after a pattern of the rules"
        LOOSE = "loose", "as people type it"
        COPIED = "copied", "as some copies of the rules have it"
        OLD = "old", "as old card texts have it"
        FORMER = "former", "as earlier editions wrote it"

    symbol = models.ForeignKey(Symbol, on_delete=models.CASCADE, related_name="spellings")
    text = models.CharField(max_length=40)
    kind = models.CharField(max_length=9, choices=Kind.choices)
    before = models.DateField("the first day on which it meant something else", null=True)
    position = models.PositiveSmallIntegerField()

    class Meta:
        ordering: ClassVar = ["symbol", "position"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["text"], condition=models.Q(before=None), name="spelling_means_one"),
            models.UniqueConstraint(fields=["text", "before"], name="spelling_meant_one"),
        ]

    def __str__(self) -> str:
        return self.text
