"""The games: rules as pure functions on scenes, one folder each, and what they share."""
