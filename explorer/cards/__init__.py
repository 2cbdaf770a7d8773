"""Cards and their rulings, from the bulk files that everyone in this field uses."""
