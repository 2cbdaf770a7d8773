"""Tools for assistants, by the Model Context Protocol.

They ask the site's API within this process, so that its answers, errors and limits hold. `site.py` asks, `answers.py`
shortens what it answers, `tools.py` lists the tools, and `server.py`, the only module that needs the SDK (extra `mcp`),
serves them.
"""
