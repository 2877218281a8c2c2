"""What the players may know of a fight: the only source of every page, view and export made for them."""
