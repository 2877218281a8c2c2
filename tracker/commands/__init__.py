"""From words to actions and back: grammar, names, completion."""
