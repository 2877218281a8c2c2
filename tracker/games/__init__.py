"""The games: one folder each, or a file in ``files``; the language of files; and the registry that finds them all."""
