"""The parts of the main screen: each pane paints its own lines and repaints only those that changed."""
