"""PostgreSQL as the site asks it: pages wait for it a few seconds at most."""
