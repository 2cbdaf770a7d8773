"""One check of a cost: the page, its htmx part, the command line and other programs all ask here."""

from explorer.checks.check import CheckedCost, answer, check, check_keyword
from explorer.checks.cited_facts import CitedFact, todays_facts
from explorer.checks.report import error_report

__all__ = ["CheckedCost", "CitedFact", "answer", "check", "check_keyword", "error_report", "todays_facts"]
