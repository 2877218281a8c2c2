"""Keys: the registry, the keymap, the queue of keys typed ahead, and terminal input."""


class TerminalGone(Exception):
    """The terminal was closed, or has no more keys to read."""
