"""Parse PDFs of tournament documents into sections. Pure: no Django, no database."""
