"""The cockpit behind the screen: controller, selection, actions, models."""
