"""Importing files of other programs: each format in a module of its own, their mapping to sheets in ``targets``."""
