"""Briefs: a page of rules, answers and notes that a user puts together, stored in its URL."""
