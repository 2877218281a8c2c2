"""What the screen knows of the session: controller, selection, actions, models."""
