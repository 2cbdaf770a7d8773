"""Total costs: additional and alternative costs, increases and reductions (601.2f)."""
