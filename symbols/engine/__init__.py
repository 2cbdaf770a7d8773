"""The cost engine: what costs mean, in pure Python that touches no file, no clock and no framework."""
