"""Prints, as JSON, what the library that `DATABASE_URL` names answers to each row of the table."""

import json
import sys

import django

if __name__ == "__main__":
    django.setup()
    from tests.search.table import answer, name, rows

    found = {}
    for row in rows():
        results = answer(row)
        found["|".join(row)] = [results.total, *map(name, results.hits)]
    json.dump(found, sys.stdout)
