"""Briefs, embeds, feeds, sitemaps and preview pictures."""
