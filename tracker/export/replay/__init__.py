"""The style and the script of the replay in an HTML file."""
