"""Text processing: tokens, stems, inflections, phrases, typos, and queries."""
