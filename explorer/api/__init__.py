"""JSON API under `/api/`, with an OpenAPI document.

It uses the functions that pages use. `service.py` has the API, `refusals.py` its errors, `schemas.py` its responses,
and each other module the operations on one kind of thing.
"""
