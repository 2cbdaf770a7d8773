"""The page of a section, a rule or a subrule."""
