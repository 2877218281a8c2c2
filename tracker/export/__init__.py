"""The fight in other forms: JSON, plain text, the reference of a game."""
