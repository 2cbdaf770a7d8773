"""What the engine answers, made ready for pages: the same for the checker and for the front page."""

from symbols.showing.answer import Answer, answer
from symbols.showing.form import CheckForm
from symbols.showing.partial import partial
from symbols.showing.problem import Problem, problem, too_long

__all__ = ["Answer", "CheckForm", "Problem", "answer", "partial", "problem", "too_long"]
