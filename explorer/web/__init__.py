"""What all pages share: addresses, HTTP helpers, errors, form fields, the page cache."""
