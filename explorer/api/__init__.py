"""JSON API under `/api/`, with an OpenAPI document.

It shares functions with the pages. `service.py` has the API, `refusals.py` its errors, `schemas.py` its responses, and
each other module the operations on one topic.
"""
