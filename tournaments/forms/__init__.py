"""Forms of the club desk, by subject."""
