"""What the main screen is made of: each pane paints lines of its own and repaints only those that changed."""
