"""Tables of cards and rulings, replaced by each import."""

from typing import ClassVar

from django.db import models

from explorer.cards.card import LONGEST_ID, LONGEST_LAYOUT, LONGEST_NAME, LONGEST_SET
from explorer.models import PlainJSON


class StoredCard(models.Model):
    """`explorer.cards.card.Card` as a row.

    `faces` is a list with the non-empty fields of each `explorer.cards.card.CardFace`.
    """

    slug = models.CharField("as it is in an address", max_length=150, unique=True)
    name = models.CharField(max_length=LONGEST_NAME)
    oracle_id = models.CharField("what Scryfall knows it by", max_length=LONGEST_ID, blank=True)
    layout = models.CharField(max_length=LONGEST_LAYOUT)
    mana_value = models.FloatField()
    faces = models.JSONField(encoder=PlainJSON)
    released = models.DateField("when it was first printed", null=True)
    first_set = models.CharField("code of that set", max_length=LONGEST_SET, blank=True)
    for_play = models.BooleanField("whether some tournament allows it", null=True)

    def __str__(self) -> str:
        return self.name


class StoredRuling(models.Model):
    # Imports delete rulings before cards, so there is no need to cascade.
    card = models.ForeignKey(StoredCard, on_delete=models.DO_NOTHING, related_name="rulings")
    date = models.DateField()
    text = models.TextField()

    class Meta:
        ordering: ClassVar = ["date", "pk"]

    def __str__(self) -> str:
        return f"{self.date.isoformat()}: {self.text}"


class CardSource(models.Model):
    kind = models.CharField(max_length=40)
    name = models.CharField("the file’s name", max_length=200)
    imported = models.DateTimeField(auto_now_add=True)
    made = models.DateTimeField("when it was made, as far as known", null=True)
    count = models.PositiveIntegerField("how many records were read")

    def __str__(self) -> str:
        return self.name


class RulingOnRule(models.Model):
    """Rule that a ruling is about. Derived; see `explorer.cards.rule_cards`.

    Always deleted and rebuilt together with all rulings, so there is no constraint.
    """

    ruling = models.ForeignKey(StoredRuling, on_delete=models.DO_NOTHING, db_constraint=False, related_name="rules")
    number = models.CharField("of the rule, in the edition whose words the ruling has", max_length=12)

    def __str__(self) -> str:
        return f"{self.ruling_id}: {self.number}"


class CardsMeeting(models.Model):
    """Cards that use a rule's keyword, or have a symbol. Derived; see `explorer.cards.rule_cards`."""

    key = models.CharField("number of the rule, or code of the symbol in braces", max_length=40, unique=True)
    cards = models.PositiveIntegerField("how many cards have its words in their text")
    rulings = models.PositiveIntegerField("how many rulings are about it")
    teaching = models.JSONField(
        "rulings that teach most, the best first: slug and name of the card, day, words", encoder=PlainJSON
    )
    names = models.JSONField("address and name of the cards to show, the oldest first", encoder=PlainJSON)
    released = models.DateField("when the oldest of the cards was first printed", null=True)
    first_set = models.CharField("code of that set", max_length=LONGEST_SET, blank=True)
    for_play = models.BooleanField("whether some tournament allows any of the cards", null=True)

    def __str__(self) -> str:
        return f"{self.key}: {self.cards}"
