"""A spell or ability: what is cast or activated, and what its text asks for."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from explorer.cards.card import CardFace
from explorer.cards.casting_text import ZonePermission, hand_special_actions, zones_of
from explorer.cards.inputs import CardInput
from explorer.cards.modes import ModalText
from explorer.cards.spell_qualifiers import Played
from explorer.cards.spell_text import SpellText, read_ability, read_spell, without_brackets
from explorer.cards.targets import Division, TargetGroup
from explorer.casting.request import CastRequest
from explorer.costcheck.check import CardQuestion, question_about, question_of
from explorer.library.loaded import Library
from symbols.engine import KEYWORDS, OPTIONS, BadRequest, Cost, EngineError, keyword_named, read_cost
from symbols.engine.costs import Loyalty
from symbols.sentences import capital
from symbols.yes_no import NO, YES

_KICKER = frozenset({"kicker", "multikicker"})
_PAID_KEYS = ("kicker", "multikicker", "replicate", "strive", "escalate")


@dataclass(frozen=True)
class Spell:
    """A spell of a card, of a bare cost, or an activated ability.

    Attributes:
        question: about the card; None for a bare cost or an ability.
        paid: keywords whose costs are paid, in lower case.
    """

    request: CastRequest
    question: CardQuestion | None
    paid: Collection[str]

    @property
    def is_ability(self) -> bool:
        return bool(self.request.ability)

    @property
    def name(self) -> str:
        if self.question:
            return self.question.name
        return "the ability" if self.is_ability else "the spell"

    @property
    def called(self) -> str:
        """The name at the start of a sentence."""
        return capital(self.name)

    @property
    def given(self) -> Mapping[str, object]:
        """The request of the check, with what the card fills in."""
        return self.question.given if self.question else self.request.of_check

    @property
    def faces(self) -> Sequence[CardFace]:
        return self.question.faces if self.question else ()

    @property
    def inputs(self) -> Sequence[CardInput]:
        return self.question.inputs if self.question else ()

    @cached_property
    def texts(self) -> Sequence[SpellText]:
        if self.is_ability:
            return [read_ability(self.request.ability)]
        is_cleft = "cleave" in self.paid
        return [read_spell(without_brackets(face) if is_cleft else face) for face in self.faces]

    @property
    def has_text(self) -> bool:
        """False for a bare cost."""
        return bool(self.texts)

    @property
    def modal(self) -> ModalText | None:
        """Its modes; the first of several modal parts."""
        return next((each for text in self.texts for each in text.modal), None)

    def targets(self, modes: Sequence[int]) -> list[TargetGroup]:
        """`modes` are indexes."""
        return [group for text in self.texts for group in text.targets_with(modes, self.paid)]

    def divisions(self, modes: Collection[int]) -> list[Division]:
        return [
            one
            for text in self.texts
            for one in text.divisions
            if (one.mode is None or one.mode in modes)
            and (not one.condition or one.condition in self.paid)
            and (not one.unless or one.unless not in self.paid)
        ]

    @property
    def may_be_commander(self) -> bool:
        """Whether it can be somebody's commander by its types or its text (903.3); a bare cost may be."""
        if self.question is None:
            return True
        face = self.question.card.faces[0]
        is_creature = "Legendary" in face.type_line and "Creature" in face.type_line
        return is_creature or "can be your commander" in face.text or "Background" in face.type_line

    @property
    def is_back_face(self) -> bool:
        """Whether it is the back of a card that only transforms."""
        return self.layout == "transform" and str(self.request.options.get("cast") or "") == "2"

    @property
    def is_fused(self) -> bool:
        return len(self.faces) > 1

    @property
    def layout(self) -> str:
        return self.question.parts.layout if self.question else ""

    @cached_property
    def zones(self) -> Sequence[ZonePermission]:
        """Zones other than the hand from which its own text lets you cast it."""
        layout = self.question.card.layout if self.question else ""
        return [each for face in self.faces for each in zones_of(face, layout)]

    @property
    def is_cost_known(self) -> bool:
        """Whether all choices that its costs depend on are made, except X and hybrid symbols."""
        if self.has_choice_of_face:
            return False
        counts = [one for one in self.inputs if one.way == "count" and not self.given.get(one.key)]
        by_target = any(OPTIONS[one.key].beyond_first == "target" or one.name == "Targets" for one in counts)
        if by_target and self.request.targets is None:
            return False
        return self.request.modes is not None or not (self.modal and self.modal.costed_by)

    @property
    def can_be_face_down(self) -> bool:
        return any(one.name in _FACE_DOWN for face in self.faces for one in hand_special_actions(face))

    @property
    def is_face_down(self) -> bool:
        """Whether it is cast as a 2/2 creature without a name (708.2)."""
        if not self.can_be_face_down:
            return False
        return cost_in(str(self.request.options.get("alternative") or "")) == cost_in(FACE_DOWN_COST)

    @property
    def _type_line(self) -> str:
        """Like `CardQuestion.type_line`; of an ability, what is known of its source."""
        options = self.request.options
        if self.question is None:
            if not self.is_ability:
                return str(options.get("type") or "")
            creature = str(options.get("creature") or "").strip().lower()
            if creature in YES:
                return "Creature"
            if ability_keyword(self.request.ability) == "Equip":
                return "Artifact — Equipment"
            return "Permanent" if creature in NO and creature else ""
        if self.is_face_down:
            return "Creature; colorless face-down"
        if self.is_fused:
            colors = "".join(face.colors for face in self.faces)
            return replace(self.question, faces=[replace(self.faces[0], colors=colors)]).type_line
        line = self.question.type_line
        return re.sub(r"^[^;]*", "Enchantment — Aura", line) if "bestow" in self.paid else line

    @property
    def to_check(self) -> CardQuestion | None:
        """The question about the card as it is cast."""
        return replace(self.question, cast_as=self._type_line) if self.question else None

    @property
    def is_mana_ability(self) -> bool:
        """By its text (605.1a)."""
        if not self.is_ability:
            return False
        cost = read_cost(str(self.request.of_check["cost"]))
        return cost.effect.startswith("Add ") and "target" not in cost.effect and not self.is_loyalty

    @property
    def is_loyalty(self) -> bool:
        cost = cost_in(str(self.request.of_check.get("cost") or ""))
        return bool(cost and any(isinstance(part, Loyalty) for part in cost.parts))

    @property
    def rules_text(self) -> str:
        return self.request.ability or "\n".join(face.text for face in self.faces)

    @property
    def has_choice_of_face(self) -> bool:
        """Whether the card has two parts and none is chosen (709.3, 715.3, 712.11)."""
        if self.question is None:
            return "//" in str(self.request.options.get("cost") or "") and "cast" not in self.request.options
        is_named = "cast" in self.question.options
        return self.layout in _TWO_SPELLS and "cast" not in self.request.options and not is_named

    @property
    def is_one_of_two(self) -> bool:
        """Whether one of a card's two parts is chosen."""
        if self.question is None:
            return "//" in str(self.request.options.get("cost") or "") and "cast" in self.request.options
        return self.layout in _TWO_SPELLS and "cast" in self.request.options

    def played(self, zone: str, mana_value: float | None, targets: int | None) -> Played:
        """As effects see it."""
        if self.is_face_down:
            return Played(self._type_line, mana_value=0, zone=zone, text="", power="2", toughness="2", targets=0)
        face = self.faces[0] if self.faces else None
        return Played(
            type_line=self._type_line,
            name=face.name if face else "",
            mana_value=mana_value,
            zone=zone,
            text=face.text if face else None,
            power=face.power if face else "",
            toughness=face.toughness if face else "",
            targets=targets,
            is_kicked=bool(_KICKER & set(self.paid)) if self.question else None,
            pays=self.paid if self.question else None,
            is_ability=self.is_ability,
            is_mana_ability=self.is_mana_ability,
            keyword=ability_keyword(self.request.ability).lower() if self.is_ability else "",
        )


