"""Parsing costs: from text in any notation to a `Cost`."""
