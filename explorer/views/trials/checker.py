"""Trials of a cost, which the checker itself answers."""

from collections.abc import Callable, Mapping

from explorer.views.check import ShownCheck, show_check
from explorer.views.trials.asking import Asking
from symbols.trials.costs import PAYING, request

REQUESTS: Mapping[str, Callable[[Mapping[str, str]], Mapping[str, str]]] = {PAYING.slug: request}
"""For each trial that the checker answers, what it is asked there (`symbols.engine.request`)."""


def checked(asking: Asking) -> ShownCheck | None:
    """Return the checker's answer for a trial of a cost; None for any other trial.

    Raises:
        EngineError: the cost can't be read, or what is asked of it makes no sense.
    """
    asks = REQUESTS.get(asking.trial.slug)
    if asks is None:
        return None
    asked = dict(asks(asking.complete))
    if asking.edition:
        asked["edition"] = asking.edition.iso
    return show_check(asked)
