"""The sheet of a relative of klaverjassen: its boxes and marks, and what the rules engine makes of them."""
