"""PDF by reportlab: A4, embedded fonts, the same bytes for the same document."""
