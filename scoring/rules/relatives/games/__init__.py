"""One module for each family of games; each has a tuple ``GAMES``."""
