"""The sheet of klaverjassen: its boxes and marks, and what the rules engine makes of them."""
