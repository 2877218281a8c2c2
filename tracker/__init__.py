"""A combat tracker for the game master's laptop."""

__version__ = "0.1.0"
