"""Magic's symbols: definitions, drawings, Try it forms, and the cost engine."""
