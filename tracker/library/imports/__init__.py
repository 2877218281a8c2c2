"""Files of other programs, read into the library: each format in a module of its own, what it means in ``targets``."""
