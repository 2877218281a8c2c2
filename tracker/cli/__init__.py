"""The commands of the program, each in a module; expensive imports are inside them."""
