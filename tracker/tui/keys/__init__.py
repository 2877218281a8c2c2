"""Keys: the registry, the keymap, the queue of keys typed ahead, and terminal input."""
