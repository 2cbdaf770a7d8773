"""The search indexes: full-text tables, the book index, and the vocabulary."""
