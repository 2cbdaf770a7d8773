"""Not-found pages."""
