"""What all pages share: addresses, HTTP, errors, the page cache."""
