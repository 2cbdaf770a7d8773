"""The tournament documents: Magic Tournament Rules, Infraction Procedure Guide, Judging at Regular."""
