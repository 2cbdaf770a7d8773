"""Template tags: symbols, long lists, previews, inlined assets."""
