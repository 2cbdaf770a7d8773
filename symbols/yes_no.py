"""Words for yes and no, as people, addresses and settings write them; in small letters."""

from typing import Final

YES: Final = frozenset({"1", "true", "yes", "on"})
NO: Final = frozenset({"", "0", "false", "no", "off"})
"""No text at all is no, where it doesn't leave the question open."""
