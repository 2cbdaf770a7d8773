"""Total costs: additional and alternative costs, increases and reductions (601.2f)."""

from symbols.engine.totals.announcing import announced_as_text, option_as_text
from symbols.engine.totals.changes import CostToPay
from symbols.engine.totals.ledger import Line, ledger_of
from symbols.engine.totals.total_costs import TotalCosts
