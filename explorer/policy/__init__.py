"""The tournament rules, the penalties and judging at regular: documents of numbered sections, beside the rules."""
