"""Symbol definitions: look-up, search, and symbols in rule text."""
