"""The Django site: rules, search, history, cards, cost checker and API."""
