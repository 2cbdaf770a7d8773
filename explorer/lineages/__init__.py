"""Follow rules and glossary entries through editions by comparing texts, without Django or a database."""
