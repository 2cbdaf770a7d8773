"""Tools for assistants, served over the Model Context Protocol.

They call the site's API within this process, with its errors and limits. `site.py` is the client, `answers.py` shortens
responses, `tools.py` lists the tools, and `server.py`, the only module that needs the SDK (extra `mcp`), serves them.
"""
