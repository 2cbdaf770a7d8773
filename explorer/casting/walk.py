"""Cast a spell or activate an ability, step by step (601.2, 602.2), with the choices made so far."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from math import isfinite
from typing import Final

from explorer.cards.casting_text import SpecialAction
from explorer.cards.in_play import Applied, InPlay, read_in_play
from explorer.casting.beginning import (
    Zone,
    announce,
    check_legality,
    cost_there,
    depends_on_x,
    put_on_stack,
    quoted,
    zone_of,
)
from explorer.casting.choosing import all_modes, choose, entwined
from explorer.casting.filling import Filled, filled, origins
from explorer.casting.ledger import Total, total_of
from explorer.casting.paying import (
    add_up,
    choose_numbers,
    forbid_zero,
    given_variables,
    is_cast,
    make_mana,
    mana_at_hand,
    pay,
)
from explorer.casting.request import CastRequest
from explorer.casting.special import action_of, request_of, take
from explorer.casting.spell import Spell, spell_of, with_added
from explorer.casting.steps import Answer, Draft, Step, in_sequence
from explorer.casting.targeting import choose_targets, divide
from explorer.casting.undone import Undone, undone
from explorer.casting.ways_out import ways_out
from explorer.costcheck.check import CheckedCost, check, sentence_of
from explorer.library.loaded import Library
from symbols.engine import BadRequest, CheckRequest, Citation, EngineError, edition_date
from symbols.sentences import join_words
from symbols.yes_no import NO

# Values of X tried against effects that forbid some spells.
_MOST_X_TRIED: Final = 20

_LIFE: Final = re.compile(r"You (?:also )?pay [0-9,]+ life[.]")

# Options that can make a cost payable.
_EASING: Final = frozenset(
    {"reduce", "alternative", "free", "spend", "life_for", "convoke", "improvise", "delve", "assist"}
)

# Errors of a check for illegal choices: the step, and the rule that forbids them.
_FORBIDDEN: Final[Mapping[str, tuple[str, str]]] = {
    "two_alternatives": ("601.2b", "118.9a"),
    "x_must_be_zero": ("601.2b", "107.3b"),
    "not_fused": ("601.2a", "702.102a"),
    "not_an_option": ("601.2b", "601.2b"),
}


@dataclass(frozen=True)
class Walk:
    """A spell or ability with what was chosen, step by step.

    Attributes:
        checked: None where the rules forbid the choices, so that there is no cost.
        total: likewise.
        verdict: yes, no or maybe; None without mana to pay with.
        headline: sentence after the verdict.
        unread: sentences in play that the verdict depends on.
        undone: None where nothing is impossible.
        at_hand: the most mana there is to pay with; None if none is given.
    """

    request: CastRequest
    spell: Spell
    zone: Zone
    steps: Sequence[Step]
    checked: CheckedCost | None
    total: Total | None
    verdict: str | None
    headline: str
    unread: Sequence[str]
    undone: Undone | None
    at_hand: int | None = None

    @property
    def citations(self) -> Sequence[Citation]:
        """Those of the steps first."""
        found = [fact for step in self.steps for fact in (Citation(step.title, step.rule), *step.facts)]
        if self.undone:
            found += [self.undone.reason, *self.undone.facts]
        if self.total:
            found += [Citation(row.why, row.rule) for row in self.total.rows]
        if self.spell.is_ability:
            found.append(Citation("The rest is the same as for a spell.", "602.2b"))
        result = self.checked.result if self.checked else None
        if result:
            found += [*result.citations, *result.part_citations]
        return list(dict.fromkeys(found))


def walk(request: CastRequest, loaded: Callable[[], Library], *, offers_ways: bool = True) -> Walk:
    """Go through all steps with what is chosen.

    Args:
        offers_ways: whether to find legal choices in place of impossible ones.

    Raises:
        EngineError: something typed can't be read, or no card has that name.
    """
    try:
        return _walk(request, loaded, offers_ways=offers_ways)
    except EngineError as error:
        raise _in_ability(error, request) from None


def _walk(request: CastRequest, loaded: Callable[[], Library], *, offers_ways: bool) -> Walk:
    refused: dict[str, Citation] = {}
    if day := request.options.get("edition"):
        loaded().effective(edition_date(day))
    try:
        spell = spell_of(request, loaded())
    except EngineError as error:
        if error.code != "not_fused":
            raise
        # Without fuse, casting both halves can't even begin.
        spell = spell_of(replace(request, options=request.changed({"cast": "1"})), loaded())
        refused["601.2a"] = Citation(f"{spell.called} has no fuse, so only one half can be cast.", "702.102a")
    zone = zone_of(spell)
    if added := cost_there(spell, zone):
        # `request` keeps what was typed, for the address.
        spell = with_added(spell, added)
    modes = None if request.modes is None else tuple(number - 1 for number in request.modes)
    modes = all_modes(spell) if modes is None else modes
    if added := entwined(spell, modes):
        spell = with_added(spell, added)
    in_play = read_in_play(request.in_play, loaded()) if request.in_play else InPlay()
    return _WalkBuilder(spell, zone, modes, in_play, loaded, refused, offers_ways).walk()


def _in_ability(error: EngineError, request: CastRequest) -> EngineError:
    """The error with its place in the ability as typed, without the brackets that loyalty costs were given."""
    if request.ability and error.field in ("cost", None):
        error.field = "ability"
        if error.start is not None and error.end is not None and request.of_check["cost"] != request.ability:
            error.start, error.end = max(0, error.start - 1), max(1, error.end - 1)
    return error


@dataclass
class _WalkBuilder:
    """Attributes as for `Walk`.

    Attributes:
        refused: what makes a step impossible, by its rule.
        may_ease: whether something in play could make the cost payable.
    """

    spell: Spell
    zone: Zone
    modes: Sequence[int] | None
    in_play: InPlay
    loaded: Callable[[], Library]
    refused: dict[str, Citation]
    offers_ways: bool
    pays_mana: bool = False
    may_ease: bool = False

    def walk(self) -> Walk:
        spell = self.spell
        if action := action_of(spell):
            return self._special(action)
        applied = self._applied(None)
        fill = filled(spell, self.modes, applied)
        checked = self._checked(fill)
        if checked:
            again = self._applied(checked)
            if again.given != applied.given:
                applied, fill = again, filled(spell, self.modes, again)
                checked = self._checked(fill)
            else:
                applied = again
        self.pays_mana = bool(checked and checked.result.to_pay.symbols)
        self.may_ease = bool(self.in_play.unread) or any(one.effect.key in _EASING for one in applied.unknown)
        is_x_known = checked is None or not [
            name
            for name in checked.result.to_pay.variables
            if name not in checked.result.to_pay.zeroed and spell.request.options.get(name.lower()) is None
        ]
        total = None
        if checked:
            is_chosen = spell.is_cost_known and not self._is_short(checked)
            total = total_of(checked.result, spell, origins(fill), is_x_known=is_x_known, is_chosen=is_chosen)
        steps = in_sequence([draft.finished() for draft in self._drafts(applied, checked, total)])
        failed = next((step for step in steps if step.state == "impossible"), None)
        unread = list(self._unread(applied))
        at_hand = mana_at_hand(checked.result) if checked else None
        verdict, headline = _verdict(steps, checked, total, unread, at_hand)
        if spell.has_choice_of_face and verdict:
            verdict, headline = self._of_either(steps)
        back = None
        if failed and failed.reason:
            ways = ways_out(spell, failed, checked, self._works) if self.offers_ways else ()
            back = undone(spell, self.zone.name, failed, failed.reason, checked, ways)
        of = (spell.request, spell, self.zone, steps, checked, total)
        return Walk(*of, verdict, headline, unread, back, at_hand)

    def _of_either(self, steps: Sequence[Step]) -> tuple[str, str]:
        """Verdict for a card whose part isn't chosen yet: maybe, unless it is the same for both."""
        verdicts = set()
        for choice in steps[0].choices:
            for answer in choice.answers if choice.key == "cast" else ():
                with suppress(EngineError):
                    request = CastRequest.read(self.spell.request.changed({"cast": answer.changes["cast"]}))
                    verdicts.add(walk(request, self.loaded, offers_ways=False).verdict or "maybe")
        return (verdicts.pop(), "") if len(verdicts) == 1 else ("maybe", "That depends on the part that you cast.")

    def _works(self, way: Answer) -> bool:
        with suppress(EngineError):
            request = CastRequest.read(self.spell.request.changed(way.changes))
            return walk(request, self.loaded, offers_ways=False).verdict != "no"
        return False

    def _special(self, action: SpecialAction) -> Walk:
        spell = self.spell
        applied = self.in_play.for_spell(spell.played("hand", None, None))
        checked = check(request_of(action, spell.request), self.loaded)
        has_x = spell.request.options.get("x") is not None or not checked.result.to_pay.variables
        bare = replace(spell, question=None)
        total = total_of(checked.result, bare, {}, is_x_known=has_x)
        draft = take(action, bare, applied, checked, total)
        forbid_zero(draft, spell, checked.result)
        step = draft.finished()
        verdict, headline = _verdict([step], checked, total, ())
        back = undone(spell, "hand", step, step.reason, checked) if step.reason else None
        return Walk(spell.request, spell, self.zone, [step], checked, total, verdict, headline, (), back)

    def _applied(self, checked: CheckedCost | None) -> Applied:
        value = None
        self._count_casts()
        if checked and checked.result.cost.may_be_mana_cost:
            with suppress(TypeError, ValueError):
                value = float(checked.result.mana_value_on_stack)
        request = self.spell.request
        targets = request.targets
        if targets is None and self.spell.has_text and not self.spell.targets(self.modes or ()):
            targets = 0
        return self.in_play.for_spell(self.spell.played(self.zone.name, value, targets))

    def _is_short(self, checked: CheckedCost) -> bool:
        """Whether it can't be paid as far as is known, but may cost less."""
        is_asked = any(one.key in ("reduce", "affinity") for one in self.spell.inputs)
        may_be_less = (is_asked and checked.verdict.answer == "maybe") or self.may_ease
        return checked.result.payable is False and may_be_less

    def _may_change(self, checked: CheckedCost | None) -> bool:
        if checked is None or not checked.result.cost.may_be_mana_cost or self.spell.is_face_down:
            return False
        variable = sum(1 for symbol in checked.result.cost.symbols if symbol.variable)
        least = float(checked.result.cost.mana_value())
        values = [least + variable * x for x in range(_MOST_X_TRIED)] if variable and isfinite(least) else []
        return depends_on_x(self.in_play, self.spell, self.zone, values)

    def _count_casts(self) -> None:
        """Set the number of effects that count casts from the command zone."""
        casts = _number(self.spell.request.options.get("commander_casts"))
        if casts is not None:
            counted = [
                replace(one, number=casts) if one.number is None and "command zone" in one.effect.counted else one
                for one in self.in_play.effects
            ]
            self.in_play = replace(self.in_play, effects=counted)

    def _checked(self, fill: Filled) -> CheckedCost | None:
        """None if a choice is illegal, which is then in `refused`."""
        given = dict(fill.given)
        if self.zone.name != "command":
            given.pop("commander_casts", None)
        card = replace(self.spell.to_check, given=given) if self.spell.to_check else None
        try:
            return check(given, self.loaded, card)
        except EngineError as error:
            if error.code not in _FORBIDDEN:
                raise
            step, rule = _FORBIDDEN[error.code]
            if error.code == "not_an_option":
                rule = "107.4f" if "/P}" in error.message else "107.4e"
            # Without the name of the field, and without the rule, which is shown beside it.
            message = error.message.partition("”: ")[2] or error.message
            self.refused[step] = Citation(re.sub(r" \([0-9]{3}[^()]*\)(?=\.?$)", "", message), rule)
            return None

    def _drafts(self, applied: Applied, checked: CheckedCost | None, total: Total | None) -> Iterator[Draft]:
        spell = self.spell
        x = _number(spell.request.options.get("x"))
        may_change = self._may_change(checked)
        if spell.is_ability:
            first = announce(spell, checked, applied)
        else:
            first = put_on_stack(spell, self.zone, applied, may_change=may_change)
        if self.in_play.unread and str(spell.request.options.get("rest") or "").strip().lower() in NO - {""}:
            one = self.in_play.unread[0]
            first.refuse(f"{one.card} stops you: “{one.sentence}”", "601.3")
        if found := self.refused.get("601.2a"):
            first.refuse(*found)
            first.facts.clear()
        yield first
        second = choose(spell, self.zone, self.modes, applied)
        if checked and total:
            choose_numbers(second, spell, checked.result, total)
        else:
            second.choices += given_variables(spell)
        if checked and "emerge" in spell.paid and any("acrifice" in part.text for part in checked.result.failing):
            second.refuse("Emerge needs a creature to sacrifice. You choose it as you choose emerge.", "702.119c")
        options = spell.request.options
        _set_title(second, is_paid_otherwise=any(options.get(key) for key in ("alternative", "additional", "free")))
        if found := self.refused.get("601.2b"):
            second.refuse(*found)
        yield second
        groups = spell.targets(self.modes or ())
        yield choose_targets(spell, groups, {"X": x, "kicker": _times(spell.request.options.get("multikicker"))})
        yield divide(spell, spell.divisions(self.modes or ()), x)
        yield check_legality(applied, may_change=may_change)
        if checked and total:
            yield add_up(spell, total, checked, applied, is_short=self._is_short(checked))
            yield make_mana(total, checked)
            yield pay(spell, checked, may_ease=self.may_ease)
            yield is_cast(spell, checked)
        else:
            yield from (Draft(rule) for rule in ("601.2f", "601.2g", "601.2h", "601.2i"))

    def _unread(self, applied: Applied) -> Iterator[str]:
        """Sentences in play that aren't understood, or have unknowns."""
        if self.spell.request.options.get("rest"):
            return
        for one in self.in_play.unread:
            yield f"{one.card}: {one.sentence}"
        for effect in applied.unknown:
            if effect.effect.key == "forbid" and self.spell.request.allowed is not None:
                continue
            if effect.effect.key == "reduce" and not self.pays_mana:
                continue
            yield quoted(effect.effect)


