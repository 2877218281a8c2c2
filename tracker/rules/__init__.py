"""What all games share: rules as pure functions on scenes."""
