"""The version of the program, which the files it makes and its crash reports name."""

__version__ = "0.1.0"
