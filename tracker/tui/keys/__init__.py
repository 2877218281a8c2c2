"""Keys: what they mean, the keymap, the queue of typed-ahead keys, and how they come from the terminal."""
