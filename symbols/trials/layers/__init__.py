"""Trial: what permanents are once every continuous effect applies, layer by layer (613)."""
