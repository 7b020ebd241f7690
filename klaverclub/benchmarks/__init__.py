"""What is measured, and against what: every figure is a ratio to a baseline timed in the same run."""
