"""Rules, symbols and the checker for other programs: JSON under `/api/`, described by an OpenAPI document.

Everything comes from the functions that the pages use. `service.py` has the service, `refusals.py` its errors,
`schemas.py` the shapes of its answers, and each other module the operations on one kind of thing.
"""

VERSION = "1.0.0"
"""Version of the API: names and values only ever join it. One that changed or went would make it 2."""
