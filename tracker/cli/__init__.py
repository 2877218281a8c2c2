"""The commands of the program, one file each; what is heavy is imported inside them."""
