"""The arbiter's page: disputes about cards, tricks, deals and rows, settled by the rules engine."""
