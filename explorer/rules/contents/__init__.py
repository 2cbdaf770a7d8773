"""Contents of an edition or of a chapter."""
