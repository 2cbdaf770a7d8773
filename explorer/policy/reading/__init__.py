"""From a PDF to sections. Pure: no Django, no database."""
