"""Download of rules and cards."""
