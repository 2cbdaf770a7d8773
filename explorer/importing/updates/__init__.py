"""Newest rules, got in the background: a process that looks for them, and what pages know of it."""
