"""Themes, glyphs, preferences, and the text that is painted."""
