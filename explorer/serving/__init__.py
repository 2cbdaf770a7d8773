"""How the site runs: server, middleware, limits, logs, settings from the environment."""
