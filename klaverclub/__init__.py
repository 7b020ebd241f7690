"""The Klaverclub project: settings, addresses, and the processes that serve them."""
