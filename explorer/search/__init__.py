"""Searching the library: one small interface, whatever database lies behind it."""

from explorer.search.plain import Hit, Results, search
from explorer.search.query import Query

__all__ = ["Hit", "Query", "Results", "search"]
