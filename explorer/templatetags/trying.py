"""Trials in templates."""

from django import template

from explorer.views.rules.trials import Slot
from explorer.views.trials import Asking, try_this
from explorer.views.trials.block import prefix_of
from symbols.trials.catalogue import trial_named

register = template.Library()


@register.inclusion_tag("try/_slots.html")
def trial_block(slug: str, number: str) -> object:
    """Show a trial open, as it stands under a rule of today, on a page of its own making."""
    trial = trial_named(slug)
    if trial is None:
        raise template.TemplateSyntaxError(f"There is no trial {slug!r}.")
    asking, prefix = Asking(trial, {}, None, number), prefix_of(slug, number)
    return {"slots": [Slot(prefix, trial.title, asking.address, offered=True, block=try_this(asking, prefix=prefix))]}
