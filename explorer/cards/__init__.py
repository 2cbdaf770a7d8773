"""Cards and their rulings, imported from bulk files of Scryfall or MTGJSON."""
