"""The readers of other programs' files, a module for each program: from its data to ``statblock``."""
