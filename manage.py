#!/usr/bin/env python
"""Pipwise's command line: `manage.py up` starts the site, `manage.py help` lists the rest."""

from explorer.serving.command_line import main

if __name__ == "__main__":
    main()
