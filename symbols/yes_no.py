"""Words for yes and no in forms, query strings and settings, in lower case."""

from typing import Final

YES: Final = frozenset({"1", "true", "yes", "on"})
NO: Final = frozenset({"", "0", "false", "no", "off"})
"""An empty value is no, unless the caller treats it as not set."""
