"""The glossary: its index, a letter, an entry."""
