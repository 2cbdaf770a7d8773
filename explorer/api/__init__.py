"""JSON API under `/api/`, with an OpenAPI document.

It uses the functions that pages use. `service.py` has the API, `refusals.py` its errors, `schemas.py` its responses,
and each other module the operations on one kind of thing.
"""

VERSION = "1.0.0"
"""Version of the API. Adding names and values keeps it; changing or removing any would make it 2."""
