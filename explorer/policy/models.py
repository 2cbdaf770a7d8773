"""Tables of the tournament documents. Rows are immutable."""

from typing import ClassVar

from django.db import models

from explorer.models import PlainJSON


class PolicyEdition(models.Model):
    """One edition of a document; see `explorer.policy.reading.tree.PolicyDocument`."""

    document = models.CharField(max_length=8)
    date = models.DateField("effective date")
    title = models.CharField(max_length=200)
    dated = models.CharField("the line with its date", max_length=100)
    notice = models.JSONField(default=list, encoder=PlainJSON)
    source = models.CharField("where the text came from", max_length=500)
    sha256 = models.CharField("SHA-256 of the source", max_length=64, unique=True)
    imported = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["document", "date"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["document", "date"], name="policy_edition_once"),
        ]

    def __str__(self) -> str:
        return f"{self.document} ({self.date.isoformat()})"


class PolicySection(models.Model):
    """See `explorer.policy.reading.tree.Section`; `paragraphs` are `Paragraph.as_json`."""

    edition = models.ForeignKey(PolicyEdition, on_delete=models.CASCADE, related_name="sections", db_index=False)
    number = models.CharField(max_length=100)
    printed = models.CharField(max_length=20, blank=True)
    title = models.CharField(max_length=200, blank=True)
    penalty = models.CharField(max_length=60, blank=True)
    paragraphs = models.JSONField(encoder=PlainJSON)
    position = models.PositiveSmallIntegerField("place in the document")

    class Meta:
        ordering: ClassVar = ["edition", "position"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["edition", "number"], name="policy_section_once"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.title}"
