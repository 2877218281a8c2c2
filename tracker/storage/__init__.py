"""The save file: one file a session, appended line by line, and text from people made harmless."""
