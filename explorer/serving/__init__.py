"""How the site runs: server, middleware, rate limit, logs, settings from the environment."""
