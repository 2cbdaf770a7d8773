"""Offline reading: service worker, web app manifest, and the content to cache."""
