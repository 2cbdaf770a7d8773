"""Load: many readers at once, against the site as the README and `docs/running.md` start it."""
