"""History of rules and glossary entries, and changes between editions."""
