"""The commands of the program, each in a module that is imported when it is called."""
