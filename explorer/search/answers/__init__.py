"""The answer, results and suggestions that search pages show."""
