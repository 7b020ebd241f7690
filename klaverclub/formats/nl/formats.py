"""Dutch habits: Tuesday 6 October 2026 as "6 oktober 2026", thousands by a thin space."""

DATE_FORMAT = "j F Y"
SHORT_DATE_FORMAT = "d-m-Y"
THOUSAND_SEPARATOR = "\u202f"
DECIMAL_SEPARATOR = ","
NUMBER_GROUPING = 3
