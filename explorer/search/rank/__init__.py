"""Rank passages, and build hits from them."""
