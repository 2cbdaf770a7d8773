"""Offline reading: service worker, web app manifest, and cached content."""
