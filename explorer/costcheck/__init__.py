"""The cost checker: its form, its result for templates, its view."""

from explorer.costcheck.answering import answer_to
from explorer.costcheck.form import PARAMETERS, CheckForm
from explorer.costcheck.partial import partial
from explorer.costcheck.shown_check import ShownCheck, show_check
from explorer.costcheck.shown_error import ShownError, show_error, too_long
from explorer.costcheck.shown_facts import ShownKeyword, show_keyword
