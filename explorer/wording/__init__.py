"""Rule text as HTML: links, labels, plain words, differences."""
