"""The state of a fight: frozen scenes, past-tense events, a tree of entries. No rules, no disk, no screen."""
