"""The list of editions."""
