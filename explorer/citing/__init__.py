"""Citations in anybody's text: which rules they mean, and what became of these."""