FACE_DOWN_COST = "{3}"
_FACE_DOWN = frozenset({"Morph", "Megamorph", "Disguise"})
_TWO_SPELLS = frozenset({"split", "adventure", "omen", "modal", "room", "prepare"})


def spell_of(request: CastRequest, loaded: Library) -> Spell:
    """Find what is cast.

    Raises:
        EngineError: no card has that name, or it can't be cast that way.
    """
    question = question_of(request.of_check, loaded) if request.options.get("card") else None
    if question is None and not request.options.get("cost") and not request.ability:
        raise BadRequest("no_cost", "Type a cost or a card.").in_field("cost")
    if request.ability and ":" not in request.ability and not ability_keyword(request.ability):
        message = "An ability has a cost, a colon and an effect, such as {2}, {T}: Draw a card (602.1)."
        raise BadRequest("no_colon", message).in_field("ability")
    return _with_paid(request, question)


def with_added(spell: Spell, added: Mapping[str, str]) -> Spell:
    """The spell with further values, without looking up the card again."""
    request = replace(spell.request, options=spell.request.changed(added))
    question = spell.question and question_about(spell.question.card, spell.question.slug, request.of_check)
    return _with_paid(request, question) if question else replace(spell, request=request)


def _with_paid(request: CastRequest, question: CardQuestion | None) -> Spell:
    if question is None:
        return Spell(request, None, _paid(request.of_check, ()))
    question = replace(question, given=_with_names(question.given, question.inputs))
    return Spell(request, question, _paid(question.given, question.inputs))


