"""What the engine answers, made ready for pages: the same for the checker and for the front page."""

from explorer.views.check.answer import Answer, answer
from explorer.views.check.form import CheckForm
from explorer.views.check.partial import partial
from explorer.views.check.problem import Problem, problem, too_long

__all__ = ["Answer", "CheckForm", "Problem", "answer", "partial", "problem", "too_long"]
