"""Words to actions and back: grammar, names, completion."""
