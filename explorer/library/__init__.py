"""Queries on the stored editions: rules, glossary entries, links and their history."""