def _paid(values: Mapping[str, object], inputs: Sequence[CardInput]) -> frozenset[str]:
    """Keywords whose costs are paid, by the labels of the costs or by the card."""
    found = {key for key in _PAID_KEYS if values.get(key)}
    for key in ("alternative", "additional"):
        for piece in _pieces(values.get(key)):
            if name := named_cost(piece, key, inputs):
                found.add(name.lower())
    return frozenset(found | ({"kicker"} if found & _KICKER else set()))


def _with_names(given: Mapping[str, object], inputs: Sequence[CardInput]) -> Mapping[str, object]:
    """Add keywords to costs that the card has with one: `{6}{U}` -> `Overload {6}{U}`."""
    found = dict(given)
    for key in ("alternative", "additional"):
        for one in inputs:
            own = cost_in(one.value) if one.key == key and one.way == "may" else None
            if own and own.label and cost_in(str(found.get(key) or "")) == own:
                found[key] = one.value
    return found


def _pieces(value: object) -> list[str]:
    each = value if isinstance(value, list | tuple) else [value] if value else []
    return [piece.strip() for text in each for piece in [str(text), *str(text).split(", ")] if piece.strip()]


def named_cost(piece: str, key: str, inputs: Sequence[CardInput]) -> str:
    """Label of a cost, or the card's keyword for it."""
    cost = cost_in(piece)
    if cost is None:
        return ""
    if cost.label:
        return _without_number(cost.label)
    for one in inputs:
        if one.key == key and cost_in(one.value) == cost:
            return one.name
    return ""


def cost_in(text: str) -> Cost | None:
    try:
        return read_cost(text)
    except EngineError:
        return None


def ability_keyword(text: str) -> str:
    """Keyword of an ability without a colon, such as `Equip {2}`."""
    cost = cost_in(text)
    keyword = keyword_named(_without_number(cost.label).lower()) if cost and cost.label else None
    return keyword.name if keyword and keyword.key == "cost" else ""


def _without_number(label: str) -> str:
    """`Awaken 3` -> `Awaken`."""
    return re.sub(r"\s+(?:\d+|X)$", "", label)


def rule_of_keyword(name: str) -> str:
    """Empty if it is no keyword."""
    keyword = KEYWORDS.get(name.lower())
    return keyword.citations[0].rule if keyword and keyword.citations else ""
