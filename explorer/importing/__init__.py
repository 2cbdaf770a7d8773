"""Documents into the database: downloading, importing, derived data, locks, updates."""
