"""The save file: one file for a session, appended line by line."""
