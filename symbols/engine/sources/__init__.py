"""Sources of mana on the battlefield, their mana abilities, and which of them pay for a cost (106, 601.2g, 605)."""