def _set_title(draft: Draft, *, is_paid_otherwise: bool) -> None:
    """Name the step after its only choice."""
    keys = {choice.key for choice in draft.choices}
    titles = {"modes": "Choose modes", "x": "Choose X", "announced": "Choose how to pay"}
    if len(keys) == 1 and (title := titles.get(next(iter(keys)))):
        is_one = draft.choices[0].kind == "one" and next(iter(keys)) == "modes"
        draft.title = "Choose a mode" if is_one else title
    elif not keys and not is_paid_otherwise:
        draft.say("Nothing to choose: no modes, no X, no hybrid or Phyrexian symbols, no other cost.", "601.2b")


def _times(value: object) -> int | None:
    """How often a multikicker cost is paid."""
    if not value:
        return 0
    with suppress(EngineError):
        return len(CheckRequest.parse({"cost": "{R}", "multikicker": value}).changes.additional)
    return None


def _number(value: object) -> int | None:
    text = str(value if value is not None else "").strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else None


def _verdict(
    steps: Sequence[Step],
    checked: CheckedCost | None,
    total: Total | None,
    unread: Sequence[str],
    at_hand: int | None = None,
) -> tuple[str | None, str]:
    """Verdict with the choices so far, and its sentence."""
    failed = next((step for step in steps if step.state == "impossible"), None)
    is_settled = total is not None and total.locked is not None
    is_mana = bool(is_settled and total and (total.locked or not total.others))
    costs = f"It costs {total.text}." if total and is_mana else f"To pay: {total.text}." if total and is_settled else ""
    if failed and failed.reason:
        if failed.rule != "601.2h" or checked is None or checked.result.to_pay.unpayable:
            return "no", failed.reason.fact
        is_short = at_hand is not None and total and total.locked is not None and total.locked.mana > at_hand
        said = f"You can make {at_hand:,} mana." if is_short and checked.result.sources else failed.reason.fact
        return "no", " ".join(filter(None, [costs, said]))
    if checked is None:
        raise BadRequest("bad_usage", "This can’t be cast.")
    answer = checked.verdict.answer
    if answer == "no" and not any(choice.key == "in_play" for step in steps for choice in step.choices):
        return "no", " ".join(filter(None, [costs, sentence_of(checked.result, checked.verdict)]))
    if answer and unread and any(choice.key == "allowed" and choice.is_open for choice in steps[0].choices):
        return "maybe", f"That depends on “{unread[0]}”"
    if answer and unread:
        return "maybe", " ".join(filter(None, [costs, f"That depends on “{unread[0]}”"]))
    stopped = next((step for step in steps if step.state == "open"), None)
    if answer is None:
        return None, costs
    if answer == "yes" and stopped and not (total and total.locked):
        return answer, sentence_of(checked.result, checked.verdict)
    said = sentence_of(checked.result, checked.verdict)
    # Life that is part of the total is said with it.
    if total and is_mana and total.others:
        costs += f" Also: {join_words(total.others)}."
    said = _LIFE.sub("", said).strip() if total and total.locked is not None and "life" in total.locked else said
    return answer, " ".join(filter(None, [costs, said]))
