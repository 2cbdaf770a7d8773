"""Try it forms (trials): what a form asks, its answer, and the official examples that it runs."""

from explorer.tryit.block import TrialBlock, make_block
from explorer.tryit.request import TrialRequest
