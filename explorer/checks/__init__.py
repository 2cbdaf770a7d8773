"""One check of a cost: the page, its htmx part, the command line and other programs all ask here."""

from explorer.checks.check import CheckedCost, check
from explorer.checks.cited_facts import CitedFact
from explorer.checks.report import error_report

__all__ = ["CheckedCost", "CitedFact", "check", "error_report"]
