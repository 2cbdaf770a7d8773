#!/usr/bin/env python
"""Pipwise's command line: `manage.py up` starts the site, `manage.py help` lists the rest."""

import os
import sys


def main() -> None:
    """Run one management command."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "explorer.settings")
    try:
        from django.core.exceptions import ImproperlyConfigured
        from django.core.management import execute_from_command_line
        from django.db.utils import DatabaseError
    except ImportError:
        sys.exit(
            "Pipwise's libraries are not installed for this Python. From this folder, run:\n"
            "  python3 -m venv .venv && .venv/bin/pip install -e .\n"
            "and then use .venv/bin/python manage.py"
        )
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(f"{error}")
    except DatabaseError as error:
        reason = str(error).strip().splitlines()[0]
        sys.exit(f"The library can't be reached or read: {reason}\nDATABASE_URL says where it lies.")


if __name__ == "__main__":
    main()
