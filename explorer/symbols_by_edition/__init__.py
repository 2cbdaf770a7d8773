"""Each symbol in each edition: pages, drawings, history, and the rules that use it."""
