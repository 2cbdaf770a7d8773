"""Django's SQLite, with a file that is private."""
