"""Official rules documents: text to tree and back, without Django or a database."""
