"""Result of a submitted checker form, for pages that embed it."""

from explorer.costcheck.check import check_on_page, keyword_on_page
from explorer.costcheck.form import CheckForm
from explorer.costcheck.shown_check import ShownCheck, show_check
from explorer.costcheck.shown_facts import ShownKeyword, show_keyword
from explorer.library.loaded import Library
from symbols.engine import keyword_instead


def answer_to(form: CheckForm, loaded: Library) -> ShownCheck | ShownKeyword | None:
    """A checked cost, or a keyword that was typed in place of one; None for an empty form.

    Raises:
        EngineError: the form is invalid, or its cost can't be checked.
    """
    if form.error:
        raise form.error
    form = form.of_card(loaded)
    if not form.card and (keyword := keyword_instead({**form.options, "cost": form.cost})):
        return show_keyword(*keyword_on_page(keyword, form.options.get("edition"), loaded))
    return show_check(*check_on_page(form.given, loaded, form.card)) if form.cost.strip() else None
