"""Atom feeds of changes."""
