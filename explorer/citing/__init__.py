"""Check rule citations in any text: which rules they mean, and what became of those rules."""
