"""What the Try it forms compute: pure game mechanics, without wording or controls."""
