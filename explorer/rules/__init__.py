"""Pages of the rules: contents, a section or rule, the glossary, the list of editions."""
