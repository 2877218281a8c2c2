"""What could be done next, and how a fight may go on: asked of the rules themselves, never of rules beside them."""
