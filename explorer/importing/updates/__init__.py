"""Background updates of the rules: the process that runs them, and their state for pages."""
